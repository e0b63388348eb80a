"""A user's deck: accepted when it keeps the clauses, refused by naming the clause when it does not."""

from __future__ import annotations

from collections.abc import Callable
from pathlib import Path

import pytest

from archipel.checks.cli.command_line import main
from archipel.checks.costa_ruana.decks import broken_clauses, deck_from
from archipel.reference.costa_ruana import Background, Card, Deck, Kind, balanced_deck
from archipel.reference.strict_json import BadInput

SHIPPED = balanced_deck()


def test_the_shipped_deck_keeps_every_clause() -> None:
    assert broken_clauses(SHIPPED) == []
    assert deck_from(None) == SHIPPED


def test_the_shipped_deck_is_as_balanced_as_it_says() -> None:
    for background in Background:
        faces = sorted((card.kind, card.amount) for card in SHIPPED.cards if card.background is background)
        other = sorted((card.kind, card.amount) for card in SHIPPED.cards if card.background is Background.DAY)
        assert faces == other
    for players in range(2, 7):
        assert len(SHIPPED.kept(players)) == 12 * players
        kinds = [SHIPPED.cards[number].kind for number in SHIPPED.kept(players)]
        assert [kinds.count(kind) for kind in Kind] == [2 * players, 4 * players, 4 * players, 2 * players]


def every(change: Callable[[Card], Card]) -> Deck:
    return Deck(tuple(change(card) for card in SHIPPED.cards))


BROKEN = {
    "components.deck": Deck(SHIPPED.cards[:-1]),
    "components.card-kinds": every(lambda c: c._replace(kind=Kind.PLACE) if c.kind is Kind.MOVE_TREASURE else c),
    "components.card-amounts": every(lambda c: c._replace(amount=4) if c.amount == 3 else c),
    "components.backgrounds": every(
        lambda c: c._replace(background=Background.DAY) if c.background is Background.NIGHT else c
    ),
    "components.enough-cards": every(lambda c: c._replace(notches=3)),
}


@pytest.mark.parametrize("clause", BROKEN)
def test_a_broken_deck_names_its_clause(clause: str) -> None:
    assert clause in broken_clauses(BROKEN[clause])


def rows(deck: Deck) -> str:
    listed = ",\n".join(f'["{c.kind}", {c.amount}, "{c.background}", {c.notches}]' for c in deck.cards)
    return f"cards = [\n{listed}\n]\n"


def test_a_users_own_deck_is_used(tmp_path: Path, capsys: pytest.CaptureFixture[str]) -> None:
    file = tmp_path / "mine.toml"
    two_notches = every(lambda c: c._replace(notches=2))
    file.write_text(rows(two_notches))
    assert deck_from(str(file)) == two_notches
    assert main(["ask", "setup", "--players", "2", "--deck", str(file)]) == 0
    assert "72 cards" in capsys.readouterr().out


@pytest.mark.parametrize("clause", BROKEN)
def test_a_broken_deck_is_refused_on_the_command_line(
    clause: str, tmp_path: Path, capsys: pytest.CaptureFixture[str]
) -> None:
    file = tmp_path / "mine.toml"
    file.write_text(rows(BROKEN[clause]))
    with pytest.raises(BadInput, match=clause):
        deck_from(str(file))
    assert main(["ask", "--deck", str(file), "setup", "--players", "3"]) == 2
    out, err = capsys.readouterr()
    assert out == ""
    assert clause in err
    assert len(err.splitlines()) == 1


HOSTILE = ["a." * 15_000 + "b=1", "[" + "a." * 15_000 + "b]", "x" * 70_000, "cards = " + "[" * 390]


@pytest.mark.parametrize("text", HOSTILE)
def test_hostile_deck_files_are_refused_at_once(text: str, tmp_path: Path) -> None:
    file = tmp_path / "hostile.toml"
    file.write_text(text)
    with pytest.raises(BadInput):
        deck_from(str(file))
