"""The oracle over a pipe: one message a line in, one answer a line out, until the input ends."""

from __future__ import annotations

from typing import BinaryIO

from archipel.checks.judge.oracle.rpc import Server
from archipel.checks.support.bounded_lines import bounded_lines


def talk(server: Server, asking: BinaryIO, answering: BinaryIO) -> None:
    """Answer every line; each answer is on its way before the next line is read."""
    for line in bounded_lines(asking, server.most_bytes):
        answer = server.overlong() if line is None else server.answer(line)
        if answer is not None:
            answering.write(f"{answer}\n".encode("ascii"))
            answering.flush()
