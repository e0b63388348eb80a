"""Talks to `archipel serve` at the address given. Nothing but the standard library."""

from __future__ import annotations

import json
import sys
from typing import Any
from urllib.error import HTTPError
from urllib.request import Request, urlopen


def ask(url: str, method: str, **parameters: object) -> tuple[int, Any]:
    """Status and answer of a method."""
    request = Request(f"{url}/{method}", json.dumps(parameters).encode(), {"Content-Type": "application/json"})
    try:
        with urlopen(request, timeout=30) as answer:
            return answer.status, json.load(answer)
    except HTTPError as error:
        return error.code, json.load(error)


if __name__ == "__main__":
    url = sys.argv[1]
    _, begun = ask(url, "new", players=3, seed=7)
    for player in (2, 2):
        action = {"do": "settle", "player": player, "island": 4}
        status, answer = ask(url, "play", session=begun["session"], action=action)
        print(status, json.dumps(answer))
