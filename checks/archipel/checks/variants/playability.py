"""Whether a game of a variant can begin at all, and if not, which clauses are in the way.

Nothing here knows any game.
"""

from __future__ import annotations

from collections.abc import Iterable, Mapping, Sequence
from dataclasses import dataclass, replace
from typing import Any

from archipel.checks.games.registry import game_called
from archipel.checks.proofs.prover import ProofGame
from archipel.checks.proofs.results import Status
from archipel.checks.proofs.solver_session import Scene
from archipel.checks.variants.theorem_impact import TIMEOUT_MS, game_of, original_of
from archipel.checks.variants.variant_files import Variant
from archipel.spec.clauses import Nature
from archipel.spec.logic.solver import Interpretation


@dataclass(frozen=True)
class Playable:
    """Whether a game of a variant can begin: if not, the clauses that cannot all be kept, or the engine's reason."""

    variant: Variant
    players: int
    status: Status
    clauses: tuple[str, ...] = ()
    reason: str = ""

    @property
    def can_begin(self) -> bool:
        return self.status is Status.PROVED and not self.reason

    def as_json(self) -> dict[str, Any]:
        told = {"clauses": list(self.clauses)} if self.clauses else {}
        engine = {"engine": self.reason} if self.reason else {}
        return {"players": self.players, "can_be_set_up": self.status.value, **told, **engine}


def playable(variant: Variant, players: int) -> Playable:
    """Whether some material meets the requirements, some opening the setup, and the engine begins a game."""
    found = _set_up(variant, players)
    if found.status is not Status.PROVED:
        return found
    return replace(found, reason=game_called(variant.game).variant_games.refusal(variant, players))


def _set_up(variant: Variant, players: int) -> Playable:
    game, original = game_of(variant), original_of(variant)
    if not variant.symbol_changes(players) and variant.rulebook is original.rulebook:
        return Playable(variant, players, Status.PROVED)
    materials = [game.specimen(players)] if game.specimen is not None else []
    for natures in ((Nature.REQUIREMENT,), (Nature.REQUIREMENT, Nature.INITIAL)):
        for material in (*materials, {}):
            status, clauses = _satisfiable(game, players, natures, material)
            if status is Status.PROVED:
                break
        if status is not Status.PROVED:
            return Playable(variant, players, status, clauses)
    return Playable(variant, players, Status.PROVED)


def _satisfiable(
    game: ProofGame, players: int, natures: Sequence[Nature], material: Mapping[str, Any]
) -> tuple[Status, tuple[str, ...]]:
    """Whether parts of the clauses can all be true, and if not, clauses that cannot be together."""
    scene = Scene(Interpretation("z3", game.known(players) | dict(material)), TIMEOUT_MS)
    parts = game.theory.rulebook.parts(*natures)
    facts = {f"{part.clause} {part.name}": scene.fact(part.term) for part in parts}
    alone = [name for name, fact in facts.items() if fact is False]
    if alone:
        return Status.REFUTED, _clauses(alone)
    status = scene.find(list(facts.values())).status
    unknown = {name: fact for name, fact in facts.items() if fact is not True}
    return status, _clauses(scene.core((), unknown, False) or unknown) if status is Status.REFUTED else ()


def _clauses(names: Iterable[str]) -> tuple[str, ...]:
    return tuple(dict.fromkeys(name.partition(" ")[0] for name in sorted(names)))
