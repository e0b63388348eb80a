"""The page to try things on: every answer in its tables is the engine's, and its script finds the right one."""

from __future__ import annotations

import json
import os
import re
import shutil
import subprocess
import sys
from collections.abc import Iterator, Mapping, Sequence
from copy import deepcopy
from dataclasses import replace
from functools import cache
from itertools import product
from pathlib import Path
from random import Random
from typing import Any

import pytest

from archipel.checks.costa_ruana.drawing import after_flip
from archipel.checks.costa_ruana.explanations import explain
from archipel.checks.costa_ruana.questions import answer
from archipel.checks.costa_ruana.rulebook import trying
from archipel.checks.costa_ruana.rulebook.trying import GAMES, TRY_IT, rows
from archipel.checks.costa_ruana.theory import PLAYERS
from archipel.checks.readings.diagnose.consulting import lazily
from archipel.checks.rulebook.trying import trial
from archipel.checks.rulebook.trying.games import FollowedGame
from archipel.checks.rulebook.trying.packing import DIGITS, every_choice
from archipel.checks.variants.variant_files import Variant
from archipel.reference.costa_ruana import (
    GAME,
    STANDARD,
    Condition,
    Name,
    Rules,
    Setup,
    State,
    balanced_deck,
    codec,
    collect,
    is_active,
    new_game,
    next_shaman,
)
from archipel.reference.costa_ruana.readings import CHOICES, OURS, POINTS, Readings, choice_of, chosen
from archipel.reference.costa_ruana.state import FIELDS
from archipel.reference.strict_json import BadInput, canonical
from archipel.spec.costa_ruana import NUMBERS, RULEBOOK

LANGUAGES = ("en", "fr")
NODE = shutil.which("node")
Tables = dict[str, Any]
Row = tuple[int, ...]


@cache
def tables() -> Tables:
    found: Tables = json.loads(TRY_IT.tables_text)["questions"]
    return found


def table_of(found: Tables, question: str, place: int = 0) -> dict[str, Any]:
    table: dict[str, Any] = found[question]["tables"][place]
    return table


def words_of(found: Tables, question: str, players: int, place: int = 0) -> list[Row]:
    words = table_of(found, question, place)["players"][str(players)]["words"]
    return [tuple(map(int, word)) for word in words.split()]


def ways_of(question: str) -> list[Readings]:
    return readings_by(tables()[question]["points"])


# Reading the tables, as the page's script does


def place_of(code: str) -> int:
    return DIGITS.index(code[0]) * len(DIGITS) + DIGITS.index(code[1])


def entries(part: Mapping[str, Any], run: int) -> Iterator[list[Any]]:
    text = part["runs"][run]
    return (part["answers"][place_of(text[start : start + 2])] for start in range(0, len(text), 2))


def readings_by(points: Sequence[str]) -> list[Readings]:
    """Every combination of readings, in the order in which the tables have them."""
    return [chosen(dict(zip(points, way, strict=True))) for way in product(*[CHOICES[point] for point in points])]


# Who takes the treasure


def engine_takes(players: int, rows: Sequence[Row], treasures: int, readings: Readings) -> Iterator[tuple[Any, Any]]:
    """Who takes and who goes home, island by island, with all the others empty."""
    first = new_game(Setup.from_seed(players, 5))
    game = replace(first.game, rules=Rules(readings=readings))
    nothing = ((0,) * players,) * (game.islands - 1)
    for row in rows:
        board = (row, *nothing)
        there = (treasures, *(0,) * (game.islands - 1))
        after = collect(first.changed(game=game, inhabitants=board, treasures=there))
        left = [one - other for one, other in zip(row, after.inhabitants[0], strict=True)]
        yield seat_with(after.gains), seat_with(left)


def seat_with(numbers: Sequence[int]) -> int | None:
    return next((seat for seat, number in enumerate(numbers) if number), None)


def wrong_islands(found: Tables, players: int, treasures: int, ways: Sequence[int]) -> list[tuple[int, Row]]:
    """The islands about which the table does not say what the engine says."""
    part, rows = table_of(found, "island"), words_of(found, "island", players)
    every, wrong = ways_of("island"), list[tuple[int, Row]]()
    for way in ways:
        run = part["players"][str(players)]["runs"][way][min(treasures, 1)]
        told = [(winner, returns) for winner, returns, _, _ in entries(part, run)]
        right = list(engine_takes(players, rows, treasures, every[way]))
        wrong += [(way, row) for row, one, other in zip(rows, told, right, strict=True) if one != other]
    return wrong


@pytest.mark.parametrize("treasures", [0, 1])
@pytest.mark.parametrize("players", PLAYERS)
def test_every_island_goes_to_whom_the_engine_gives_it_by_every_reading(players: int, treasures: int) -> None:
    assert wrong_islands(tables(), players, treasures, range(len(ways_of("island")))) == []


@pytest.mark.parametrize("players", PLAYERS)
def test_so_it_is_with_any_number_of_treasures(players: int) -> None:
    chance, ways = Random(players), len(ways_of("island"))
    for treasures in range(STANDARD.treasures_in_play(players) + 1):
        assert wrong_islands(tables(), players, treasures, [0 if players > 4 else chance.randrange(ways)]) == []


@pytest.mark.parametrize("players", PLAYERS)
def test_every_island_that_there_can_be_is_in_the_table_and_no_other(players: int) -> None:
    rows, part = words_of(tables(), "island", players), table_of(tables(), "island")
    fitting = [row for row in product(range(STANDARD.cap + 1), repeat=players) if sum(row) <= STANDARD.cap]
    assert rows == fitting
    runs = part["players"][str(players)]["runs"]
    assert all(len(part["runs"][run]) == 2 * len(rows) for column in runs for run in column)


def test_the_clauses_say_the_same_of_islands_whose_seats_come_in_any_order() -> None:
    """The table asks them about one order of the seats only."""
    chance, part = Random(2), table_of(tables(), "island")
    every = every_choice(CHOICES, tables()["island"]["points"])
    for _ in range(400):
        players = chance.choice(PLAYERS)
        rows = words_of(tables(), "island", players)
        place, way, treasures = chance.randrange(len(rows)), chance.randrange(len(every)), chance.randint(0, 5)
        run = part["players"][str(players)]["runs"][way][min(treasures, 1)]
        winner, returns, groups, reason = list(entries(part, run))[place]
        told = trying.asked(every[way], ask="island", counts=list(rows[place]), treasures=treasures)
        assert (winner, returns, groups) == (told["winner"], told["returns"], told["conflicts"])
        assert [clause for clause, _ in part["reasons"][reason][1]] == told["clauses"]


def looked_at(act: Any) -> set[str]:
    """The points that the engine asks about."""
    asked = set[str]()

    def ask(point: str) -> str:
        asked.add(point)
        return CHOICES[point][chance.randrange(len(CHOICES[point]))]

    chance = Random(0)
    for _ in range(300):
        act(lazily(OURS, POINTS, ask))
    return asked


def test_the_engine_looks_at_no_other_readings_of_an_island() -> None:
    chance = Random(1)

    def act(readings: Readings) -> None:
        state = new_game(Setup.from_seed(4, 1))
        object.__setattr__(rules := Rules(), "readings", readings)
        game = replace(state.game, rules=rules)
        rows = [tuple([chance.randint(0, 2) for _ in range(4)]) for _ in range(state.islands)]
        collect(state.changed(game=game, inhabitants=tuple(rows)))

    assert looked_at(act) == set(TRY_IT.questions["island"].points)


def test_a_wrong_entry_is_found() -> None:
    broken = deepcopy(tables())
    part = table_of(broken, "island")
    run = part["players"]["3"]["runs"][0][1]
    text = part["runs"][run]
    codes = [text[start : start + 2] for start in range(0, len(text), 2)]
    codes[50] = next(code for code in codes if code != codes[50])
    part["runs"][run] = "".join(codes)
    assert len(wrong_islands(broken, 3, 1, [0])) == 1


# Who is the next shaman


def order_of(numbers: Sequence[int]) -> str:
    different = sorted(set(numbers))
    return "".join([str(different.index(number)) for number in numbers])


def wrong_shamans(found: Tables, players: int, way: int) -> list[tuple[int, Row]]:
    """Everything that a round can give, for which the table does not say what the engine says."""
    part, game = table_of(found, "shaman"), table_of(found, "shaman")["players"][str(players)]
    orders = {word: place for place, word in enumerate(game["words"].split())}
    readings, most = ways_of("shaman")[way], STANDARD.islands(players)
    wrong = list[tuple[int, Row]]()
    for start in range(players):
        told = [entry[0] for entry in entries(part, game["runs"][way][start])]
        for gains in gains_of_a_round(players, most):
            if told[orders[order_of(gains)]] != next_shaman(start, gains, readings):
                wrong.append((start, gains))
    return wrong


@cache
def gains_of_a_round(players: int, most: int) -> list[Row]:
    """Every way to share out at most so many treasures."""
    return list(rows(players, most))


@pytest.mark.parametrize("players", PLAYERS)
def test_every_gain_of_a_round_gives_the_shaman_that_the_engine_finds(players: int) -> None:
    ways = ways_of("shaman")
    told_apart = {way.shaman_tie: place for place, way in enumerate(ways)}.values()
    for way in range(len(ways)) if players < 5 else told_apart:
        assert wrong_shamans(tables(), players, way) == []
    most = {setting["name"]: setting["most"] for setting in tables()["shaman"]["settings"]}
    assert most["gain"][str(players)] == STANDARD.islands(players)


def test_a_wrong_shaman_is_found() -> None:
    broken = deepcopy(tables())
    runs = table_of(broken, "shaman")["players"]["3"]["runs"][0]
    runs[0], runs[1] = runs[1], runs[0]
    assert wrong_shamans(broken, 3, 0)


def test_the_clauses_say_the_same_whoever_was_shaman() -> None:
    """The table asks them about seat 0 only."""
    chance, part = Random(3), table_of(tables(), "shaman")
    for _ in range(300):
        players, way = chance.choice(PLAYERS), chance.choice((0, 2))
        game = part["players"][str(players)]
        orders = game["words"].split()
        place, seat = chance.randrange(len(orders)), chance.randrange(players)
        shaman, fewest, reason = list(entries(part, game["runs"][way][seat]))[place]
        variant = Variant(GAME, chosen=tuple(choice_of(ways_of("shaman")[way]).items()))
        asked = {"ask": "shaman", "gains": list(map(int, orders[place])), "previous": seat}
        told = answer(asked, variant=variant)
        assert (shaman, fewest) == (told["shaman"], told["fewest"])
        assert [clause for clause, _ in part["reasons"][reason][1]] == told["clauses"]


# Which cards are active


def test_every_card_is_active_when_engine_and_clauses_say_so() -> None:
    part = table_of(tables(), "conditions")
    for way, readings in enumerate(ways_of("conditions")):
        variant = Variant(GAME, chosen=tuple(choice_of(readings).items()))
        for players in PLAYERS:
            kept = [balanced_deck().cards[card] for card in balanced_deck().kept(players)]
            run = part["players"][str(players)]["runs"][way]
            for (tide, time), entry in zip(trying.SIDES, entries(part, run), strict=True):
                told = answer({"ask": "active", "tide": tide.removesuffix("_tide"), "time": time}, variant=variant)
                shown = {name: (number, holds) for _, faces in entry[5] for name, number, holds in faces}
                for place, face in enumerate(trying.FACES):
                    cards = [card for card in kept if trying.face(card) == face]
                    acts = is_active(face[2], tide, time, readings)
                    assert acts == (face[2].value in told["backgrounds"])
                    assert shown.get(f"face-{place}") == ((len(cards), int(acts)) if cards else None)
                assert entry[2] == sum(number for number, holds in shown.values() if holds) and entry[3] == len(kept)


def test_what_can_be_turned_leads_to_the_other_side() -> None:
    part = table_of(tables(), "conditions")
    for way, readings in enumerate(ways_of("conditions")):
        run = part["players"]["3"]["runs"][way]
        for (tide, time), entry in zip(trying.SIDES, entries(part, run), strict=True):
            turns = {turn: trying.SIDES[leads] for turn, leads in entry[4]}
            assert turns["tide"] == after_flip(tide, time, Condition.TIDE)
            assert turns["time"][0] == tide and turns["time"][1] != time
            assert ("neither" in turns) == (readings.flip == "optional")


# Games


@cache
def shown_games(lang: str) -> dict[str, Any]:
    return GAMES.table(lang, TRY_IT.art, TRY_IT.choices)


def played(place: int) -> FollowedGame:
    return GAMES.played(*GAMES.seeds[place])


@pytest.mark.parametrize("lang", LANGUAGES)
@pytest.mark.parametrize("place", range(len(GAMES.seeds)))
def test_a_game_is_played_by_the_rules_to_its_end(place: int, lang: str) -> None:
    game, told = played(place), shown_games(lang)["played"][place]
    state, shown = new_game(game.setup), dict(told["first"])
    for move, step in zip(game.moves, told["steps"], strict=True):
        found = explain(state, move)
        assert found.legal
        assert [clauses for _, clauses in step["happens"]] == [
            [link.clause for link in one.clauses] for one in found.happens
        ]
        state = state.apply_action(move)
        shown |= step["at"]
        assert_shown(shown, state, shown_games(lang))
    assert state.is_terminal() and dict(shown["columns"])["points"] == list(state.returns())


def assert_shown(shown: Mapping[str, Any], state: State, games: Mapping[str, Any]) -> None:
    """The numbers of the table, and as many figures and cards in the drawings as there are."""
    columns, sections = dict(shown["columns"]), dict(shown["sections"])
    assert (columns["reserve"], columns["hut"]) == (list(state.reserve), list(state.huts))
    assert columns["hand"] == [len(hand) for hand in state.hands] and shown["actor"] == state.actor

    def figures(section: str) -> list[int]:
        parts = [["".join([games["elements"][e] for e in games["drawings"][d][4]])] for d in sections[section]]
        return [part[0].count("cr-figure") for part in parts]

    assert figures("islands") == [sum(row) for row in state.inhabitants]
    lying = [slot for slot, laid in enumerate(state.table) if laid is not None]
    standing = [sum(slot == place for place in state.standing) for slot in lying]
    assert figures("table") == [1 + number for number in standing]
    labels = [games["drawings"][place][2] for place in sections["sides"]]
    assert len(set(labels)) == 2


def happenings(lang: str) -> list[Any]:
    games = shown_games(lang)["played"]
    return [happening for game in games for step in game["steps"] for happening in step["happens"]]


def test_there_is_something_to_see_in_the_games() -> None:
    named = {clause for _, clauses in happenings("en") for clause in clauses}
    assert {"collection.majority", "collection.single", "collection.conflict", "succession.tie"} <= named
    assert {"succession.no-second-refusal", "reveal.return", "resolution.beneficiaries"} <= named
    assert len(named) > 30


def test_players_are_called_by_name_alone() -> None:
    for lang, seat in (("en", "seat"), ("fr", "siège")):
        texts = [text for told, _ in happenings(lang) for text in told]
        assert len(texts) > 200 and not [text for text in texts if seat in text]


@pytest.mark.parametrize("place", range(len(GAMES.seeds)))
def test_games_part_by_another_reading_where_it_is_said_and_not_before(place: int) -> None:
    game, partings = played(place), shown_games("en")["played"][place]["partings"]
    told = {(parting["point"], parting["reading"]): parting["step"] for parting in partings}
    assert told
    for point, name in [(point, name) for point, names in CHOICES.items() for name in names[1:]]:
        step = told.get((point, name))
        goes_on = same_until(game, chosen({point: name}))
        assert goes_on == (len(game.moves) if step is None else step), (point, name)


def same_until(game: FollowedGame, readings: Readings) -> int:
    """How many decisions of a game lead to the same by other readings, with as much to choose from."""
    try:
        state = new_game(game.setup, Rules(readings=readings))
    except BadInput:
        return 0
    for step, move in enumerate(game.moves):
        here, there = game.states[step], game.states[step + 1]
        if seen(state) != seen(here) or state.legal_actions() != here.legal_actions():
            return step
        state = state.apply_action(move)
        if seen(state) != seen(there):
            return step
    return len(game.moves)


def seen(state: State) -> list[object]:
    """A position, without what only some readings remember."""
    hidden = ("game", *codec.OPTIONAL)
    return [value for name, value in zip(FIELDS, state.values(), strict=True) if name not in hidden]


# The script


ASK = """
const lookup = require(process.argv[1]);
const tables = JSON.parse(require("fs").readFileSync(process.argv[2], "utf8"));
for (const line of require("fs").readFileSync(0, "utf8").trim().split("\\n")) {
  console.log(JSON.stringify(lookup.answer(tables, ...JSON.parse(line))));
}
"""


def looked_up(questions: Sequence[Any], folder: Path, text: str | None = None) -> list[Any]:
    """What the page's own script answers, in node."""
    assert NODE is not None
    script, data = folder / "lookup.js", folder / "tables.json"
    script.write_text(TRY_IT.assets("en")[trial.LOOKUP], encoding="utf-8")
    data.write_text(text or TRY_IT.tables_text, encoding="utf-8")
    asked = "\n".join([json.dumps(question) for question in questions])
    command = [NODE, "-e", ASK, str(script), str(data)]
    run = subprocess.run(command, input=asked, capture_output=True, encoding="utf-8", check=True)
    return [json.loads(line) for line in run.stdout.splitlines()]


def any_choice(points: Sequence[str], chance: Random) -> dict[str, str]:
    return {point: chance.choice(CHOICES[point]) for point in points if chance.random() < 0.6}


needs_node = pytest.mark.skipif(NODE is None, reason="node is not installed")


@needs_node
def test_the_script_finds_who_takes_the_treasure(tmp_path: Path) -> None:
    chance, questions = Random(8), list[Any]()
    for _ in range(2000):
        players = chance.choice(PLAYERS)
        row = [chance.choice((0, 0, 1, 1, 2, 3)) for _ in range(players)]
        given = {"on": row, "treasures": chance.randint(0, 9)}
        questions.append(["island", players, given, any_choice(TRY_IT.questions["island"].points, chance)])
    answers = looked_up(questions, tmp_path)
    assert 200 < answers.count(None) < 1500
    for (_, players, given, choice), found in zip(questions, answers, strict=True):
        if sum(given["on"]) > STANDARD.cap:
            assert found is None
            continue
        [(winner, returns)] = engine_takes(players, [tuple(given["on"])], given["treasures"], chosen(choice))
        assert (found["winner"], found["returns"]) == (winner, returns), (given, choice)


@needs_node
def test_the_script_finds_the_shaman_that_the_engine_finds_at_the_end_of_a_round(tmp_path: Path) -> None:
    chance, questions = Random(9), list[Any]()
    for _ in range(2000):
        players = chance.choice(PLAYERS)
        seats = range(players)
        gains = [chance.randint(0, 2) for _ in seats]
        total = [gain + chance.randint(0, 2) for gain in gains]
        given = {"gain": gains, "total": total, "shaman-now": chance.choice(seats), "offered": chance.choice(seats)}
        questions.append(["shaman", players, given, any_choice(TRY_IT.questions["shaman"].points, chance)])
    for (_, _, given, choice), found in zip(questions, looked_up(questions, tmp_path), strict=True):
        numbers = tuple(given["gain"]), tuple(given["total"])
        after = trying.ended(given["shaman-now"], given["offered"], *numbers, choice)
        assert found["shaman"] == after.shaman, (given, choice)
        assert found["names"] == [action.shaman for action in after.legal_actions() if isinstance(action, Name)]


@needs_node
def test_the_script_finds_the_active_cards(tmp_path: Path) -> None:
    ways = every_choice(CHOICES, TRY_IT.questions["conditions"].points)
    asked = list(product(PLAYERS, range(4), ways))
    answers = looked_up([["conditions", players, {"sides": sides}, way] for players, sides, way in asked], tmp_path)
    for (players, sides, way), found in zip(asked, answers, strict=True):
        cards = [balanced_deck().cards[card] for card in balanced_deck().kept(players)]
        active = [is_active(card.background, *trying.SIDES[sides], chosen(way)) for card in cards]
        assert (found["active"], found["all"]) == (sum(active), len(cards))


@needs_node
def test_the_script_has_no_rule_of_its_own(tmp_path: Path) -> None:
    """With the engine's tables it answers 2-2-1 with the third player; with others it repeats what they say."""
    other = json.loads(TRY_IT.tables_text)
    table = other["questions"]["island"]["tables"][0]
    table["answers"] = [[1, None, [], reason] for *_, reason in table["answers"]]
    question = ["island", 3, {"on": [2, 2, 1], "treasures": 1}, {}]
    assert looked_up([question], tmp_path)[0]["winner"] == 2
    assert looked_up([question], tmp_path, json.dumps(other))[0]["winner"] == 1


# The files


MAKE = """
from archipel.checks.costa_ruana.rulebook.trying import GAMES, TRY_IT
from archipel.reference.strict_json import canonical
data = TRY_IT.questions["conditions"].data(TRY_IT.game.players, [{"flip": "required", "background": "either"}])
print(canonical([GAMES.table("fr", TRY_IT.art, TRY_IT.choices), data, TRY_IT.fragment("fr")]))
"""


def test_another_process_makes_the_same() -> None:
    ours = {point: CHOICES[point][0] for point in TRY_IT.questions["conditions"].points}
    make = MAKE.replace('{"flip": "required", "background": "either"}', repr(ours))
    command = [sys.executable, "-c", make]
    told = subprocess.run(command, env={**os.environ, "PYTHONHASHSEED": "1"}, capture_output=True, check=True)
    conditions = TRY_IT.questions["conditions"].data(TRY_IT.game.players, [ours])
    assert told.stdout.decode().strip() == canonical([shown_games("fr"), conditions, TRY_IT.fragment("fr")]).strip()


@pytest.mark.parametrize("lang", LANGUAGES)
def test_the_page_is_small_and_asks_nobody(lang: str) -> None:
    files = {**TRY_IT.assets(lang), "page": TRY_IT.fragment(lang)}
    assert sum(len(text.encode()) for text in files.values()) < 760_000
    for name, text in files.items():
        for word in ("fetch(", "XMLHttpRequest", "import(", "eval(", "@import", "url(http", "src=\"http", "innerHTML"):
            assert word not in text, (name, word)
        assert "http" not in text.replace("http://www.w3.org/2000/svg", "")


def test_both_languages_have_the_same_controls_and_no_word_is_missing() -> None:
    found = {lang: re.findall(r' id="([^"]+)"', TRY_IT.fragment(lang)) for lang in LANGUAGES}
    assert found["en"] == found["fr"] and len(set(found["en"])) == len(found["en"])
    said = {lang: TRY_IT.words(lang, trial.anchor, [])["said"] for lang in LANGUAGES}
    assert said["en"].keys() == said["fr"].keys()
    for key, text in said["en"].items():
        assert set(re.findall(r"{(\w+)}", text)) == set(re.findall(r"{(\w+)}", said["fr"][key]))


def test_every_phrase_that_a_table_names_is_said_and_every_hole_can_be_filled() -> None:
    said = TRY_IT.words("en", trial.anchor, [])["said"]
    for name, question in tables().items():
        reasons = [why for table in question["tables"] for why in table.get("reasons", ())]
        keys = {*question["told"], *question["compared"], *[key for key, _ in reasons]}
        keys |= {fact for _, why in reasons for _, fact in why}
        for key in filter(None, keys):
            if not key.startswith("@"):
                assert set(re.findall(r"{(\w+)}", said[key])) <= set(question["holes"]), (name, key)


@pytest.mark.parametrize("lang", LANGUAGES)
def test_every_clause_that_can_be_named_has_its_sentence_and_its_place(lang: str) -> None:
    known = TRY_IT.words(lang, lambda id: f"rules.html#{id}", shown_games(lang)["played"])["clauses"]
    reasons = [why for name in tables() for table in tables()[name]["tables"] for _, why in table.get("reasons", ())]
    named = {clause for why in reasons for clause, _ in why}
    named |= {clause for _, clauses in happenings(lang) for clause in clauses}
    assert named <= known.keys()
    for id, (sentence, href) in known.items():
        assert sentence == RULEBOOK.clauses[id].statement(lang, NUMBERS.for_statements())
        assert "{" not in sentence
        assert href == f"rules.html#{id}"


def test_the_readings_have_their_sentences() -> None:
    for lang in LANGUAGES:
        told = TRY_IT.words(lang, trial.anchor, [])["points"]
        assert list(told) == list(POINTS)
        for point, names in CHOICES.items():
            assert list(told[point]["readings"]) == list(names)
            assert all(text and "{" not in text for text in told[point]["readings"].values())


def test_our_readings_come_first() -> None:
    for question in TRY_IT.questions.values():
        assert chosen(every_choice(CHOICES, question.points)[0]) == OURS
