"""Programs that play Lagoon, judged by nothing but its engine and its clauses; chance is told to them."""

from __future__ import annotations

from collections import Counter
from collections.abc import Callable, Mapping
from dataclasses import replace
from random import Random
from typing import Any

import pytest
from tests.toy.engine import Phase
from tests.toy.game import ENGINE, GAME, MAPPING

from archipel.checks.games.protocol import Game
from archipel.checks.judge.conformance.blame.blaming import Blame
from archipel.checks.judge.conformance.blame.otherwise import REFUTED, OtherTerms
from archipel.checks.judge.conformance.blame.suspects import LEFT_OUT
from archipel.checks.judge.conformance.engine_game import announced
from archipel.checks.judge.conformance.exploring import Tag, near_misses, refusal
from archipel.checks.judge.conformance.games import Difference, Event, Script
from archipel.checks.judge.conformance.match import MatchJudge
from archipel.checks.judge.conformance.searching import ConformanceCampaign, search
from archipel.checks.judge.conformance.shrinking import Shrinker
from archipel.checks.judge.conformance.telling.verdicts import event_data
from archipel.checks.judge.game import Judge as JudgeOfGame
from archipel.checks.judge.game import result_data
from archipel.checks.simulate.benchmarks.judged_program import MeasuredProgram
from archipel.reference.strict_json import Field

LAGOON = announced(GAME, {})
Wrong = Callable[[Any, Any], Any]


class Played:
    """A program in this process: the engine, with what comes of a decision changed if ``wrong`` says so."""

    def __init__(self, wrong: Wrong = lambda before, after: after, told: bool = True) -> None:
        self.wrong = wrong
        self.told = told
        self.state: Any = None
        self.chances = 0

    def ask(self, request: Mapping[str, Any]) -> dict[str, Any]:
        match request["do"]:
            case "new":
                assert request["protocol"] == 2
                terms = ENGINE.codec.read_header({name: Field(request[name]) for name in ENGINE.codec.header})
                self.state = ENGINE.new_game(ENGINE.codec.read_setup(Field(request["setup"])), terms)
            case "view":
                seen = ENGINE.codec.view_data(self.state, request["player"])
                return {"view": seen} if self.told else {"unsupported": True}
            case do:
                self.chances += do == "chance"
                action = ENGINE.codec.read_action(Field(request["outcome" if do == "chance" else "action"]))
                try:
                    after = ENGINE.apply_action(self.state, action)
                except ENGINE.illegal as error:
                    return {"refused": True, "reason": str(error)}
                self.state = self.wrong(self.state, after)
        legal = [ENGINE.codec.action_data(action) for action in ENGINE.legal_actions(self.state)]
        result = ENGINE.result(self.state)
        state = ENGINE.codec.position_data(self.state) if self.told else {}
        return {"legal": legal, "state": state, "result": result_data(result)}

    def end(self) -> None: ...

    def again(self) -> Played:
        return Played(self.wrong, self.told)


def judged(program: Played) -> tuple[MatchJudge, Difference | None]:
    """The first difference of a program; without what was tried or looked at on the way, if it shows then, too."""
    judge = MatchJudge(program, LAGOON)  # type: ignore[arg-type]
    found = search(judge, ConformanceCampaign(8, (3, 4), 1))[0]
    if found is None:
        return judge, None
    asked = [event for event in found.script.events[:-1] if event.do == "play"]
    return judge, judge.run(Script(found.script.start, (*asked, found.script.events[-1]))) or found


def test_the_kits_own_program_is_right() -> None:
    """It serves whatever game it is told, chance included."""

    class Served(Played):
        def __init__(self) -> None:
            super().__init__()
            self.program = MeasuredProgram(JudgeOfGame(GAME))

        def ask(self, request: Mapping[str, Any]) -> dict[str, Any]:
            return self.program.answer(dict(request))

    assert judged(Served())[1] is None


def test_a_right_program_differs_nowhere() -> None:
    program = Played()
    judge, found = judged(program)
    assert found is None and program.chances and judge.asked["view"]


def free_pearls(before: Any, after: Any) -> Any:
    """Whoever catches something catches one more."""
    if sum(after.baskets) == sum(before.baskets):
        return after
    seat = next(seat for seat in range(after.players) if after.baskets[seat] != before.baskets[seat])
    baskets = tuple(number + (other == seat) for other, number in enumerate(after.baskets))
    return replace(after, baskets=baskets)


def to_the_right(before: Any, after: Any) -> Any:
    """The turn passes to the other side."""
    return after if after.active == before.active else replace(after, active=(before.active - 1) % after.players)


def staying(before: Any, after: Any) -> Any:
    """Whoever swims stays where he is."""
    return replace(after, divers=before.divers)


def shown_in_vain(before: Any, after: Any) -> Any:
    """A card that is shown does not count."""
    return replace(after, shown=before.shown)


def dived_in_vain(before: Any, after: Any) -> Any:
    """Whoever dives comes up with nothing, and all pearls stay where they are."""
    return replace(after, pearls=before.pearls, baskets=before.baskets)


def always_one(before: Any, after: Any) -> Any:
    """The die shows 1, whatever it shows."""
    return after if after.die is None else replace(after, die=1)


def one_round_less(before: Any, after: Any) -> Any:
    """The game ends after three rounds."""
    return replace(after, phase=Phase.OVER) if after.round == after.rules.rounds else after


def swum_away(before: Any, after: Any) -> Any:
    """Whoever swims loses his pearls."""
    return after if before.divers == after.divers else replace(after, baskets=(0,) * after.players)


BREAKS: dict[Wrong, str] = {
    free_pearls: "turn.dive",
    to_the_right: "turn.next",
    staying: "turn.swim",
    shown_in_vain: "turn.show",
    dived_in_vain: "turn.dive",
    always_one: "turn.roll",
    one_round_less: "end.last",
}


@pytest.mark.parametrize(("wrong", "clause"), BREAKS.items())
def test_a_wrong_program_is_found_by_its_clause(wrong: Wrong, clause: str) -> None:
    _, found = judged(Played(wrong))
    assert found is not None and clause in [link.clause for link in LAGOON.clauses(found)[:2]]


SHOWS_LATER = [wrong for wrong in BREAKS if wrong is not always_one]  # nobody else ever hears what the die has shown


@pytest.mark.parametrize("wrong", SHOWS_LATER)
def test_a_program_that_tells_no_states_is_found_by_its_clause(wrong: Wrong) -> None:
    """Where it goes wrong, it shows nothing yet."""
    _, found = judged(Played(wrong, told=False))
    clause = BREAKS[wrong]
    assert found is not None and clause in [link.clause for link in LAGOON.clauses(found)[:2]]


OTHER_NUMBERS = {"pearls": "setup.start", "rounds": "end.last", "card_points": "end.points"}


class MisreadNumber(Played):
    """A number of the game is one more; no state is told."""

    def __init__(self, number: str) -> None:
        super().__init__(told=False)
        self.number = number

    def ask(self, request: Mapping[str, Any]) -> dict[str, Any]:
        if request["do"] == "new":
            numbers = {**request["rules"], self.number: request["rules"][self.number] + 1}
            return super().ask({**request, "rules": numbers})
        return super().ask(request)


def test_a_clause_can_be_left_out_as_a_whole() -> None:
    """It changes pearls and baskets; to leave out one of both explains half."""
    _, found = judged(Played(dived_in_vain))
    assert found is not None and set(found.members("state")) >= {"pearls", "baskets"}
    explained = Blame(MAPPING, found, LAGOON.opening(found.script.start)).explained()
    of_dive = [one for one in explained if one.suspect.passage.clause == "turn.dive" and one.suspect.where == LEFT_OUT]
    assert of_dive[0].distance == 0.0 and len(of_dive[0].suspect.passages) == 2
    assert all(one.distance > 0.0 and len(one.suspect.passages) == 1 for one in of_dive[1:])
    assert LAGOON.clauses(found)[0].clause == "turn.dive"


@pytest.mark.parametrize(("number", "clause"), OTHER_NUMBERS.items())
def test_another_number_is_found_by_the_clause_that_names_it(number: str, clause: str) -> None:
    """It may show long after it was read."""
    _, found = judged(MisreadNumber(number))
    assert found is not None and clause in [link.clause for link in LAGOON.clauses(found)]


def test_who_would_have_answered_otherwise_before_is_blamed_less() -> None:
    _, found = judged(MisreadNumber("card_points"))
    assert found is not None
    terms, numbers = OtherTerms(LAGOON, MAPPING, found), MAPPING.parameters(LAGOON.terms, 3)
    points, pearls = (LAGOON.with_numbers({**numbers, name: numbers[name] + 1}) for name in ("card_points", "pearls"))
    assert terms.far(points) == 0.0 and terms.far(LAGOON) == 1.0 and terms.far(pearls) > REFUTED


def test_a_mistake_of_no_clause_has_to_do_with_what_differs() -> None:
    _, found = judged(Played(swum_away))
    assert found is not None and "turn.dive" in [link.clause for link in LAGOON.clauses(found)]


def test_a_result_is_blamed_on_what_says_how_points_are_counted() -> None:
    class Miscounting(Played):
        def ask(self, request: Mapping[str, Any]) -> dict[str, Any]:
            answer = super().ask(request)
            if answer.get("result"):
                answer["result"] = {**answer["result"], "points": [2 * points for points in answer["result"]["points"]]}
            return answer

    _, found = judged(Miscounting())
    assert found is not None and LAGOON.clauses(found)[0].clause == "end.points"


def test_a_game_is_shortened_and_still_shows_the_same() -> None:
    judge, found = judged(Played(free_pearls))
    assert found is not None and "state.baskets" in found.aspects
    short = Shrinker(judge, 2.0).shrink(found, (3, 4), 1)
    assert len(short.script.events) <= len(found.script.events) and LAGOON.clauses(short)[0].clause == "turn.dive"
    assert LAGOON.record(short.script)["moves"] == [LAGOON.data(move) for move in short.script.moves]
    assert len(LAGOON.story(short)) == len(short.script.moves) and LAGOON.drawing(short, "en")


def test_a_program_that_accepts_anything_is_found() -> None:
    class Lax(Played):
        def ask(self, request: Mapping[str, Any]) -> dict[str, Any]:
            answer = super().ask(request)
            return {"legal": [], "state": {}, "result": None} if "refused" in answer else answer

    _, found = judged(Lax())
    assert found is not None and found.aspects == ("accepted",)
    about = [link.clause for link in LAGOON.clauses(found)]
    assert about and about[0] in MAPPING.readings.rulebook.clauses
    assert LAGOON.link(about[0]).sentence["en"]


def test_a_program_that_hides_a_decision_is_found() -> None:
    class Shy(Played):
        def ask(self, request: Mapping[str, Any]) -> dict[str, Any]:
            answer = super().ask(request)
            if "legal" in answer:
                answer["legal"] = [item for item in answer["legal"] if item["do"] != "show"]
            return answer

    _, found = judged(Shy(told=False))
    assert found is not None and found.aspects == ("missing",)
    assert LAGOON.clauses(found)[0].clause == "turn.show"


def test_outcomes_are_told_and_decisions_are_asked() -> None:
    roll, swim = (next(iter(_some(name))) for name in ("roll", "swim"))
    assert event_data(LAGOON, Event("play", roll))["do"] == "chance"
    assert event_data(LAGOON, Event("play", swim)) == {"do": "play", "action": LAGOON.data(swim)}
    assert LAGOON.protocol == 2 and announced(_costa_ruana(), {}).protocol == 1


def _some(name: str) -> list[Any]:
    chance = Random(1)
    state = ENGINE.new_game(ENGINE.setup_from_seed(3, 1, ENGINE.standard), ENGINE.standard)
    while True:
        legal = ENGINE.legal_actions(state)
        if isinstance(legal[0], ENGINE.actions[name]):
            return list(legal)
        state = ENGINE.apply_action(state, chance.choice(legal))


def _costa_ruana() -> Game:
    from archipel.checks.costa_ruana.game import GAME

    return GAME


def test_other_readings_are_the_games() -> None:
    (other, *_) = LAGOON.other_readings()
    by = LAGOON.by(dict([other]))
    assert by.choice == dict([other]) and by.announced == LAGOON.announced
    assert [link.clause for link in LAGOON.clauses_read(by.choice)] == [GAME.readings.points[other[0]].clause.id]


def test_a_script_is_followed_as_far_as_it_can_be_played() -> None:
    explorer = LAGOON.explorer((3,), 1)
    start = explorer.begin(0)
    position, events = LAGOON.opening(start), list[Event]()
    while (decision := explorer.decision(position)) is not None and len(events) < 12:
        events.append(Event("play", decision))
        position = LAGOON.after(position, decision)
    whole = Script(start, tuple(events))
    assert LAGOON.followed(whole) == whole
    cut = LAGOON.followed(Script(start, tuple(events[3:])))
    position = LAGOON.opening(start)
    for move in cut.moves:
        assert move in LAGOON.legal(position)
        position = LAGOON.after(position, move)
    assert LAGOON.size(cut) < LAGOON.size(whole)


@pytest.mark.parametrize("players", [3, 4])
def test_near_misses_are_illegal_and_of_many_kinds(players: int) -> None:
    explorer, tags = LAGOON.explorer((players,), 2), Counter[Tag]()
    position = LAGOON.opening(explorer.begin(0))
    while (decision := explorer.decision(position)) is not None:
        tags.update([tag for tag, _ in near_misses(MAPPING, position, Random(1))])
        for action in LAGOON.almost_legal(position):
            assert action not in LAGOON.legal(position) and refusal(ENGINE, position, action) is not None
        assert len(list(explorer.choices(position))) <= 5
        position = LAGOON.after(position, decision)
    assert tags.total() > 50 and {kind for _, kind, _ in tags} >= {"Swim", "Dive", "Show"}
