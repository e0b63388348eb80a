"""The page as HTML: every control with its label; the script fills in names, pictures and answers.

Nothing here knows any game.
"""

from __future__ import annotations

from collections.abc import Iterable, Mapping, Sequence
from dataclasses import dataclass
from html import escape

from archipel.checks.explain.catalogue import LETTERS, Speaker
from archipel.checks.rulebook.svg.layout import Block
from archipel.checks.rulebook.svg.style import Artwork
from archipel.checks.rulebook.trying.questions import SettingControl, TriedQuestion, TriedSetting

MOVES = {
    "first": "M7-8v16l-11-8zM-8-8h3v16h-3z",
    "back": "M6-9v18l-13-9z",
    "next": "M-6-9v18l13-9z",
    "last": "M-7-8v16l11-8zM5-8h3v16h-3z",
}
"""The signs on the buttons that step through a game."""
GAME = "game"


@dataclass(frozen=True)
class TryItPage:
    """The page in one language."""

    speaker: Speaker
    art: Artwork
    names: Sequence[str]
    players: Sequence[int]
    first: int
    """How many play, to begin with."""
    questions: Mapping[str, TriedQuestion]
    pieces: Mapping[str, Block]
    with_games: bool

    def say(self, key: str, **values: object) -> str:
        return escape(self.speaker.say(f"page.{key}", **values))

    @property
    def html(self) -> str:
        """All of it, as it stands in a page of the rulebook."""
        panels = {name: self._question(name, question) for name, question in self.questions.items()}
        if self.with_games:
            panels[GAME] = self._game()
        first = next(iter(panels))
        body = "\n".join([self._panel(tab, inside, tab == first) for tab, inside in panels.items()])
        tabs = "".join([self._tab(tab, tab == first) for tab in panels])
        return (
            f'<div class="try-it" id="ti-root" lang="{self.speaker.lang}">\n{self._drawings()}\n'
            f'<p class="ti-lead">{self.say("lead")}</p>\n'
            f'<noscript><p class="ti-note">{self.say("noscript")}</p></noscript>\n'
            f'<div class="ti-tabs" role="tablist" aria-label="{self.say("tabs")}">{tabs}</div>\n'
            f"{self._players()}\n{body}\n</div>\n"
        )

    def _drawings(self) -> str:
        """What the pictures of the page are put together from; nothing is seen of it here."""
        pieces = "".join([f'<g id="piece-{name}">{"".join(block.parts)}</g>' for name, block in self.pieces.items()])
        shapes = self.art.definitions({*self.art.shapes, *self.art.patterns})
        drawn = self.art.owned(f"{shapes}<defs>{pieces}</defs>")
        return f'<svg class="{self.art.prefix} ti-defs" width="0" height="0" aria-hidden="true">{drawn}</svg>'

    def _tab(self, tab: str, first: bool) -> str:
        return (
            f'<button type="button" role="tab" id="ti-tab-{tab}" aria-controls="ti-panel-{tab}" '
            f'aria-selected="{str(first).lower()}" tabindex="{0 if first else -1}">{self.say(f"tab.{tab}")}</button>'
        )

    def _panel(self, tab: str, inside: str, first: bool) -> str:
        return (
            f'<section class="ti-panel" role="tabpanel" id="ti-panel-{tab}" aria-labelledby="ti-tab-{tab}"'
            f'{"" if first else " hidden"}>\n<h2>{self.say(f"{tab}.title")}</h2>\n{inside}\n</section>'
        )

    def _players(self) -> str:
        choices = "".join(
            f'<label><input type="radio" name="ti-players" value="{number}"'
            f'{" checked" if number == self.first else ""}><span>{number}</span></label>'
            for number in self.players
        )
        legend = f"<legend>{self.say('players')}</legend>"
        return f'<fieldset class="ti-players" id="ti-players">{legend}{choices}</fieldset>'

    # Questions

    def _question(self, tab: str, question: TriedQuestion) -> str:
        """A situation to set, the answer, why, and what other readings answer."""
        above, below = (self._places(tab, question, under) for under in (False, True))
        moves = "" if question.moves is None else f'<div class="ti-turns" id="ti-{tab}-moves"></div>'
        notes = "".join([f'<p class="ti-note">{self.say(note)}</p>' for note in question.notes])
        return (
            f'<div class="ti-question"><div class="ti-set">{above}</div>'
            f'<p class="ti-headline" id="ti-{tab}-headline" role="status" aria-atomic="true"></p>'
            f'<div class="ti-controls">{self._settings(question.settings)}{moves}{below}{notes}</div>'
            f'<div class="ti-because"><div class="ti-answer"><h3>{self.say("why")}</h3>'
            f'<div id="ti-{tab}-why"></div></div><div class="ti-compare" id="ti-{tab}-compare"></div>'
            f"{self._readings(tab, question.points)}</div></div>"
        )

    def _places(self, tab: str, question: TriedQuestion, below: bool) -> str:
        """Where pictures will be."""
        places = [drawn["place"] for drawn in question.pictures if bool(drawn.get("below")) == below]
        return "".join([f'<div class="ti-{place}" id="ti-{tab}-{place}"></div>' for place in places])

    def _settings(self, settings: Sequence[TriedSetting]) -> str:
        seats = [self._seat(setting) for setting in settings if setting.control is SettingControl.SEAT]
        fields = f'<div class="ti-fields">{"".join(seats)}</div>' if seats else ""
        numbers = [setting for setting in settings if setting.control in (SettingControl.NUMBER, SettingControl.SEATS)]
        return fields + "".join(map(self._numbers, numbers))

    def _seat(self, setting: TriedSetting) -> str:
        return (
            f'<label class="ti-field" id="ti-{setting.name}-field"{" hidden" if setting.asked else ""}>'
            f'{self.say(f"set.{setting.name}")}<select id="ti-{setting.name}"></select></label>'
        )

    def _numbers(self, setting: TriedSetting) -> str:
        label, name = self.say(f"set.{setting.name}"), setting.name
        if setting.control is SettingControl.NUMBER:
            sign = f'<use href="#{self.art.prefix}-{setting.sign}"/>' if setting.sign else ""
            drawn = f'<div class="ti-steppers">{self._stepper(name, label, sign)}</div>'
        else:
            rows = [self._stepper(f"{name}-{seat}", one, self._figure(seat)) for seat, one in enumerate(self.names)]
            hidden = " hidden" if setting.asked else ""
            inside = f"<legend>{label}</legend>{''.join(rows)}"
            drawn = f'<fieldset class="ti-steppers" id="ti-{name}-field"{hidden}>{inside}</fieldset>'
        limit = "" if setting.limit is None else f'<p class="ti-limit" id="ti-{name}-limit" role="status"></p>'
        clear = f'<button type="button" data-clears="{name}">{self.say("clear")}</button>'
        return drawn + limit + (f'<p class="ti-buttons">{clear}</p>' if setting.cleared else "")

    def _figure(self, seat: int) -> str:
        own = self.art.prefix
        return (
            f'<use href="#{own}-meeple" class="{own}-figure {own}-p{seat}"/>'
            f'<text class="{own}-m {own}-b {own}-l{seat}" font-size="11" y="5.5">{LETTERS[seat]}</text>'
        )

    def _stepper(self, name: str, label: str, sign: str) -> str:
        """A number with its buttons; the drawing before the label says the same."""
        return (
            f'<div class="ti-stepper" role="group" aria-labelledby="ti-{name}-label" data-counts="{name}">'
            f'<span class="ti-who"><svg class="{self.art.prefix} ti-sign" viewBox="-14 -15 28 30" aria-hidden="true" '
            f'focusable="false">{sign}</svg><span id="ti-{name}-label">{label}</span></span>'
            f'<button type="button" class="ti-less" aria-label="{self.say("less", what=label)}">−</button>'
            f'<output id="ti-{name}">0</output>'
            f'<button type="button" class="ti-more" aria-label="{self.say("more", what=label)}">+</button></div>'
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

    # A game

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

    def _move(self, move: str, path: str) -> str:
        drawn = f'<svg viewBox="-12 -12 24 24" aria-hidden="true" focusable="false"><path d="{path}"/></svg>'
        return f'<button type="button" id="ti-game-{move}" aria-label="{self.say(f"game.{move}")}">{drawn}</button>'
