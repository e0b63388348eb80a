"""Play seeded games under many readings, try wrong actions at every decision, and print a digest of all of it."""

from __future__ import annotations

import hashlib
import json
import sys
from collections import Counter
from dataclasses import replace
from random import Random

from archipel.reference import build
from archipel.reference.costa_ruana import (
    STANDARD,
    Action,
    IllegalAction,
    Setup,
    State,
    apply_action,
    legal_actions,
    new_game,
    ranking,
    returns,
    view,
)
from archipel.reference.costa_ruana.codec import dumps_action, dumps_state, dumps_view
from archipel.reference.costa_ruana.readings import CHOICES, chosen

GAMES = 12
WRONG_TRIES = 8
LEFT = ("last-draw",)  # The shipped deck has too few cards for the other reading of it.


def main(players: int) -> None:
    chance, told, counts = Random(players), hashlib.sha256(), Counter[str]()
    for number in range(GAMES):
        choice = {point: chance.choice(names) for point, names in CHOICES.items() if number % 3 and point not in LEFT}
        rules = replace(STANDARD, readings=chosen(choice))
        state, earlier = new_game(Setup.from_seed(players, number, rules), rules), list[Action]()
        while menu := legal_actions(state):
            tell(told, dumps_state(state), dumps_view(view(state, state.shaman)), *map(dumps_action, menu))
            for action in chance.sample(earlier, min(WRONG_TRIES, len(earlier))):
                counts["refused"] += (refusal := refusal_of(state, action)) is not None
                tell(told, str(refusal))
            earlier.extend(chance.sample(menu, min(3, len(menu))))
            state = apply_action(state, chance.choice(menu))
            counts["decisions"] += 1
        tell(told, dumps_state(state), str(returns(state)), str(ranking(state)), repr(state))
    print(json.dumps({"engine": build.running(), "digest": told.hexdigest(), **counts}))


def refusal_of(state: State, action: Action) -> str | None:
    try:
        apply_action(state, action)
    except IllegalAction as refusal:
        return refusal.reason.value
    return None


def tell(told: hashlib._Hash, *texts: str) -> None:
    for text in texts:
        told.update(text.encode() + b"\0")


if __name__ == "__main__":
    main(int(sys.argv[1]))
