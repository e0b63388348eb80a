"""What another program has written about Costa Ruana, ready to be diagnosed: game records and observations.

An observation is a position, or a game that leads to one, and what the other program made of it. The manual's page
about ``archipel diagnose`` describes the format.
"""

from __future__ import annotations

from collections.abc import Callable, Container, Mapping
from functools import lru_cache, partial
from typing import NamedTuple, TypeVar

from archipel.checks.costa_ruana.consulting import TABLE as TABLE
from archipel.checks.costa_ruana.consulting import (
    Consulted,
    ConsultedGames,
    Position,
    Stage,
    asking,
    stages,
    whole,
)
from archipel.checks.costa_ruana.wording import reason_words
from archipel.checks.readings.diagnose import Account, Ask, Hypothesis, RefutedError, outcomes
from archipel.reference.costa_ruana import Action, IllegalAction, State, codec, new_game
from archipel.reference.costa_ruana.deck import Deck, read_cards
from archipel.reference.costa_ruana.readings import choice_of
from archipel.reference.costa_ruana.rules import GAME, RULES_VERSION
from archipel.reference.strict_json import BadInput, Field, canonical, parse
from archipel.spec.clauses import LANGUAGES

ANSWERS = ("after", "legal", "refused")
FACTS = (*codec.POSITION, *codec.OPTIONAL, "result")

Found = TypeVar("Found")
Begin = Callable[[Ask], State]

WORDS = {
    "differs": {"en": "recorded {recorded}, found {found}", "fr": "noté {recorded}, trouvé {found}"},
    "accepted": {"en": "recorded as refused, but it is legal", "fr": "notée comme refusée, mais légale"},
    "missing": {"en": "legal, but not recorded: {action}", "fr": "légale, mais non notée : {action}"},
    "unknown": {"en": "recorded as legal, but refused: {action}", "fr": "notée comme légale, mais refusée : {action}"},
}


def refuted(where: str, key: str, **values: object) -> RefutedError:
    """A refutation in every language."""
    return RefutedError(where, {lang: words.format(**values) for lang, words in WORDS[key].items()})


def account(value: object, name: str) -> Account[Position]:
    """What one line tells: a game record, or an observation."""
    field = Field(value)
    if isinstance(value, dict) and "moves" in value:
        game = read_game(field)
        return Account(name, game.begin, game.steps, game.claimed)
    return Account(name, *read_observation(field))


# Games


class Header(NamedTuple):
    """What stands at the head of a record or a position; its readings are only what a program claims."""

    claimed: Hypothesis
    games: ConsultedGames
    deck: Deck


class RecordedAccount(NamedTuple):
    """A recorded game."""

    begin: Begin
    steps: list[Stage]
    claimed: Hypothesis


def read_header(members: Mapping[str, Field]) -> Header:
    members["game"].exactly(GAME)
    members["rules"].exactly(RULES_VERSION)
    claimed = choice_of(codec.read_readings(members["readings"]))
    deck, numbers = read_cards(members["deck"]), canonical(members["numbers"].value)
    return Header(claimed, games_with(numbers, deck), deck)


@lru_cache(maxsize=16)
def games_with(numbers: str, deck: Deck) -> ConsultedGames:
    """All games with some numbers, read here, and some cards."""
    field = Field(parse(numbers), "numbers")
    return ConsultedGames(lambda ask: codec.read_rules(field, Consulted(ask)), deck)


def read_game(field: Field, positions: Field | None = None) -> RecordedAccount:
    """A record, if need be with what was written down about its positions."""
    members = field.members([*codec.HEADER, "setup", "moves"], ["result"])
    header, setup = read_header(members), codec.read_setup(members["setup"])
    moves = members["moves"].items(0, codec.MAX_MOVES)
    facts = [] if positions is None else positions.items(len(moves) + 1, len(moves) + 1)

    def begin(ask: Ask) -> State:
        return new_game(setup, header.games.under(setup.players, ask).rules, header.deck)

    steps = [_looked_at(facts[0])] if facts else []
    for number, move in enumerate(moves, start=1):
        steps += [*_taken(move), *([_looked_at(facts[number])] if facts else [])]
    if "result" in members:
        steps.append(partial(_compared, {"result": members["result"]}))
    return RecordedAccount(_beginning(begin, "setup"), steps, header.claimed)


def read_supposed(field: Field) -> Begin:
    """A position as it stands, whether or not a game comes to it under the readings that are asked for."""
    members = field.members([*codec.HEADER, *codec.POSITION], codec.OPTIONAL)
    header, players = read_header(members), members["players"].whole(1, codec.MAX_SEATS)
    games = partial(header.games.under, players)
    state = possible(lambda ask: codec.read_position(members, games(ask).rules, header.deck))

    def begin(ask: Ask) -> State:
        return state.changed(game=games(ask))

    return _beginning(begin, "state")


def possible(run: Callable[[Ask], Found]) -> Found:
    """What comes of something under the first readings that allow it; what none allows is bad input."""

    def attempt(ask: Ask) -> Found | BadInput:
        try:
            return run(ask)
        except BadInput as error:
            return error

    problems = []
    for outcome, _ in outcomes(attempt, TABLE.all):
        if not isinstance(outcome, BadInput):
            return outcome
        problems.append(outcome)
    raise problems[0]


def _beginning(begin: Begin, where: str) -> Begin:
    """A beginning that refutes the readings under which no such game can be played."""

    def attempt(ask: Ask) -> State:
        try:
            return begin(ask)
        except BadInput as error:
            raise RefutedError(where, dict.fromkeys(LANGUAGES, str(error))) from None

    possible(begin)
    return attempt


# Observations


def read_observation(field: Field) -> tuple[Begin, list[Stage]]:
    """A position and what another program made of it."""
    members = field.members([], ["record", "state", "positions", "action", *ANSWERS])
    if ("record" in members) == ("state" in members):
        field.fail('expected a record, or an observation with "state" or "record"')
    if "state" in members and "positions" in members:
        field.fail('"positions" goes with "record"')
    answer = _answer(field, members)
    if "state" in members:
        return read_supposed(members["state"]), answer
    game = read_game(members["record"], members.get("positions"))
    return game.begin, game.steps + answer


def _answer(field: Field, members: Mapping[str, Field]) -> list[Stage]:
    """The steps that hold what the other program answered against the engine."""
    given = [name for name in ANSWERS if name in members]
    acted = "action" in members
    if not given and "positions" in members and not acted:
        return []
    if len(given) != 1:
        field.fail(f"expected one answer of {', '.join(ANSWERS)}, found {' and '.join(given) or 'none'}")
    if not {"after": acted or "record" in members, "legal": not acted, "refused": acted}[given[0]]:
        field.fail('expected "legal" alone, or "action" with either "after" or "refused"')
    if "legal" in members:
        return [partial(_offered, frozenset([codec.read_action(item) for item in members["legal"].items()]))]
    taken = _taken(members["action"]) if acted else []
    if "after" in members:
        return [*taken, _looked_at(members["after"])]
    return [partial(_refused, codec.read_action(members["action"]))] if members["refused"].flag() else taken


# Steps: what is told, held against the engine


def _taken(field: Field) -> list[Stage]:
    """A decision; illegal ones are refuted in the first stage."""
    first, *others = stages(codec.read_action(field))

    def attempt(position: Position, ask: Ask) -> Position:
        try:
            return first(position, ask)
        except IllegalAction as error:
            raise RefutedError(field.path, {lang: reason_words(lang, error.reason) for lang in LANGUAGES}) from None

    return [attempt, *others]


def _refused(action: Action, position: Position, ask: Ask) -> Position:
    try:
        stages(action)[0](position, ask)
    except IllegalAction:
        return position
    raise refuted("action", "accepted")


def _offered(recorded: frozenset[Action], position: Position, ask: Ask) -> Position:
    legal = asking(whole(position), ask).legal_actions()
    for action in legal:
        if action not in recorded:
            raise refuted("legal", "missing", action=canonical(codec.action_data(action), newline=False))
    for action in recorded.difference(legal):
        raise refuted("legal", "unknown", action=canonical(codec.action_data(action), newline=False))
    return position


def _looked_at(field: Field) -> Stage:
    """What was written down about a position; its header, if it has one, says nothing about it."""
    members = field.members([], [*codec.HEADER, *FACTS])
    return partial(_compared, {name: member for name, member in members.items() if name in FACTS})


def _compared(recorded: Mapping[str, Field], position: Position, ask: Ask) -> Position:
    found = facts(asking(whole(position), ask), recorded)
    for name, member in recorded.items():
        if found[name] != member.value:
            values = {"recorded": member.value, "found": found[name]}
            texts = {key: canonical(value, newline=False) for key, value in values.items()}
            raise refuted(member.path, "differs", **texts)
    return position


def facts(state: State, wanted: Container[str]) -> codec.Data:
    """What can be written down about a position; the result only if it is wanted."""
    found = codec.position_data(state) | {name: codec.plain(getattr(state, name)) for name in codec.OPTIONAL}
    return found | {"result": result_data(codec.result_of(state))} if "result" in wanted else found


def result_data(result: codec.Result | None) -> codec.Data | None:
    """A result as plain data."""
    return result and {name: codec.plain(value) for name, value in result._asdict().items()}
