"""Games and how they are found: the registry, plug-ins good and broken, and both ways to name a game."""

from __future__ import annotations

import json
import os
import subprocess
import sys
from collections.abc import Callable, Iterator
from pathlib import Path

import pytest
from tests.toy.game import GAME as LAGOON

from archipel.checks.cli.command_line import COMMANDS, main
from archipel.checks.games import registry
from archipel.checks.games.protocol import Game
from archipel.checks.games.registry import SHIPPED, every_game, game_called, is_known, names, nearest
from archipel.reference.strict_json import BadInput

Capture = pytest.CaptureFixture[str]
Install = Callable[..., None]
DEFAULT = game_called(registry.DEFAULT)
TYPO = DEFAULT.name.replace("a", "", 1)

SISTER = """
from tests.toy.game import Lagoon


class Sister(Lagoon):
    name = "{name}"
    title = {{"en": "Sister Island", "fr": "L'île sœur"}}
    samples = {{"": "  archipel clauses    its rules\\n", "clauses": "  archipel clauses sister.rule   one of hers\\n"}}


GAME = Sister()
"""


@pytest.fixture
def install(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> Iterator[Install]:
    """Puts a package that brings a game where Python finds it."""
    modules = set(sys.modules)
    monkeypatch.syspath_prepend(str(tmp_path))
    monkeypatch.setattr(registry, "LOADED", {})

    def put(name: str, source: str, package: str = "islands", module: str = "") -> None:
        module = module or f"plugged_{name}_{package}"
        (tmp_path / f"{module}.py").write_text(source, encoding="utf-8")
        folder = tmp_path / f"{package}-1.2.dist-info"
        folder.mkdir(exist_ok=True)
        (folder / "METADATA").write_text(f"Metadata-Version: 2.1\nName: {package}\nVersion: 1.2\n", encoding="utf-8")
        with (folder / "entry_points.txt").open("a", encoding="utf-8") as points:
            points.write(f"[{registry.GROUP}]\n{name} = {module}:GAME\n")
        registry.brought.cache_clear()

    registry.brought.cache_clear()
    yield put
    registry.brought.cache_clear()
    for added in set(sys.modules) - modules:
        if added.startswith("plugged_"):
            del sys.modules[added]


# The registry


@pytest.mark.parametrize("name", SHIPPED)
def test_a_shipped_game_is_found_by_its_name(name: str) -> None:
    assert game_called(name) is game_called(name) and game_called(name).name == name
    assert is_known(name) and name in names()


def test_the_nearest_name_is_suggested() -> None:
    assert not is_known(TYPO)
    with pytest.raises(BadInput, match=f"no game called '{TYPO}'; did you mean {DEFAULT.name}\\?"):
        game_called(TYPO)
    assert nearest("zzz", ["one", "two"]) == "; there are one, two"


@pytest.mark.parametrize("name", SHIPPED)
def test_every_member_can_be_asked_for(name: str) -> None:
    game = game_called(name)
    members = [member for member in vars(Game) if not member.startswith("_")]
    assert len(members) > 30
    assert all(getattr(game, member) is not None for member in members)
    book = game.book
    assert book is not None and book.pictures is not None and book.trying is not None
    assert (book.folder / "pages").is_dir() and book.tables and book.facts and book.glossary.terms
    assert game.conformance({}) is not None and game.fuzz_targets() and list(game.given_positions(game.players[:1], 0))


@pytest.mark.parametrize("name", SHIPPED)
def test_nothing_is_loaded_before_it_is_asked_for(name: str) -> None:
    code = (
        f"import sys; from archipel.checks.games.registry import game_called; game_called({name!r})\n"
        "print(*[name for name in sys.modules if name.split('.')[0] in ('archipel', 'z3', 'cvc5', 'importlib')])"
    )
    run = subprocess.run([sys.executable, "-c", code], capture_output=True, text=True, timeout=60, check=True)
    loaded = set(run.stdout.split())
    assert not loaded & {"z3", "cvc5", "importlib.metadata", "archipel.spec", f"archipel.reference.{name}"}
    assert {name for name in loaded if name.startswith("archipel.checks.")} == {
        f"archipel.checks.{name}",
        f"archipel.checks.{name}.game",
        "archipel.checks.games",
        "archipel.checks.games.configuration",
        "archipel.checks.games.protocol",
        "archipel.checks.games.registry",
    }


# Plug-ins


def test_a_package_brings_a_game(install: Install, capsys: Capture) -> None:
    install("sister", SISTER.format(name="sister"))
    assert names() == [*SHIPPED, "sister"]
    assert game_called("sister").rulebook is LAGOON.rulebook
    assert main(["games", "--json"]) == 0
    ours, *_, hers = json.loads(capsys.readouterr().out)["games"]
    about = {"name": DEFAULT.name, "title": dict(DEFAULT.title), "players": list(DEFAULT.players)}
    assert ours == {**about, "from": "archipel"}
    assert hers["title"]["fr"] == "L'île sœur" and hers["from"] == "islands 1.2"
    assert main(["games"]) == 0
    out, err = capsys.readouterr()
    assert " ".join(out.splitlines()[-1].split()) == "sister Sister Island, 3 to 4 players (islands 1.2)" and not err


def test_its_commands_speak_of_it(install: Install, capsys: Capture) -> None:
    install("sister", SISTER.format(name="sister"))
    assert main(["sister"]) == 0
    out = capsys.readouterr().out
    assert "start here (Sister Island):\n  archipel sister clauses    its rules\n" in out
    with pytest.raises(SystemExit):
        main(["--game", "sister", "clauses", "--help"])
    out = capsys.readouterr().out
    assert out.startswith("usage: archipel sister clauses")
    assert "  archipel sister clauses sister.rule   one of hers\n" in out and "setup.lagoon" not in out
    assert main(["sister", "clauses", "turn.dive"]) == 0
    assert "turn.dive" in capsys.readouterr().out
    assert main(["sistr", "clauses"]) == 2
    assert "did you mean sister?" in capsys.readouterr().err


BARE = 'class Bare:\n    name = "bare"\n\n\nGAME = Bare()\n'
DECLARED = "from archipel.checks.games.protocol import Game\n\n\nclass One(Game):\n    name = 'one'\n\n\nGAME = One()\n"
UNTITLED = SISTER.format(name="untitled").replace('"fr"', '"de"')
UNBOARDED = SISTER.format(name="unboarded").replace("    name", "    boards = ('by the sea',)\n    name")
VALUELESS = SISTER.format(name="valueless").replace("    name", "    options = {'short': ()}\n    name")
NOBODY = SISTER.format(name="nobody").replace("    name", "    players = ()\n    name")


@pytest.mark.parametrize(
    ("name", "source", "complaint"),
    [
        ("absent", "import no_such_module\n", "ModuleNotFoundError: No module named 'no_such_module'"),
        ("unnamed", "", "AttributeError: module 'plugged_unnamed_islands' has no attribute 'GAME'"),
        ("leaving", "raise SystemExit(7)\n", "SystemExit: 7"),
        ("wordy", "raise ValueError('two\\nlines')\n", "ValueError: two lines"),
        ("bare", BARE, "it lacks title, players, "),
        ("one", DECLARED, "TypeError: Can't instantiate abstract class One"),
        ("brother", SISTER.format(name="sister"), "it calls itself 'sister'"),
        ("untitled", UNTITLED, "its title is not one for each of en, fr"),
        ("unboarded", UNBOARDED, "its boards and options are not named by letters, digits, hyphens and underscores"),
        ("valueless", VALUELESS, "one of its options has no values"),
        ("nobody", NOBODY, "it is for no number of players"),
    ],
)
def test_a_broken_one_gets_a_line_and_harms_nobody(
    name: str, source: str, complaint: str, install: Install, capsys: Capture
) -> None:
    install(name, source)
    install("sister", SISTER.format(name="sister"), package="others")
    found, wrong = every_game()
    assert [one.game.name for one in found] == [*SHIPPED, "sister"]
    assert len(wrong) == 1 and wrong[0].startswith(f"the game {name} of islands 1.2 cannot be used: {complaint}")
    assert main(["games"]) == 0
    out, err = capsys.readouterr()
    assert len(out.splitlines()) == len(SHIPPED) + 1 and err == f"archipel: {wrong[0]}\n"
    for words in ([name, "clauses"], ["--game", name, "clauses"]):
        assert main(words) == 2
        assert capsys.readouterr().err == f"archipel: {wrong[0]}\n"
    assert main([DEFAULT.name, "schema"]) == 0
    assert not capsys.readouterr().err


def test_a_shipped_game_cannot_be_replaced(install: Install) -> None:
    install(DEFAULT.name, SISTER.format(name=DEFAULT.name))
    found, wrong = every_game()
    assert [one.game.name for one in found] == list(SHIPPED) and "Sister" not in found[0].game.title["en"]
    assert wrong == [f"the game {DEFAULT.name} of islands 1.2 is left out: archipel has one of that name"]


def test_of_two_games_with_one_name_neither_is_taken(install: Install) -> None:
    install("sister", SISTER.format(name="sister"))
    install("sister", SISTER.format(name="sister"), package="others")
    complaint = "the game sister is left out: islands 1.2 and others 1.2 have one of that name"
    assert names() == list(SHIPPED) and every_game()[1] == [complaint]
    with pytest.raises(BadInput, match=complaint):
        game_called("sister")


# The command line


@pytest.mark.parametrize("before", [["{}"], ["--game", "{}"], ["--game={}", "{}"]])
def test_a_game_is_named_in_either_way(before: list[str], capsys: Capture) -> None:
    asked = ["clauses", next(iter(DEFAULT.rulebook.clauses)), "--lang", "fr"]
    assert main(asked) == 0
    plainly = capsys.readouterr().out
    assert main([*(word.format(DEFAULT.name) for word in before), *asked]) == 0
    assert capsys.readouterr().out == plainly


@pytest.mark.parametrize("words", [["{}"], ["{}", "--help"], ["--game", "{}"], ["-h"]])
def test_a_game_alone_gets_its_help(words: list[str], capsys: Capture) -> None:
    assert main([word.format(DEFAULT.name) for word in words]) == 0
    out = capsys.readouterr().out
    assert f"start here ({DEFAULT.title['en']}):\n  archipel ask " in out
    assert all(f"\n  {command} " in out for command in COMMANDS)


@pytest.mark.parametrize(
    ("words", "complaint"),
    [
        (["--game", TYPO, "clauses"], f"no game called '{TYPO}'; did you mean {DEFAULT.name}?"),
        ([TYPO, "clauses"], f"no command or game called '{TYPO}'; did you mean {DEFAULT.name}?"),
        (["cluases"], "no command or game called 'cluases'; did you mean clauses?"),
        ([DEFAULT.name, "claues"], "no command or game called 'claues'; did you mean clauses?"),
        (["--game", "zzz", "clauses"], f"no game called 'zzz'; there are {', '.join(SHIPPED)}"),
    ],
)
def test_what_is_not_known_gets_the_nearest_suggested(words: list[str], complaint: str, capsys: Capture) -> None:
    assert main(words) == 2
    out, err = capsys.readouterr()
    assert not out and len(err.splitlines()) == 1 and complaint in err


def test_two_games_at_once_are_refused(install: Install, capsys: Capture) -> None:
    install("sister", SISTER.format(name="sister"))
    assert main(["--game", DEFAULT.name, "sister", "clauses"]) == 2
    assert f"--game {DEFAULT.name} contradicts sister" in capsys.readouterr().err


def test_commands_that_follow_the_source_are_known_behind_a_game() -> None:
    """However the game is named, ``prove`` runs on the pure engine."""
    code = (
        "import os, sys; from archipel.checks.cli import command_line, entry; command_line.main = lambda: 0\n"
        "entry.main(); print(os.environ['ARCHIPEL_ENGINE'])"
    )
    environment = {name: value for name, value in os.environ.items() if name != "ARCHIPEL_ENGINE"}
    for words in (["prove"], [DEFAULT.name, "prove"], ["--game", DEFAULT.name, "prove"]):
        command = [sys.executable, "-c", code, *words]
        run = subprocess.run(command, capture_output=True, text=True, env=environment, timeout=60, check=True)
        assert run.stdout == "pure\n"


@pytest.mark.parametrize("name", SHIPPED)
def test_samples_name_commands_there_are(name: str) -> None:
    samples = game_called(name).samples
    assert set(samples) - {""} <= set(COMMANDS)
    assert all(f"archipel {command} " in text for command, text in samples.items() if command)
