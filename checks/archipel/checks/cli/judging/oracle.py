"""Judge another program while it plays: JSON-RPC 2.0 over a pipe, one message a line.

Every line on standard input is answered with one line on standard output (a notification, which has no id, with none),
until the input ends. Begin with new, which answers with the name of a session; every other method but info and ask
needs that name. A refused move is answered with the error -32000, the clauses that forbid it in the error's data.

methods:
  info                                   which game and rules, what can be called, and the limits
  new setup | players, seed | state | record, readings, numbers, deck      begin a session
  state session                          the whole position          view session, player   what one seat may see
  legal session                          every legal decision        play session, action   take a decision
  undo session, moves                    take decisions back         explain session, action, viewer, lang
  ask question, session                  a rules question            perft session, depth   count sequences
  divide session, depth                  ... for each decision       close session          end a session
  sessions owner                         those that are open         close_all owner        end them

examples:
  echo '{"jsonrpc":"2.0","id":1,"method":"info"}' | archipel oracle
  echo '{"jsonrpc":"2.0","id":1,"method":"new","params":{"players":3,"seed":7}}' | archipel oracle
  archipel oracle < messages.jsonl > answers.jsonl
  archipel oracle --sessions 1000 --seconds 60        other limits

The manual describes the methods, their answers and the codes of errors. Exit code 0 when the input ends.
"""

from __future__ import annotations

import argparse
import sys

from archipel.checks.judge.game import judge_of
from archipel.checks.judge.oracle.methods import Oracle
from archipel.checks.judge.oracle.pipe import talk
from archipel.checks.judge.oracle.sessions import numbered
from archipel.checks.judge.oracle.settings import add_limits, limits_in


def add_arguments(parser: argparse.ArgumentParser) -> None:
    add_limits(parser)


def run(arguments: argparse.Namespace) -> int:
    oracle = Oracle(judge_of(arguments.game), limits_in(arguments), numbered())
    talk(oracle.server(), sys.stdin.buffer, sys.stdout.buffer)
    return 0
