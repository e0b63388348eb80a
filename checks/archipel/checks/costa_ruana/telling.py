"""What happened, in sentences for one reader: a decision and everything that followed from it."""

from __future__ import annotations

from collections.abc import Mapping, Sequence

from archipel.checks.costa_ruana.projection import step_of
from archipel.checks.costa_ruana.wording import (
    LETTERS,
    background_words,
    card_words,
    counted,
    crowd_words,
    listed,
    say,
    spread_words,
)
from archipel.reference.costa_ruana.actions import (
    Action,
    Condition,
    Face,
    Flip,
    MoveInhabitant,
    MoveTreasure,
    Name,
    Place,
    PlayDown,
    PlayUp,
    Remove,
    Resolve,
    Settle,
    Stand,
    StandFrom,
)
from archipel.reference.costa_ruana.codec import DECISION_OF
from archipel.reference.costa_ruana.collection import collect, island_winner
from archipel.reference.costa_ruana.conditions import is_active
from archipel.reference.costa_ruana.deck import Background, Deck
from archipel.reference.costa_ruana.effects import perform
from archipel.reference.costa_ruana.resolution import copiers
from archipel.reference.costa_ruana.state import Laid, Phase, State, slot_by


class Teller:
    """Tells decisions and what follows from them, in one language, to one reader.

    ``reader`` is a seat, or None for somebody who may know only what all know.
    """

    def __init__(
        self, lang: str, names: Sequence[str], deck: Deck, reader: int | None, letters: str = LETTERS
    ) -> None:
        self.lang = lang
        self.names = names
        self.deck = deck
        self.reader = reader
        self.letters = letters

    def say(self, key: str, **values: object) -> str:
        """A phrase of the catalogue."""
        return say(self.lang, key, **values)

    def card(self, number: int) -> str:
        """A card by its number."""
        return card_words(self.lang, self.deck.cards[number])

    def laid(self, by: int, card: int | None, hidden: bool) -> str:
        """A card on the table as the reader knows it."""
        if card is None:
            return self.say("laid.hidden", by=self.names[by])
        return self.say("laid.known" if hidden else "laid.up", card=self.card(card), by=self.names[by])

    def card_on_table(self, state: State, by: int, face: Face) -> str:
        """A card named by who laid it and how, with what the reader may know about it."""
        laid = state.laid(by, face)
        assert laid is not None
        secret = laid.face_down and by != self.reader
        words = self.laid(by, None if secret else laid.card, laid.face_down)
        return self.say("before", laid=words, before=self.names[laid.before])

    def step(self, before: State, action: Action, after: State) -> list[str]:
        """A decision and all that followed from it."""
        sentence = self.decision(before, action)
        lines = [self.say("decision.copy", sentence=sentence) if before.copying else sentence]
        if before.phase is Phase.FLIP:
            lines += self.revealed(before, after)
        if before.phase in (Phase.FLIP, Phase.RESOLVE, Phase.EFFECT):
            lines += self._idle(before, after)
            if after.phase in (Phase.OFFER, Phase.OVER):
                lines += self._collected(before, action, after)
        if after.phase is Phase.PLAY_UP and before.phase is not Phase.PLAY_UP:
            lines.append(self.say("told.round", round=after.round, player=self.names[after.shaman]))
        return lines

    def decision(self, state: State, action: Action) -> str:
        """A decision taken in this position, as a sentence."""
        name = step_of(state, action)[0].name
        player = self.names[action.player]
        key, values = self._arguments(state, action)
        return self.say(f"decision.{name}{key}", player=player, **values)

    def _arguments(self, state: State, action: Action) -> tuple[str, dict[str, object]]:
        """Which variant of the sentence, and what fills it in."""
        match action:
            case Settle(island=island):
                return "", {"island": island}
            case PlayUp(card=card, before=seat):
                return "", {"card": self.card(card), "before": self._whom(action.player, seat)}
            case PlayDown():
                return self._hidden_play(action)
            case Stand() | StandFrom() | Resolve():
                source = {"source": action.source} if isinstance(action, StandFrom) else {}
                return "", {"laid": self.card_on_table(state, action.by, action.face), **source}
            case Flip(condition=condition):
                return "", {"condition": self.say(f"condition.{condition.value}"), "side": self._side(state, condition)}
            case Remove(islands=islands) | Place(islands=islands):
                return "", {"spread": spread_words(self.lang, DECISION_OF[type(action)], islands)}
            case MoveTreasure(source=source, target=target):
                return _stays(action), {"source": source, "target": target}
            case MoveInhabitant():
                return self._moved(action)
            case Name(shaman=shaman):
                return "", {"shaman": self.names[shaman]}
        return "", {}

    def _whom(self, player: int, before: int) -> str:
        return self.say("oneself") if player == before else self.names[before]

    def _hidden_play(self, action: PlayDown) -> tuple[str, dict[str, object]]:
        values: dict[str, object] = {"before": self._whom(action.player, action.before)}
        if action.player != self.reader:
            return "", values
        return ".known", {**values, "card": self.card(action.card)}

    def _moved(self, action: MoveInhabitant) -> tuple[str, dict[str, object]]:
        values: dict[str, object] = {"source": action.source, "target": action.target}
        if action.owner == action.player:
            return f".own{_stays(action)}", values
        return _stays(action), {**values, "owner": self.names[action.owner]}

    def _side(self, state: State, condition: Condition) -> str:
        tide, time = after_flip(state.tide, state.time, condition)
        return background_words(self.lang, tide if condition is Condition.TIDE else time)

    def revealed(self, before: State, after: State) -> list[str]:
        """What was hidden, what is active, and what is discarded."""
        cards, players = self.deck.cards, before.players
        lines, active, inactive, gone = [], [], [], set()
        for slot, laid in enumerate(before.table):
            if laid is None:
                continue
            words = self.say("card.before", card=self.card(laid.card), before=self.names[laid.before])
            if laid.face_down:
                by = slot_by(players, slot)
                before_whom = self._whom(by, laid.before)
                lines.append(
                    self.say("told.revealed", by=self.names[by], card=self.card(laid.card), before=before_whom)
                )
            if is_active(cards[laid.card].background, after.tide, after.time, after.rules.readings):
                active.append(words)
            else:
                inactive.append(words)
                gone.add(slot)
        home = [self.names[seat] for seat, slot in enumerate(before.standing) if slot in gone]
        return lines + self._sorted_out(active, inactive, home)

    def _sorted_out(self, active: list[str], inactive: list[str], home: list[str]) -> list[str]:
        between = self.say("separator")
        lines = [self.say("told.active", cards=between.join(active)) if active else self.say("told.active.none")]
        if inactive:
            lines.append(self.say("told.discarded", cards=between.join(inactive)))
        if home:
            lines.append(self.say("told.home", people=listed(self.lang, home)))
        return lines

    def _idle(self, before: State, after: State) -> list[str]:
        """Whose effects and copies were skipped, since nothing could be moved or since he had no card."""
        lines = []
        active = _active(before, after)
        for slot, laid in active.items():
            line = _line(before, slot, laid)
            if after.resolving == slot:
                line = line[: len(line) - len(after.waiting) - 1]
            elif after.table[slot] is not None:
                line = ()
            for seat in line:
                why = "told.cardless" if _cardless(before, active, laid, seat) else "told.idle"
                lines.append(self.say(why, card=self.card(laid.card), player=self.names[seat]))
        return lines

    def _collected(self, before: State, action: Action, after: State) -> list[str]:
        board = perform(before, action) if before.phase is Phase.EFFECT else before
        lines, gains, left = [], [0] * board.players, collect(board).inhabitants
        for island, row in enumerate(board.inhabitants):
            winner = island_winner(row, board.treasures[island], board.rules.readings)
            if winner is not None:
                gains[winner] += 1
            if any(row):
                lines.append(self.island(island, row, board.treasures[island], winner, stays=left[island] == row))
        told = ", ".join([f"{self.names[seat]} {gain}" for seat, gain in enumerate(gains)])
        lines.append(self.say("told.gains", round=before.round, gains=told))
        if after.phase is Phase.OVER:
            return [*lines, self.say("told.over")]
        compared = gains if after.rules.readings.fewest == "round" else after.huts
        return lines + self.prepared(before, after, tied=compared.count(min(compared)) > 1)

    def island(self, island: int, row: tuple[int, ...], treasures: int, winner: int | None, stays: bool) -> str:
        """Who takes a treasure from an island, and why."""
        counts = crowd_words(self.lang, row, self.letters)
        if winner is None:
            tied = row.count(max(row)) > 1
            why = "nothing" if not treasures else "conflict" if tied else "nobody"
            return self.say(f"told.collect.{why}", island=island, counts=counts)
        how = "majority" if row[winner] == max(row) else "single" if row[winner] == 1 else "outside"
        key = f"told.collect.{how}.stays" if stays else f"told.collect.{how}"
        return self.say(key, island=island, counts=counts, player=self.names[winner])

    def prepared(self, before: State, after: State, tied: bool) -> list[str]:
        """Who may become shaman, and what is drawn."""
        candidate = self.names[after.shaman]
        if tied and before.offered is not None:
            offered = self.names[before.offered]
            lines = [self.say("told.shaman.tied.offered", player=candidate, offered=offered)]
        else:
            lines = [self.say("told.shaman.tied" if tied else "told.shaman.least", player=candidate)]
        number = before.rules.draw_after(before.round)
        if number:
            lines.append(counted(self.lang, "told.draw", number))
        if number and self.reader is not None:
            drawn = [self.card(card) for card in after.hands[self.reader] if card not in before.hands[self.reader]]
            lines.append(self.say("told.drawn", player=self.names[self.reader], cards=listed(self.lang, drawn)))
        return lines


def _stays(action: MoveTreasure | MoveInhabitant) -> str:
    """The variant of a sentence about something that is moved to where it is."""
    return ".stays" if action.source == action.target else ""


def _active(before: State, after: State) -> dict[int, Laid]:
    """The cards on the table before a decision that are active after it, by slot."""
    cards, readings = before.deck.cards, after.rules.readings
    laid = {slot: laid for slot, laid in enumerate(before.table) if laid is not None}
    return {s: on for s, on in laid.items() if is_active(cards[on.card].background, after.tide, after.time, readings)}


def _cardless(before: State, active: Mapping[int, Laid], laid: Laid, seat: int) -> bool:
    """Whether a seat could not repeat a card since none lay before it: none ever did, or all were resolved before."""
    if before.rules.readings.copier == "acts" or seat == laid.before:
        return False
    turn, cards_turn = [(who - before.shaman) % before.players for who in (seat, laid.before)]
    return turn < cards_turn or all(other.before != seat for other in active.values())


def _line(before: State, slot: int, laid: Laid) -> tuple[int, ...]:
    """Who was still to be asked about a card when a decision had just been taken."""
    if slot == before.resolving:
        return before.waiting
    return (laid.before, *copiers(before, slot, laid.before))


def after_flip(tide: Background, time: Background, condition: Condition) -> tuple[Background, Background]:
    """The sides shown once a Condition card has been turned."""
    if condition is Condition.TIDE:
        return (Background.LOW_TIDE if tide is Background.HIGH_TIDE else Background.HIGH_TIDE), time
    return tide, (Background.NIGHT if time is Background.DAY else Background.DAY)
