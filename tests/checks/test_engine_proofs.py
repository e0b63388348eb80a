"""The engine's proofs hold, can fail, and leave no function of the engine out."""

from __future__ import annotations
import __future__

import inspect
import linecache
import pkgutil
import re
import textwrap
from collections.abc import Callable
from dataclasses import replace
from importlib import import_module
from random import Random
from typing import Any

import pytest
from tests.engines import needs_the_source

from archipel.checks.costa_ruana import (
    engine_proofs,
    engine_resolution,
    engine_simulation,
    engine_tables,
    projection,
)
from archipel.checks.costa_ruana.suite import SUITE
from archipel.checks.games.registry import game_called
from archipel.checks.proofs.kept.foundations import Foundations
from archipel.checks.proofs.results import Result, Status
from archipel.reference import costa_ruana as engine
from archipel.reference.costa_ruana import (
    Kind,
    Laid,
    Phase,
    State,
    collection,
    conditions,
    effects,
    menus,
    playing,
    resolution,
    scoring,
    settling,
    succession,
)
from archipel.reference.costa_ruana import engine as stepping
from archipel.reference.costa_ruana.deck import Background
from archipel.reference.costa_ruana.state import FIELDS, replaced

pytestmark = needs_the_source

# Modules that hold, check, name or carry things, and decide nothing about the game.
NOT_RULES = {"actions", "checking", "codec", "deck", "notation", "packing", "playout", "readings", "rules", "state"}


def edited(function: Callable[..., Any], right: str, wrong: str) -> Callable[..., Any]:
    """The same function with a wrong line; its source is told to whoever asks."""
    source = textwrap.dedent(inspect.getsource(function))
    assert right in source
    text, name = source.replace(right, wrong, 1), f"<{function.__name__} with {wrong}>"
    linecache.cache[name] = (len(text), None, text.splitlines(keepends=True), name)
    names: dict[str, Any] = {}
    flags = __future__.annotations.compiler_flag
    exec(compile(text, name, "exec", flags), function.__globals__, names)
    made: Callable[..., Any] = names[function.__name__]
    return made


def only(id: str, players: int = 2) -> Result:
    (result,) = engine_proofs.run(id, players, False)
    return result


USUAL = [id for id, proof in engine_proofs.PROOFS.items() if proof.shown(2, False) is not None]


@pytest.mark.parametrize("id", USUAL)
def test_every_proof_holds_for_two_players(id: str) -> None:
    result = only(id)
    assert result.holds, result.detail
    assert result.cases > 0
    assert not result.detail


@pytest.mark.parametrize(
    ("id", "players"),
    [
        ("engine.settling.settle", 5),
        ("engine.effects.can-act", 4),
        ("engine.collection.island-winner", 6),
        ("engine.collection.collect", 6),
        ("engine.conditions.reveal", 5),
        ("engine.resolution.sent-home", 6),
        ("engine.succession.next-shaman", 6),
        ("engine.conditions.flip", 6),
        ("engine.resolution.next-cards", 5),
        ("engine.resolution.decisions", 3),
        ("engine.menus.lay", 6),
        ("engine.menus.remove", 5),
    ],
)
def test_more_players(id: str, players: int) -> None:
    result = only(id, players)
    assert result.holds, result.detail


def test_a_status_is_only_as_good_as_what_was_followed() -> None:
    assert only("engine.scoring.ranking").status is Status.PROVED
    assert only("engine.resolution.decisions").status is Status.SAMPLED


# Deliberately wrong engines


def biggest_tie_wins(counts: Any, treasures: Any, *_: Any) -> Any:
    return counts.index(max(counts)) if treasures else None


def old_shaman_first(previous: int, gains: Any, *_: Any) -> int:
    least = min(gains)
    for distance in range(len(gains)):
        seat = (previous + distance) % len(gains)
        if gains[seat] == least:
            return int(seat)
    raise AssertionError


def huts_forgotten(state: State) -> State:
    return state.changed(gains=(0,) * state.players)


def draws_one_too_few(state: State) -> State:
    return state.changed(pile=state.pile[1:])


def one_more_room(state: State) -> Any:
    return tuple([8 - sum(row) for row in state.inhabitants])


def everybody_can_act(state: State, player: int, card: Any) -> bool:
    return True


def never_enough(state: State, action: Any, amount: int) -> State:
    limits = effects.own(state, action.player)
    if len(action.islands) != amount:
        raise engine.IllegalAction(engine.Reason.WRONG_NUMBER)
    for island in action.islands:
        if action.islands.count(island) > limits[island]:
            raise engine.IllegalAction(engine.Reason.NO_INHABITANT_THERE)
    return effects._shift(state, action.player, action.islands, -1)


def full_islands_take_more(state: State, action: Any) -> State:
    rows = list(state.inhabitants)
    if action.source == action.target or not rows[action.source][action.owner]:
        raise engine.IllegalAction(engine.Reason.NO_INHABITANT_THERE)
    return state


def settled_too_early(state: State) -> bool:
    return max(state.reserve) > 8


def lays_before_himself(state: State, player: int, slot: int, laid: Laid, after: Phase) -> State:
    return LAY(state, player, slot, Laid(laid.card, player, laid.face_down), after)


LAY = playing._lay


def stands_for_nothing(state: State, action: Any, actor: int, phase: Phase) -> State:
    standing = replaced(state.standing, action.player, action.by)
    return state.changed(actor=actor, phase=phase, standing=standing)


def passes_to_the_right(state: State, player: int) -> tuple[int, Phase]:
    actor = (player - 1) % state.players
    return actor, Phase.FLIP if actor == state.shaman else Phase.STAND


def old_shaman_stays(state: State, shaman: int) -> State:
    return settling.begin_round(state, state.shaman)


def owners_by_seat(state: State, slot: int, before: int) -> tuple[int, ...]:
    return tuple([player for player in range(state.players) if state.standing[player] == slot])


def three_for_a_treasure(treasures: int, reserve: int, rules: Any) -> Any:
    return 3 * treasures + reserve


ONE_SIDE = dict.fromkeys(Background, Background.HIGH_TIDE)

WRONG: dict[str, list[tuple[Any, str, object]]] = {
    "engine.collection.island-winner": [(collection, "island_winner", biggest_tie_wins)],
    "engine.succession.next-shaman": [(succession, "next_shaman", old_shaman_first)],
    "engine.succession.end-round": [
        (succession, "put_in_huts", huts_forgotten),
        (succession, "draw", draws_one_too_few),
        (succession, "next_shaman", old_shaman_first),
    ],
    "engine.effects.numbers": [(effects, "room", one_more_room)],
    "engine.effects.can-act": [(effects, "can_act", everybody_can_act)],
    "engine.effects.perform.place": [(effects, "room", one_more_room)],
    "engine.effects.perform.remove": [(effects, "_remove", never_enough)],
    "engine.effects.perform.move-inhabitant": [(effects, "_move_inhabitant", full_islands_take_more)],
    "engine.effects.perform.move-treasure": [(effects, "_check_journey", lambda *_: None)],
    "engine.settling.settle": [(settling, "_unsettled", settled_too_early)],
    "engine.playing.play-up": [(playing, "_lay", lays_before_himself)],
    "engine.playing.play-down": [(playing, "_lay", lays_before_himself)],
    "engine.playing.stand": [(playing, "_stand", stands_for_nothing), (playing, "_next_to_stand", passes_to_the_right)],
    "engine.succession.accept": [(succession, "begin_round", lambda state, shaman: state)],
    "engine.succession.name": [(succession, "begin_round", old_shaman_stays)],
    "engine.conditions.flip": [(conditions, "OTHER_SIDE", ONE_SIDE)],
    "engine.resolution.copiers": [(resolution, "copiers", owners_by_seat)],
    "engine.scoring.ranking": [(scoring, "points", three_for_a_treasure)],
}


WRONG_ENGINES = [(id, number) for id, wrong in WRONG.items() for number in range(len(wrong))]


@pytest.mark.parametrize(("id", "number"), WRONG_ENGINES)
def test_a_wrong_engine_is_refuted_with_a_case_that_shows_it(
    id: str, number: int, monkeypatch: pytest.MonkeyPatch
) -> None:
    module, name, wrong = WRONG[id][number]
    monkeypatch.setattr(module, name, wrong)
    result = only(id, 3 if wrong is passes_to_the_right else 2)  # with two players, left and right are the same
    assert result.status is Status.REFUTED
    assert not result.holds
    assert len(result.detail) > 20


# One line of a function changed: what is proved with an invariant of a loop, from the function's own source.
COPIERS, START, ASK = resolution.copiers, resolution.start_card, resolution._ask_first_able
FINISH, PROCEED = resolution.finish_card, resolution.proceed
NEXT, HOME, REVEAL = resolution.next_cards, resolution.sent_home, conditions.reveal
EDITS = [
    ("engine.menus.settle", 3, settling.settle_menu, "< cap", "<= cap"),
    ("engine.menus.settle", 6, settling.settle_menu, "total(row) < cap", "total(row) < cap - (island == 9)"),
    ("engine.menus.lay", 2, playing.play_up_menu, "menu += cards[card]", "menu = cards[card] + menu[2:]"),
    ("engine.menus.lay", 2, playing.play_down_menu, "state.hands[player]:", "state.hands[player][:-1]:"),
    ("engine.menus.stand", 6, playing.stand_menu, "state.reserve[player] else", "state.reserve[player] > 1 else"),
    ("engine.menus.flip", 2, conditions.flip_menu, "== \"mandatory\"", "!= \"mandatory\""),
    ("engine.menus.offer", 5, succession.offer_menu, "if old_shaman is None", "if player < 4"),
    ("engine.menus.resolve", 3, resolution.resolve_menu, "next_cards(state)", "next_cards(state) if slot < 5"),
    ("engine.menus.move-treasure", 2, effects._move_treasure_menu, "if treasures:", "if treasures > 1:"),
    ("engine.menus.move-treasure", 6, effects._move_treasure_menu, "moves[island]", "moves[min(island, 8)]"),
    ("engine.menus.remove", 2, effects._remove_menu, "min(limit, number)", "min(limit, number, 2)"),
    ("engine.menus.remove", 2, effects._remove_menu, "number_removed(state, player, amount)", "min(amount, 2)"),
    ("engine.menus.place", 6, effects._place_menu, "all(limit", "any(limit"),
    ("engine.menus.place", 2, effects._place_menu, "menus.place_anywhere[number]", "menus.place_anywhere[amount]"),
    ("engine.menus.move-inhabitant", 2, effects._move_inhabitant_menu, "if count:", "if count > 1:"),
    ("engine.menus.move-inhabitant", 3, effects._move_inhabitant_menu, "if left[move.target]", "if left[move.source]"),
    ("engine.menus.move-inhabitant", 2, effects._move_inhabitant_menu, "menu if all(left)", "menu if any(left)"),
    ("engine.menus.effect", 2, effects._whole_effects, "_remove_menu(state, player, card.amount)", "()"),
    ("engine.menus.effect", 2, effects._whole_effects, "_place_menu(state, player, card", "_place_menu(state, 0, card"),
    ("engine.menus.spreads", 2, menus.spreads.__wrapped__, "limits[island] < size", "limits[island] < size - 1"),
    ("engine.menus.spreads", 3, menus.spreads.__wrapped__, "<= limit]", "<= limit or island == 5]"),
    ("engine.resolution.next-cards", 2, NEXT, "rank < best", "rank <= best"),
    ("engine.resolution.next-cards", 2, NEXT, "(laid.before - shaman)", "laid.before"),
    ("engine.resolution.next-cards", 2, NEXT, "players * kinds\n", "players * kinds - 1\n"),
    ("engine.resolution.next-cards", 2, NEXT, "enumerate(state.table)", "enumerate(state.table[:-1])"),
    ("engine.resolution.next-cards", 4, NEXT, "slots.append(slot)", "len(slots) < 6 and slots.append(slot)"),
    ("engine.resolution.next-cards", 5, NEXT, "elif rank == best:", "elif rank == best and slot != 9:"),
    ("engine.resolution.sent-home", 2, HOME, "slot in slots:", "slot in slots and not standing[0]:"),
    ("engine.resolution.sent-home", 6, HOME, "+= 1", "+= player < 5"),
    ("engine.conditions.reveal", 2, REVEAL, "gone.append(slot)", "slot and gone.append(slot)"),
    ("engine.conditions.reveal", 2, REVEAL, ".before, False)", ".before, True)"),
    ("engine.conditions.reveal", 5, REVEAL, "not in active:", "not in active or slot == 9:"),
    ("engine.collection.collect", 2, collection.collect, "treasures[island] -= 1", "treasures[0] -= 1"),
    ("engine.collection.collect", 2, collection.collect, "reserve[winner] += 1", "reserve[0] += 1"),
    ("engine.collection.collect", 6, collection.collect, "gains[winner] += 1", "gains[winner] += gains[winner] < 10"),
    ("engine.collection.collect", 2, collection.collect, "continue", "break"),
    ("engine.resolution.copiers", 3, COPIERS, "clockwise(first, state.game.players)", "range(state.game.players)"),
    ("engine.resolution.copiers", 6, COPIERS, "[player] == slot", "[player] == slot and player < 5"),
    ("engine.resolution.start-card", 2, START, "(laid.before, *copies)", "(*copies, laid.before)"),
    ("engine.resolution.start-card", 2, START, "slot, laid.before)", "slot, state.shaman)"),
    ("engine.resolution.first-able", 2, ASK, "line[place + 1 :]", "line[place:]"),
    ("engine.resolution.first-able", 2, ASK, "copying or place > 0", "copying"),
    ("engine.resolution.first-able", 6, ASK, "if can_act", "if place < 6 and can_act"),
    ("engine.resolution.first-able", 2, ASK, "resolving=slot", "resolving=state.resolving"),
    ("engine.resolution.finish-card", 2, FINISH, "replaced(state.table, slot, None)", "state.table"),
    ("engine.resolution.finish-card", 3, FINISH, "(slot,))", "(0,))"),
    ("engine.resolution.finish-card", 2, FINISH, "not _somebody_on(state, slot)", "state.standing[0] == slot"),
    ("engine.resolution.proceed", 2, PROCEED, "len(slots) > 1", "len(slots) > 2"),
    ("engine.resolution.proceed", 2, PROCEED, "start_card(state, slots[0])", "start_card(state, 0)"),
    ("engine.resolution.proceed", 2, PROCEED, "if not slots:", "if not slots or not state.shaman:"),
    ("engine.resolution.proceed", 2, PROCEED, "collect(_all_home(state))", "_all_home(state)"),
    ("engine.resolution.resolve", 2, resolution.resolve, "slot not in next_cards(state)", "slot == 3"),
    ("engine.resolution.resolve", 2, resolution.resolve, "action.by, action.face)", "action.player, action.face)"),
    ("engine.resolution.resolve", 2, resolution.resolve, "else proceed(state)", "else state"),
    ("engine.effects.perform.move-treasure", 2, resolution.carry_out, "copying=True", "copying=state.copying"),
    ("engine.effects.perform.move-treasure", 2, resolution.carry_out, "perform(state, action)", "state"),
    ("engine.effects.perform.place", 2, resolution.carry_out, "else proceed(state)", "else state"),
    ("engine.scoring.ranking", 3, scoring.ranking, "reverse=True", "reverse=False"),
    ("engine.scoring.ranking", 6, scoring.ranking, "key == group", "key == group and seat != 5"),
    ("engine.scoring.ranking", 6, scoring.ranking, "enumerate(keys)", "enumerate(keys[:5])"),
    ("engine.scoring.ranking", 4, scoring.ranking, "sorted(set(keys), ", "sorted(keys, "),
    ("engine.scoring.ranking", 5, scoring.ranking, "_collected(state)", "state.reserve"),
    ("engine.scoring.ranking", 6, scoring._collected, "hut + gain", "min(hut + gain, 20)"),
]

# What no fact of the clauses tells of: who is asked, the order of the pile, what is known of the card under way.
UNTOLD = [
    ("engine.playing.stand", playing._next_to_stand, "return actor,", "return actor if actor != state.shaman else 0,"),
    ("engine.playing.stand", playing._stand, "phase=phase,", "phase=phase, copying=True,"),
    ("engine.playing.play-up", playing._lay, "actor=actor,", "actor=actor, offered=1,"),
    ("engine.succession.end-round", succession.end_round, "actor=candidate", "actor=state.shaman"),
    ("engine.succession.end-round", succession.draw, "state.pile[start:])", "state.pile[start:][::-1])"),
    ("engine.succession.end-round", succession.put_in_huts, "changed(", "changed(waiting=(1,), "),
    ("engine.succession.name", settling.begin_round, "actor=shaman", "actor=shaman, pile=state.pile[::-1]"),
    ("engine.conditions.flip", conditions.flip, "changed(time", "changed(copying=True, time"),
    ("engine.conditions.reveal", conditions.reveal, "changed(", "changed(waiting=(0,), "),
    ("engine.resolution.sent-home", resolution.sent_home, "changed(", "changed(round=state.round + 1, "),
    ("engine.resolution.finish-card", resolution.finish_card, "moved=()", "moved=(), offered=1"),
    ("engine.collection.collect", collection.collect, "changed(", "changed(copying=True, "),
]


@pytest.mark.parametrize(("id", "function", "right", "wrong"), UNTOLD)
def test_what_no_fact_tells_of_must_not_change(
    id: str, function: Any, right: str, wrong: str, monkeypatch: pytest.MonkeyPatch
) -> None:
    changed, name = edited(function, right, wrong), function.__name__
    for module in (settling, playing, conditions, resolution, collection, succession, stepping):
        if name in vars(module):
            monkeypatch.setattr(module, name, changed)
    assert only(id, 3).status is Status.REFUTED


@pytest.mark.parametrize(("id", "players", "function", "right", "wrong"), EDITS)
def test_a_wrong_line_in_a_loop_is_refuted(
    id: str, players: int, function: Any, right: str, wrong: str, monkeypatch: pytest.MonkeyPatch
) -> None:
    changed = edited(function, right, wrong)
    for module in (import_module(function.__module__), stepping):
        monkeypatch.setattr(module, function.__name__, changed, raising=False)
    result = only(id, players)
    assert result.status is Status.REFUTED, result.detail
    assert len(result.detail) > 20


def test_the_counterexample_is_a_position_somebody_can_lay_out(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(effects, "room", one_more_room)
    detail = only("engine.effects.perform.place").detail
    assert detail.startswith(f"{Kind.PLACE.value}: the clauses forbid it, the engine does it if ")
    assert re.search(r"on_\d_\d = \d", detail)
    assert re.search(r"reserve_\d = \d", detail)


@pytest.mark.parametrize("id", ["engine.effects.perform.move-treasure", "engine.succession.next-shaman"])
def test_the_second_prover_confirms_claims_and_paths(id: str) -> None:
    (result,) = engine_proofs.confirm(id, 2)
    assert (result.status, result.prover) == (Status.PROVED, "cvc5")
    assert result.cases > only(id).cases  # one more: that no path is missing


def test_the_second_prover_does_not_confirm_a_wrong_engine(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(succession, "next_shaman", old_shaman_first)
    (result,) = engine_proofs.confirm("engine.succession.next-shaman", 2)
    assert result.status is Status.REFUTED


def test_a_disagreement_of_the_provers_is_loud(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(engine_proofs, "second_opinion", lambda _: "sat")
    (result,) = engine_proofs.confirm("engine.succession.name", 2)
    assert (result.status, result.detail) == (Status.REFUTED, "z3 and cvc5 disagree")
    monkeypatch.setattr(engine_proofs, "second_opinion", lambda _: "unknown")
    (result,) = engine_proofs.confirm("engine.succession.name", 2)
    assert result.status is Status.UNDECIDED


# A proof, and some of what it rests on: what it assumes of positions, and what stands for the functions it calls.
GROUNDS = [
    ("engine.settling.settle", {"settlers_keep_pace", "no_inhabitant_lost"}),
    ("engine.playing.stand", {"nobody_stands_before_acting"}),
    ("engine.conditions.flip", {"engine.conditions.reveal", "engine.resolution.proceed"}),
    ("engine.conditions.reveal", {"engine.conditions.active-backgrounds", "engine.resolution.sent-home"}),
    ("engine.collection.collect", {"engine.collection.island-winner"}),
    ("engine.resolution.next-cards", {"every_card_lies_before_somebody", "somebody_is_shaman"}),
    ("engine.resolution.turns", {"engine.effects.can-act", "nothing_waits_that_comes_first"}),
    ("engine.resolution.first-able", {"engine.effects.can-act", "engine.resolution.finish-card"}),
    ("engine.resolution.start-card", {"engine.resolution.copiers", "engine.resolution.first-able"}),
    ("engine.resolution.finish-card", {"engine.resolution.sent-home", "only_cards_laid_face_down_are_hidden"}),
    ("engine.resolution.proceed", {"engine.resolution.begun", "engine.collection.collect"}),
    ("engine.resolution.resolve", {"engine.resolution.proceed", "engine.resolution.next-cards"}),
    ("engine.effects.perform.place", {"engine.resolution.turns", "engine.resolution.proceed", "no_island_overcrowded"}),
]


@pytest.mark.parametrize(("id", "expected"), GROUNDS)
def test_a_proof_says_what_it_rests_on(id: str, expected: set[str]) -> None:
    found = set(only(id).rests_on)
    assert expected <= found
    assert id not in found


def test_a_wrong_callee_takes_its_callers_with_it(monkeypatch: pytest.MonkeyPatch) -> None:
    """What the caller shows is as true as before; it is worth nothing any more."""
    wrong = edited(resolution.sent_home, "+= 1", "+= player < 1")
    for module in (resolution, conditions):
        monkeypatch.setattr(module, "sent_home", wrong)
    callers = ["engine.resolution.finish-card", "engine.conditions.reveal", "engine.resolution.resolve"]
    alone = [only(id) for id in USUAL if "positions" not in id]
    of_code = [replace(one, rests_on=tuple(id for id in one.rests_on if id in USUAL)) for one in alone]
    found = {one.id: one for one in Foundations(game_called("costa_ruana").proofs).judged(of_code)}
    assert found["engine.resolution.sent-home"].status is Status.REFUTED
    assert {found[id].status for id in callers} == {Status.UNDECIDED}
    assert found["engine.settling.settle"].status is Status.PROVED


def test_clauses_that_do_not_go_the_engines_way_are_refuted(monkeypatch: pytest.MonkeyPatch) -> None:
    line = engine_simulation.SimulationLine
    monkeypatch.setattr(line, "asked_at", lambda self, place: line.at_place(self, place).changed(actor=self.first))
    assert only("engine.resolution.turns").status is Status.REFUTED


@pytest.mark.parametrize("players", range(2, 7))
def test_any_table_tells_the_clauses_what_the_projection_does(players: int) -> None:
    """Known positions are told as by the projection that games are checked with."""
    table, compared = engine_tables.AnyTable(players), 0
    for number in range(40):
        state = engine_resolution._resolving_position(players, Random(f"{players} {number}"))
        if state is None or state.phase is Phase.FLIP:
            continue
        laid = [None if card is None else Laid(token, card.before, False)
                for card, token in zip(state.table, table.tokens, strict=True)]
        told = table.told(state.changed(table=tuple(laid), **table.handed_on))
        known = projection.facts(state)
        compared += 1
        names = ("round", "phase", "turn", "shaman", "on", "lies_before", "hidden", "stands", "opened", "due")
        assert {name: told[name] for name in names} == {name: known[name] for name in names}
    assert compared > 2


# The table


def rule_functions() -> set[str]:
    found = set()
    for module in pkgutil.iter_modules(engine.__path__):
        if module.name in NOT_RULES:
            continue
        members = vars(import_module(f"{engine.__name__}.{module.name}"))
        found |= {
            f"{module.name}.{name}"
            for name, member in members.items()
            if not name.startswith("_")
            and inspect.isfunction(inspect.unwrap(member) if callable(member) else member)
            and getattr(member, "__module__", "") == f"{engine.__name__}.{module.name}"
        }
    return found


def test_every_function_of_the_engine_that_implements_a_rule_has_a_row() -> None:
    assert set(engine_proofs.FUNCTIONS) == rule_functions()


def test_every_row_names_results_that_exist() -> None:
    known = {check.id for check in SUITE.checks(1)} | set(engine_proofs.PROOFS)
    listed = [id for _, ids in engine_proofs.FUNCTIONS.values() for id in ids]
    named = {part for id in listed for part in ((id,) if isinstance(id, str) else id)}
    assert named <= known
    assert set(engine_proofs.PROOFS) - {"engine.positions.refused"} <= named


def test_the_table_tells_the_best_result_and_the_worst_part() -> None:
    results = [
        Result("engine.settling.settle", 2, Status.PROVED, "", 5),
        Result("engine.effects.perform.remove", 2, Status.PROVED, "", 29),
        Result("engine.effects.perform.place", 2, Status.REFUTED, "", 1),
        Result("engine.effects.perform.move-treasure", 2, Status.PROVED, "", 7),
        Result("engine.effects.perform.move-inhabitant", 2, Status.PROVED, "", 10),
        Result("engine.effects.perform.move-inhabitant", 3, Status.PROVED, "", 10),
        Result("engine.resolution.decisions", 3, Status.SAMPLED, "", 7),
    ]
    rows = {row.function: row.known for row in engine_proofs.table(results)}
    assert rows["settling.settle"] == {2: "proved from end to end (5)", 3: "–"}
    assert rows["effects.perform"] == {2: "refuted (47)", 3: "–"}
    assert rows["resolution.proceed"] == {2: "–", 3: "sampled (7)"}
    assert set(rows) == set(engine_proofs.FUNCTIONS)


def test_the_table_says_how_far_a_proof_reaches() -> None:
    results = [
        Result("engine.playing.play-up", 2, Status.PROVED, "", 80),
        Result("engine.collection.collect", 2, Status.PROVED, "", 16),
        Result("engine.positions", 2, Status.SAMPLED, "", 198),
    ]
    rows = {row.function: row.known[2] for row in engine_proofs.table(results)}
    assert rows["playing.play_up"] == "proved for the function (80)"
    assert rows["collection.collect"] == "proved for the function (16)"
    assert rows["engine.apply_action"] == "solver-made positions (198)"


# What a proof fixes


LOOKING: dict[str, tuple[Any, str, str]] = {
    "engine.settling.settle": (settling, "_unsettled", "lambda state: right(state) or state.tide is None"),
    "engine.effects.can-act": (effects, "_has_room", "lambda state: state.tide is not None and right(state)"),
    "engine.succession.end-round": (succession, "put_in_huts", "lambda state: right(state) if state.tide else state"),
}


@pytest.mark.parametrize("id", LOOKING)
def test_nothing_is_proved_where_the_engine_looks_at_a_field_that_is_fixed(
    id: str, monkeypatch: pytest.MonkeyPatch
) -> None:
    """A condition on an unrelated field is noticed although it never holds: other values were not looked at."""
    module, name, source = LOOKING[id]
    looking = eval(source, {**vars(module), "right": getattr(module, name)})
    monkeypatch.setattr(module, name, looking)
    (result,) = engine_proofs.run(id, 2, False)
    assert (result.status, result.detail) == (Status.UNDECIDED, "the engine looks at tide, fixed in this proof")


def test_every_field_that_a_proof_fixes_is_a_field_and_has_a_reason() -> None:
    assert set(engine_proofs.FIXED) <= set(engine_proofs.PROOFS)
    for fixed in engine_proofs.fixed_fields().values():
        assert set(fixed) <= set(FIELDS)
        assert all(fixed.values())


CALLS = [
    ("engine.collection.collect", collection.collect, "row, treasures[island]", "row, treasures[island] - 1"),
    ("engine.conditions.reveal", conditions.reveal, "state.tide, state.time", "state.time, state.tide"),
    ("engine.conditions.flip", conditions.flip, "proceed(reveal(turned))", "proceed(turned)"),
]


@pytest.mark.parametrize(("id", "function", "right", "wrong"), CALLS)
def test_a_call_that_a_lemma_is_not_about_is_refuted(
    id: str, function: Any, right: str, wrong: str, monkeypatch: pytest.MonkeyPatch
) -> None:
    """The proof puts a stand-in in the place of a function; here it is called otherwise than the engine calls it."""
    calling = edited(function, right, wrong)
    for module in (import_module(function.__module__), stepping):
        monkeypatch.setattr(module, function.__name__, calling, raising=False)
    (result,) = engine_proofs.run(id, 2, False)
    assert result.status is Status.REFUTED
    assert "not called as" in result.detail


def test_the_long_run_shows_at_least_as_much() -> None:
    usual = {(check.id, check.players) for check in engine_proofs.checks(range(2, 7))}
    deep = {(check.id, check.players) for check in engine_proofs.deep_checks(range(2, 7))}
    assert usual <= deep
    assert all(proof.usual <= proof.deep for proof in engine_proofs.PROOFS.values())
