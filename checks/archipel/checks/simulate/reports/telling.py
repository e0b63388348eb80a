"""What a simulation found, told as tables for people, in English or French."""

from __future__ import annotations

import textwrap
from collections.abc import Iterable, Iterator, Mapping, Sequence
from typing import Any

from archipel.checks.simulate.reports.report import SimulationReport
from archipel.checks.support.phrases import Phrases

WIDTH = 96

PHRASES = Phrases(__file__)


class Teller:
    """Tells of one simulation in one language."""

    def __init__(self, report: SimulationReport, lang: str) -> None:
        self.report = report
        self.data: dict[str, Any] = report.as_json()
        self.lang = lang
        self.words = {**PHRASES.words, **report.simulation.words}

    def say(self, key: str, **values: object) -> str:
        return self.words[key][self.lang].format(**values) if values else self.words[key][self.lang]

    def whole(self, number: int) -> str:
        """A whole number with its thousands apart."""
        return f"{number:,}".replace(",", "," if self.lang == "en" else "\u202f")

    def decimal(self, number: float, digits: int = 2) -> str:
        return f"{number:.{digits}f}".replace(".", "." if self.lang == "en" else ",")

    def percent(self, share: float) -> str:
        return f"{self.decimal(100 * share)} %"

    def between(self, bounds: Sequence[float]) -> str:
        return f"[{self.decimal(100 * bounds[0])} – {self.decimal(100 * bounds[1])}]"

    def lines(self) -> Iterator[str]:
        yield from self._head()
        yield from self._distributions()
        yield from self._seats()
        yield from self._strengths()
        yield from self._rounds()
        yield from self._decisions()
        yield from self._clauses()
        yield from self._not_counted()

    def _head(self) -> Iterator[str]:
        data, variant = self.data, self.data["variant"]
        named = {key: data[key] for key in ("players", "seed")}
        games, bots = self.whole(data["games"]), ", ".join(data["bots"])
        yield self.say("head", game=self.say("game"), games=games, bots=bots, **named)
        changes = [f"{name} = {value}" for kind in ("numbers", "readings") for name, value in variant[kind].items()]
        if changes:
            yield self.say("variant", changes=", ".join(changes))
        yield from textwrap.wrap(self.say("sure", sure=data["sure"]), WIDTH)

    def _section(self, title: str, rows: Iterable[Sequence[str]]) -> Iterator[str]:
        """A heading and a table whose first column leans left and the others right."""
        table = [list(row) for row in rows]
        widths = [max(len(row[place]) for row in table) for place in range(len(table[0]))]
        yield ""
        yield title
        for row in table:
            others = [cell.rjust(width) for cell, width in zip(row[1:], widths[1:], strict=True)]
            yield f"  {'  '.join([row[0].ljust(widths[0]), *others])}".rstrip()

    def _distributions(self) -> Iterator[str]:
        columns = ("mean", "least", "low", "median", "high", "most")
        rows = [["", *[self.say(column) for column in columns]]]
        for name, found in self.data["distributions"].items():
            rows.append([self.say(name), self.decimal(found["mean"]), *[str(found[column]) for column in columns[1:]]])
        yield from self._section(self.say("distributions"), rows)

    def _sides(self, title: str, first: str, sides: Iterable[tuple[str, Mapping[str, Any]]]) -> Iterator[str]:
        rows = [[first, self.say("won"), "", self.say("interval"), "", self.say("mean_points")]]
        for name, side in sides:
            won = [self.whole(side["won"]), self.percent(side["rate"]), self.between(side["interval"])]
            rows.append([name, *won, self.say(side["verdict"]), self.decimal(side["points"]["mean"])])
        yield from self._section(title, rows)

    def _seats(self) -> Iterator[str]:
        named = [(self._seat(number), side) for number, side in enumerate(self.data["seats"])]
        yield from self._sides(self.say("seats"), self.say("seat"), named)
        yield f"  {self.say('share', share=self.percent(self.data['seats'][0]['share']))}"

    def _seat(self, number: int) -> str:
        return f"{number}  {self.say('first')}" if number == 0 else str(number)

    def _strengths(self) -> Iterator[str]:
        if "strengths" not in self.data:
            return
        yield from self._sides(self.say("strengths"), "", self.data["strengths"].items())
        games, players = self.data["games"], self.data["players"]
        if games % players:
            yield f"  {self.say('uneven', games=self.whole(games), players=players)}"

    def _rounds(self) -> Iterator[str]:
        if not self.data["rounds"]:
            return
        columns = ("least", "low", "median", "high", "most")
        rows = [[self.say("round"), self.say("mean"), *[self.say(column) for column in columns]]]
        for number, found in enumerate(self.data["rounds"], 1):
            rows.append([str(number), self.decimal(found["mean"]), *[str(found[column]) for column in columns]])
        yield from self._section(self.say("rounds"), rows)

    def _decisions(self) -> Iterator[str]:
        rows = [[self.say("decision"), self.say("per_game"), self.say("choices")]]
        for name, found in self.data["decisions"].items():
            rows.append([name, self.decimal(found["per_game"]), self.decimal(found["choices"], 1)])
        yield from self._section(self.say("taken"), rows)

    def _clauses(self) -> Iterator[str]:
        if not self.data["clauses"]:
            return
        yield ""
        yield self.say("clauses")
        for clause in self.data["clauses"]:
            games = clause["games"]
            share = f"{self.percent(games['rate'])} {self.between(games['interval'])} {self.say('games')}"
            yield f"  {clause['id']:28}{share}"
            times, of, what = self.whole(clause["times"]), self.whole(clause["of"]), self.say(f"of.{clause['of_what']}")
            told = self.say("times", times=times, of=of, what=what, when=clause["when"][self.lang])
            yield from textwrap.wrap(told, WIDTH, initial_indent=" " * 6, subsequent_indent=" " * 8)

    def _not_counted(self) -> Iterator[str]:
        groups: dict[str, list[str]] = {}
        for clause, found in self.data["not_counted"].items():
            instead = f" {', '.join(found['instead'])}" if found["instead"] else ""
            groups.setdefault(f"{self.say(found['reason'])}{instead}", []).append(clause)
        if not groups:
            return
        yield ""
        yield self.say("not_counted")
        colon = ":" if self.lang == "en" else " :"
        for reason, names in groups.items():
            told = f"{reason}{colon} {', '.join(names)}"
            yield from textwrap.wrap(told, WIDTH, initial_indent="  ", subsequent_indent="    ", break_on_hyphens=False)
