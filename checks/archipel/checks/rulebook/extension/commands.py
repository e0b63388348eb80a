"""The command line on pages: help texts, sessions that run when the page is made, positions of games played by bots."""

from __future__ import annotations

import os
import shlex
import tempfile
from contextlib import chdir, redirect_stderr, redirect_stdout
from io import StringIO
from pathlib import Path
from typing import ClassVar

from docutils import nodes
from docutils.parsers.rst import directives
from sphinx.application import Sphinx
from sphinx.util.typing import OptionSpec

from archipel.checks.cli import command_line as cli
from archipel.checks.rulebook.extension.base import BookDirective, anchor_of
from archipel.checks.rulebook.extension.pieces import PictureNode

HELP_WIDTH = "100"


def ran(*argv: str) -> tuple[str, int]:
    """What a command prints, errors included, and its exit code."""
    before = os.environ.get("COLUMNS", "")
    os.environ["COLUMNS"] = HELP_WIDTH
    try:
        with redirect_stdout(StringIO()) as output, redirect_stderr(output):
            code = cli.main(list(argv))
    except SystemExit as stop:
        code = int(stop.code or 0)
    finally:
        os.environ["COLUMNS"] = before
    return output.getvalue(), code


class CommandHelpDirective(BookDirective):
    """A command's ``--help``; without an argument every command in turn, each under a heading."""

    optional_arguments = 1
    final_argument_whitespace = True

    def run(self) -> list[nodes.Node]:
        if self.arguments:
            return [self.help(*self.arguments[0].split())]
        return [self.section(name) for name in cli.COMMANDS]

    def section(self, name: str) -> nodes.Node:
        title = nodes.title("", "", nodes.literal(text=f"archipel {name}"))
        section = nodes.section("", title, ids=[anchor_of("command", name)])
        self.set_source_info(section)
        section += self.help(name)
        return section

    def help(self, *command: str) -> nodes.Node:
        output, code = ran("--game", self.book.game, *command, "--help")
        if code:
            raise self.error(f"{' '.join(command)}: no help: {output[:200]}")
        return nodes.literal_block(text=output, language="text")


class SessionDirective(BookDirective):
    """Commands, one a line, and what they print; run when the page is made, in the folder of the examples.

    ``:exit:`` is the exit code they must end with, 0 unless given.
    """

    has_content = True
    option_spec: ClassVar[OptionSpec] = {"game": directives.unchanged, "exit": directives.nonnegative_int}

    def run(self) -> list[nodes.Node]:
        lines: list[str] = []
        with chdir(Path(self.env.srcdir) / "examples"):
            for command in self.content:
                output, code = ran("--game", self.book.game, *shlex.split(command)[1:])
                if code != self.options.get("exit", 0):
                    raise self.error(f"{command}: ended with {code}: {output[:200]}")
                lines.append(f"$ {command}\n{output.rstrip()}")
        return [nodes.literal_block(text="\n\n".join(lines), language="console", classes=["wrapped"])]


class PlayedPositionDirective(BookDirective):
    """A position of a game that bots play, drawn by ``archipel show``; the content is its caption."""

    has_content = True
    option_spec: ClassVar[OptionSpec] = {
        "game": directives.unchanged,
        "players": directives.positive_int,
        "seed": directives.nonnegative_int,
        "move": directives.nonnegative_int,
        "seat": directives.nonnegative_int,
    }

    def run(self) -> list[nodes.Node]:
        with tempfile.TemporaryDirectory() as folder:
            record = str(Path(folder) / "game.json")
            given = [f"--{name}={self.options[name]}" for name in ("players", "seed") if name in self.options]
            ran("--game", self.book.game, "play", "--humans", "none", *given, "--save", record)
            given = [f"--{name}={self.options[name]}" for name in ("move", "seat") if name in self.options]
            drawn, _ = ran("--game", self.book.game, "show", record, *given, "--svg", "-")
        if not drawn.startswith("<svg"):
            raise self.error(f"no picture was drawn: {drawn[:80]!r}")
        return [PictureNode("", *self.parse_content_to_nodes(), svg=drawn)]


def setup(app: Sphinx) -> None:
    app.add_directive("command-help", CommandHelpDirective)
    app.add_directive("session", SessionDirective)
    app.add_directive("played-position", PlayedPositionDirective)
