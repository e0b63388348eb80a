"""List the games there are: those that come with archipel, and those of other installed packages.

examples:
  archipel games
  archipel games --json            name, titles, players, boards, options and package, for programs

archipel NAME COMMAND and archipel --game NAME COMMAND are about the game of that name, archipel NAME alone is its help.
A package brings a game with an entry point of the group archipel.games, whose value is module:GAME. One that cannot be
used gets a line on standard error, and the others are listed.
"""

from __future__ import annotations

import argparse
import json

from archipel.checks.games.registry import Found, every_game
from archipel.checks.support.arguments import add_json, complain


def add_arguments(parser: argparse.ArgumentParser) -> None:
    add_json(parser)


def run(arguments: argparse.Namespace) -> int:
    found, wrong = every_game()
    for complaint in wrong:
        complain(complaint)
    if arguments.json:
        print(json.dumps({"games": [as_json(one) for one in found]}, indent=1, ensure_ascii=False))
    else:
        print("\n".join(lines(found)))
    return 0


def as_json(found: Found) -> dict[str, object]:
    game = found.game
    return {
        "name": game.name,
        "title": dict(game.title),
        "players": list(game.players),
        **({"boards": list(game.boards)} if game.boards else {}),
        **({"options": {name: list(values) for name, values in game.options.items()}} if game.options else {}),
        "from": found.origin,
    }


def lines(found: list[Found]) -> list[str]:
    """The same for people."""
    width = max(len(one.game.name) for one in found)
    return [
        f"{game.name:{width}}  {game.title['en']}, {min(game.players)} to {max(game.players)} players ({origin})"
        for game, origin in found
    ]
