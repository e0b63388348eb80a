"""Who sees what: views follow from clauses, and no decision tells a secret; a game that leaks is found out."""

from __future__ import annotations

from collections.abc import Callable

import pytest
from hypothesis import given, settings
from hypothesis import strategies as st
from tests.checks.little_games import played

from archipel.checks.agreement.noninterference import Leak, Secrets, secrecy, secrecy_checks
from archipel.checks.proofs.prover import PROVERS, ProofGame
from archipel.checks.proofs.results import Status
from archipel.spec.clauses import Clause, Rulebook, Vocabulary
from archipel.spec.logic import Domain, Num, Prop, all_of, any_of, count, exists, notation, number, when
from archipel.spec.machine import Machine, Position, blank
from archipel.spec.theorems import Theory

CARDS, SEATS = 4, 3


class Hands:
    """Who is on turn lays a card of his hand that beats the one on the table, or passes; hands are hidden.

    ``held`` is how many cards a hand has, which everybody can count, and ``gone`` that nobody has any.
    """

    def __init__(self) -> None:
        words = Vocabulary()
        players, cards = words.parameter("players"), words.parameter("cards")
        self.Seats, self.Cards = Domain("seats", "P", players), Domain("cards", "C", cards)
        self.strength = words.material("strength", self.Cards)
        self.has = words.facts("has", self.Seats, self.Cards)
        self.turn, self.table = words.number("turn", of=self.Seats), words.number("table", of=self.Cards)
        self.marked = words.facts("marked", self.Cards)
        self.player, self.card = words.argument("player", self.Seats), words.argument("card", self.Cards)
        self.rules = Rulebook("hands", {"h": {"en": "Hands", "fr": "Mains"}}, words)
        self.lay = self.rules.decision("lay", self.player, self.card)
        self.decline = self.rules.decision("pass", self.player)
        clause = self.clause("h.play")

        @clause.defines(self.Seats)
        def held(p: Num) -> Num:
            return count(self.Cards, lambda c: self.has(p, c))

        @clause.defines()
        def gone() -> Prop:
            return count(self.Seats, lambda p: held(p) > 0) == 0

        self.held, self.gone = held, gone
        clause.guards(self.lay, self.decline)(lambda: self.player == self.turn)
        clause.guards(self.lay)(lambda: self.has(self.player, self.card))
        clause.guards(self.lay)(lambda: self.strength(self.card) > self.strength(self.table))
        clause.always(lambda: all_of(self.turn >= 0, self.turn < players, self.table >= 0, self.table < cards))
        self.hidden()

    def clause(self, id: str) -> Clause:
        return self.rules.clause(id, en="Yes.", fr="Oui.")

    def hidden(self) -> None:
        seeing = self.seeing = self.clause("h.seeing")
        seeing.shows_everybody(self.turn, self.table, self.held)

        @seeing.shows(self.has, to=self.Seats)
        def own_hand(seat: Num, p: Num, c: Num) -> Prop:
            return seat == p

        seeing.hides(self.marked)

    def here(self, has: tuple[tuple[bool, ...], ...], turn: int = 0, marked: int = -1) -> Position:
        values = {"players": SEATS, "cards": CARDS, "strength": (1, 2, 3, 4), "turn": turn, "table": 1, "has": has}
        marks = tuple(card == marked for card in range(CARDS))
        return Machine(self.rules).at(blank(self.rules, values) | {"marked": marks})

    def secrets(self, prover: str, public: tuple[str, ...] = ()) -> Secrets:
        known = {"players": SEATS, "cards": CARDS}
        return Secrets(ProofGame(Theory(self.rules), lambda _: known, public=public), SEATS, prover, 20_000)

    def status(self, prover: str, what: str) -> Status:
        return secrecy("secrecy", self.secrets(prover), what).status


FIRST, SECOND, THIRD = (True, False, True, False), (False, True, False, False), (False, False, False, True)


def test_a_view_is_the_values_without_what_is_hidden() -> None:
    nothing = (None,) * CARDS
    seen = Hands().here((FIRST, SECOND, THIRD), turn=1, marked=2).view(1)
    assert seen == {
        "players": SEATS,
        "cards": CARDS,
        "strength": (1, 2, 3, 4),
        "has": (nothing, SECOND, nothing),
        "turn": 1,
        "table": 1,
        "marked": nothing,
        "held": (2, 1, 1),
    }


def test_a_seat_sees_what_any_clause_shows() -> None:
    hands = Hands()
    hands.clause("h.marks").shows(hands.has, to=hands.Seats)(lambda s, p, c: hands.marked(c))
    seen = hands.here((FIRST, SECOND, THIRD), marked=0).view(2)["has"]
    assert seen == ((True, None, None, None), (False, None, None, None), THIRD)


def test_material_can_be_hidden_too() -> None:
    hands = Hands()
    hands.clause("h.strengths").shows(hands.strength, to=hands.Seats)(lambda s, c: hands.has(s, c))
    assert hands.here((FIRST, SECOND, THIRD)).view(0)["strength"] == (1, None, 3, None)


def test_everything_lies_open_where_nothing_is_hidden() -> None:
    words = Vocabulary()
    words.number("pot")
    rules = Rulebook("open", {"o": {"en": "Open", "fr": "Ouvert"}}, words)
    assert Machine(rules).at({"pot": 3, "memory": 4}).view(1) == {"pot": 3, "memory": 4}
    assert rules.visibility() == ()


def test_a_fact_that_was_forgotten_is_hidden() -> None:
    hands = Hands()
    hands.rules.vocabulary.number("score")
    hands.rules.vocabulary.facts("out", hands.Seats)
    seen = hands.here((FIRST, SECOND, THIRD)).view(0)
    assert (seen["score"], seen["out"]) == (None, (None,) * SEATS)


def test_what_no_vocabulary_has_is_not_seen() -> None:
    hands = Hands()
    here = hands.here((FIRST, SECOND, THIRD))
    assert "memory" not in here.machine.at({**here.values, "memory": 4}).view(0)


def test_there_is_one_kind_of_seat() -> None:
    hands = Hands()
    hands.clause("h.no").shows(hands.has, to=hands.Cards)(lambda s, p, c: s == c)
    with pytest.raises(ValueError, match="elements of several domains"):
        hands.rules.visibility()


def test_what_is_seen_is_printed() -> None:
    parts = {part.name: part for part in Hands().seeing.parts}
    assert notation.text(parts["own_hand"].term) == "seat = p"
    assert [notation.text(parts[name].term) for name in ("everybody_sees_it", "nobody_sees_it")] == ["true", "false"]


@pytest.mark.parametrize("prover", PROVERS)
def test_a_game_that_keeps_its_secrets_is_proved_to(prover: str) -> None:
    assert [Hands().status(prover, what) for what in ("lay", "pass")] == [Status.PROVED] * 2


def rich(hands: Hands) -> Prop:
    """Nobody may pass while somebody else has the last card."""
    return any_of(hands.player == 2, hands.has(2, CARDS - 1))


def beaten(hands: Hands) -> Prop:
    return exists(hands.Seats, lambda p: all_of(hands.has(p, hands.card), p != hands.player))


def marks(hands: Hands) -> Prop:
    return hands.marked(0)


@pytest.mark.parametrize("prover", PROVERS)
@pytest.mark.parametrize(("what", "guard"), [("pass", rich), ("lay", beaten), ("pass", marks)])
def test_a_guard_that_looks_into_a_hand_is_a_leak(prover: str, what: str, guard: Callable[[Hands], Prop]) -> None:
    hands = Hands()
    hands.clause("h.leak").guards(hands.rules.steps[what])(lambda: guard(hands))
    found = secrecy("secrecy", hands.secrets(prover), what)
    assert (found.status, found.holds) == (Status.REFUTED, False)
    assert "look the same to seat" in found.detail and found.detail.endswith("forbidden by h.leak")
    seat, (one, other) = found.witness["seat"], found.witness["positions"]
    here, there = (Machine(hands.rules).at(values) for values in (one, other))
    step, given_ = hands.rules.steps[what], found.witness["given"]
    assert here.view(seat) == there.view(seat) and given_[0] == seat
    assert here.allows(step, *given_) and not there.allows(step, *given_)


@pytest.mark.parametrize("prover", PROVERS)
def test_what_everybody_can_count_is_no_secret(prover: str) -> None:
    """Passing depends on how many cards others hold: no leak as long as that is shown."""
    hands = Hands()
    hands.clause("h.few").guards(hands.decline)(lambda: hands.held(number(2)) < 2)
    assert hands.status(prover, "pass") is Status.PROVED
    hands.seeing.parts[:] = [part for part in hands.seeing.parts if part.notion != "held"]
    assert hands.status(prover, "pass") is Status.REFUTED


@pytest.mark.parametrize("prover", PROVERS)
def test_what_everybody_is_told_depends_on_nothing_hidden(prover: str) -> None:
    hands = Hands()
    assert hands.status(prover, "gone") is Status.PROVED
    hands.seeing.parts[:] = [part for part in hands.seeing.parts if part.notion != "held"]
    _, leak = hands.secrets(prover).leak(hands.rules.definitions["gone"], 1)
    assert isinstance(leak, Leak) and str(leak).endswith("gone() is not the same in both")


@pytest.mark.parametrize("prover", PROVERS)
def test_what_is_sometimes_seen_is_seen_alike_in_both(prover: str) -> None:
    """Marked cards show who holds them; marks are open. Passing may look at them, and at no others."""
    hands = Hands()
    hands.seeing.parts[:] = [part for part in hands.seeing.parts if part.name != "nobody_sees_it"]
    hands.seeing.shows_everybody(hands.marked)
    hands.clause("h.marks").shows(hands.has, to=hands.Seats)(lambda s, p, c: hands.marked(c))
    looking = hands.clause("h.looking")
    looking.guards(hands.decline)(lambda: all_of(hands.marked(0), hands.has(2, 0)))
    assert hands.status(prover, "pass") is Status.PROVED
    looking.guards(hands.decline)(lambda: when(hands.marked(1), 0, 1) == when(hands.has(2, 1), 1, 0))
    assert hands.status(prover, "pass") is Status.REFUTED


@pytest.mark.parametrize("prover", PROVERS)
def test_what_a_view_leaves_out_tells_something_too(prover: str) -> None:
    """Nobody sees marks, but everybody sees whose a marked card is: a seat that does not, knows that it is unmarked."""
    hands = Hands()
    hands.clause("h.marks").shows(hands.has, to=hands.Seats)(lambda s, p, c: hands.marked(c))
    hands.clause("h.looking").guards(hands.decline)(lambda: hands.marked(0))
    assert hands.status(prover, "pass") is Status.PROVED


def test_there_is_a_check_for_every_decision_and_public_notion(monkeypatch: pytest.MonkeyPatch) -> None:
    """Kept under a key that changes with what is asked, what is shown and who is asked."""
    hands = Hands()
    name = played(monkeypatch, hands.secrets("z3", public=("gone",)).game)
    checks = secrecy_checks(name, [SEATS], 20_000)
    assert [(check.id, *check.provers) for check in checks] == [
        (f"secrecy.{what}", prover) for what in ("lay", "pass", "gone") for prover in PROVERS
    ]
    assert len({key for check in checks for key in check.keys.values()}) == 6
    (found,) = checks[2]()
    assert (found.id, found.status, found.cases, found.prover) == ("secrecy.pass", Status.PROVED, SEATS, "z3")
    assert len(found.rests_on) == len(hands.secrets("z3").lasting) == 1
    hands.seeing.parts[:] = [part for part in hands.seeing.parts if part.notion != "held"]
    after = secrecy_checks(name, [SEATS], 20_000)
    assert all(before.keys != now.keys for before, now in zip(checks, after, strict=True))
    hands.seeing.parts.clear()
    assert secrecy_checks(name, [SEATS], 20_000) == []


Row = tuple[bool, ...]
rows = st.tuples(*[st.tuples(*[st.booleans()] * CARDS)] * SEATS)


def redealt(dealt: tuple[Row, ...], other: tuple[Row, ...], seat: int) -> tuple[Row, ...]:
    """Other hands, of as many cards each, for everybody but one seat."""
    same = [p == seat or sum(other[p]) != sum(hand) for p, hand in enumerate(dealt)]
    return tuple(hand if same[p] else other[p] for p, hand in enumerate(dealt))


@settings(deadline=None, max_examples=50)
@given(dealt=rows, other=rows, seat=st.integers(0, SEATS - 1))
def test_equal_views_allow_the_same(dealt: tuple[Row, ...], other: tuple[Row, ...], seat: int) -> None:
    """The proof tried out: other hands of as many cards, and the seat still has the same decisions."""
    hands = Hands()
    here, there = hands.here(dealt, turn=seat), hands.here(redealt(dealt, other, seat), turn=seat)
    assert here.view(seat) == there.view(seat)
    for step in hands.rules.decisions:
        assert here.legal(step) == there.legal(step)
