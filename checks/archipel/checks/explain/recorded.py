"""Games and positions in files: what a command line names, read and replayed (*deserialization*).

Nothing here knows any game.
"""

from __future__ import annotations

from argparse import ArgumentParser, Namespace
from collections.abc import Callable, Iterator, Mapping
from contextlib import contextmanager, suppress
from typing import TYPE_CHECKING, Any

from archipel.checks.explain.explaining import Explainer, GameSoFar, OutcomeAsked
from archipel.checks.games.engine import GameRecord
from archipel.checks.support.files import read_input
from archipel.checks.variants.variant_files import Variant
from archipel.reference.strict_json import BadInput, Field, parse, shown

if TYPE_CHECKING:
    from archipel.checks.games.protocol import Game

Record = GameRecord[Any, Any, Any]


class GameFiles:
    """Reads what was written of a game; ``line`` reads positions in one line, which begin with a ``tag``."""

    def __init__(self, game: Game, tag: str = "", line: Callable[[str], Any] | None = None) -> None:
        self.game, self.engine, self.tag, self._line = game, game.engine, tag, line

    def is_line(self, text: str) -> bool:
        """Whether this is meant to be a position in one line."""
        return bool(self.tag) and text.strip().split(" ")[0] == self.tag

    def find(self, argument: str, variant: Variant | None = None) -> Any:
        """The record or the position that an argument means; only a line leaves out by which rules it was written."""
        if self._line is not None and self.is_line(argument):
            return self._line(argument.strip())
        source = read_input(argument)
        with suppress(UnicodeDecodeError):
            text = source.decode("utf-8")
            if self._line is not None and self.is_line(text):
                return self._line(text.strip())
        if variant is not None and not variant.is_original:
            raise BadInput("--variant: a file says by which rules its position is played")
        field = Field(parse(source))
        is_record = isinstance(field.value, dict) and "moves" in field.value
        codec = self.engine.codec
        return codec.read_record(field) if is_record else codec.read_state(field)

    def so_far(self, found: Any) -> GameSoFar:
        """A game as far as it is legal, or a single position; a record with a wrong result is refused."""
        if not isinstance(found, GameRecord):
            return GameSoFar([found])
        states = [self.engine.new_game(found.setup, found.terms)]
        for index, move in enumerate(found.moves):
            try:
                states.append(self.engine.apply_action(states[-1], move))
            except self.engine.illegal:
                return GameSoFar(states, found.moves, index, True)
        if found.result is not None and found.result != self.engine.result(states[-1]):
            raise BadInput("result: not what the moves lead to")
        return GameSoFar(states, found.moves, is_record=True)

    def replayed(self, record: Record) -> GameSoFar:
        """A whole recorded game; an illegal move is refused."""
        game = self.so_far(record)
        if game.stuck is not None:
            self._refuse(game, game.stuck)
        return game

    def _refuse(self, game: GameSoFar, stuck: int) -> None:
        try:
            self.engine.apply_action(game.states[-1], game.moves[stuck])
        except self.engine.illegal as error:
            raise BadInput(f"moves[{stuck}]: {error}") from None

    def position(self, argument: str, move: int | None = None, variant: Variant | None = None) -> Any:
        """The position that an argument means: after so many moves of a record, or else at its end."""
        with self.complaints_about(argument):
            found = self.find(argument, variant)
            if not isinstance(found, GameRecord):
                if move is not None:
                    raise BadInput("--move: only a game record has moves")
                return found
            if move is None:
                return self.replayed(found).states[-1]
            if not 0 <= move <= len(found.moves):
                raise BadInput(f"--move {move}: the game has 0 to {len(found.moves)} moves")
            return self.replayed(found._replace(moves=found.moves[:move], result=None)).states[-1]

    @contextmanager
    def complaints_about(self, argument: str) -> Iterator[None]:
        """Whatever is wrong with a file, or with standard input, is said with its name."""
        name = "standard input" if argument == "-" else shown(argument)
        try:
            yield
        except BadInput as error:
            if self.is_line(argument) or str(error).startswith(name):
                raise
            raise BadInput(f"{name}: {error}") from None

    def read_move(self, text: str) -> Any:
        """A move as it is written on the command line."""
        try:
            return self.engine.codec.read_action(Field(parse(text), "move"))
        except BadInput as error:
            message = str(error)
            raise BadInput(message if message.startswith("move") else f"move: {message}") from None


class RecordExplaining:
    """Explanations of what stands in files."""

    def __init__(self, game: Game, outcomes: Mapping[str, OutcomeAsked] | None = None) -> None:
        self._game, self.outcomes = game, outcomes or {}

    @property
    def explainer(self) -> Explainer[Any, Any]:
        return Explainer(self._game.explained)

    def add_arguments(self, parser: ArgumentParser) -> None:
        self._game.add_material(parser)

    def game(self, arguments: Namespace) -> GameSoFar:
        files = self._game.files(arguments)
        with files.complaints_about(arguments.record):
            return files.so_far(files.find(arguments.record))

    def read_move(self, text: str) -> Any:
        return GameFiles(self._game).read_move(text)
