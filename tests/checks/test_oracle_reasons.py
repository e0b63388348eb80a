"""Costa Ruana over the oracle: reasons by its clauses, its readings and numbers, and its questions."""

from __future__ import annotations

import json
import subprocess
import sys
from pathlib import Path
from typing import Any

import pytest
from tests.checks.test_oracle import asked, error, told
from tests.checks.test_serve import Client

from archipel.checks.costa_ruana.explanations import explain, reasons_against, variant_of
from archipel.checks.costa_ruana.projection import MAPPING
from archipel.checks.judge.game import judge_of
from archipel.checks.judge.http.application import application
from archipel.checks.judge.oracle.limits import REFUSED, Limits, Shares
from archipel.checks.judge.oracle.methods import Oracle
from archipel.checks.judge.oracle.sessions import numbered
from archipel.checks.judge.reasons import ClauseReasons
from archipel.reference.costa_ruana import STANDARD, Flip, PlayUp, Rules, Settle, Setup, codec, new_game
from archipel.reference.costa_ruana.actions import Condition
from archipel.reference.costa_ruana.readings import chosen
from archipel.reference.strict_json import Field


@pytest.fixture
def oracle() -> Oracle:
    return Oracle(judge_of("costa_ruana"), Limits(), numbered())


def test_a_refused_move_is_explained(oracle: Oracle) -> None:
    setup = Setup.from_seed(3, 7)
    session = told(oracle, "new", setup=codec.setup_data(setup))["session"]
    action = {"do": "settle", "player": 0, "island": 9}
    refused = error(oracle, "play", session=session, action=action)
    assert refused["code"] == REFUSED
    assert refused["data"]["reason"] == "another player decides now"
    wanted = explain(new_game(setup), codec.loads_action(json.dumps(action))).as_json()
    assert refused["data"]["sets"] == wanted["sets"] == [["setup.island-count"], ["setup.settle-order"]]
    assert refused["data"]["reasons"] == wanted["reasons"]
    assert refused["data"]["clauses"] == ["setup.island-count", "setup.settle-order"]
    french = error(oracle, "play", session=session, action=action, lang="fr")
    assert "C'est à" in french["data"]["reasons"][1]["fact"]
    assert told(oracle, "explain", session=session, action=action)["sets"] == wanted["sets"]


@pytest.mark.parametrize(
    ("readings", "passes"), [({}, False), ({"flip": "optional"}, True)], ids=["ours", "flip=optional"]
)
def test_readings_decide(oracle: Oracle, readings: dict[str, str], passes: bool) -> None:
    session = told(oracle, "new", players=2, seed=5, readings=readings)["session"]
    standing = told(oracle, "legal", session=session)
    while standing["legal"][0]["do"] != "flip":
        standing = told(oracle, "play", session=session, action=standing["legal"][0], include=["legal"])
    answer = asked(oracle, "play", session=session, action={"do": "pass", "player": standing["actor"]})
    assert ("result" in answer) == passes
    if not passes:
        assert answer["error"]["data"]["clauses"] == ["conditions.flip"]


NO_RULES = ({"readings": {"flip": "never"}}, {"numbers": {"cap": 0}}, {"deck": ["remove-1 day 2"]})


@pytest.mark.parametrize("more", NO_RULES)
def test_rules_that_are_none_open_no_session(oracle: Oracle, more: dict[str, Any]) -> None:
    assert error(oracle, "new", players=2, seed=1, **more)["code"] == -32602


def test_questions_by_the_rules_of_a_session(oracle: Oracle) -> None:
    question = {"ask": "island", "counts": [2, 1, 1]}
    assert told(oracle, "ask", question=question)["winner"] == 0
    together = told(oracle, "new", players=3, seed=1, readings={"majority": "together"})["session"]
    assert told(oracle, "ask", question=question, session=together)["winner"] is None
    roomy = told(oracle, "new", players=2, seed=1, numbers={"cap": 9})["session"]
    full = {"ask": "island", "counts": [5, 4]}
    assert told(oracle, "ask", question=full, session=roomy)["winner"] == 0
    assert error(oracle, "ask", question=full)["code"] == -32602
    assert error(oracle, "ask", question=[])["code"] == -32602


def test_over_http() -> None:
    client = Client(application(Oracle(judge_of("costa_ruana"), Limits(), numbered(), Shares())))
    begun = client.told("/new", players=3, seed=7, include=["legal"])
    session, legal = begun["session"], begun["legal"]
    standing = client.told("/play", session=session, action=legal[3], include=["legal"])
    refused = client.post("/play", session=session, action=legal[3])
    assert (refused.status_code, refused.json()["error"]["data"]["sets"]) == (409, [["setup.settle-order"]])
    assert client.told("/explain", session=session, action=standing["legal"][0])["verdict"] == "legal"
    assert client.told("/ask", question={"ask": "island", "counts": [3, 3, 1]})["winner"] == 2


def test_a_variant_has_the_rules_it_is_made_from() -> None:
    other = Rules(cap=9, islands_by_players=(5, 6, 7, 9, 10), readings=chosen({"flip": "optional"}))
    for rules in (STANDARD, other):
        assert variant_of(rules).sides.rules == rules


def test_records_of_the_first_version_are_read_as_before() -> None:
    judge, setup = judge_of("costa_ruana"), Setup.from_seed(2, 1)
    state = new_game(setup)
    written = codec.record_data(codec.Record(setup, (state.legal_actions()[0],), state.rules, state.deck))
    recorded = judge.read_record(Field(written))
    assert recorded.state == state and list(recorded.moves) == [state.legal_actions()[0]] and recorded.result is None


def test_clauses_alone_name_what_forbids_a_move() -> None:
    state = new_game(Setup.from_seed(3, 1))
    reasons = ClauseReasons(MAPPING)
    actor = state.shaman
    for action in (Settle((actor + 1) % 3, 0), PlayUp(actor, state.hands[actor][0], 0), Flip(actor, Condition.TIDE)):
        sets = reasons.forbidding(state, action)
        assert sets and {clause for found in sets for clause in found} == {
            clause for found in reasons_against(state, action) for clause in found
        }
        complaint = reasons.refusal(state, action, "no", "en")
        assert complaint.data["clauses"] == list(complaint.clauses) and complaint.told[0] == "no"
        assert reasons.explained(state, action, None, "en")["verdict"] == "illegal"
    assert reasons.explained(state, state.legal_actions()[0], None, "en") == {"verdict": "legal", "sets": []}
    assert "phase" in reasons.drawn(state, "en")


MANY_ASKERS = """
import sys, threading
from tests.checks.test_oracle import asked, told
from archipel.checks.judge.game import judge_of
from archipel.checks.judge.oracle.limits import Limits
from archipel.checks.judge.oracle.methods import Oracle
from archipel.checks.judge.oracle.sessions import numbered

oracle = Oracle(judge_of("costa_ruana"), Limits(), numbered())
session = told(oracle, "new", players=2, seed=1)["session"]
standing = told(oracle, "legal", session=session)
while len(standing["legal"][0].get("islands", ())) < 2:
    standing = told(oracle, "play", session=session, action=standing["legal"][0], include=["legal"])
action = {**standing["legal"][0], "islands": standing["legal"][0]["islands"][:1]}
wanted = asked(oracle, "play", session=session, action=action)
assert any("rests_on" in reason for reason in wanted["error"]["data"]["reasons"])
same = []

def ask():
    for _ in range(4):
        same.append(asked(oracle, "play", session=session, action=action) == wanted)
        told(oracle, "explain", session=session, action=action)
        told(oracle, "ask", session=session, question={"ask": "island", "counts": [2, 1]})

threads = [threading.Thread(target=ask) for _ in range(6)]
for thread in threads:
    thread.start()
for thread in threads:
    thread.join()
sys.exit(0 if same == [True] * 24 else 1)
"""


def test_many_may_ask_for_reasons_at_once() -> None:
    """In a process of its own, since a solver that is asked twice at once takes the whole process with it."""
    command, root = [sys.executable, "-c", MANY_ASKERS], Path(__file__).parents[2]
    done = subprocess.run(command, cwd=root, capture_output=True, timeout=120, check=False)
    assert done.returncode == 0, done.stderr
