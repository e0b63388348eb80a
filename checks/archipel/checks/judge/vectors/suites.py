"""What a suite is: its files, and the entries in them under numbers that never change meaning within a version."""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from dataclasses import dataclass, field
from typing import Any

from archipel.checks.judge.vectors.boundaries import VectorBoundary
from archipel.reference.strict_json import canonical

Data = dict[str, Any]

FORMAT = "archipel-vectors"
VERSION = "1.0.0"
"""Semantic: a reader of 1.x reads every 1.y with y at most x; what it does not know in a later one it may skip."""


@dataclass(frozen=True, eq=False)
class VectorSuite:
    """Entries of one kind, in files; ``about`` says in a sentence what they are for.

    ``boundaries`` says of clauses which entries stand on either side of what they decide, and ``untold`` of readings
    why no entry tells them apart.
    """

    id: str
    kind: str
    about: str
    files: Mapping[str, Sequence[Data]]
    boundaries: Sequence[VectorBoundary] = ()
    untold: Mapping[str, str] = field(default_factory=dict)

    @property
    def entries(self) -> list[Data]:
        return [entry for entries in self.files.values() for entry in entries]

    def numbered(self) -> VectorSuite:
        """The same suite with an id for each entry, counted through all files."""
        ids = iter(f"{self.id}-{number:04}" for number in range(1, len(self.entries) + 1))
        files = {name: [{"id": next(ids), **entry} for entry in entries] for name, entries in self.files.items()}
        return VectorSuite(self.id, self.kind, self.about, files, self.boundaries, self.untold)


def document(suite: VectorSuite, game: str, entries: Sequence[Data]) -> str:
    """A file of a suite as text: one entry on each line, so that people can compare two of them."""
    head = {"format": FORMAT, "version": VERSION, "game": game, "suite": suite.id, "kind": suite.kind}
    lines = ",\n".join(canonical(entry, newline=False) for entry in entries)
    return f'{canonical(head, newline=False)[:-1]},"entries":[\n{lines}\n]}}\n'
