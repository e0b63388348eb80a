"""Explanations: the right clauses, all of them, none that could be spared, and facts that are so."""

from __future__ import annotations

import io
import json
import time
from collections.abc import Callable, Iterator
from dataclasses import fields, replace
from functools import cache
from pathlib import Path
from random import Random

import pytest
from hypothesis import given, settings
from hypothesis import strategies as st
from tests.checks.explain_cases import (
    CASES,
    OVER,
    PLACE_2,
    PLACE_3,
    REMOVE_3,
    Case,
    at,
    crowded,
    opening,
    resolving,
)

from archipel.checks.cli.command_line import main
from archipel.checks.costa_ruana.explanations import EXPLAINER, Reached, explain, next_shaman, who_takes, who_wins
from archipel.checks.costa_ruana.secrets import redealt
from archipel.checks.costa_ruana.wording import CATALOGUE
from archipel.checks.explain.explaining import distance
from archipel.checks.explain.forbidding_sets import contributions, minimal_sets, opened, refusals, rests_on, words_of
from archipel.checks.explain.model import Happening
from archipel.checks.proofs.prover import arguments_in_range
from archipel.reference import costa_ruana as engine
from archipel.reference.costa_ruana import (
    Condition,
    Face,
    Flip,
    IllegalAction,
    Pass,
    Phase,
    Place,
    PlayDown,
    PlayUp,
    Remove,
    Settle,
    Stand,
    StandFrom,
    State,
    codec,
)
from archipel.reference.costa_ruana.notation import write_position
from archipel.reference.strict_json import BadInput
from archipel.spec.clauses import LANGUAGES, Nature, Part, Rulebook, Step
from archipel.spec.costa_ruana import NUMBERS
from archipel.spec.costa_ruana.readings import READINGS
from archipel.spec.logic.solver import Interpretation
from archipel.spec.logic.terms import Prop, implies, symbols_in

MANNERS = EXPLAINER.game.manners
MANDATORY = "resolution.mandatory"

# Illegal moves, judged from the rulebook


@pytest.mark.parametrize("case", CASES, ids=lambda case: case.what)
def test_the_clauses_that_forbid_a_move(case: Case) -> None:
    found = explain(case.state, case.action)
    assert not found.legal
    assert set(found.sets) == set(case.sets)
    assert {reason.clause for reason in found.reasons} == {clause for clauses in case.sets for clause in clauses}
    told = [reason.fact["en"] for reason in found.reasons if reason.fact is not None]
    for words in case.facts:
        assert any(words in fact for fact in told), told
    assert not any(reason.clause in others for reason in found.reasons for others in reason.rests_on)


def test_there_are_cases_of_every_decision_and_enough_of_them() -> None:
    assert len(CASES) >= 40
    assert {type(case.action).__name__ for case in CASES} == {kind.__name__ for kind in codec.DECISIONS.values()}
    assert sum(len(case.sets) == 2 for case in CASES) >= 10
    assert sum(len(case.sets) == 3 for case in CASES) >= 3


@pytest.mark.parametrize("case", CASES, ids=lambda case: case.what)
def test_the_alternatives_are_legal_and_close(case: Case) -> None:
    found = explain(case.state, case.action)
    legal = case.state.legal_actions()
    actions = [codec.loads_action(json.dumps(other.action)) for other in found.alternatives]
    assert bool(actions) == (case.action.player == case.state.actor)
    assert all(explain(case.state, action).legal for action in actions)
    if actions:
        nearest = sorted(distance(case.action, other) for other in legal)[: len(actions)]
        assert [distance(case.action, action) for action in actions] == nearest
    assert (found.due is None) == (case.state.phase is Phase.OVER)


def test_the_nearest_move_of_the_same_kind_comes_first() -> None:
    state = crowded(resolving(PLACE_2), (3, (3, 2, 2)))
    found = explain(state, Place(0, (1, 3)))
    told = [other.told["en"] for other in found.alternatives]
    assert told[0] == "Ann (seat 0) puts 1 on island 0 and 1 on island 1."
    assert all("on island 1" in text for text in told)
    other = explain(at(Phase.STAND), Stand(0, 5, Face.UP)).alternatives
    assert [alternative.action["do"] for alternative in other] == ["stand"] * 3


# Every set, and none that could be spared


@given(st.lists(st.frozensets(st.sampled_from("abcdef")), max_size=6))
def test_every_minimal_set_is_found_and_no_other(families: list[frozenset[str]]) -> None:
    def suffices(kept: frozenset[str]) -> bool:
        return any(family <= kept for family in families)

    wanted = {family for family in families if not any(other < family for other in families)}
    found = minimal_sets("abcdef", suffices)
    assert len(found) == len(set(found))
    assert {frozenset(names) for names in found} == wanted


def rulebooks() -> Iterator[Rulebook]:
    """Ours, and each with one other reading."""
    yield READINGS.rulebook
    for point in READINGS.points.values():
        for name in list(point.readings)[1:]:
            yield READINGS.under({point.id: name})


def decisions_with_guards() -> dict[tuple[Part, ...], Step]:
    """Every decision, under every reading that changes its guards."""
    return {book.guards(step): step for book in rulebooks() for step in book.decisions}


def as_applied(part: Part) -> Prop:
    """What a guard says, once it says nothing where it does not apply."""
    granted = MANNERS.granted_by(part)
    assert isinstance(part.term, Prop)
    return part.term if granted is None else implies(granted, part.term)


@pytest.mark.parametrize("players", [2, 3])
def test_what_guards_take_for_granted_forbids_and_allows_nothing(players: int) -> None:
    """With or without it the same steps are allowed, in every position whatsoever."""
    for guards, step in decisions_with_guards().items():
        view = Interpretation("z3", {**NUMBERS.values(players), "cards": 4})
        solver = view.api.Solver()
        solver.add(*arguments_in_range(view, step))
        solver.add(*(view.expression(view(as_applied(part))) for part in guards))
        for part in guards:
            if MANNERS.granted_by(part) is not None:
                assert solver.check(view.expression(view.negation(view(part.term)))) == view.api.unsat, part.name


def test_everything_taken_for_granted_is_of_some_guard() -> None:
    known = {(part.step.name, part.name) for book in rulebooks() for part in guards_of(book) if part.step is not None}
    assert set(MANNERS.granted) <= known


def test_what_is_said_besides_is_of_clauses_that_speak_of_it() -> None:
    rulebook = READINGS.rulebook
    for said in MANNERS.besides:
        spoken_of = [symbols_in(part.term).keys() for part in rulebook.clauses[said.clause].parts]
        assert any(symbols_in(said.term).keys() <= names for names in spoken_of)
    for domain, clause in MANNERS.sizes.items():
        parts = [part for part in rulebook.clauses[clause].parts if part.nature is Nature.REQUIREMENT]
        assert any(domain in symbols_in(part.term) for part in parts)


@cache
def moments(players: int) -> list[State]:
    """Positions of a random game."""
    chance, state, found = Random(players), engine.new_game(engine.Setup.from_seed(players, players)), list[State]()
    while not state.is_terminal():
        found.append(state)
        state = state.apply_action(chance.choice(state.legal_actions()))
    return [*found, state]


def any_action(state: State, chance: Random) -> engine.Action:
    """A move that often is almost legal."""
    seat = state.actor if state.actor is not None and chance.random() < 0.7 else chance.randrange(state.players)
    held = [*state.hands[seat], chance.randrange(72)]
    values: dict[str, Callable[[], object]] = {
        "player": lambda: chance.randrange(state.players + 1) if chance.random() < 0.1 else seat,
        "card": lambda: chance.choice(held),
        "face": lambda: chance.choice(list(Face)),
        "condition": lambda: chance.choice(list(Condition)),
        "islands": lambda: tuple(sorted(chance.randrange(state.islands + 1) for _ in range(chance.randrange(6)))),
    }
    kind = chance.choice(list(codec.DECISIONS.values()))
    seats = ("before", "by", "owner", "shaman")
    arguments: list[object] = []
    for name in [argument.name for argument in fields(kind)]:
        limit = state.players if name in seats else state.islands
        arguments.append(values[name]() if name in values else chance.randrange(limit + (chance.random() < 0.1)))
        if type(arguments[-1]) is int and chance.random() < 0.1:
            arguments[-1] = 99
    make: Callable[..., engine.Action] = kind
    return make(*arguments)


def accepted(state: State, action: engine.Action) -> bool:
    try:
        state.apply_action(action)
    except IllegalAction:
        return False
    return True


@settings(max_examples=300, deadline=None)
@given(players=st.integers(2, 6), place=st.integers(0, 300), seed=st.integers(0, 10**6))
def test_the_verdict_is_the_engines_and_every_fact_is_told(players: int, place: int, seed: int) -> None:
    states = moments(players)
    state = states[place % len(states)]
    action = any_action(state, Random(seed))
    found = explain(state, action)
    assert found.legal == accepted(state, action)
    assert all(len(clauses) == 1 for clauses in found.sets)
    for reason in found.reasons:
        assert reason.fact is not None
        for text in reason.fact.values():
            assert text[:1].isupper() and text.endswith(".") and "{" not in text
    for language in LANGUAGES:
        json.dumps(found.as_json(language))


@pytest.mark.parametrize(
    ("state", "action", "clause", "sets"),
    [
        (resolving(PLACE_3), Place(0, (1,)), MANDATORY, [("resolution.as-possible", "cards.place-all")]),
        (resolving(REMOVE_3), Remove(0, (0,)), MANDATORY, [("resolution.as-possible", "cards.remove-all")]),
        (resolving(PLACE_3), Place(0, ()), MANDATORY, []),
        (resolving(PLACE_3), Place(0, (1, 1, 1, 1)), "cards.place", []),
    ],
)
def test_the_clauses_a_guard_rests_on(
    state: State, action: engine.Action, clause: str, sets: list[tuple[str, ...]]
) -> None:
    found = explain(state, action)
    assert [list(reason.rests_on) for reason in found.reasons if reason.clause == clause] == [sets]


def test_an_open_word_is_what_the_solver_makes_of_it() -> None:
    """Leaving out either clause that a guard rests on, the guard could be kept; that is what makes the set minimal."""
    attempt = EXPLAINER.game.attempt(resolving(PLACE_3), Place(0, (1,)))
    (refusal,) = refusals(attempt, MANNERS)
    ((first, second),) = rests_on(attempt, refusal)
    known = {**attempt.position.values, "player": 0, "chosen": (0, 1, 0, 0, 0, 0)}
    words = words_of(attempt.rulebook, attempt.rulebook.definitions["required"].body)
    for left_out, forbidden in ((first, False), (second, False), ("resolution.kind-order", True)):
        book = opened(attempt.rulebook, frozenset(word for word, clause in words.items() if clause == left_out))
        view = Interpretation("z3", known)
        solver = view.api.Solver()
        solver.add(*(view.expression(view(part.term)) for part in book.guards(attempt.step)))
        assert (solver.check() == view.api.unsat) == forbidden, left_out


# Words


def guards_of(rulebook: Rulebook) -> list[Part]:
    return [part for step in rulebook.decisions for part in rulebook.guards(step)]


def test_every_guard_of_every_decision_has_its_sentence() -> None:
    wanted = {(part.step.name, part.name) for book in rulebooks() for part in guards_of(book) if part.step is not None}
    wanted |= {("", part.name) for part in MANNERS.besides}
    said = CATALOGUE.section("refusal")
    named = {key if key in said else name for step, name in wanted if (key := f"{step}.{name}") in said or name in said}
    assert named == set(said)
    assert all(f"{step}.{name}" in said or name in said for step, name in wanted)


def test_a_guard_without_a_sentence_is_shown_as_it_is(monkeypatch: pytest.MonkeyPatch) -> None:
    guards = next(part["refusal"] for part in CATALOGUE.parts() if "refusal" in part)
    monkeypatch.delitem(guards, "room_to_settle")
    (reason,) = explain(crowded(opening(), (3, (2, 2, 3))), Settle(0, 3)).reasons
    assert reason.fact == {
        "en": "Here this does not hold: crowd(island) < island-cap.",
        "fr": "Ceci n'est pas vrai ici : crowd(island) < island-cap.",
    }


def test_facts_in_french() -> None:
    state = crowded(resolving(PLACE_3), (0, (4, 0, 0)), (1, (4, 0, 0)))
    (reason,) = explain(state, Place(0, (1,))).reasons
    assert reason.fact is not None
    assert reason.fact["fr"] == (
        "La carte dit 3 et Anne (siège 0) a 2 habitants en réserve : il faut en placer 2, et non 1."
    )
    assert reason.sentence["fr"].startswith("Un effet s'applique en entier")


# Legal moves


def test_what_a_legal_move_leads_to_and_by_which_clauses() -> None:
    rows = ((0, (2, 1, 0)), (1, (2, 2, 1)), (2, (1, 1, 0)), (3, (0, 3, 0)))
    state = crowded(resolving(PLACE_2), *rows).changed(treasures=(5, 5, 5, 0, 5, 5))
    found = explain(state, Place(0, (4, 4)))
    steps = {happening.step: happening for happening in found.happens}
    assert list(steps) == ["place", "finish_card", "collect", "prepare"]
    assert "cards.place" in clauses_of(steps["place"])
    assert clauses_of(steps["finish_card"]) == ["resolution.finish"]
    collected = set(clauses_of(steps["collect"]))
    assert collected >= {"collection.majority", "collection.single", "collection.conflict", "collection.winner-returns"}
    told = [text["en"] for text in steps["collect"].told]
    assert told[0] == "Island 0 (A 2, B 1): Ann (seat 0) takes a treasure and returns one inhabitant."
    assert told[1] == "Island 1 (A 2, B 2, C 1): Cleo (seat 2) takes a treasure and returns one inhabitant."
    assert told[2] == "Island 2 (A 1, B 1): nobody takes a treasure."
    assert told[3] == "Island 3 (B 3): nobody takes a treasure."
    prepared = set(clauses_of(steps["prepare"]))
    assert prepared == {"round.steps", "succession.fewest", "succession.huts", "succession.draw"}


def clauses_of(happening: Happening) -> list[str]:
    return [link.clause for link in happening.clauses]


def test_only_clauses_that_changed_something_are_named() -> None:
    alone = crowded(resolving(PLACE_2), (0, (2, 0, 0)))
    collected = next(h for h in explain(alone, Place(0, (0, 0))).happens if h.step == "collect")
    assert "collection.single" not in clauses_of(collected)
    first, last = at(Phase.PLAY_UP, 0), at(Phase.PLAY_UP, 2)
    named = [clauses_of(explain(state, state.legal_actions()[0]).happens[0]) for state in (first, last)]
    assert ["round.steps" in clauses for clauses in named] == [False, True]


@settings(max_examples=40, deadline=None)
@given(players=st.integers(2, 5), place=st.integers(0, 300), choice=st.integers(0, 50))
def test_what_happens_is_what_the_clauses_do(players: int, place: int, choice: int) -> None:
    """Whatever changes, a clause that is named says so; and nobody is named for a fact that stays."""
    states = moments(players)[:-1]
    state = states[place % len(states)]
    legal = state.legal_actions()
    attempt = EXPLAINER.game.attempt(state, legal[choice % len(legal)])
    here, later = attempt.position, attempt.position.after(attempt.step, *attempt.given)
    named = set(contributions(here, attempt.step, attempt.given))
    changed = {name for name in later if later[name] != here.values[name]}
    for change in here.machine.changes[attempt.step.name]:
        if change.target.name in changed:
            assert named & set(change.clauses)
    targets = {clause: set[str]() for clause in named}
    for change in here.machine.changes[attempt.step.name]:
        for clause in named & set(change.clauses):
            targets[clause].add(change.target.name)
    assert all(names & changed for names in targets.values() if names)


# Readings and numbers


def test_the_readings_of_a_position_are_respected() -> None:
    ours, other = at(Phase.FLIP), at(Phase.FLIP, flip="optional")
    assert explain(ours, Pass(0)).sets == (("conditions.flip",),)
    found = explain(other, Pass(0))
    assert found.legal
    assert found.happens[0].told[0]["en"] == "Ann (seat 0) turns no Condition card."
    assert not explain(at(Phase.STAND), StandFrom(0, 0, Face.UP, 0)).legal
    assert explain(at(Phase.STAND, card_inhabitant="reserve-or-island"), StandFrom(0, 0, Face.UP, 0)).legal


def test_the_numbers_of_a_position_are_respected() -> None:
    rules = replace(engine.STANDARD, cap=2)
    state = engine.new_game(engine.Setup.from_seed(3, 1, rules), rules)
    for _ in range(2):
        state = state.apply_action(state.legal_actions()[0])
    assert state.actor is not None
    (reason,) = explain(state, Settle(state.actor, 0)).reasons
    assert reason.clause == "setup.settle-cap"
    assert reason.sentence["en"] == "Nobody settles on an island that already holds 2 inhabitants."
    assert reason.fact is not None
    assert reason.fact["en"] == "Island 0 already holds 2 inhabitants."


# What a seat may know


@settings(max_examples=150, deadline=None)
@given(players=st.integers(2, 4), place=st.integers(0, 300), seed=st.integers(0, 10**6))
def test_what_a_seat_is_told_does_not_depend_on_what_is_hidden_from_it(players: int, place: int, seed: int) -> None:
    states, chance = moments(players), Random(seed)
    state, viewer = states[place % len(states)], chance.randrange(players)
    action = chance.choice([*state.legal_actions()[:20], any_action(state, chance)])
    other = redealt(state, viewer, chance)
    if isinstance(action, PlayUp | PlayDown) and action.player != viewer:
        with pytest.raises(BadInput, match="may not know"):
            explain(state, action, viewer)
    else:
        assert explain(state, action, viewer) == explain(other, action, viewer)


def test_a_judge_is_told_where_a_card_is_and_a_player_is_not() -> None:
    state = at(Phase.PLAY_UP)
    action = PlayUp(0, state.hands[1][0], 0)
    facts = [explain(state, action, viewer).reasons[0].fact for viewer in (None, 0)]
    assert facts[0] is not None
    assert facts[1] is not None
    assert "in the hand of Ben" in facts[0]["en"]
    assert "is not in the hand of Ann" in facts[1]["en"]


def test_the_cards_of_others_are_not_revealed_in_advance() -> None:
    state = at(Phase.FLIP)
    judged, seen = (explain(state, Flip(0, Condition.TIDE), viewer).happens for viewer in (None, 0))
    assert any("had hidden" in text["en"] for text in judged[1].told)
    assert [happening.step for happening in seen] == ["flip", "reveal"]
    assert "hidden from Ann (seat 0)" in seen[1].told[0]["en"]
    assert seen[1].clauses == ()


# Outcomes


def test_who_takes_a_treasure_and_why() -> None:
    rows = ((0, (2, 1, 0)), (1, (2, 2, 1)), (2, (1, 1, 0)), (3, (0, 3, 0)))
    reached = Reached(crowded(at(Phase.PLAY_UP), *rows).changed(treasures=(5, 5, 5, 0, 5, 5)))
    found = [who_takes(reached, island) for island in range(5)]
    assert [outcome.result["winner"] for outcome in found] == [0, 2, None, None, None]
    assert [[link.clause.partition(".")[2] for link in outcome.chain] for outcome in found] == [
        ["majority", "winner-returns"],
        ["single", "conflict", "winner-returns"],
        ["conflict", "nobody-else-returns"],
        ["no-treasure"],
        ["majority"],
    ]
    facts = [link.fact["en"] for link in found[1].chain if link.fact is not None]
    assert facts[1] == "In conflict: Ann (seat 0) and Ben (seat 1) with 2 each."


def test_an_outcome_follows_the_reading() -> None:
    rows = (0, (2, 1, 1))
    each, together = crowded(at(Phase.PLAY_UP), rows), crowded(at(Phase.PLAY_UP, majority="together"), rows)
    assert who_takes(Reached(each), 0).result["winner"] == 0
    found = who_takes(Reached(together), 0)
    assert found.result["winner"] is None
    assert "together" in found.chain[0].sentence["en"]


def test_the_round_that_a_move_ended_is_the_one_explained() -> None:
    before = crowded(resolving(PLACE_2), (0, (2, 1, 0)), (1, (0, 2, 0)))
    action = Place(0, (2, 2))
    reached = Reached(before.apply_action(action), before, action, 41)
    assert reached.state.phase is Phase.OFFER
    island, shaman = who_takes(reached, 1), next_shaman(reached)
    assert (island.result["winner"], island.when["en"]) == (1, "After move 41:")
    assert (shaman.result["shaman"], reached.state.shaman) == (2, 2)
    assert [link.clause for link in shaman.chain] == ["succession.fewest", "succession.refuse"]
    with pytest.raises(BadInput, match="give the game record"):
        next_shaman(Reached(reached.state))
    with pytest.raises(BadInput, match="no next shaman"):
        next_shaman(Reached(OVER))


def test_a_tie_for_shaman_is_explained() -> None:
    found = next_shaman(Reached(crowded(at(Phase.PLAY_UP), (0, (2, 0, 0)))))
    assert found.result == {"shaman": 1, "fewest": [1, 2]}
    assert [link.clause for link in found.chain][1] == "succession.tie"
    assert found.chain[1].fact is not None
    assert found.chain[1].fact["en"] == (
        "Of Ben (seat 1) and Cleo (seat 2), Ben (seat 1) is the first after Ann (seat 0), the shaman of this round."
    )


@pytest.mark.parametrize(
    ("readings", "shaman", "fact"),
    [
        ({"shaman_tie": "self-first"}, 1, "is the first from Ann (seat 0) on, the shaman of this round, who comes"),
        ({"previous_shaman": "offered"}, 1, "is the first after Cleo (seat 2), to whom the role was offered first"),
        ({"previous_shaman": "offered", "shaman_tie": "self-first"}, 2, "is the first from Cleo (seat 2) on, to whom"),
    ],
)
def test_and_by_other_readings_from_where_it_is_counted(readings: dict[str, str], shaman: int, fact: str) -> None:
    state = at(Phase.PLAY_UP, 0, **readings)
    offered = state.changed(offered=2) if "previous_shaman" in readings else state
    found = next_shaman(Reached(offered))
    assert found.result == {"shaman": shaman, "fewest": [1, 2]}
    assert found.chain[1].fact is not None
    assert fact in found.chain[1].fact["en"]


def test_who_has_won_and_why() -> None:
    level = OVER.changed(huts=(3, 3, 1), reserve=(4, 4, 8))
    assert [link.clause for link in who_wins(Reached(level)).chain] == [
        "end.points", "end.winner", "end.tie-break", "end.shared",
    ]  # fmt: skip
    ahead = who_wins(Reached(OVER.changed(huts=(3, 2, 1), reserve=(4, 6, 8))))
    assert ahead.result["winners"] == [0]
    assert ahead.told["en"] == "Ann (seat 0) wins."
    assert who_wins(Reached(at(Phase.PLAY_UP))).when["en"] == "If it were settled now:"


def test_huts_stay_closed_until_the_end() -> None:
    with pytest.raises(BadInput, match="huts"):
        who_wins(Reached(at(Phase.PLAY_UP)), 0)
    assert who_wins(Reached(OVER), 0).result["winners"]
    assert next_shaman(Reached(at(Phase.PLAY_UP)), 0).result["shaman"] == 1
    with pytest.raises(BadInput, match="huts"):
        next_shaman(Reached(at(Phase.PLAY_UP, fewest="total")), 0)


# The command


@pytest.fixture
def game(tmp_path: Path) -> str:
    """A whole game in a file."""
    setup = engine.Setup.from_seed(3, 5)
    moves, state = [], engine.new_game(setup)
    while not state.is_terminal():
        moves.append(state.legal_actions()[-1])
        state = state.apply_action(moves[-1])
    return written(tmp_path, setup, moves)


def written(folder: Path, setup: engine.Setup, moves: list[engine.Action]) -> str:
    file = folder / "game.json"
    record = codec.Record(setup, tuple(moves), engine.STANDARD, engine.balanced_deck())
    file.write_text(codec.dumps_record(record), encoding="utf-8")
    return str(file)


def test_a_move_of_a_record(game: str, capsys: pytest.CaptureFixture[str]) -> None:
    assert main(["explain", game, "--at", "0"]) == 0
    assert "\nLegal. " in capsys.readouterr().out
    assert main(["explain", game, '{"do":"pass","player":0}', "--at", "0", "--lang", "fr"]) == 1
    out = capsys.readouterr().out
    assert "Interdit." in out
    assert "round.steps: Chaque tour suit ces étapes" in out


def test_json_has_the_members_that_are_documented(game: str, capsys: pytest.CaptureFixture[str]) -> None:
    assert main(["explain", game, '{"do":"settle","player":9,"island":9}', "--at", "0", "--json"]) == 1
    data = json.loads(capsys.readouterr().out)
    members = ["verdict", "action", "sets", "reasons", "due", "alternatives", "happens", "at"]
    assert list(data) == members
    assert data["happens"] == []
    assert data["sets"] == [["components.players"], ["setup.island-count"]]
    assert main(["explain", game, "--at", "3", "--json"]) == 0
    data = json.loads(capsys.readouterr().out)
    assert list(data) == members
    assert [data[name] for name in ("sets", "reasons", "due", "alternatives")] == [[], [], None, []]
    assert list(data["happens"][0]) == ["step", "told", "clauses"]
    assert main(["explain", game, "--winner", "--json"]) == 0
    data = json.loads(capsys.readouterr().out)
    assert list(data) == ["about", "when", "told", "winners", "points", "ranking", "chain"]


def test_a_game_that_breaks_off_has_its_illegal_move_explained(
    tmp_path: Path, capsys: pytest.CaptureFixture[str]
) -> None:
    setup = engine.Setup.from_seed(3, 5)
    start = engine.new_game(setup)
    first = start.legal_actions()[0]
    file = written(tmp_path, setup, [first, first, first])
    assert main(["explain", file]) == 1
    out = capsys.readouterr().out
    assert out.startswith("Move 1: ")
    assert "setup.settle-order" in out
    assert main(["explain", file, '{"do":"pass","player":0}']) == 1
    assert capsys.readouterr().out.startswith("The record comes no further than its move 1, which is illegal.")
    assert main(["explain", file, "--at", "2", "--json"]) == 1
    assert json.loads(capsys.readouterr().out)["at"] == 1
    assert main(["explain", file, "--at", "0"]) == 0
    instead = codec.dumps_action(start.apply_action(first).legal_actions()[0])
    assert main(["explain", file, instead, "--at", "1"]) == 0


def test_positions_and_standard_input(
    tmp_path: Path, capsys: pytest.CaptureFixture[str], monkeypatch: pytest.MonkeyPatch
) -> None:
    state = opening()
    text = codec.dumps_state(state)
    move = '{"do":"settle","player":0,"island":0}'
    (tmp_path / "state.json").write_text(text, encoding="utf-8")
    assert main(["explain", str(tmp_path / "state.json"), move]) == 0
    monkeypatch.setattr("sys.stdin", io.TextIOWrapper(io.BytesIO(text.encode())))
    assert main(["explain", "-", move]) == 0
    assert main(["explain", write_position(state), move]) == 0
    assert capsys.readouterr().out.count("Legal.") == 3


@pytest.mark.parametrize(
    ("words", "complaint"),
    [
        (["nonsense"], "move: not JSON"),
        (["[]"], 'move: expected an action with "do"'),
        (['{"do":"fly","player":0}'], "move.do: expected one of settle"),
        (['{"do":"settle","player":0}'], 'move: "island" is missing'),
        (['{"do":"pass","player":0,"island":1}'], "move: unknown key 'island'"),
        (['{"do":"settle","player":"0","island":1}'], "move.player: expected a whole number"),
        (['{"do":"settle","player":-1,"island":1}'], "move.player: expected 0 to 999"),
        (['{"do":"stand","player":0,"by":0,"face":"sideways"}'], "move.face: expected one of up, down"),
        (['{"do":"place","player":0,"islands":[2,1]}'], "move: islands: expected in increasing order"),
        (['{"do":"settle","player":1.5,"island":1}'], "only whole numbers"),
        (["{}", "--at", "2"], 'move: expected an action with "do"'),
        ([], "which move?"),
        (["--at", "9999"], "--at 9999: the game has 0 to"),
        (["--at", "-1"], "--at -1: the game has 0 to"),
        (["--at", "0", "--for", "7"], "seat 7: there are seats 0 to 2"),
        (["--island", "99"], "island 99: there are islands 0 to 5"),
        (["--island", "0", "--winner"], "not allowed with"),
        (['{"do":"pass","player":0}', "--winner"], "not about a move"),
        (["--shaman"], "no next shaman"),
    ],
)
def test_malformed_input_gets_one_line(
    words: list[str], complaint: str, game: str, capsys: pytest.CaptureFixture[str]
) -> None:
    assert main(["explain", game, *words]) == 2
    out, err = capsys.readouterr()
    assert out == ""
    assert len(err.splitlines()) == 1
    assert complaint in err


def test_explaining_is_quick_once_warm() -> None:
    cases = [(case.state, case.action) for case in CASES]
    cases += [(state, state.legal_actions()[0]) for state in moments(6)[:-1]]
    slowest = 0.0
    for warm in (False, True):
        for state, action in cases:
            began = time.process_time()
            explain(state, action)
            slowest = max(slowest, time.process_time() - began) if warm else 0.0
    assert slowest < 0.5
