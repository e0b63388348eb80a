"""Answer a rules question, with the clauses that answer it.

examples:
  archipel ask island 3 3 1 --treasures 2              inhabitants of each seat on an island: who takes a treasure?
  archipel ask shaman --previous 0 1 1 3               treasures each seat took this round: who is the next shaman?
  archipel ask score --treasures 4 2 --reserve 5 9     treasures in huts, inhabitants in reserve: who has won?
  archipel ask setup --players 5                       what a game is set up with
  archipel ask active --tide high --time night         which cards are active
  archipel ask island 3 3 2 --variant my.toml          the same by the rules of a variant (see archipel what-if)
  archipel ask --batch < questions.jsonl               one JSON question a line, one JSON answer a line

Seats are numbered clockwise from 0. Batch questions look like {"ask":"island","counts":[3,3,1],"treasures":2},
{"ask":"shaman","previous":0,"gains":[1,1,3]}, {"ask":"score","treasures":[4,2],"reserve":[5,9]},
{"ask":"setup","players":5}, {"ask":"active","tide":"high","time":"night"}. A bad question gets {"error": "..."} on
its line and the others are still answered; the exit code is then 2.
"""

from __future__ import annotations

import argparse
import json
import sys
from collections.abc import Mapping
from typing import Any, BinaryIO

from archipel.checks.cli.command_line import OneLineParser, add_json, add_language, add_variant, whole
from archipel.checks.costa_ruana.decks import ORIGINAL, deck_from
from archipel.checks.costa_ruana.questions import Answer, answer
from archipel.checks.support.bounded_lines import bounded_lines
from archipel.checks.variants.variant_files import Variant, variant_in
from archipel.reference.costa_ruana import Deck
from archipel.reference.strict_json import BadInput, parse

MAX_LINE = 64_000


def add_arguments(parser: argparse.ArgumentParser) -> None:
    parser.add_argument("--batch", action="store_true", help="read JSON questions from standard input, one a line")
    parser.add_argument("--deck", help="a deck file of your own instead of the shipped deck")
    kinds = parser.add_subparsers(dest="ask", metavar="QUESTION", parser_class=OneLineParser)
    add_variant(parser)
    add_language(parser)
    add_json(parser)
    for name, summary in SUMMARIES.items():
        kind = kinds.add_parser(name, help=summary, description=summary)
        ARGUMENTS[name](kind)
        add_variant(kind, argparse.SUPPRESS)
        add_language(kind, argparse.SUPPRESS)
        add_json(kind, argparse.SUPPRESS)


def _island_arguments(parser: argparse.ArgumentParser) -> None:
    parser.add_argument("counts", nargs="+", type=whole, metavar="N", help="inhabitants of each seat on the island")
    parser.add_argument("--treasures", type=whole, metavar="N", help="treasures on the island (default: at least one)")


def _shaman_arguments(parser: argparse.ArgumentParser) -> None:
    parser.add_argument("--previous", type=whole, required=True, metavar="SEAT", help="shaman of the round just played")
    parser.add_argument("gains", nargs="+", type=whole, metavar="N", help="treasures each seat took in that round")


def _score_arguments(parser: argparse.ArgumentParser) -> None:
    parser.add_argument("--treasures", nargs="+", type=whole, required=True, metavar="N", help="treasures in each hut")
    parser.add_argument("--reserve", nargs="+", type=whole, required=True, metavar="N", help="each reserve")


def _setup_arguments(parser: argparse.ArgumentParser) -> None:
    parser.add_argument("--players", type=whole, required=True, metavar="N", help="how many play")
    parser.add_argument("--deck", default=argparse.SUPPRESS, help="a deck file of your own")


def _active_arguments(parser: argparse.ArgumentParser) -> None:
    parser.add_argument("--tide", required=True, help="high or low")
    parser.add_argument("--time", required=True, help="day or night")


ARGUMENTS = {
    "island": _island_arguments,
    "shaman": _shaman_arguments,
    "score": _score_arguments,
    "setup": _setup_arguments,
    "active": _active_arguments,
}

SUMMARIES = {
    "island": "who takes an island's treasure",
    "shaman": "who is the next shaman",
    "score": "who has won",
    "setup": "what a game is set up with",
    "active": "which cards are active",
}


def run(arguments: argparse.Namespace) -> int:
    variant = variant_in(arguments)
    deck = deck_from(arguments.deck, variant if arguments.deck is not None else ORIGINAL)
    if arguments.batch:
        if arguments.ask is not None:
            raise BadInput("--batch reads its questions from standard input; give no other question")
        return _batch(sys.stdin.buffer, deck, variant)
    if arguments.ask is None:
        raise BadInput(f"ask what? one of {', '.join(SUMMARIES)} (see archipel ask --help)")
    asked = ("counts", "treasures", "previous", "gains", "reserve", "players", "tide", "time")
    question = {name: value for name in asked if (value := getattr(arguments, name, None)) is not None}
    found = answer({"ask": arguments.ask, **question}, deck, variant)
    if arguments.json:
        print(json.dumps(found, ensure_ascii=False))
    else:
        _print(found, arguments.lang, variant)
    return 0


def _batch(lines: BinaryIO, deck: Deck, variant: Variant) -> int:
    bad = asked = 0
    for line in bounded_lines(lines, MAX_LINE):
        asked += 1
        try:
            if line is None:
                raise BadInput(f"too long: more than {MAX_LINE} bytes on a line")
            found = answer(parse(line), deck, variant)
        except BadInput as error:
            bad += 1
            found = {"error": str(error)}
        print(json.dumps(found), flush=True)
    if bad:
        print(f"archipel: {bad} of {asked} questions could not be answered", file=sys.stderr)
    return 2 if bad else 0


def _print(found: Answer, language: str, variant: Variant) -> None:
    print(SENTENCES[found["ask"]](found, WORDS[language]))
    if "impossible" in found:
        print(WORDS[language]["impossible"].format(**found["impossible"]))
    for id in found["clauses"]:
        print(f"  {id}: {variant.rulebook.clauses[id].statement(language, variant.in_statements)}")


def _island(found: Answer, words: Mapping[str, str]) -> str:
    if found["winner"] is None:
        return words["nobody"]
    left = words["left"].format(left=found["treasures_after"]) if "treasures_after" in found else ""
    return words["takes" if found["returns"] is not None else "keeps"].format(seat=found["winner"]) + left


def _shaman(found: Answer, words: Mapping[str, str]) -> str:
    return words["shaman"].format(seat=found["shaman"])


def _score(found: Answer, words: Mapping[str, str]) -> str:
    scores = ", ".join(
        words["point" if points == 1 else "points"].format(seat=seat, points=points)
        for seat, points in enumerate(found["points"])
    )
    key = "wins" if len(found["winners"]) == 1 else "share"
    return f"{scores}. " + words[key].format(seats=", ".join(map(str, found["winners"])))


def _setup(found: Answer, words: Mapping[str, str]) -> str:
    return words["setup"].format(**found)


def _active(found: Answer, words: Mapping[str, str]) -> str:
    return words["active"].format(shown=", ".join(words[background] for background in found["backgrounds"]))


SENTENCES: Mapping[str, Any] = {
    "island": _island,
    "shaman": _shaman,
    "score": _score,
    "setup": _setup,
    "active": _active,
}

WORDS = {
    "en": {
        "takes": "Seat {seat} takes a treasure and returns one inhabitant to the reserve.",
        "keeps": "Seat {seat} takes a treasure, and nobody returns.",
        "left": " Treasures left there: {left}.",
        "nobody": "Nobody takes a treasure, and nobody returns.",
        "shaman": "Seat {seat} is offered the role of shaman.",
        "point": "seat {seat}: {points} point",
        "points": "seat {seat}: {points} points",
        "wins": "Seat {seats} wins.",
        "share": "Seats {seats} share the victory.",
        "setup": "{players} players: {islands} islands with {treasures} treasures in all ({poor_treasures} on "
        "{poor_islands} of them, {treasures_per_island} on the others), {cards} cards, {hand} in each hand and {pile} "
        "in the pile, {inhabitants} inhabitants each, {settlers} of them settled before the first round.",
        "active": "Active this round: {shown}.",
        "impossible": "(No game shows {treasures} treasures there: at most {at_most}, by {clause}.)",
        "high_tide": "high tide",
        "low_tide": "low tide",
        "day": "day",
        "night": "night",
    },
    "fr": {
        "takes": "Le siège {seat} prend un trésor et renvoie un habitant dans sa réserve.",
        "keeps": "Le siège {seat} prend un trésor, et personne ne revient.",
        "left": " Trésors restants : {left}.",
        "nobody": "Personne ne prend de trésor, et personne ne revient.",
        "shaman": "Le rôle de shaman est proposé au siège {seat}.",
        "point": "siège {seat} : {points} point",
        "points": "siège {seat} : {points} points",
        "wins": "Le siège {seats} gagne.",
        "share": "Les sièges {seats} partagent la victoire.",
        "setup": "{players} joueurs : {islands} îles avec {treasures} trésors en tout ({poor_treasures} sur "
        "{poor_islands} d'entre elles, {treasures_per_island} sur les autres), {cards} cartes, {hand} dans chaque main "
        "et {pile} dans la pioche, {inhabitants} habitants chacun, dont {settlers} installés avant le premier tour.",
        "active": "Actives ce tour : {shown}.",
        "impossible": "(Aucune partie ne montre {treasures} trésors là : au plus {at_most}, selon {clause}.)",
        "high_tide": "marée haute",
        "low_tide": "marée basse",
        "day": "jour",
        "night": "nuit",
    },
}
