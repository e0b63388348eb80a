"""The engine against the clauses, for all positions and not only for played ones: what is shown, and how well.

Each proof runs functions of the engine as they are written, over unknown numbers, along all their paths. Where a
function calls another that has a proof of its own, what was proved of that one may stand for it. Where the paths are
too many, some are drawn at random, each still for every board, and the status says so.
"""

from __future__ import annotations

from collections.abc import Callable, Iterable, Mapping, Sequence
from dataclasses import dataclass, replace
from functools import cache, partial
from importlib import import_module
from pathlib import Path
from types import ModuleType

from archipel.checks.costa_ruana import (
    engine_decisions,
    engine_effects,
    engine_loops,
    engine_menus,
    engine_positions,
    engine_resolution,
    engine_rounds,
    engine_simulation,
)
from archipel.checks.costa_ruana.engine_states import PathsOutcome
from archipel.checks.proofs.engine.branch_coverage import BranchSide, KnownSide, forbidden, read
from archipel.checks.proofs.engine.field_reads import reads_of
from archipel.checks.proofs.engine.pure_engine import PureEngine
from archipel.checks.proofs.engine.stand_ins import ledger
from archipel.checks.proofs.engine.symbolic import second_opinion, transcribed
from archipel.checks.proofs.results import Check, FunctionRow, Result, Status
from archipel.reference.costa_ruana import Kind, State

EVERYBODY, NOBODY = 6, 1

# Whose reads count, and the functions that only copy every field.
ENGINE, COPYING = "archipel.reference.costa_ruana", frozenset({"changed", "values"})

# Up to so many players the second prover confirms each proof, in the usual run and in the long one.
CONFIRMED, DEEP_CONFIRMED = 2, 3


# The modules that carry rules, how a game begins, and the reader of positions; and how all their branches are known.
CARRYING = ("collection", "conditions", "effects", "engine", "menus", "playing", "resolution", "scoring", "settling",
            "setup", "succession", "views", "checking")
LISTED_SIDES = Path(__file__).with_name("engine_branches.txt")


def looked_at() -> list[ModuleType]:
    """The modules of which every branch is listed."""
    return [import_module(f"{ENGINE}.{name}") for name in CARRYING]


@cache
def branches() -> Sequence[KnownSide]:
    """Every side of the engine's conditions, and how it is known."""
    return read(LISTED_SIDES.read_text(encoding="utf-8").splitlines(), looked_at())


@cache
def dead_sides() -> frozenset[BranchSide]:
    """The sides that no position takes; every proof that comes near one fails if it is taken."""
    return frozenset([known.side for known in branches() if known.shown_by])


@dataclass(frozen=True)
class Shown:
    """A way to find something out, the status it earns if nothing is wrong, and in a few words how it does it."""

    run: Callable[[int], PathsOutcome]
    status: Status
    method: str
    prover: str | None = "z3"

    def result(self, id: str, players: int) -> Result:
        """What is found out for a number of players.

        A proof that fixes a field says nothing of its other values. Where the engine's code looks at such a field, and
        no reason is known why that loses nothing, nothing is proved.
        """
        if self.status is not Status.PROVED:
            return self.run(players).result(id, players, self.status, self.method, self.prover)
        with (
            reads_of(State, ENGINE, COPYING) as reads,
            ledger() as relied,
            forbidden(looked_at(), dead_sides()),
        ):
            outcome = self.run(players)
        strange = sorted(reads.fixed - reads.free - set(fixed_in(id)))
        if strange:
            outcome += PathsOutcome(0, gave_up=f"the engine looks at {', '.join(strange)}, fixed in this proof")
        found = outcome.result(id, players, self.status, self.method, self.prover)
        return replace(found, rests_on=tuple(sorted(relied))) if found.holds else found


def all_paths(run: Callable[[int], PathsOutcome]) -> Shown:
    return Shown(run, Status.PROVED, "all paths of the engine's code")


def some_paths(run: Callable[[int], PathsOutcome]) -> Shown:
    return Shown(run, Status.SAMPLED, "paths drawn at random, every board")


def all_cases(run: Callable[[int], PathsOutcome]) -> Shown:
    return Shown(run, Status.EXHAUSTED, "all cases", None)


def some_cases(run: Callable[[int], PathsOutcome]) -> Shown:
    return Shown(run, Status.SAMPLED, "cases drawn at random", None)


@dataclass(frozen=True)
class EngineProof:
    """How one claim about the engine is shown.

    ``usual`` and ``deep`` are the largest numbers of players for which it is shown completely, in the usual run and in
    the long one; above them, up to ``most`` players, a sample stands in.
    """

    complete: Shown | None
    sample: Shown | None = None
    usual: int = EVERYBODY
    deep: int = EVERYBODY
    most: int = EVERYBODY

    def shown(self, players: int, deep: bool) -> Shown | None:
        """How it is shown for a number of players, if at all."""
        if players <= (self.deep if deep else self.usual):
            return self.complete
        return self.sample if players <= self.most else None


def sampled(sample: Shown) -> EngineProof:
    return EngineProof(None, sample, NOBODY, NOBODY)


def _performed(kind: Kind) -> EngineProof:
    return EngineProof(all_paths(partial(engine_effects.performed, kind=kind)))


def _listed(listing: Callable[..., PathsOutcome], kind: Kind) -> EngineProof:
    return EngineProof(all_paths(partial(listing, kind=kind)))


PROOFS: Mapping[str, EngineProof] = {
    "engine.effects.perform.remove": _performed(Kind.REMOVE),
    "engine.effects.perform.place": _performed(Kind.PLACE),
    "engine.effects.perform.move-treasure": _performed(Kind.MOVE_TREASURE),
    "engine.effects.perform.move-inhabitant": _performed(Kind.MOVE_INHABITANT),
    "engine.effects.can-act": EngineProof(all_paths(engine_effects.able)),
    "engine.effects.numbers": EngineProof(all_paths(engine_effects.counted)),
    "engine.settling.settle": EngineProof(all_paths(engine_decisions.settle)),
    "engine.playing.play-up": EngineProof(all_paths(engine_decisions.play_up)),
    "engine.playing.play-down": EngineProof(all_paths(engine_decisions.play_down)),
    "engine.playing.stand": EngineProof(all_paths(engine_decisions.stand)),
    "engine.playing.pass": EngineProof(all_paths(engine_decisions.pass_)),
    "engine.succession.accept": EngineProof(all_paths(engine_decisions.accept)),
    "engine.succession.name": EngineProof(all_paths(engine_decisions.name)),
    "engine.succession.next-shaman": EngineProof(all_paths(engine_rounds.next_shaman)),
    "engine.succession.end-round": EngineProof(all_paths(engine_rounds.end_round)),
    "engine.collection.island-winner": EngineProof(all_paths(engine_rounds.island)),
    "engine.collection.collect": EngineProof(all_paths(engine_rounds.collect)),
    "engine.scoring.ranking": EngineProof(all_paths(engine_rounds.ranking)),
    "engine.conditions.active-backgrounds": EngineProof(all_paths(engine_resolution.active)),
    "engine.conditions.flip": EngineProof(all_paths(engine_resolution.flip)),
    "engine.conditions.reveal": EngineProof(all_paths(engine_loops.reveal)),
    "engine.resolution.sent-home": EngineProof(all_paths(engine_loops.sent_home)),
    "engine.resolution.copiers": EngineProof(all_paths(engine_simulation.copiers)),
    "engine.resolution.next-cards": EngineProof(all_paths(engine_loops.next_cards)),
    "engine.resolution.start-card": EngineProof(all_paths(engine_simulation.start_card)),
    "engine.resolution.begun": EngineProof(all_paths(engine_simulation.begun)),
    "engine.resolution.first-able": EngineProof(all_paths(engine_simulation.first_able)),
    "engine.resolution.turns": EngineProof(all_paths(engine_simulation.turns)),
    "engine.resolution.finish-card": EngineProof(all_paths(engine_simulation.finish_card)),
    "engine.resolution.proceed": EngineProof(all_paths(engine_simulation.proceed)),
    "engine.resolution.resolve": EngineProof(all_paths(engine_simulation.resolve)),
    "engine.resolution.decisions": sampled(some_paths(partial(engine_resolution.whole_decisions, count=6))),
    "engine.menus.settle": EngineProof(all_paths(engine_menus.settle)),
    "engine.menus.lay": EngineProof(all_paths(engine_menus.lay)),
    "engine.menus.stand": EngineProof(all_paths(engine_menus.stand)),
    "engine.menus.flip": EngineProof(all_paths(engine_menus.flip)),
    "engine.menus.resolve": EngineProof(all_paths(engine_menus.resolve)),
    "engine.menus.effect": EngineProof(all_paths(engine_menus.effect)),
    "engine.menus.move-treasure": _listed(engine_menus.moved, Kind.MOVE_TREASURE),
    "engine.menus.remove": _listed(engine_menus.shared_out, Kind.REMOVE),
    "engine.menus.place": _listed(engine_menus.shared_out, Kind.PLACE),
    "engine.menus.move-inhabitant": _listed(engine_menus.moved, Kind.MOVE_INHABITANT),
    "engine.menus.spreads": EngineProof(all_paths(engine_menus.all_spreads)),
    "engine.menus.offer": EngineProof(all_paths(engine_menus.offer)),
    "engine.menus.over": EngineProof(all_paths(engine_menus.over)),
    "engine.menus.seats": EngineProof(all_paths(engine_menus.seats)),
    "engine.positions": sampled(Shown(engine_positions.searched, Status.SAMPLED, "solver-made positions")),
    "engine.positions.refused": EngineProof(
        None,
        Shown(engine_positions.refused, Status.SAMPLED, "solver-made states that are no positions"),
        NOBODY,
        NOBODY,
        most=4,
    ),
}

# For each field that the engine's code looks at while a proof fixes it: why that loses nothing, or who else varies it.
VARIED = "not varied here; solver-made positions do"
CONSTANT = {"game": "rules, deck and number of players: each number of players has a proof of its own"}
THE_CARD = {"resolving": VARIED}
ANY = "stands for any: the code can hand it on or look it up, and whatever else it did with it would be noticed"
ANY_CARD = {"table": ANY, "resolving": ANY}
IN_ITS_PHASE = {"phase": "the phase of the decision; in every other one another function is called"}
EVERY_SEAT = {"actor": "the proof is made for every seat"}
OUR_READINGS = {
    "moved": "empty under our readings",
    "offered": "nobody under our readings",
    "old_shaman": "nobody under our readings",
}
EFFECT_MENUS = tuple([f"engine.menus.{kind.value.replace('_', '-')}" for kind in Kind])
FIXED: Mapping[str, Mapping[str, str]] = {
    **{f"engine.effects.perform.{kind.value.replace('_', '-')}": {**ANY_CARD, **IN_ITS_PHASE, **OUR_READINGS}
       for kind in Kind},
    "engine.effects.can-act": OUR_READINGS,
    "engine.effects.numbers": {**THE_CARD, "table": "the proof is made for every kind of card it is about"},
    "engine.settling.settle": {**IN_ITS_PHASE, "round": "0 while the players settle, which is an invariant"},
    "engine.playing.play-up": {**IN_ITS_PHASE, **EVERY_SEAT, "table": VARIED},
    "engine.playing.play-down": {**IN_ITS_PHASE, **EVERY_SEAT, "table": VARIED},
    "engine.playing.stand": {**IN_ITS_PHASE, **EVERY_SEAT},
    "engine.playing.pass": {**IN_ITS_PHASE, **EVERY_SEAT},
    "engine.succession.accept": {**IN_ITS_PHASE, **OUR_READINGS},
    "engine.succession.name": {**IN_ITS_PHASE, **OUR_READINGS},
    "engine.succession.end-round": {
        **OUR_READINGS,
        "round": "the proof is made for every round",
        "hands": "cards are told apart by nothing: the code can only hand them on and have them sorted",
        "pile": "likewise",
    },
    "engine.scoring.ranking": {"gains": "in the huts when the game is over, which the engine's own check demands"},
    "engine.conditions.flip": {**IN_ITS_PHASE, "tide": "the proof is made for both sides", "time": "likewise"},
    "engine.conditions.reveal": {"tide": ANY, "time": ANY},
    "engine.resolution.start-card": {"table": ANY},
    "engine.resolution.proceed": {"resolving": "of what comes of a card, which may be a question or not"},
    "engine.resolution.resolve": {**IN_ITS_PHASE, "resolving": "likewise"},
    "engine.menus.settle": {**IN_ITS_PHASE, **EVERY_SEAT},
    "engine.menus.lay": {**IN_ITS_PHASE, **EVERY_SEAT},
    "engine.menus.stand": {**IN_ITS_PHASE, **EVERY_SEAT},
    "engine.menus.flip": {**IN_ITS_PHASE, **EVERY_SEAT},
    "engine.menus.resolve": {**IN_ITS_PHASE, **EVERY_SEAT},
    "engine.menus.offer": {**IN_ITS_PHASE, **EVERY_SEAT, **OUR_READINGS},
    "engine.menus.over": {**IN_ITS_PHASE, "actor": "nobody, when the game is over"},
    "engine.menus.effect": {**IN_ITS_PHASE, **ANY_CARD},
    **{menu: {**ANY_CARD, **OUR_READINGS} for menu in EFFECT_MENUS},
}


def fixed_in(id: str) -> dict[str, str]:
    """The fields that a proof fixes although the engine looks at them, and why that loses nothing."""
    return {**CONSTANT, **FIXED.get(id, {})}


def fixed_fields() -> dict[str, dict[str, str]]:
    """For each proof over all paths, the fields it fixes although the engine looks at them, and why."""
    complete = {id: proof.complete for id, proof in PROOFS.items()}
    return {id: fixed_in(id) for id, shown in complete.items() if shown and shown.status is Status.PROVED}


# What is shown of each function of the resolution, and of the end of a round, whatever the functions it calls do
# but for what is shown of them.
LEMMAS = (
    "engine.resolution.next-cards",
    "engine.resolution.copiers",
    "engine.resolution.start-card",
    "engine.resolution.begun",
    "engine.effects.can-act",
    "engine.resolution.first-able",
    "engine.resolution.turns",
    "engine.resolution.finish-card",
    "engine.resolution.sent-home",
    "engine.resolution.proceed",
    "engine.collection.island-winner",
    "engine.collection.collect",
    "engine.succession.end-round",
)
EFFECTS = tuple([f"engine.effects.perform.{kind.value.replace('_', '-')}" for kind in Kind])
BEGIN = ("engine.resolution.start-card", "engine.resolution.begun")
CARRY_OUT = (*EFFECTS, *LEMMAS)
RESOLVE = ("engine.resolution.resolve", *LEMMAS)
FLIP = ("engine.conditions.flip", "engine.conditions.reveal", *LEMMAS)

# Proofs that follow ``apply_action`` from its first line to its last, with no lemma in the place of a function.
AT_ONCE = (
    "engine.settling.settle",
    "engine.playing.play-up",
    "engine.playing.play-down",
    "engine.playing.stand",
    "engine.playing.pass",
    "engine.succession.accept",
    "engine.succession.name",
)
EVERY_DECISION = tuple(dict.fromkeys([*AT_ONCE, *CARRY_OUT, *RESOLVE, *FLIP]))

DECISIONS = ("engine.positions", "engine.resolution.decisions", "agreement.positions", "agreement.games")
LISTING = ("engine.positions", "agreement.games")

# Proofs that follow ``legal_actions`` from its first line to its last.
LIST_AT_ONCE = tuple([f"engine.menus.{asked}" for asked in ("settle", "stand", "flip", "offer", "over")])
LIST_CARDS = ("engine.menus.lay", "engine.menus.seats")
LIST_NEXT = ("engine.menus.resolve", "engine.resolution.next-cards", "engine.resolution.proceed")
LIST_EFFECTS = ("engine.menus.effect", *EFFECT_MENUS, "engine.menus.spreads", "engine.menus.seats",
                "engine.resolution.first-able")
EVERY_MENU = tuple(dict.fromkeys([*LIST_AT_ONCE, *LIST_CARDS, *LIST_NEXT, *LIST_EFFECTS]))

# Proofs that together follow decisions from end to end: all that stands for a function in one is shown in another.
WHOLE_DECISIONS = frozenset([*[(id,) for id in AT_ONCE], ("engine.playing.stand", "engine.playing.pass"),
                             ("engine.succession.accept", "engine.succession.name"),
                             CARRY_OUT, RESOLVE, FLIP, EVERY_DECISION, *[(id,) for id in LIST_AT_ONCE],
                             LIST_CARDS, LIST_NEXT, LIST_EFFECTS, EVERY_MENU])

# For each public function of the engine that implements a rule: what it does, and the results about it, best first.
# Results in a tuple of their own are about one part of the function each, and count only together.
FUNCTIONS: Mapping[str, tuple[str, tuple[str | tuple[str, ...], ...]]] = {
    "setup.new_game": ("deal, lay out the treasures", ("setup.openings", "setup.orders")),
    "setup.check_setup": ("refuse what is no opening", ("setup.openings", "setup.orders")),
    "settling.settle": ("settle an inhabitant", ("engine.settling.settle",)),
    "settling.settle_menu": ("list where to settle", ("engine.menus.settle", *LISTING)),
    "settling.begin_round": ("begin a round", ("engine.succession.accept",)),
    "playing.play_up": ("lay a card face up", ("engine.playing.play-up",)),
    "playing.play_down": ("lay a card face down", ("engine.playing.play-down",)),
    "playing.stand_or_pass": ("stand on a card, or pass", (("engine.playing.stand", "engine.playing.pass"),)),
    "playing.play_up_menu": ("list the cards to lay", (LIST_CARDS, *LISTING)),
    "playing.play_down_menu": ("list the cards to lay", (LIST_CARDS, *LISTING)),
    "playing.stand_menu": ("list where to stand", ("engine.menus.stand", *LISTING)),
    "conditions.active_backgrounds": ("which backgrounds are active", ("engine.conditions.active-backgrounds",)),
    "conditions.is_active": ("whether a card is active", ("engine.conditions.active-backgrounds",)),
    "conditions.flip": ("turn a Condition card", (FLIP, "engine.conditions.flip")),
    "conditions.flip_menu": ("list the cards to turn", ("engine.menus.flip", *LISTING)),
    "conditions.reveal": ("turn cards up, discard the inactive", ("engine.conditions.reveal",)),
    "resolution.next_cards": ("which cards may be next", ("engine.resolution.next-cards",)),
    "resolution.copiers": ("who repeats a card, in order", ("engine.resolution.copiers",)),
    "resolution.may_copy": ("whether a copy is due", ("engine.resolution.first-able", *DECISIONS)),
    "resolution.proceed": ("go on to the next question", ("engine.resolution.proceed", *DECISIONS)),
    "resolution.start_card": ("begin a card", (BEGIN, *DECISIONS)),
    "resolution.carry_out": ("carry out an effect and go on", (CARRY_OUT, *DECISIONS)),
    "resolution.finish_card": ("discard a resolved card", ("engine.resolution.finish-card", *DECISIONS)),
    "resolution.sent_home": ("inhabitants leave the cards", ("engine.resolution.sent-home",)),
    "resolution.resolve": ("choose the next card", (RESOLVE, *DECISIONS)),
    "resolution.resolve_menu": ("list the next cards", (LIST_NEXT, *LISTING)),
    "effects.room": ("room on each island", ("engine.effects.numbers",)),
    "effects.own": ("own inhabitants on each island", ("engine.effects.numbers",)),
    "effects.number_removed": ("how many come back", ("engine.effects.numbers",)),
    "effects.number_placed": ("how many are placed", ("engine.effects.numbers",)),
    "effects.can_act": ("whether anything is possible", ("engine.effects.can-act",)),
    "effects.perform": ("do what the card says", (EFFECTS,)),
    "effects.effect_menu": ("list ways to do it", (LIST_EFFECTS, *LISTING)),
    "menus.spreads": ("ways to share out pieces", ("engine.menus.spreads",)),
    "collection.island_winner": ("who takes a treasure", ("engine.collection.island-winner",)),
    "collection.collect": ("collect on all islands", ("engine.collection.collect",)),
    "succession.next_shaman": ("who becomes shaman", ("engine.succession.next-shaman",)),
    "succession.tie_order": ("who comes first in a tie", ("engine.succession.next-shaman",)),
    "succession.end_round": ("end the round or the game", ("engine.succession.end-round",)),
    "succession.put_in_huts": ("treasures into huts", ("engine.succession.end-round",)),
    "succession.draw": ("draw cards", ("engine.succession.end-round",)),
    "succession.answer": ("accept or name another", (("engine.succession.accept", "engine.succession.name"),)),
    "succession.offer_menu": ("list the answers", ("engine.menus.offer", *LISTING)),
    "scoring.points": ("points of a player", ("engine.scoring.ranking", "agreement.scoring")),
    "scoring.returns": ("points of everybody", ("engine.scoring.ranking", "agreement.scoring")),
    "scoring.ranking": ("ranking with ties", ("engine.scoring.ranking", "agreement.scoring")),
    "scoring.winners": ("who wins", ("engine.scoring.ranking", "agreement.scoring")),
    "engine.apply_action": ("take any decision", (EVERY_DECISION, *DECISIONS)),
    "engine.legal_actions": ("list every decision", (EVERY_MENU, *LISTING)),
    "engine.current_player": ("who decides", ("agreement.games",)),
    "engine.is_terminal": ("whether the game is over", ("agreement.games",)),
    "views.view": ("what a seat may see", ("views",)),
}


def checks(players: Sequence[int]) -> list[Check]:
    """The proofs that belong in every run, the long ones first."""
    return _checks(players, deep=False)


def deep_checks(players: Sequence[int]) -> list[Check]:
    """The same proofs, complete for more players; minutes rather than seconds."""
    return _checks(players, deep=True)


def _checks(players: Sequence[int], deep: bool) -> list[Check]:
    first = [
        Check(id, number, PureEngine(run), (deep,))
        for number in reversed(players)
        for id, proof in PROOFS.items()
        if proof.shown(number, deep) is not None
    ]
    few = [number for number in players if number <= (DEEP_CONFIRMED if deep else CONFIRMED)]
    return first + [Check(id, number, PureEngine(confirm)) for number in few for id in _confirmable(number)]


def _confirmable(players: int) -> list[str]:
    shown = {id: proof.shown(players, False) for id, proof in PROOFS.items()}
    return [id for id, how in shown.items() if how is not None and how.status is Status.PROVED]


def confirm(id: str, players: int) -> list[Result]:
    """The claims at the end of every path, and that no path is missing, put to the second prover."""
    shown = PROOFS[id].complete
    assert shown is not None
    with transcribed() as scripts:
        first = shown.result(id, players)
    doubts = [answer for answer in map(second_opinion, scripts) if answer != "unsat"]
    outcome = PathsOutcome(len(scripts), first.detail, f"cvc5 says {doubts[0]}" if doubts else "")
    if "sat" in doubts:
        outcome = PathsOutcome(len(scripts), first.detail or "z3 and cvc5 disagree")
    found = outcome.result(id, players, shown.status, "claims of all paths, and no other path", "cvc5")
    return [replace(found, rests_on=first.rests_on) if found.holds else found]


def run(id: str, players: int, deep: bool) -> list[Result]:
    """One proof for one number of players."""
    shown = PROOFS[id].shown(players, deep)
    assert shown is not None, f"{id} is not about {players} players"
    return [shown.result(id, players)]


def table(results: Iterable[Result]) -> list[FunctionRow]:
    """For each function of the engine, what the results say of it."""
    found: dict[tuple[str, int], list[Result]] = {}
    for result in results:
        found.setdefault((result.id, result.players), []).append(result)
    numbers = sorted({players for _, players in found})
    return [
        FunctionRow(function, does, {n: _known(found, n, ids) for n in numbers})
        for function, (does, ids) in FUNCTIONS.items()
    ]


def _known(
    found: Mapping[tuple[str, int], Sequence[Result]], players: int, ids: Sequence[str | tuple[str, ...]]
) -> str:
    """The first of these for which there are results, the worst of its parts; cases count once for both provers."""
    for id in ids:
        parts = (id,) if isinstance(id, str) else id
        if all((part, players) in found for part in parts):
            groups = [found[part, players] for part in parts]
            worst = min([result for group in groups for result in group], key=lambda result: WORST.index(result.status))
            cases = sum(min(result.cases for result in group) for group in groups)
            return f"{_rests_on(worst, parts)} ({cases:,})"
    return "–"


def _rests_on(worst: Result, ids: Sequence[str]) -> str:
    """The status in words: how far a proof reaches, or what else is known."""
    if worst.status is Status.PROVED and all(id in PROOFS for id in ids):
        return "proved from end to end" if from_end_to_end(ids) else "proved for the function"
    if worst.status is Status.SAMPLED and worst.id.startswith("engine.positions"):
        return "solver-made positions"
    return worst.status.value


def from_end_to_end(ids: Sequence[str]) -> bool:
    """Whether proofs follow whole decisions, what stands for a part being among them, and fix nothing that matters."""
    return tuple(ids) in WHOLE_DECISIONS and all(VARIED not in fixed_in(id).values() for id in ids)


WORST = (Status.REFUTED, Status.UNDECIDED, Status.SAMPLED, Status.EXHAUSTED, Status.PROVED)
