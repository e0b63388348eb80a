"""A user's own conjectures: how one is stated, and how a file of them is read. Nothing here knows any game.

A file is Python. Each function in it that is decorated with a scope states one conjecture; a game's own module of this
name offers the scopes and the words. The file is run by itself, in a module that is kept nowhere, and whatever is wrong
with it is told in one line that says where.
"""

from __future__ import annotations

import enum
import inspect
import sys
import traceback
from collections.abc import Callable, Iterable, Iterator, Mapping, Sequence
from contextlib import contextmanager, redirect_stdout
from contextvars import ContextVar
from dataclasses import dataclass
from pathlib import Path
from types import ModuleType
from typing import Any

from archipel.reference.strict_json import BadInput
from archipel.spec.clauses import Rulebook, Step
from archipel.spec.logic.solver import Interpretation
from archipel.spec.logic.terms import (
    Domain,
    Forall,
    NumAfter,
    Prop,
    PropAfter,
    Role,
    bind,
    symbols_in,
    walk,
)

MOST_BYTES = 1_000_000


class Scope(enum.Enum):
    """What a conjecture speaks of."""

    ANYWHERE = "every position in which the invariants hold"
    REACHABLE = "every position that a game comes to"
    STEP = "one step"
    ROUND = "one round"


MAY_SAY_AFTER = (Scope.STEP, Scope.ROUND)


@dataclass(frozen=True, eq=False)
class Conjecture:
    """A statement in somebody's own words, and the proposition it stands for."""

    name: str
    statement: str
    scope: Scope
    term: Prop
    steps: tuple[Step, ...] = ()
    place: str = ""

    @property
    def id(self) -> str:
        return f"conjecture.{self.name}"


Body = Callable[..., Prop]

_stated: ContextVar[list[Conjecture] | None] = ContextVar("stated", default=None)


# Stating


def stating(
    scope: Scope, statement: object, domains: Sequence[Domain] = (), steps: Sequence[object] = ()
) -> Callable[[Body], Conjecture]:
    """A decorator that makes a conjecture of a function; its parameters range over the domains."""
    if not isinstance(statement, str) or not statement.strip():
        raise TypeError('say in words, in parentheses after the decorator, what is claimed: @over_position("...")')
    if wrong := [step for step in steps if not isinstance(step, Step)]:
        raise TypeError(f"{wrong[0]!r} is not a decision; import its name, such as settle or flip")
    sentence, taken = " ".join(statement.split()), tuple(step for step in steps if isinstance(step, Step))

    def decorate(body: Body) -> Conjecture:
        found = _conjecture(scope, sentence, body, domains, taken)
        if (stated := _stated.get()) is not None:
            stated.append(found)
        return found

    return decorate


def over_any(*domains: Domain) -> Callable[[str], Callable[[Body], Conjecture]]:
    """Claims about any members of these domains, in any position in which the invariants hold."""
    return lambda statement: stating(Scope.ANYWHERE, statement, domains)


def over_position(statement: str) -> Callable[[Body], Conjecture]:
    """A claim about every position that a game comes to, those between two decisions among them."""
    return stating(Scope.REACHABLE, statement)


def over_decisions_of(rulebook: Rulebook) -> Callable[..., Callable[[Body], Conjecture]]:
    """Claims about taking one of some decisions (none named: any one) wherever it is allowed.

    Plain words speak of the position before, ``after(...)`` of the position that the step itself leads to, before
    anything follows from it.
    """
    return lambda statement, *steps: stating(Scope.STEP, statement, steps=steps or rulebook.decisions)


def over_round(statement: str) -> Callable[[Body], Conjecture]:
    """A claim about any round of a game, as the game says what one is.

    Plain words speak of its beginning, ``after(...)`` of the moment when it is just over.
    """
    return stating(Scope.ROUND, statement)


def _conjecture(
    scope: Scope, statement: str, body: Body, domains: Sequence[Domain], steps: Sequence[Step]
) -> Conjecture:
    place = f"{body.__code__.co_filename}:{body.__code__.co_firstlineno}"
    name = body.__name__
    if not name.isidentifier():
        raise BadInput(f"{place}: state a conjecture as a function with a name, not as a lambda")
    if (given := len(inspect.signature(body).parameters)) != len(domains):
        wanted = f"one parameter for each of: {', '.join(d.name for d in domains)}" if domains else "no parameters"
        raise BadInput(f"{place}: {name} takes {given} parameters; expected {wanted}")
    variables = bind(body, *domains)
    term = body(*variables)
    if not isinstance(term, Prop):
        what = "nothing; is a return missing?" if term is None else f"{type(term).__name__}"  # type: ignore[unreachable]
        raise BadInput(f"{place}: {name} must return a proposition, such as a comparison; it returns {what}")
    for variable in reversed(variables):
        term = Forall(variable, term)
    found = Conjecture(name, statement, scope, term, tuple(steps), place)
    _check_words(found)
    return found


def _check_words(conjecture: Conjecture) -> None:
    """Only what the scope can know may be spoken of."""
    place, name = conjecture.place, conjecture.name
    afterwards = [part for part in walk(conjecture.term) if isinstance(part, NumAfter | PropAfter)]
    if afterwards and conjecture.scope not in MAY_SAY_AFTER:
        raise BadInput(f"{place}: {name} says after(...); only a claim about a decision or a round may")
    if any(isinstance(inner, NumAfter | PropAfter) for part in afterwards for inner in walk(part.term)):
        raise BadInput(f"{place}: {name} says after(...) inside after(...); there is only one afterwards")
    said = {symbol.name for symbol in symbols_in(conjecture.term).values() if symbol.role is Role.ARGUMENT}
    for step in conjecture.steps or [None]:
        known = set() if step is None else {symbol.name for symbol in step.arguments}
        if unknown := sorted(said - known):
            where = f"{step.name} has no" if step is not None else "only a claim about a decision has an"
            raise BadInput(f"{place}: {name} speaks of {unknown[0]}, but {where} argument of that name")


# Reading a file


def load(path: Path | str) -> list[Conjecture]:
    """The conjectures of a file, in its order."""
    return stated_in(read(path), str(path))


def read(path: Path | str) -> str:
    """The text of a file that may hold conjectures."""
    file = Path(path)
    if file.suffix != ".py":
        raise BadInput(f"{path}: expected a Python file of conjectures (its name ends in .py)")
    try:
        content = file.read_bytes()
    except OSError as error:
        raise BadInput(f"{path}: cannot be read: {error.strerror or error}") from None
    if len(content) > MOST_BYTES:
        raise BadInput(f"{path}: larger than {MOST_BYTES} bytes")
    try:
        return content.decode("utf-8-sig")
    except UnicodeDecodeError as error:
        raise BadInput(f"{path}: not UTF-8 text (byte {error.start})") from None


def stated_in(source: str, path: str) -> list[Conjecture]:
    """What a file's text states, run in a module of its own that is kept nowhere."""
    module = ModuleType("__conjectures__")
    module.__file__ = path
    with _collecting() as stated, redirect_stdout(sys.stderr):
        try:
            exec(compile(source, path, "exec", dont_inherit=True), module.__dict__)
        except BadInput as error:
            raise BadInput(_one_line(str(error))) from None
        except SyntaxError as error:
            raise BadInput(_one_line(f"{path}:{error.lineno or 1}: not Python: {error.msg}")) from None
        except (Exception, SystemExit) as error:
            raise BadInput(_one_line(f"{path}:{_line_of(error, path)}: {_said_by(error)}")) from None
    if not stated:
        raise BadInput(f"{path}: states no conjecture; decorate a function with @over_position or another scope")
    _check_names(stated)
    return stated


@contextmanager
def _collecting() -> Iterator[list[Conjecture]]:
    token = _stated.set([])
    found = _stated.get()
    assert found is not None
    try:
        yield found
    finally:
        _stated.reset(token)


def _line_of(error: BaseException, path: str) -> int:
    """The last line of the file that was running."""
    lines = [frame.lineno for frame in traceback.extract_tb(error.__traceback__) if frame.filename == path]
    return (lines or [1])[-1] or 1


def _said_by(error: BaseException) -> str:
    kind = type(error).__name__
    return str(error) if isinstance(error, TypeError) else f"{kind}: {error}"


def _one_line(text: str) -> str:
    return " ".join(text.split()).encode("ascii", "backslashreplace").decode("ascii")


def _check_names(conjectures: Iterable[Conjecture]) -> None:
    seen: dict[str, str] = {}
    for one in conjectures:
        if one.name in seen:
            raise BadInput(f"{one.place}: {one.name} is stated twice, first at {seen[one.name]}; choose another name")
        seen[one.name] = one.place


def probe(conjecture: Conjecture, known: Mapping[str, Any]) -> None:
    """Interpret the term once, so that what cannot be interpreted is refused before any work is done."""
    view = Interpretation("z3", known)
    view.later = Interpretation("z3", known, prefix="later_")
    try:
        value = view(conjecture.term)
        view.expression(value)
    except KeyError:
        raise BadInput(f"{conjecture.place}: {conjecture.name} uses a variable outside its quantifier") from None
    except (TypeError, AttributeError, ValueError, RecursionError) as error:
        what = _one_line(str(error))
        raise BadInput(f"{conjecture.place}: {conjecture.name} cannot be interpreted: {what}") from None
