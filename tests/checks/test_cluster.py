"""Work on a cluster: a real scheduler and real workers, some of which are killed, too new, or gone."""

from __future__ import annotations

import json
import os
import shutil
import signal
import socket
import subprocess
import sys
import threading
import time
import tracemalloc
from collections.abc import Callable, Iterator
from contextlib import contextmanager, suppress
from functools import partial
from itertools import count
from pathlib import Path
from random import Random
from types import SimpleNamespace
from typing import Any

import distributed
import pytest
from tests.checks.lagoon_plugin import NAME, brought, lagoon, python_path
from tests.toy.game import ENGINE

from archipel.checks.cli.command_line import main
from archipel.checks.games.engine import GameRecord, GameResult
from archipel.checks.proofs.engine.pure_engine import PureEngine
from archipel.checks.support import cluster
from archipel.checks.support.parallel import Workers, in_order, run_all
from archipel.reference import build
from archipel.reference.strict_json import BadInput

__all__ = ["lagoon"]
ARCHIPEL = [sys.executable, "-m", "archipel.checks.cli.entry", "--game", NAME]
HERE = Path(__file__).parent
ROOTS = ("spec", "reference", "checks")
SECONDS = 60
Captured = pytest.CaptureFixture[str]
Patch = pytest.MonkeyPatch


class Dask:
    """A scheduler and its workers, each a process of its own."""

    def __init__(self, folder: Path) -> None:
        self.folder = folder
        brought(folder / "packages")
        self.path = os.pathsep.join([str(HERE), python_path(folder / "packages")])
        self.workers: list[subprocess.Popen[bytes]] = []
        with socket.create_server(("127.0.0.1", 0)) as free:
            port = free.getsockname()[1]
        self.address = f"tcp://127.0.0.1:{port}"
        # The second worker that dies of a task is one too many; the default is the fourth.
        few = {"DASK_DISTRIBUTED__SCHEDULER__ALLOWED_FAILURES": "1"}
        self.scheduler = self._started("scheduler", "--port", str(port), **few)

    def _started(self, what: str, *arguments: str, **environment: str) -> subprocess.Popen[bytes]:
        command = [sys.executable, "-m", f"distributed.cli.dask_{what}", "--no-dashboard", "--host", "127.0.0.1"]
        settings = {**os.environ, "PYTHONPATH": self.path, **environment}
        nowhere = subprocess.DEVNULL
        return subprocess.Popen([*command, *arguments], stdout=nowhere, stderr=nowhere, cwd=self.folder, env=settings)

    def staff(self, number: int) -> None:
        """See to it that there are at least so many workers, whatever became of others before."""
        self.workers = [worker for worker in self.workers if worker.poll() is None]
        for _ in range(number - len(self.workers)):
            self.hire()
        self.wait_until(lambda: len(self.asked(_addresses)) == len(self.workers))

    def hire(self, threads: int = 1, **environment: str) -> None:
        arguments = ("--no-nanny", "--nthreads", str(threads), "--local-directory", str(self.folder))
        self.workers.append(self._started("worker", self.address, *arguments, **environment))

    @contextmanager
    def another(self, threads: int = 1, **environment: str) -> Iterator[None]:
        """One more worker, who is not like the others, for a while."""
        self.hire(threads, **environment)
        self.staff(0)
        yield
        kill(self.workers[-1])
        self.staff(0)

    def wait_until(self, so: Callable[[], bool]) -> None:
        deadline = time.monotonic() + SECONDS
        while not so():
            assert time.monotonic() < deadline
            time.sleep(0.1)

    def asked(self, question: Any) -> Any:
        with distributed.Client(self.address, set_as_default=False, timeout=SECONDS) as client:
            return client.run_on_scheduler(question)


def kill(*processes: subprocess.Popen[bytes]) -> None:
    for process in processes:
        process.kill()
        process.wait()


def _addresses(dask_scheduler: Any) -> list[str]:
    return list(dask_scheduler.workers)


def _tasks(dask_scheduler: Any) -> int:
    return len(dask_scheduler.tasks)


@pytest.fixture(scope="module")
def dask(tmp_path_factory: pytest.TempPathFactory) -> Iterator[Dask]:
    found = Dask(tmp_path_factory.mktemp("dask"))
    try:
        found.staff(3)
        yield found
    finally:
        kill(*found.workers, found.scheduler)


@pytest.fixture
def on(dask: Dask) -> str:
    """The address of a scheduler with some workers."""
    dask.staff(2)
    return dask.address


@pytest.fixture(autouse=True)
def own_cache(lagoon: str, tmp_path: Path, monkeypatch: Patch) -> None:
    monkeypatch.setenv("XDG_CACHE_HOME", str(tmp_path / "cache"))


def record(seed: int, wrong: bool = False) -> str:
    chance, moves = Random(seed), []
    setup = ENGINE.setup_from_seed(3 + seed % 2, seed, ENGINE.standard)
    state = ENGINE.new_game(setup, ENGINE.standard)
    while menu := ENGINE.legal_actions(state):
        moves.append(chance.choice(menu))
        state = ENGINE.apply_action(state, moves[-1])
    result = GameResult(ENGINE.returns(state), ENGINE.ranking(state))
    text = json.dumps(ENGINE.codec.record_data(GameRecord(setup, tuple(moves), ENGINE.standard, result)))
    if wrong:
        changed = json.loads(text)
        changed["moves"][9] = changed["moves"][8]
        text = json.dumps(changed)
    return text + "\n"


def corpus(games: int) -> str:
    return "".join(record(number % 20, wrong=number % 19 == 7) for number in range(games)) + "nonsense\n"


# The same as on this machine


def said(capsys: Captured, *arguments: str) -> tuple[int, str]:
    code = main(["--game", NAME, *arguments])
    out, err = capsys.readouterr()
    assert not [line for line in err.splitlines() if not line.startswith("archipel: ")]
    return code, out


@pytest.mark.parametrize("more", [[], ["--json"]], ids=["told", "json"])
def test_a_corpus_is_judged_as_on_this_machine(on: str, tmp_path: Path, capsys: Captured, more: list[str]) -> None:
    (tmp_path / "games.jsonl").write_text(corpus(60), encoding="utf-8")
    file = str(tmp_path / "games.jsonl")
    here = said(capsys, "referee", file, "-j", "1", *more)
    assert said(capsys, "referee", file, "--on", on, *more) == here
    assert here[0] == 2 and here[1].count("\n") > 4


def test_one_game_is_sent_too(on: str, tmp_path: Path, capsys: Captured) -> None:
    (tmp_path / "game.json").write_text(record(1), encoding="utf-8")
    assert said(capsys, "referee", str(tmp_path / "game.json"), "--on", on)[0] == 0


@pytest.mark.parametrize("more", [["--depth", "5", "--digest"], ["--depth", "4", "--divide"]])
def test_a_count_is_that_of_this_machine(on: str, capsys: Captured, more: list[str]) -> None:
    here = said(capsys, "perft", "--players", "3", *more, "-j", "1")
    assert said(capsys, "perft", "--players", "3", *more, "--on", on) == here
    assert here[0] == 0 and here[1].count("\n") > 4


def without_seconds(found: tuple[int, str]) -> tuple[int, list[str]]:
    return found[0], [line for line in found[1].splitlines() if '"seconds"' not in line]


def test_proofs_are_those_of_this_machine_and_kept_on_it(
    on: str, capsys: Captured, tmp_path: Path, monkeypatch: Patch
) -> None:
    asked = ("prove", "--players", "3", "--games", "1", "--json")
    there = said(capsys, *asked, "--on", on)
    assert '"refuted"' in there[1] and '"proved"' in there[1]
    nobody = "tcp://127.0.0.1:1"
    assert without_seconds(said(capsys, *asked, "--on", nobody)) == without_seconds(there)
    monkeypatch.setenv("XDG_CACHE_HOME", str(tmp_path / "other"))
    assert without_seconds(said(capsys, *asked, "-j", "2")) == without_seconds(there)


# Those who come and go


def _slowly(number: int) -> int:
    time.sleep(0.05)
    return number * number


@contextmanager
def refereeing(on: str, games: str) -> Iterator[subprocess.Popen[str]]:
    """A referee who is given one game after the other, when he has begun to say what is wrong."""
    command, pipe = [*ARCHIPEL, "referee", "-", "--json", "--on", on], subprocess.PIPE
    with subprocess.Popen(command, stdin=pipe, stdout=pipe, stderr=pipe, text=True) as process:
        feeding = threading.Thread(target=_feed, args=(process, games))
        feeding.start()
        yield process
        feeding.join()


def _feed(process: subprocess.Popen[str], games: str) -> None:
    assert process.stdin is not None
    with suppress(BrokenPipeError), process.stdin:
        for line in games.splitlines(keepends=True):
            process.stdin.write(line)
            time.sleep(0.01)


def test_a_corpus_is_judged_to_the_end_while_a_worker_is_killed(
    dask: Dask, on: str, tmp_path: Path, capsys: Captured
) -> None:
    (tmp_path / "games.jsonl").write_text(games := corpus(150), encoding="utf-8")
    here = said(capsys, "referee", str(tmp_path / "games.jsonl"), "-j", "1", "--json")
    with refereeing(on, games) as process:
        assert process.stdout is not None
        first = process.stdout.readline()
        kill(dask.workers[-1])
        out = first + process.stdout.read()
    assert (process.returncode, out) == (here[0], here[1].replace(str(tmp_path / "games.jsonl"), "standard input"))


def test_an_interrupt_is_one_line_and_leaves_no_work_behind(dask: Dask, on: str) -> None:
    with refereeing(on, corpus(150)) as process:
        assert process.stdout is not None and process.stderr is not None
        assert process.stdout.readline()
        process.send_signal(signal.SIGINT)
        assert process.stderr.read() == "archipel: stopped\n"
    assert process.returncode == 130
    dask.wait_until(lambda: dask.asked(_tasks) == 0)
    assert run_all([partial(abs, -1)], Workers(1, on), "numbers") == [1]


def test_tasks_without_end_are_taken_a_few_at_a_time(on: str) -> None:
    taken = count()
    results = in_order(abs, (next(taken) for _ in range(10_000)), Workers(1, on))
    assert [next(results) for _ in range(20)] == list(range(20))
    assert next(taken) < 40
    results.close()


def test_what_was_sent_is_not_kept(on: str) -> None:
    """Half a hundred megabytes go through, and next to nothing of them stays."""
    tracemalloc.start()
    try:
        assert sum(in_order(len, (os.urandom(500_000) for _ in range(100)), Workers(1, on))) == 50_000_000
        now, most = tracemalloc.get_traced_memory()
    finally:
        tracemalloc.stop()
    assert now < 5_000_000 and most < 25_000_000


def _fails() -> None:
    raise ValueError("as it should")


def test_errors_are_passed_on(on: str) -> None:
    with pytest.raises(ValueError, match="as it should"):
        run_all([_fails], Workers(1, on), "failures")


def _deadly() -> None:
    os.kill(os.getpid(), signal.SIGKILL)


def test_work_that_kills_who_does_it_is_one_line(on: str) -> None:
    with pytest.raises(BadInput, match="killed every worker it was given to"):
        run_all([_deadly], Workers(1, on), "deaths")


def test_when_nobody_is_left_nobody_waits_for_ever(dask: Dask, on: str, monkeypatch: Patch) -> None:
    monkeypatch.setattr(cluster, "PATIENCE", 2)
    results = in_order(_slowly, range(200), Workers(1, on))
    next(results)
    kill(*dask.workers)
    with pytest.raises(BadInput, match="lost all its workers, and none came back in 2 seconds"):
        list(results)
    with pytest.raises(BadInput, match="has no workers"):
        run_all([partial(abs, 1)], Workers(1, dask.address), "numbers")


# Those who will not do


def refused(on: str) -> str:
    with pytest.raises(BadInput) as refusal:
        run_all([partial(abs, 1)], Workers(1, on), "numbers")
    return str(refusal.value)


def test_other_code_is_refused(dask: Dask, on: str, tmp_path: Path) -> None:
    project = HERE.parent.parent
    for root in ROOTS:
        shutil.copytree(project / root, tmp_path / root, ignore=shutil.ignore_patterns("__pycache__"))
    changed = tmp_path / "reference/archipel/reference/strict_json.py"
    changed.write_text(changed.read_text(encoding="utf-8") + "\n", encoding="utf-8")
    paths = os.pathsep.join(str(tmp_path / root) for root in ROOTS)
    with dask.another(PYTHONPATH=paths, ARCHIPEL_ENGINE="auto"):
        told = refused(on)
    assert "runs other code of archipel than this machine" in told


def test_no_archipel_is_refused(dask: Dask, on: str, tmp_path: Path) -> None:
    (tmp_path / "archipel").mkdir()
    (tmp_path / "archipel/__init__.py").touch()
    with dask.another(PYTHONPATH=str(tmp_path)):
        told = refused(on)
    assert "cannot load this archipel" in told and "No module named 'archipel.checks'" in told


def test_several_threads_are_refused(dask: Dask, on: str) -> None:
    with dask.another(threads=2):
        told = refused(on)
    assert "runs 2 tasks at a time in one process; start it with --nthreads 1 --nworkers 2" in told


def test_every_difference_is_named() -> None:
    here = cluster.site()
    assert cluster.difference(here, dict(here)) == ""
    assert cluster.difference(here, {**here, "Python": "2.7"}).startswith("has Python 2.7, this machine Python 3.")
    assert cluster.difference(here, {**here, "z3": "1"}).startswith("has z3 1, this machine z3 ")


@pytest.mark.parametrize(("threads", "change"), [(2, {}), (1, {"code": "other"})], ids=["threads", "code"])
def test_one_who_comes_later_is_looked_at_too(monkeypatch: Patch, threads: int, change: dict[str, str]) -> None:
    worker = SimpleNamespace(address="tcp://late:1", state=SimpleNamespace(nthreads=threads))
    monkeypatch.setattr(distributed, "get_worker", lambda: worker)
    with pytest.raises(cluster.MisfitError, match="the worker tcp://late:1 runs"):
        cluster.performed({**cluster.site(), **change}, b"not even unpacked")


# Addresses


@pytest.mark.parametrize("address", ["", "nonsense", "http://127.0.0.1:1", "tcp://127.0.0.1:99999", "a b:1", "x:1\n"])
def test_nonsense_is_no_address(address: str) -> None:
    assert refused(address).startswith("--on: expected an address such as tcp://host:8786, found ")


def test_nonsense_is_refused_even_where_nothing_has_to_be_sent(capsys: Captured) -> None:
    assert main(["prove", "--only", "no.such", "--on", "nonsense"]) == 2
    told = "archipel: --on: expected an address such as tcp://host:8786, found 'nonsense'\n"
    assert capsys.readouterr().err == told


def test_nobody_answers(dask: Dask, on: str, capfd: pytest.CaptureFixture[str], monkeypatch: Patch) -> None:
    monkeypatch.setattr(cluster, "CONNECT", 1)
    with socket.create_server(("127.0.0.1", 0)) as silent:
        deaf = f"tcp://127.0.0.1:{silent.getsockname()[1]}"
        for address in ("tcp://127.0.0.1:1", deaf, dask.asked(_addresses)[0]):
            start = time.monotonic()
            assert refused(address) == f"--on: no Dask scheduler answers at {address}"
            assert time.monotonic() - start < 10
    assert capfd.readouterr().err == ""


def test_tls_needs_certificates() -> None:
    assert refused("tls://127.0.0.1:1").startswith("--on: tls:// needs certificates")


def test_a_cluster_is_here_or_there(capsys: Captured) -> None:
    assert main(["referee", "-", "-j", "2", "--on", "tcp://host:1"]) == 2
    assert "not allowed with" in capsys.readouterr().err


def test_without_dask_it_is_said_what_to_install(monkeypatch: Patch) -> None:
    monkeypatch.setitem(sys.modules, "distributed", None)
    assert refused("tcp://127.0.0.1:1") == "--on needs distributed: pip install 'archipel[cluster]'"


def test_dask_is_loaded_only_when_it_is_needed() -> None:
    commands = "running.prove", "judging.referee", "rules.what_if"
    imports = "; ".join(f"import archipel.checks.cli.{name}" for name in commands)
    code = f"import sys; {imports}; print('dask' in sys.modules)"
    assert subprocess.run([sys.executable, "-c", code], capture_output=True, text=True).stdout == "False\n"


# The pure engine


def test_work_for_the_pure_engine_is_simply_done_where_the_engine_is_pure(monkeypatch: Patch) -> None:
    monkeypatch.setattr(build, "running", lambda: "pure")
    assert PureEngine(os.getpid)() == os.getpid()


def test_work_for_the_pure_engine_is_done_elsewhere_where_it_is_not(monkeypatch: Patch) -> None:
    monkeypatch.setattr(build, "running", lambda: "compiled")
    assert PureEngine(os.getpid)() != os.getpid()
    assert PureEngine(os.getenv)("ARCHIPEL_ENGINE") == "pure"
    assert PureEngine(print)("something") is None
    with pytest.raises(ValueError, match="invalid literal"):
        PureEngine(int)("one")
    with pytest.raises(BadInput, match="was killed"):
        PureEngine(os._exit)(0)
