"""Two ways to read the rules: are they equivalent, or where do they part?

A ruling is point=reading, several of them with commas between, or original for the rules as they are played; see
archipel readings. Points that a ruling does not name are read as they are played. Equivalent means: for every number of
players, both begin alike, allow the same decisions in every position, lead to the same positions and give the same
answers at the end, as both provers show. Otherwise comes a game that is legal under both readings up to a decision of
which they make different things, followed by engine and clauses under both. It is the smallest if provers exclude fewer
players and fewer pieces; which pieces count is said.

A ruling can also be a variant file (see archipel what-if --save). If the numbers of the two differ, the clauses that
say something else are listed, with a game that parts them if one was found; equivalence is then not asked about.

examples:
  archipel compare my.toml original

exit codes: 0 equivalent, 1 different or undecided, 2 bad input
"""

from __future__ import annotations

import argparse
import json
import textwrap
from collections.abc import Iterator

from archipel.checks.games.configuration import members_of
from archipel.checks.games.registry import game_called
from archipel.checks.proofs.prover import PROVERS
from archipel.checks.readings.choices import choice_in, told
from archipel.checks.readings.compare import Comparison, ComparisonVerdict, ComparisonWitness, compare, sentence
from archipel.checks.readings.number_differences import clauses_apart, number_differences
from archipel.checks.support.arguments import add_json, add_language, whole
from archipel.checks.support.files import check_writable, write_whole
from archipel.checks.support.phrases import Phrases
from archipel.checks.support.progress import progress
from archipel.checks.variants.variant_files import Variant, made, read
from archipel.reference.strict_json import BadInput
from archipel.spec.readings import Choice

WIDTH = 96

PHRASES = Phrases(__file__)


def add_arguments(parser: argparse.ArgumentParser) -> None:
    parser.add_argument("one", help="a ruling")
    parser.add_argument("other", help="another one")
    parser.add_argument("--players", type=whole, help="only this number of players")
    parser.add_argument("--record", metavar="FILE", help="write the game that shows a difference to this file")
    add_language(parser)
    add_json(parser)


def run(arguments: argparse.Namespace) -> int:
    if arguments.record is not None:
        check_writable(arguments.record)
    rulings = [_ruling(arguments.game, text) for text in (arguments.one, arguments.other)]
    (one, first), (other, second) = rulings
    if number_differences(one, other):
        return _with_other_numbers(arguments, one, other)
    if changed := number_differences(made(arguments.game, {}, {}), one):
        told = ", ".join(f"{name} {now}" for name, (_, now) in changed.items())
        raise BadInput(f"readings are compared with the rulebook's numbers only, and both files have {told}")
    found = _compared(arguments, first, second)
    if arguments.json:
        print(json.dumps(found.as_json(), ensure_ascii=False, indent=1))
    else:
        print("\n".join(line.rstrip() for line in described(found, arguments.lang)))
    if arguments.record is not None and found.witness is not None:
        write_whole(arguments.record, found.witness.shown.dumps())
        if not arguments.json:
            print(PHRASES.say(arguments.lang, "written", file=arguments.record))
    return 0 if found.verdict is ComparisonVerdict.EQUIVALENT else 1


def _ruling(game: str, text: str) -> tuple[Variant, Choice]:
    """What an argument means, a variant file or readings in writing; and the readings as it names them."""
    if text.endswith(".toml"):
        variant = read(text, game)
        return variant, variant.choice
    choice = choice_in(game_called(game).readings, text)
    return made(game, {}, choice), choice


def _with_other_numbers(arguments: argparse.Namespace, one: Variant, other: Variant) -> int:
    """Rulings whose numbers differ are different rules; which clauses say so, and a game that shows it."""
    counts = [n for n in one.players if n in other.players and arguments.players in (None, n)]
    found = game_called(arguments.game).comparison.numbers_apart((one.sides.rules, other.sides.rules), counts)
    titles = [arguments.one, arguments.other]
    numbers, clauses = number_differences(one, other), clauses_apart(one, other)
    witness = {"numbers": numbers, "clauses": clauses} | ({} if found is None else found.as_json(titles))
    if arguments.record is not None and found is not None:
        write_whole(arguments.record, found.dumps())
    if arguments.json:
        players = [] if found is None else [witness["players"]]
        whole_answer = {**members_of(arguments.game), "readings": titles, "verdict": "different", "players": players}
        print(json.dumps(whole_answer | {"witness": witness}, ensure_ascii=False, indent=1))
    else:
        lines = [f"{' | '.join(titles)}: {PHRASES.say(arguments.lang, 'numbers')}"]
        lines += [f"  {name}: {before} | {now}" for name, (before, now) in numbers.items()]
        lines += wrapped(", ".join(clauses))
        lines += ["", *found.told(titles, arguments.lang)] if found else [PHRASES.say(arguments.lang, "not parted")]
        print("\n".join(line.rstrip() for line in lines))
    return 1


def _compared(arguments: argparse.Namespace, one: Choice, other: Choice) -> Comparison:
    counts = game_called(arguments.game).players
    if arguments.players is not None and arguments.players not in counts:
        raise BadInput(f"--players: expected {counts[0]} to {counts[-1]}, found {arguments.players}")
    with progress(None, "comparing") as advance:
        return compare(arguments.game, one, other, [arguments.players] if arguments.players else None, advance)


def wrapped(text: str, indent: str = "") -> list[str]:
    return textwrap.wrap(text, WIDTH, subsequent_indent=indent, break_on_hyphens=False)


def described(found: Comparison, lang: str) -> Iterator[str]:
    """A comparison for people."""
    one, other = map(told, found.choices)
    yield f"{one} | {other}: {verdict(found, lang)}"
    numbers = game_called(found.game).numbers.for_statements()
    for point in found.points:
        yield ""
        yield from wrapped(f"{point.questions[lang]} ({point.clause.id})")
        for choice in found.choices:
            named = f"{point.id}={choice.get(point.id, point.default.name)}: "
            yield from wrapped(named + sentence(point, choice, numbers, lang), "    ")
    if found.witness is not None:
        yield ""
        yield from _witness(found.witness, lang)


def verdict(found: Comparison, lang: str) -> str:
    """The verdict in one line."""
    players = _ranges(found.players) or PHRASES.say(lang, "none")
    if found.verdict is ComparisonVerdict.EQUIVALENT and not found.obligations:
        return PHRASES.say(lang, "same")
    doubts = "; ".join(f"{count} ({', '.join(names)})" for count, names in found.open.items())
    provers = " & ".join(PROVERS)
    told = {"players": players, "provers": provers, "obligations": found.obligations, "open": doubts}
    return PHRASES.say(lang, found.verdict.value, **told)


def _ranges(players: tuple[int, ...]) -> str:
    if len(players) > 2 and players == tuple(range(players[0], players[-1] + 1)):
        return f"{players[0]}–{players[-1]}"
    return ", ".join(map(str, players))


def _witness(witness: ComparisonWitness, lang: str) -> Iterator[str]:
    shown = witness.shown
    for ruling in witness.impossible:
        yield from wrapped(PHRASES.say(lang, "impossible", ruling=ruling))
    if not witness.impossible:
        yield from wrapped(_size(witness, lang))
    yield from shown.told(lang)
    if not witness.impossible:
        yield ""
        yield from wrapped(PHRASES.say(lang, "record", number=shown.decisions, next=shown.decisions + 1))


def _size(witness: ComparisonWitness, lang: str) -> str:
    pieces = witness.shown.counted(lang)
    if witness.smallest:
        return PHRASES.say(lang, "smallest", pieces=pieces) if pieces else PHRASES.say(lang, "alone")
    return PHRASES.say(lang, "unbounded" if witness.least is None else "small", pieces=pieces, least=witness.least)
