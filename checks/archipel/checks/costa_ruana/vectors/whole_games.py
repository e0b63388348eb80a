"""Complete games with every position on the way, for every number of players."""

from __future__ import annotations

from collections.abc import Iterable, Iterator

from archipel.checks.costa_ruana.agreement import Lockstep
from archipel.checks.costa_ruana.theory import PLAYERS
from archipel.checks.costa_ruana.vectors import answers, played
from archipel.checks.costa_ruana.vectors.answers import WrongVectorError, legal_data
from archipel.checks.judge.vectors import Data, Suite
from archipel.checks.support.digests import digest
from archipel.reference import costa_ruana as engine
from archipel.reference.costa_ruana import Action, State, codec
from archipel.reference.strict_json import Field

ABOUT = "complete games: every position on the way, how much is legal in each, what each seat sees, and the result"
FOUND = "seeded games by random players of several kinds"
GAMES = 2


def suite(players: Iterable[int] = PLAYERS) -> Suite:
    files = {f"games-{number}": list(games(number)) for number in players}
    return Suite("games", "games", ABOUT, files)


def games(players: int) -> Iterator[Data]:
    for number in range(GAMES):
        moments = played.game(players, number)
        first, moves = moments[0], [moment.action for moment in moments]
        clauses = sorted({clause for moment in moments for clause in moment.acting})
        header = {name: value for name, value in codec.record_data(first.record).items() if name != "moves"}
        yield {
            "players": players,
            "clauses": clauses,
            "found": FOUND,
            **header,
            "moves": [codec.action_data(move) for move in moves],
            **followed(Lockstep(first.setup), moves),
        }


def followed(game: Lockstep, moves: list[Action]) -> Data:
    """Every position of a game, engine and clauses in step, and the result."""
    states = [_told(game.state, game.legal())]
    for move in moves:
        game.play(move)
        states.append(_told(game.state, game.legal()))
    return {"states": states, "result": answers.result_data(game.state)}


def _told(state: State, legal: tuple[Action, ...]) -> Data:
    views = [codec.view_data(engine.view(state, seat)) for seat in range(state.players)]
    return {
        "state": codec.position_data(state),
        "legal": {"count": len(legal), "sha256": digest(legal_data(legal))},
        "views": [digest([view]) for view in views],
    }


def check_game(entry: Data) -> None:
    """Refuse a game that engine and clauses do not play as it says."""
    record = {name: entry[name] for name in (*codec.HEADER, "setup", "moves")}
    read = codec.read_record(Field(record))
    found = followed(Lockstep(read.setup, read.deck, read.rules), list(read.moves))
    if found != {"states": entry["states"], "result": entry["result"]}:
        raise WrongVectorError(f"{entry['id']}: the game goes otherwise")
