"""Plays random games over the pipe of `archipel oracle` and says how fast. Nothing but the standard library."""

from __future__ import annotations

import json
import subprocess
import sys
import time
from random import Random
from typing import Any


class Oracle:
    """Asks one question at a time and waits for its answer."""

    def __init__(self) -> None:
        pipe = subprocess.PIPE
        self.process = subprocess.Popen(["archipel", "oracle"], stdin=pipe, stdout=pipe, text=True)
        self.asked = 0

    def __call__(self, method: str, **params: object) -> Any:
        assert self.process.stdin is not None
        assert self.process.stdout is not None
        self.asked += 1
        message = {"jsonrpc": "2.0", "id": self.asked, "method": method, "params": params}
        print(json.dumps(message), file=self.process.stdin, flush=True)
        answer = json.loads(self.process.stdout.readline())
        assert answer["id"] == self.asked
        if "error" in answer:
            raise SystemExit(f"refused: {answer['error']}")
        return answer["result"]

    def end(self) -> int:
        assert self.process.stdin is not None
        self.process.stdin.close()
        return self.process.wait()


def games(oracle: Oracle, count: int, players: int) -> tuple[int, float]:
    """Play random games; how many decisions there were, and how long they took."""
    chance, decisions, start = Random(1), 0, time.perf_counter()
    for seed in range(count):
        standing = oracle("new", players=players, seed=seed, include=["legal"])
        session = standing["session"]
        while standing["legal"]:
            action = chance.choice(standing["legal"])
            standing = oracle("play", session=session, action=action, include=["legal"])
            decisions += 1
        oracle("close", session=session)
    return decisions, time.perf_counter() - start


if __name__ == "__main__":
    oracle = Oracle()
    oracle("info")
    decisions, seconds = games(oracle, int(sys.argv[1]) if len(sys.argv) > 1 else 10, 4)
    print(f"{decisions} decisions, {decisions / seconds:,.0f} a second; the oracle ended with {oracle.end()}")
