"""Suites made of seeded games: single rules, refusals, whole games, and counts. Nothing here knows any game."""

from __future__ import annotations

from collections.abc import Iterable, Iterator, Sequence
from typing import Any

from archipel.checks.agreement.lockstep import LockstepGame
from archipel.checks.judge.adapters.encoding import written
from archipel.checks.judge.game import result_data
from archipel.checks.judge.vectors.answers import Answers, WrongVectorError
from archipel.checks.judge.vectors.moments import GAMES, Moment
from archipel.checks.judge.vectors.suites import Data, VectorSuite
from archipel.checks.support.digests import digest
from archipel.reference.strict_json import Field
from archipel.spec.machine import Position

RULES = "single decisions in played games: what they lead to, what else is legal, and what each seat sees"
REFUSED = "decisions that are refused, each with every minimal set of clauses that forbids it: any is a right reason"
WHOLE = "complete games: every position on the way, how much is legal in each, what each seat sees, and the result"
COUNTS = "how many sequences of decisions there are from a position, and a digest of the positions they lead to"
PLAYED = "the earliest such decision in seeded games"
SEEDED = "seeded games by random players of several kinds"
EACH_PHASE = "the first position of each phase in a round, in seeded games"
WHOLE_GAMES = 2
DEPTH, MOST = 4, 1500
"""No deeper than this, and no deeper once there are so many positions."""


class PlayedGames:
    """The suites of one game. Which clauses say who sees what, and what is counted where, a game may say itself."""

    phases_clauses: Sequence[str] = ()
    """The clauses that say what is asked when."""
    viewed_clauses: Sequence[str] = ()
    """The clauses by which one seat sees less than another, or no less."""

    def __init__(self, answers: Answers) -> None:
        self.answers = answers
        self.games = answers.games
        self.engine, self.codec, self.mapping = answers.engine, answers.codec, answers.mapping

    def counted(self, state: Any) -> Data | None:
        """What is said of a position from which is counted; None for one from which is not."""
        return {"phase": self.games.phase(state)}

    def is_viewed(self, state: Any) -> bool:
        """Whether views are told there."""
        return True

    # Single rules

    def rules(self, players: Iterable[int]) -> VectorSuite:
        return VectorSuite(
            "rules", "cases", RULES, {"cases": [case for number in players for case in self.cases(number)]}
        )

    def cases(self, players: int) -> Iterator[Data]:
        earliest = sorted(self.games.all_for(players), key=lambda moment: len(moment.moves))
        for moment, fails in self.chosen(earliest):
            ask = {"do": "play", "action": self.codec.action_data(moment.action)}
            yield self.answers.case(moment, ask, moment.acting, fails, PLAYED)
        yield from self._menus_and_views(earliest)

    def chosen(self, walked: Sequence[Moment]) -> Iterator[tuple[Moment, list[str]]]:
        """Moments in which clauses act that did not before, and the nearest of the same kind in which they do not."""
        seen, failing, acting = set[str](), dict[Moment, list[str]](), list[Moment]()
        for moment in walked:
            new = moment.acting | {f"{moment.kind} {self.games.phase(moment.state)}"}
            if new <= seen:
                continue
            acting.append(moment)
            for clause in sorted(moment.acting - seen):
                if (other := nearest_without(clause, moment, walked)) is not None:
                    failing.setdefault(other, []).append(clause)
            seen |= new
        for moment in dict.fromkeys([*acting, *failing]):
            yield moment, failing.get(moment, [])

    def _menus_and_views(self, earliest: Iterable[Moment]) -> Iterator[Data]:
        """In the first position of each phase: all that is legal, and what each seat sees."""
        firsts: dict[str, Moment] = {}
        for moment in earliest:
            firsts.setdefault(self.games.phase(moment.state), moment)
        for moment in firsts.values():
            yield self.answers.case(moment, {"do": "legal"}, self.phases_clauses, found=PLAYED)
            for seat in range(self.engine.players(moment.state)) if self.is_viewed(moment.state) else ():
                ask = {"do": "view", "player": seat}
                yield self.answers.case(moment, ask, self.viewed_clauses, found=PLAYED)

    # Refusals

    def refused(self, players: Iterable[int]) -> VectorSuite:
        cases = [case for number in players for case in self.refused_cases(number)]
        return VectorSuite("refused", "cases", REFUSED, {"cases": cases})

    def refused_cases(self, players: int) -> Iterator[Data]:
        """One decision for each kind of decision and each list of reasons."""
        seen: set[tuple[object, ...]] = set()
        for number in range(GAMES):
            moments = self.games.play(players, number)
            for moment in moments:
                if moment.kind not in self.engine.outcomes:
                    yield from self._refused(moment, elsewhere(moment, moments), seen)

    def _refused(self, moment: Moment, others: Iterable[Any], seen: set[tuple[object, ...]]) -> Iterator[Data]:
        legal = set(self.engine.legal_actions(moment.state))
        for action in dict.fromkeys([*self.neighbours(moment.state, moment.action), *others]):
            if action in legal:
                continue
            reasons = tuple(map(tuple, self.games.reasons(moment.state, action)))
            sort = (self.games.kind(action), reasons)
            if sort not in seen:
                seen.add(sort)
                clauses = [clause for found in reasons for clause in found]
                ask = {"do": "play", "action": self.codec.action_data(action)}
                yield self.answers.case(moment, ask, clauses, found=PLAYED)

    def neighbours(self, state: Any, action: Any) -> Iterator[Any]:
        """Decisions that differ from one in a single argument, or in how many of one place are chosen."""
        here, (step, given) = self.mapping.position(state), self.mapping.step_of(state, action)
        for place, value in enumerate(given):
            for other in self.values(state, here, step.arguments[place], value):
                found = written(self.mapping, step, (*given[:place], other, *given[place + 1 :]))
                yield from () if found is None else (found,)

    def values(self, state: Any, here: Position, argument: Any, value: Any) -> Iterable[Any]:
        """Other values of an argument."""
        return one_otherwise(value) if isinstance(value, tuple) else here.choices(argument)

    # Whole games

    def whole(self, players: Iterable[int]) -> VectorSuite:
        files = {f"games-{number}": list(self.whole_games(number)) for number in players}
        return VectorSuite("games", "games", WHOLE, files)

    def whole_games(self, players: int) -> Iterator[Data]:
        for number in range(WHOLE_GAMES):
            moments = self.games.play(players, number)
            first, moves = moments[0], [moment.action for moment in moments]
            header = {name: value for name, value in self.codec.record_data(first.record).items() if name != "moves"}
            yield {
                "players": players,
                "clauses": sorted({clause for moment in moments for clause in moment.acting}),
                "found": SEEDED,
                **header,
                "moves": [self.codec.action_data(move) for move in moves],
                **self.followed(first.setup, first.terms, moves),
            }

    def followed(self, setup: Any, terms: Any, moves: Sequence[Any]) -> Data:
        """Every position of a game, engine and clauses in step, and the result."""
        game = LockstepGame(self.mapping, self.engine.new_game(setup, terms), setup)
        states = [self._told(game.state, game.legal())]
        for move in moves:
            game.play(move)
            states.append(self._told(game.state, game.legal()))
        return {"states": states, "result": result_data(self.engine.result(game.state))}

    def _told(self, state: Any, legal: Sequence[Any]) -> Data:
        views = [self.codec.view_data(state, seat) for seat in range(self.engine.players(state))]
        return {
            "state": self.codec.position_data(state),
            "legal": {"count": len(legal), "sha256": digest(self.answers.legal_data(legal))},
            "views": [digest([view]) for view in views],
        }

    def check_game(self, entry: Data) -> None:
        """Refuse a game that engine and clauses do not play as it says."""
        record = {name: entry[name] for name in (*self.codec.header, "setup", "moves")}
        read = self.codec.read_record(Field(record))
        found = self.followed(read.setup, read.terms, read.moves)
        if found != {"states": entry["states"], "result": entry["result"]}:
            raise WrongVectorError(f"{entry['id']}: the game goes otherwise")

    # Counts

    def perft(self, players: Iterable[int]) -> VectorSuite:
        return VectorSuite(
            "perft", "perft", COUNTS, {"counts": [one for number in players for one in self.counts(number)]}
        )

    def counts(self, players: int) -> Iterator[Data]:
        """From the first position of each sort."""
        seen: set[tuple[object, ...]] = set()
        for moment in self.games.all_for(players):
            said = self.counted(moment.state)
            if said is None or (sort := tuple(said.values())) in seen:
                continue
            seen.add(sort)
            begin = self.answers.beginning(moment.state, moment.record)
            depths = self.depths(moment.state)
            yield {"players": players, **said, "found": EACH_PHASE, "begin": begin, "depths": depths}

    def depths(self, state: Any) -> list[Data]:
        """For each depth the number of sequences and the digest of the positions they end in."""
        found: list[Data] = []
        legal, after = self.engine.legal_actions, self.engine.apply_action
        positions = [state]
        while positions and len(found) < DEPTH and sum(len(legal(each)) for each in positions) <= MOST:
            positions = [after(each, action) for each in positions for action in legal(each)]
            texts = [self.codec.position_data(each) for each in positions]
            found.append({"count": len(positions), "sha256": digest(texts)})
        return found

    def check_count(self, entry: Data) -> None:
        """Refuse a count that the engine does not confirm, or whose first decisions the clauses do not."""
        state = self.answers.position_at(entry["begin"])
        if self.depths(state) != entry["depths"]:
            raise WrongVectorError(f"{entry['id']}: counted otherwise")
        for action in self.answers.lockstep(state).legal():
            self.answers.lockstep(state).play(action)


def nearest_without(clause: str, moment: Moment, walked: Iterable[Moment]) -> Moment | None:
    """The decision nearest to one in which a clause does not act: first of the same kind, then just before or after."""
    others = [other for other in walked if clause not in other.acting and other.setup == moment.setup]
    return min(
        others,
        key=lambda other: (other.kind != moment.kind, abs(len(other.moves) - len(moment.moves)), len(other.moves)),
        default=None,
    )


def elsewhere(moment: Moment, moments: Iterable[Moment]) -> list[Any]:
    """Decisions of other moments of the game: one of each kind."""
    return list({each.kind: each.action for each in moments if each.kind != moment.kind}.values())


def one_otherwise(counts: tuple[int, ...]) -> Iterator[tuple[int, ...]]:
    """One fewer of a place, one more of a place, or one of another place."""
    places = range(len(counts))
    for less in (None, *[place for place in places if counts[place]]):
        for more in (None, *places):
            if less is not None or more is not None:
                yield tuple([n - (place == less) + (place == more) for place, n in enumerate(counts)])

