"""Games are the same, with the same line numbers, wherever their file is divided and whoever reads it."""

from __future__ import annotations

import gzip
import io
import os
import pickle
import threading
from collections.abc import Iterable
from pathlib import Path

import pytest
from hypothesis import HealthCheck, given, settings
from hypothesis import strategies as st

from archipel.checks.judge.referee import sources
from archipel.checks.judge.referee.sources import Stretch, Unit, chunks, portions, units

RECORD = b'{"setup": 1, "moves": []}'
HEAD = b'{"setup": 1}'
MOVE = b'{"move": 1}'
LINES = st.sampled_from([RECORD, HEAD, MOVE, b'{"result": 1}', b"", b"  ", b"?", b'"setup"', b"\r", b"x" * 70])
ENDS = st.sampled_from([b"", b"\n", b"\n\n"])
MOST = 60
"""So many bytes a line or a game may have here."""


SHORTER = "cannot be read further: it has become shorter"


def read(found: Iterable[Iterable[Unit]]) -> list[Unit]:
    """What is found elsewhere: in another process, to which the portions are sent."""
    return [unit for portion in found for unit in pickle.loads(pickle.dumps(portion))]


@settings(max_examples=400, deadline=None, suppress_health_check=[HealthCheck.function_scoped_fixture])
@given(st.lists(LINES, min_size=1, max_size=12), ENDS, st.integers(1, 120))
def test_games_do_not_depend_on_where_a_file_is_divided(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch, lines: list[bytes], end: bytes, about: int
) -> None:
    monkeypatch.setattr(sources, "MAX_BYTES", MOST)
    file = tmp_path / "games"
    file.write_bytes(b"\n".join(lines) + end)
    expected = list(units(str(file)))
    assert read(portions([str(file)], read_here=False, about=about)) == expected
    assert read(portions([str(file)], read_here=True, about=about)) == expected


def test_a_long_file_is_divided_where_games_begin(tmp_path: Path) -> None:
    file = tmp_path / "games"
    log = b"\n".join([HEAD, MOVE, MOVE, b""])
    file.write_bytes(4 * log)
    found = list(portions([str(file)], read_here=False, about=10))
    size = len(log)
    assert found == [Stretch(str(file), number * size, size, 3 * number) for number in range(4)]
    pairs = list(portions([str(file)], read_here=False, about=size + 1))
    assert pairs == [Stretch(str(file), number * 2 * size, 2 * size, 6 * number) for number in range(2)]


def test_games_of_short_files_are_judged_together(tmp_path: Path) -> None:
    files = [tmp_path / name for name in ("a", "b", "long", "c", "d")]
    for file in files:
        file.write_bytes(RECORD + b"\n")
    files[2].write_bytes(3 * (RECORD + b"\n"))
    found = list(portions(map(str, files), read_here=False, about=2 * len(RECORD)))
    assert [isinstance(portion, Stretch) for portion in found] == [False, True, True, False]
    assert [len(list(portion)) for portion in found] == [2, 2, 1, 2]


@pytest.mark.parametrize(
    "content",
    [gzip.compress(9 * (RECORD + b"\n")), b"{\n" + 9 * (RECORD + b"\n"), b"\n" * 900],
    ids=["compressed", "perhaps one value", "nothing"],
)
def test_what_cannot_be_read_from_the_middle_is_read_here(tmp_path: Path, content: bytes) -> None:
    file = tmp_path / "games"
    file.write_bytes(content)
    found = list(portions([str(file)], read_here=False, about=40))
    assert all(isinstance(portion, list) for portion in found)
    assert read(found) == list(units(str(file)))


def test_a_pipe_is_read_here_and_once(tmp_path: Path) -> None:
    pipe = tmp_path / "pipe"
    os.mkfifo(pipe)
    writer = threading.Thread(target=pipe.write_bytes, args=(9 * (RECORD + b"\n"),))
    writer.start()
    found = read(portions([str(pipe)], read_here=False, about=40))
    writer.join()
    assert [unit.line for unit in found] == list(range(1, 10))


def test_standard_input_is_not_a_file_of_that_name(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    (tmp_path / "-").write_bytes(9 * (RECORD + b"\n"))
    monkeypatch.chdir(tmp_path)
    monkeypatch.setattr("sys.stdin", io.TextIOWrapper(io.BufferedReader(io.BytesIO(RECORD))))
    assert [unit.file for unit in read(portions(["-"], read_here=False, about=40))] == ["standard input"]


def test_a_file_that_is_cut_off_or_gone_meanwhile_is_told(tmp_path: Path) -> None:
    file = tmp_path / "games"
    file.write_bytes(9 * (RECORD + b"\n"))
    found = list(portions([str(file)], read_here=False, about=3 * len(RECORD)))
    file.write_bytes(5 * (RECORD + b"\n") + RECORD[:5])
    cut_off = [(unit.line, unit.problem) for unit in read(found)]
    assert cut_off[:5] == [(number, "") for number in range(1, 6)]
    assert cut_off[5:] == [(6, ""), (7, SHORTER), (8, SHORTER)]
    file.unlink()
    assert [unit.problem for unit in read(found)] == ["cannot be read: No such file or directory"] * len(found)


def test_as_many_games_are_judged_at_a_time_as_fill_a_portion() -> None:
    unit = Unit("a", ((1, b"x" * 10),))
    assert list(chunks([unit] * 5, 25)) == [[unit] * 3, [unit] * 2]
