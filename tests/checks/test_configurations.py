"""Configurations: players, boards and options tell results, caches, files and reports apart."""

from __future__ import annotations

import json
from collections.abc import Iterator
from pathlib import Path
from typing import Any

import pytest
from tests.checks.lagoon_plugin import NAME, lagoon
from tests.toy.engine import Rules, State
from tests.toy.game import GAME, Lagoon

from archipel.checks.agreement.lockstep import Campaign
from archipel.checks.cli.about.games import as_json
from archipel.checks.cli.command_line import main
from archipel.checks.games import registry
from archipel.checks.games.configuration import Configuration, GameSetting, every_setting, few_settings, usual_setting
from archipel.checks.games.registry import Found, game_called
from archipel.checks.proofs.obligations import disagreements
from archipel.checks.proofs.results import Result, Status
from archipel.reference.strict_json import BadInput

__all__ = ["lagoon"]
Capture = pytest.CaptureFixture[str]
RING, SHORT = GameSetting("ring", (("short", "no"),)), GameSetting("ring", (("short", "yes"),))
CHAIN, SHORT_CHAIN = GameSetting("chain", (("short", "no"),)), GameSetting("chain", (("short", "yes"),))


class Plain(Lagoon):
    """The same, with nothing to be chosen."""

    name, boards, options, setting, rules = "plain", (), {}, usual_setting((), {}), Rules()


@pytest.fixture
def settings(lagoon: str, tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> Iterator[None]:
    """Lagoon and its settings, made anew, and a cache of their own."""
    monkeypatch.setattr(registry, "LOADED", {NAME: GAME, Plain.name: Plain()})
    monkeypatch.setenv("XDG_CACHE_HOME", str(tmp_path))
    yield


def said(capsys: Capture, *words: str) -> tuple[int, str]:
    capsys.readouterr()
    code = main([NAME, *words])
    out, err = capsys.readouterr()
    return code, out or err


# Settings by themselves


def test_few_settings_differ_in_one_thing_and_all_are_every_combination() -> None:
    assert every_setting(GAME.boards, GAME.options) == [RING, SHORT, CHAIN, SHORT_CHAIN]
    assert few_settings(GAME.boards, GAME.options) == [RING, SHORT, CHAIN]
    more = few_settings(("a", "b", "c"), {"x": ("0", "1", "2"), "y": ("0", "1")})
    assert len(more) == 1 + 2 + 2 + 1 and str(more[0]) == "a,x=0,y=0"


def test_where_nothing_is_to_be_chosen_there_is_nothing_to_read() -> None:
    game = Plain()
    assert [str(one) for one in game.configurations(True)] == ["3", "4"]
    assert not game.setting and game.called == game.name and game.setting.as_json() == {}
    assert "board" not in Result("a", 3, Status.PROVED, "").as_json()


def test_configurations_are_every_number_of_players_in_each_setting(settings: None) -> None:
    assert [str(one) for one in GAME.configurations()] == [
        *("3 ring,short=no", "4 ring,short=no", "3 ring,short=yes"),
        *("4 ring,short=yes", "3 chain,short=no", "4 chain,short=no"),
    ]
    assert Configuration(4, SHORT_CHAIN) in GAME.configurations(thorough=True)


def test_a_result_is_written_and_read_with_its_configuration() -> None:
    result = Result("a", 3, Status.PROVED, "", setting=SHORT_CHAIN)
    data = result.as_json()
    assert (data["board"], data["options"]) == ("chain", {"short": "yes"})
    assert Result.from_json(json.loads(json.dumps(data))) == result
    assert result.configuration == Configuration(3, SHORT_CHAIN) != Configuration(3, CHAIN)


# By name


def test_a_name_says_the_setting(settings: None) -> None:
    assert game_called("lagoon@ring,short=no") is GAME and GAME.called == "lagoon"
    chain = game_called("lagoon@chain")
    assert chain.called == "lagoon@chain,short=no" and chain.setting == CHAIN and chain.name == "lagoon"
    assert game_called("lagoon@short=yes").called == "lagoon@ring,short=yes"
    assert (GAME.known(3)["reefs"], chain.known(3)["reefs"]) == (6, 5)


@pytest.mark.parametrize(
    ("name", "complaint"),
    [
        ("lagoon@chian", "lagoon: no board called 'chian'; did you mean chain?"),
        ("lagoon@chain,ring", "lagoon@chain,ring: more than one board"),
        ("lagoon@long=yes", "lagoon: no option called 'long'; there are short"),
        ("lagoon@short=perhaps", "lagoon: short: no value called 'perhaps'; there are no, yes"),
        ("plain@chain", "plain: no board called 'chain'; there are none"),
    ],
)
def test_a_setting_there_is_not_is_refused(name: str, complaint: str, settings: None) -> None:
    with pytest.raises(BadInput) as refused:
        game_called(name)
    assert str(refused.value) == complaint


def test_a_game_is_named_with_its_setting_on_the_command_line(settings: None, capsys: Capture) -> None:
    for words in (["lagoon@chain"], ["--game", "lagoon@chain"], ["--game", "lagoon@chain,short=no", "lagoon@chain"]):
        assert main([*words, "clauses", "setup.lagoon"]) == 0
        assert "join 5 reefs" in capsys.readouterr().out
    assert main(["--game", "lagoon@chain", "lagoon", "clauses"]) == 2
    assert "--game lagoon@chain contradicts lagoon" in capsys.readouterr().err
    assert main(["lagoon@chian", "clauses"]) == 2
    assert "did you mean chain?" in capsys.readouterr().err


@pytest.mark.parametrize("setting", ["ring,short=yes", "chain", "chain,short=yes"])
@pytest.mark.parametrize("players", [3, 4])
def test_clauses_and_engine_agree_in_every_setting(setting: str, players: int, settings: None) -> None:
    mapping = game_called(f"lagoon@{setting}").mapping
    for number in range(6):
        game = Campaign(mapping).number(players, number)
        assert mapping.state_of(mapping.values(game.state)) == game.state
        assert game.state.round <= (2 if "yes" in setting else 4)
        assert len(game.state.pearls) == (5 if "chain" in setting else 6)


# By the commands


def rows(capsys: Capture, *words: str) -> dict[str, tuple[str, int]]:
    _, text = said(capsys, "prove", "--json", "-j", "1", *words)
    read = [Result.from_json(row) for row in json.loads(text)["results"]]
    return {str(one.configuration): (one.status.value, one.cases) for one in read}


def test_prove_looks_at_every_setting_and_keeps_them_apart(settings: None, capsys: Capture) -> None:
    """Found out first, and then taken from the cache: of a board with fewer cards there are fewer openings."""
    expected = {
        "3 ring,short=no": ("exhausted", 360),
        "3 ring,short=yes": ("exhausted", 360),
        "3 chain,short=no": ("exhausted", 180),
    }
    asked = ("--only", "setup.openings", "--players", "3")
    assert rows(capsys, *asked) == expected == rows(capsys, *asked)
    assert rows(capsys, *asked, "--board", "chain") == {"3 chain,short=no": ("exhausted", 180)}
    assert rows(capsys, *asked, "--option", "short=yes") == {"3 ring,short=yes": ("exhausted", 360)}
    assert len(rows(capsys, *asked, "--deep")) == 4
    table = said(capsys, "prove", "--only", "setup.openings", "--players", "3")[1]
    assert "setup.openings  3 chain,short=no  exhausted        180" in table


def test_a_game_may_say_itself_what_is_looked_at(
    settings: None, capsys: Capture, monkeypatch: pytest.MonkeyPatch
) -> None:
    chosen = [Configuration(3, CHAIN), Configuration(4, SHORT)]
    monkeypatch.setattr(type(GAME), "configurations", lambda self, thorough=False: chosen)
    asked = ("--only", "setup.openings")
    assert rows(capsys, *asked).keys() == {"3 chain,short=no", "4 ring,short=yes"}
    assert rows(capsys, *asked, "--players", "4").keys() == {"4 ring,short=yes"}
    assert said(capsys, "prove", "--players", "5") == (2, "archipel: --players: expected 3 to 4, found 5\n")


def test_an_engine_that_is_wrong_in_one_setting_is_wrong_there_only(
    settings: None, capsys: Capture, monkeypatch: pytest.MonkeyPatch
) -> None:
    engine: Any = game_called("lagoon@chain,short=no").mapping.engine
    right = engine.legal_actions

    def lazy(state: State) -> Any:
        return right(state)[:1]

    monkeypatch.setattr(engine, "legal_actions", lazy, raising=False)
    found = rows(capsys, "--only", "agreement.games", "--players", "3", "--games", "4", "--fresh")
    assert {here: status for here, (status, _) in found.items()} == {
        "3 ring,short=no": "sampled",
        "3 ring,short=yes": "sampled",
        "3 chain,short=no": "refuted",
    }


def test_provers_that_speak_of_different_boards_do_not_disagree() -> None:
    one = Result("a", 3, Status.PROVED, "", prover="z3", setting=RING)
    assert not disagreements([one, Result("a", 3, Status.REFUTED, "", prover="cvc5", setting=CHAIN)])
    assert disagreements([one, Result("a", 3, Status.REFUTED, "", prover="cvc5", setting=RING)])


@pytest.mark.parametrize(
    ("asked", "expected"),
    [
        ("clauses setup.lagoon --board chain", "Channels join 5 reefs;"),
        ("clauses end.last --option short=yes", "The game ends after 2 rounds"),
        ("perft --players 3 --depth 2 --board chain", "2             15              7"),
        ("play --humans none --seed 3 --board chain --option short=yes", "RANKING"),
        ("simulate --players 3 --games 3 --board chain", "3 players, 3 games"),
    ],
)
def test_every_command_can_be_told_the_setting(asked: str, expected: str, settings: None, capsys: Capture) -> None:
    code, text = said(capsys, *asked.split())
    assert code == 0 and expected in text


def test_files_say_which_setting_they_are_about(settings: None, capsys: Capture, tmp_path: Path) -> None:
    target = str(tmp_path / "vectors")
    assert said(capsys, "vectors", "--suite", "perft", "-j", "1", "--out", target, "--board", "chain")[0] == 0
    manifest = json.loads((tmp_path / "vectors" / "manifest.json").read_text(encoding="utf-8"))
    assert (manifest["game"], manifest["board"], manifest["options"]) == ("lagoon", "chain", {"short": "no"})
    assert {game_called(one).reports.name for one in ("lagoon", "lagoon@chain", "lagoon@short=yes")} == {
        *("reports", "chain,short=no", "ring,short=yes"),
    }


def test_a_record_is_judged_on_the_board_it_names(settings: None, capsys: Capture, tmp_path: Path) -> None:
    file = str(tmp_path / "game.json")
    for board in ("chain", "ring"):
        assert said(capsys, "play", "--humans", "none", "--seed", "3", "--board", board, "--save", file)[0] == 0
        assert said(capsys, "referee", file)[0] == 0
    text = Path(file).read_text(encoding="utf-8")
    assert '"reef":5' in text, "there is no such reef on the other board"
    Path(file).write_text(text.replace('"board":"ring"', '"board":"chain"'), encoding="utf-8")
    assert said(capsys, "referee", file)[0] != 0


def test_games_lists_what_can_be_chosen(settings: None, capsys: Capture) -> None:
    told = [as_json(Found(game_called(name), "here")) for name in (Plain.name, NAME)]
    assert [one.get("boards") for one in told] == [None, ["ring", "chain"]]
    assert [one.get("options") for one in told] == [None, {"short": ["no", "yes"]}]
    with pytest.raises(SystemExit):
        main([NAME, "perft", "--help"])
    assert "--board BOARD" in capsys.readouterr().out
    with pytest.raises(SystemExit):
        main([Plain.name, "perft", "--help"])
    assert "--board" not in capsys.readouterr().out
