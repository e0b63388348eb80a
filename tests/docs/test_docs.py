"""The documentation keeps its word: samples run, links lead somewhere, and nothing is restated by hand."""

from __future__ import annotations

import doctest
import os
import re
import shutil
import subprocess
import sys
from collections.abc import Iterator
from dataclasses import dataclass, field
from importlib import resources
from pathlib import Path

import pytest
from tests.docs.links import broken_links

from archipel.checks.cli.command_line import COMMANDS
from archipel.checks.costa_ruana.decks import broken_clauses
from archipel.checks.costa_ruana.game import GAME
from archipel.checks.proofs.results import Status
from archipel.reference.costa_ruana import load_deck
from archipel.reference.costa_ruana.codec import DECISIONS
from archipel.spec.clauses import LANGUAGES
from archipel.spec.costa_ruana import NUMBERS, RULEBOOK
from archipel.spec.costa_ruana.theorems import THEORY

ROOT = Path(__file__).parents[2]
DOCS = ROOT / "docs"
BOOK = Path(str(resources.files("archipel.checks.costa_ruana"))) / "rulebook" / "pages"
SITE = [page for page in DOCS.rglob("*.md") if "_build" not in page.parts]
PAGES = sorted([*ROOT.glob("*.md"), *SITE, *BOOK.glob("*.md")])

FENCE = re.compile(r"^ *```(?P<kind>[^\n`]*)\n(?P<body>.*?)^ *```$", re.DOTALL | re.MULTILINE)
TYPED = re.compile(r"^[A-Z][a-z]+> (.*)$", re.MULTILINE)


def name_of(page: Path) -> str:
    return str(page.relative_to(ROOT))


def blocks(page: Path, kind: str) -> list[str]:
    """The bodies of a page's fenced blocks of one kind."""
    found = FENCE.finditer(page.read_text(encoding="utf-8"))
    return [block["body"] for block in found if block["kind"].strip() == kind]


def prose(page: Path) -> str:
    """A page without its blocks of Python, which has names of its own."""
    text = page.read_text(encoding="utf-8")
    return FENCE.sub(lambda block: "" if block["kind"].strip() == "python" else block[0], text)


# Sample sessions


@dataclass
class Sample:
    """A command of a session and what it is said to print; what people type stands after a name and ``>``."""

    command: str
    lines: list[str] = field(default_factory=list)

    @property
    def output(self) -> str:
        return "\n".join(self.lines).rstrip() + "\n"


def samples(session: str) -> Iterator[Sample]:
    current: Sample | None = None
    for line in session.splitlines():
        if line.startswith("$ "):
            if current is not None:
                yield current
            current = Sample(line.removeprefix("$ "))
        else:
            assert current is not None, f"a session begins with a command, not with {line!r}"
            current.lines.append(line)
    assert current is not None, "a session without a command"
    yield current


def run(command: str, folder: Path, typed: str = "") -> str:
    """What a command prints, errors included; a crash is never part of the documentation."""
    tools = f"{Path(sys.executable).parent}{os.pathsep}{os.environ['PATH']}"
    environment = os.environ | {"PATH": tools, "COLUMNS": "80", "PYTHONUTF8": "1", "NO_COLOR": "1"}
    done = subprocess.run(
        ["sh", "-c", command],
        cwd=folder,
        env=environment,
        input=typed,
        stdout=subprocess.PIPE,
        stderr=subprocess.STDOUT,
        encoding="utf-8",
        timeout=120,
        check=False,
    )
    assert done.returncode in (0, 1, 2), f"{command}: ended with {done.returncode}\n{done.stdout}"
    assert "Traceback" not in done.stdout, done.stdout
    return done.stdout.rstrip() + "\n"


def matches(said: str, found: str) -> bool:
    """Whether this is what was said; ``...`` stands for anything, as in doctest."""
    return doctest.OutputChecker().check_output(said, found, doctest.ELLIPSIS)


OF_OURS = [page for page in PAGES if not blocks(page, "diff")]
"""Pages about games there are; one that makes a game by changing files has tests of its own."""


@pytest.mark.parametrize("page", [page for page in OF_OURS if blocks(page, "console")], ids=name_of)
def test_sessions_print_what_the_page_says(page: Path, tmp_path: Path) -> None:
    shutil.copytree(DOCS / "examples", tmp_path, dirs_exist_ok=True)
    for session in blocks(page, "console"):
        for sample in samples(session):
            if "node " in sample.command and shutil.which("node") is None:
                continue
            typed = "".join(f"{line}\n" for line in TYPED.findall(sample.output))
            found = run(sample.command, tmp_path, typed)
            assert matches(sample.output, found), f"{sample.command}\nsaid:\n{sample.output}\nfound:\n{found}"


def test_a_wrong_session_is_noticed() -> None:
    assert matches("one\n...\nfour\n", "one\ntwo\nthree\nfour\n")
    assert not matches("one\n...\nfour\n", "one\ntwo\nthree\n")
    assert not matches("one\n", "one\ntwo\n")
    assert [sample.command for sample in samples("$ a\nb\n$ c\n")] == ["a", "c"]


PROGRAMMED = [ROOT / "README.md", DOCS / "manual" / "programmer.md", DOCS / "manual" / "explain.md"]


@pytest.mark.parametrize("page", PROGRAMMED, ids=name_of)
def test_python_samples_run(page: Path, tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.chdir(tmp_path)
    source = "\n\n".join(blocks(page, "python"))
    test = doctest.DocTestParser().get_doctest(source, {}, name_of(page), str(page), 0)
    assert test.examples
    runner = doctest.DocTestRunner(optionflags=doctest.ELLIPSIS, verbose=False)
    report: list[str] = []
    runner.run(test, out=report.append)
    assert runner.summarize(verbose=False).failed == 0, "".join(report)


# Nothing is restated, and nothing is missing


def mentioned(page: Path) -> set[str]:
    """What looks like the id of a clause: a section, a dot, a name."""
    sections = "|".join(RULEBOOK.sections)
    found = re.findall(rf"(?<![\w./-])(?:{sections})\.[a-z][a-z-]*\b", prose(page))
    return {id for id in found if id.partition(".")[2] not in ("py", "md", "toml", "json", "schema")}


def test_clauses_mentioned_exist() -> None:
    known = RULEBOOK.clauses.keys() | THEORY.theorems.keys()
    wrong = {name_of(page): unknown for page in OF_OURS if (unknown := mentioned(page) - known)}
    assert not wrong
    assert "collection.single" in mentioned(ROOT / "README.md")


def one_line(text: str) -> str:
    return " ".join(text.split())


@pytest.mark.parametrize("language", LANGUAGES)
def test_no_clause_is_restated_on_the_site(language: str) -> None:
    pages = {page: one_line(page.read_text(encoding="utf-8")) for page in PAGES if page.parent != ROOT}
    for clause in RULEBOOK.clauses.values():
        sentence = one_line(clause.statement(language, NUMBERS.for_statements())).rstrip(".")
        assert not [name_of(page) for page, text in pages.items() if sentence in text], clause.id


def test_the_manual_lists_every_decision() -> None:
    manual = (DOCS / "manual" / "decisions.md").read_text(encoding="utf-8")
    listed = re.findall(r"^\| `(\w+)` \|", manual, re.MULTILINE)
    assert set(listed) == set(DECISIONS)
    assert {step.name for step in RULEBOOK.decisions} <= set(DECISIONS)


def test_every_status_is_explained() -> None:
    page = (DOCS / "status.md").read_text(encoding="utf-8")
    assert re.findall(r"^\| `(\w+)` \|", page, re.MULTILINE) == [status.value for status in Status]


def test_every_question_is_in_the_command_reference() -> None:
    page = (DOCS / "manual" / "commands.md").read_text(encoding="utf-8")
    assert re.findall(r"^```\{command-help\} ask (\w+)$", page, re.MULTILINE) == list(GAME.questions)


def test_example_decks_are_what_they_say() -> None:
    assert broken_clauses(load_deck(DOCS / "examples" / "my-deck.toml")) == []
    assert broken_clauses(load_deck(DOCS / "examples" / "short-deck.toml")) == ["components.enough-cards"]


# The site


def build(source: Path, target: Path) -> subprocess.CompletedProcess[str]:
    options = ["-W", "--keep-going", "-q", "-b", "html", "-d", str(target / "doctrees")]
    return subprocess.run(
        [sys.executable, "-m", "sphinx", *options, str(source), str(target / "html")],
        capture_output=True,
        encoding="utf-8",
        env=os.environ | {"PYTHONUTF8": "1"},
        timeout=300,
        check=False,
    )


def test_the_site_builds_and_covers_everything(books: Path, tmp_path: Path) -> None:
    source = tmp_path / "docs"
    shutil.copytree(DOCS, source, ignore=shutil.ignore_patterns("_build"))
    for quoted in ("CONTRIBUTING.md", "CHANGELOG.md", "README.md", "spec", "checks"):
        (tmp_path / quoted).symlink_to(ROOT / quoted)
    shutil.copytree(books, source / "_build" / "html" / "rulebook")
    done = build(source, tmp_path / "built")
    assert done.returncode == 0, done.stderr
    site = tmp_path / "built" / "html"

    reference = (site / "manual" / "commands.html").read_text("utf-8")
    for command in COMMANDS:
        assert f"usage: archipel {command} " in reference, command

    for file in site.rglob("*.html"):
        loaded = re.findall(r'<(?:script|link|img)[^>]*?(?:src|href)="(https?:[^"]*)"', file.read_text("utf-8"))
        assert not loaded, f"{file.name} loads {loaded} from the network"
    shutil.copytree(books, site / "rulebook")
    assert not broken_links(site)


WRONG = {
    "{clause}`collection.nothing`": "no clause called 'costa_ruana:collection.nothing'",
    "{count}`nothing`": "count: expected one of",
    "{theorem}`collection.nothing`": "no theorem called 'costa_ruana:collection.nothing'",
    "{reading}`nothing`": "no reading called 'costa_ruana:nothing'",
    "{example}`E99`": "no example called 'costa_ruana:E99'",
    "{position}`nowhere`": "no position called 'costa_ruana:nowhere'",
    "{number}`nothing`": "number: expected one of",
    "```{clauses}\ncollection.nothing\n```": "no clause called collection.nothing",
    "```{clauses}\nround.count\nround.count\n```": "clause 'costa_ruana:round.count' stands on two pages",
    "```{theorems} nothing\n```": "no theorems called nothing",
    "```{questions} nothing\n```": "no question about 'nothing'",
    "```{picture} nothing\n```": "no picture called 'nothing'",
    "```{example-strip} E99\n```": "nothing called 'E99'",
    "```{facts} nothing\n```": "no fact about nothing",
    "```{data-table} nothing\n```": "no table called 'nothing'",
    "```{command-help} nothing\n```": "nothing: no help",
    "```{measurements} bench.json nothing\n```": "nothing: expected machine or playouts",
    "```{session}\narchipel ask island 4 4\n```": "ended with 2",
}
MISSING = "clause 'collection.majority' stands on no page"


@pytest.fixture(scope="module")
def complaints(tmp_path_factory: pytest.TempPathFactory) -> str:
    """What is said of a site on which everything is wrong, each on a page of its own."""
    folder = tmp_path_factory.mktemp("wrong")
    source = folder / "source"
    (source / "examples").mkdir(parents=True)
    extensions = 'extensions = ["myst_parser", "archipel.checks.rulebook.extension"]\n'
    (source / "conf.py").write_text(f'{extensions}archipel_game = "costa_ruana"\n', encoding="utf-8")
    pages = {f"wrong{number}": line for number, line in enumerate(WRONG)}
    contents = "".join(f"{page}\n" for page in pages)
    (source / "index.md").write_text(f"# Right\n\n```{{toctree}}\n{contents}```\n", encoding="utf-8")
    for page, line in pages.items():
        (source / f"{page}.md").write_text(f"# Wrong\n\n{line}\n", encoding="utf-8")
    done = build(source, folder)
    assert done.returncode != 0
    return done.stderr


@pytest.mark.parametrize("line", WRONG)
def test_a_page_that_is_wrong_is_complained_of(line: str, complaints: str) -> None:
    place = f"wrong{list(WRONG).index(line)}.md:"
    assert any(place in said and WRONG[line] in said for said in complaints.splitlines())


def test_a_clause_that_stands_nowhere_is_complained_of(complaints: str) -> None:
    assert MISSING in complaints


# Nothing of the machine it was written on


def kept_files() -> list[Path]:
    git = shutil.which("git")
    if git is None or not (ROOT / ".git").exists():
        pytest.skip("not a clone")
    listed = subprocess.run(
        [git, "ls-files", "--cached", "--others", "--exclude-standard", "-z"],
        cwd=ROOT,
        capture_output=True,
        encoding="utf-8",
        check=True,
    )
    return [path for name in listed.stdout.split("\0") if name and (path := ROOT / name).is_file()]


# Written in pieces, so that this file is not its own counterexample.
HOMES = ("home", "root", "work", "Users", "mnt", "srv")
MACHINE_PATH = re.compile(r"(?<![\w.:/$}\])~-])/(?:" + "|".join(HOMES) + r")/\w")
REGISTRIES = ("py" + "pi.", "python" + "hosted", "npm" + "js", "index" + "-url", "arti" + "factory", "anaconda" + ".")


def test_no_machine_path_and_no_registry_in_the_project() -> None:
    wrong = []
    for file in kept_files():
        text = file.read_text(encoding="utf-8", errors="replace")
        found = [*MACHINE_PATH.findall(text), *(name for name in REGISTRIES if name in text.lower())]
        wrong += [f"{name_of(file)}: {item}" for item in found]
    assert not wrong
    assert MACHINE_PATH.search('open("/' + 'home/somebody/x")')
