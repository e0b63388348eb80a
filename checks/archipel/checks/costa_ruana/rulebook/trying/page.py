"""The page as HTML: every control with its label; the script fills in names, pictures and answers."""

from __future__ import annotations

from collections.abc import Iterable
from html import escape

from archipel.checks.costa_ruana.rulebook.trying import conditions, islands, shamans
from archipel.checks.costa_ruana.rulebook.trying.words import phrase
from archipel.checks.costa_ruana.svg import ART
from archipel.checks.costa_ruana.theory import PLAYERS
from archipel.checks.costa_ruana.wording import LETTERS, default_names

TABS = ("island", "shaman", "conditions", "game")
FIRST_PLAYERS = 4
MOVES = {
    "first": "M7-8v16l-11-8zM-8-8h3v16h-3z",
    "back": "M6-9v18l-13-9z",
    "next": "M-6-9v18l13-9z",
    "last": "M-7-8v16l11-8zM5-8h3v16h-3z",
}
"""The signs on the buttons that step through a game."""


class Page:
    """The page in one language."""

    def __init__(self, lang: str) -> None:
        self.lang = lang

    def say(self, key: str, **values: object) -> str:
        return escape(phrase(self.lang, key, **values))

    @property
    def html(self) -> str:
        """All of it, as it stands in a page of the rulebook."""
        panels = {
            "island": self._island(),
            "shaman": self._shaman(),
            "conditions": self._conditions(),
            "game": self._game(),
        }
        body = "\n".join([self._panel(tab, inside) for tab, inside in panels.items()])
        tabs = "".join(map(self._tab, TABS))
        return (
            f'<div class="try-it" id="ti-root" lang="{self.lang}">\n{_drawings()}\n'
            f'<p class="ti-lead">{self.say("lead")}</p>\n'
            f'<noscript><p class="ti-note">{self.say("noscript")}</p></noscript>\n'
            f'<div class="ti-tabs" role="tablist" aria-label="{self.say("tabs")}">{tabs}</div>\n'
            f"{self._players()}\n{body}\n</div>\n"
        )

    def _tab(self, tab: str) -> str:
        first = tab == TABS[0]
        return (
            f'<button type="button" role="tab" id="ti-tab-{tab}" aria-controls="ti-panel-{tab}" '
            f'aria-selected="{str(first).lower()}" tabindex="{0 if first else -1}">{self.say(f"tab.{tab}")}</button>'
        )

    def _panel(self, tab: str, inside: str) -> str:
        hidden = "" if tab == TABS[0] else " hidden"
        return (
            f'<section class="ti-panel" role="tabpanel" id="ti-panel-{tab}" aria-labelledby="ti-tab-{tab}"{hidden}>\n'
            f'<h2>{self.say(f"{tab}.title")}</h2>\n{inside}\n</section>'
        )

    def _players(self) -> str:
        choices = "".join(
            f'<label><input type="radio" name="ti-players" value="{number}"'
            f'{" checked" if number == FIRST_PLAYERS else ""}><span>{number}</span></label>'
            for number in PLAYERS
        )
        legend = f"<legend>{self.say('players')}</legend>"
        return f'<fieldset class="ti-players" id="ti-players">{legend}{choices}</fieldset>'

    # The four parts

    def _island(self) -> str:
        steppers = [self._stepper("treasures", self.say("treasures"), "gem"), *self._seats("on")]
        clear = f'<button type="button" id="ti-island-clear">{self.say("clear")}</button>'
        return self._question(
            "island",
            '<div class="ti-picture" id="ti-island-picture"></div>',
            f'<div class="ti-steppers">{"".join(steppers)}</div>{_status("ti-island-limit")}'
            f'<p class="ti-buttons">{clear}</p>',
            islands.POINTS,
        )

    def _shaman(self) -> str:
        gains = self._group("shaman.gains", self._seats("gain"))
        total = self._group("shaman.total", self._seats("total"), "ti-total", hidden=True)
        now = self._seat_select("shaman-now", "shaman.now")
        offered = self._seat_select("offered", "shaman.offered", hidden=True)
        return self._question(
            "shaman",
            '<div class="ti-picture" id="ti-shaman-picture"></div>',
            f'<div class="ti-fields">{now}{offered}</div>{gains}{_status("ti-shaman-limit")}{total}',
            shamans.POINTS,
        )

    def _conditions(self) -> str:
        cards = f'<div class="ti-cards" id="ti-cards"></div><p class="ti-note">{self.say("conditions.deck")}</p>'
        return self._question(
            "conditions",
            '<div class="ti-sides" id="ti-sides"></div>',
            f'<div class="ti-turns" id="ti-turns"></div>{cards}',
            conditions.POINTS,
        )

    def _game(self) -> str:
        moves = "".join([self._move(move, path) for move, path in MOVES.items()])
        which = f'<label class="ti-field">{self.say("game.which")}<select id="ti-game"></select></label>'
        reading = f'<label class="ti-field">{self.say("game.reading")}<select id="ti-game-reading"></select></label>'
        slider = f'<input type="range" id="ti-game-slider" min="0" value="0" aria-label="{self.say("game.slider")}">'
        return (
            f'<div class="ti-fields">{which}{reading}</div>\n'
            '<div class="ti-parting" id="ti-parting" aria-live="polite"></div>\n'
            f'<div class="ti-moves">{moves}{slider}</div>\n'
            '<div class="ti-columns"><div class="ti-told" id="ti-told" aria-live="polite"></div>'
            '<div class="ti-board" id="ti-board"></div></div>\n'
            f'<p class="ti-note">{self.say("game.own")}</p>'
        )

    # Pieces

    def _move(self, move: str, path: str) -> str:
        drawn = f'<svg viewBox="-12 -12 24 24" aria-hidden="true" focusable="false"><path d="{path}"/></svg>'
        return f'<button type="button" id="ti-game-{move}" aria-label="{self.say(f"game.{move}")}">{drawn}</button>'

    def _question(self, tab: str, picture: str, controls: str, points: Iterable[str]) -> str:
        """A situation to set, the answer, why, and what other readings answer."""
        return (
            f'<div class="ti-question"><div class="ti-set">{picture}</div>'
            f'<p class="ti-headline" id="ti-{tab}-headline" role="status" aria-atomic="true"></p>'
            f'<div class="ti-controls">{controls}</div>'
            f'<div class="ti-because"><div class="ti-answer"><h3>{self.say("why")}</h3>'
            f'<div id="ti-{tab}-why"></div></div><div class="ti-compare" id="ti-{tab}-compare"></div>'
            f"{self._readings(tab, points)}</div></div>"
        )

    def _readings(self, tab: str, points: Iterable[str]) -> str:
        fields = "".join(
            f'<div class="ti-reading"><label for="ti-{tab}-{point}"></label>'
            f'<select id="ti-{tab}-{point}" data-point="{point}"></select><p class="ti-says"></p></div>'
            for point in points
        )
        reset = f'<button type="button" class="ti-reset">{self.say("readings.reset")}</button>'
        return (
            f'<details class="ti-readings" id="ti-{tab}-readings"><summary>{self.say("readings")}</summary>{fields}'
            f'<p class="ti-buttons">{reset}</p></details>'
        )

    def _group(self, key: str, inside: Iterable[str], id: str = "", hidden: bool = False) -> str:
        named = f' id="{id}"' if id else ""
        return (
            f'<fieldset class="ti-steppers"{named}{" hidden" if hidden else ""}><legend>{self.say(key)}</legend>'
            f'{"".join(inside)}</fieldset>'
        )

    def _seats(self, what: str) -> list[str]:
        names = default_names(self.lang, PLAYERS[-1])
        return [self._stepper(f"{what}-{seat}", name, f"p{seat}") for seat, name in enumerate(names)]

    def _stepper(self, name: str, label: str, sign: str) -> str:
        drawn = _sign(sign)
        return (
            f'<div class="ti-stepper" role="group" aria-labelledby="ti-{name}-label" data-counts="{name}">'
            f'<span class="ti-who">{drawn}<span id="ti-{name}-label">{label}</span></span>'
            f'<button type="button" class="ti-less" aria-label="{self.say("less", what=label)}">−</button>'
            f'<output id="ti-{name}">0</output>'
            f'<button type="button" class="ti-more" aria-label="{self.say("more", what=label)}">+</button></div>'
        )

    def _seat_select(self, name: str, key: str, hidden: bool = False) -> str:
        return (
            f'<label class="ti-field" id="ti-{name}-field"{" hidden" if hidden else ""}>{self.say(key)}'
            f'<select id="ti-{name}"></select></label>'
        )


def _status(id: str) -> str:
    return f'<p class="ti-limit" id="{id}" role="status"></p>'


def _sign(name: str) -> str:
    """A small drawing before a label, which says the same."""
    if name == "gem":
        inside = '<use href="#ti-gem"/>'
    else:
        seat = int(name[1:])
        inside = f'<use href="#ti-meeple" class="ti-{name}"/><text class="ti-l{seat}" y="5.5">{LETTERS[seat]}</text>'
    return f'<svg class="ti-sign" viewBox="-14 -15 28 30" aria-hidden="true" focusable="false">{inside}</svg>'


def _drawings() -> str:
    """What the pictures of the page are put together from; nothing is seen of it here."""
    parts = []
    for name, paths in ART.shapes.items():
        inside = "".join([f'<path class="ti-{kind}" d="{path}"/>' for kind, path in paths])
        parts.append(f'<g id="ti-{name}">{inside}</g>')
    for name, (wide, high, path) in ART.patterns.items():
        parts.append(
            f'<pattern id="ti-{name}" width="{wide}" height="{high}" patternUnits="userSpaceOnUse"><rect '
            f'class="ti-{name}" width="{wide}" height="{high}"/><path class="ti-{name}-mark" d="{path}"/></pattern>'
        )
    inside = "".join(parts)
    return f'<svg class="ti-defs" width="0" height="0" aria-hidden="true" focusable="false"><defs>{inside}</defs></svg>'
