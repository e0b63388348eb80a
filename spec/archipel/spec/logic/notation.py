"""Terms as mathematics: plain text, LaTeX, Typst, and MathML that a browser shows without help.

A term is first laid out as a tree of pieces (words, operators, quantifiers), then written by one of four styles.
"""

from __future__ import annotations

import re
from collections.abc import Callable, Mapping, Sequence
from dataclasses import dataclass
from html import escape

from archipel.spec.logic.terms import (
    All,
    Any,
    Arithmetic,
    Binder,
    Compare,
    Count,
    Exists,
    First,
    Forall,
    Iff,
    Implies,
    Largest,
    Least,
    Not,
    NumAfter,
    NumApply,
    Number,
    NumCall,
    PropAfter,
    PropApply,
    PropCall,
    Term,
    The,
    Total,
    Truth,
    Variable,
    When,
)

LOOSE, IMPLIES, JUNCTION, COMPARE, PLUS, TIMES, TIGHT = range(7)

OPERATORS: Mapping[str, tuple[str, int]] = {
    "+": ("+", PLUS),
    "-": ("−", PLUS),
    "*": ("·", TIMES),
}


@dataclass(frozen=True)
class Style:
    """How pieces are written."""

    word: Callable[[str], str]
    number: Callable[[str], str]
    operator: Callable[[str], str]
    join: Callable[[Sequence[str]], str]
    under: Callable[[str, str], str]
    fence: Callable[[str], str]
    apply: Callable[[str, Sequence[str]], str]
    cases: Callable[[Sequence[tuple[str, str]], str], str]


class Printer:
    """Writes terms in one style. Variables are renamed when two in scope share a name."""

    def __init__(self, style: Style) -> None:
        self.style = style

    def __call__(self, term: Term, names: Mapping[int, str] | None = None) -> str:
        return self._write(term, dict(names or {}), LOOSE)

    def _write(self, term: Term, names: dict[int, str], strength: int) -> str:
        style = self.style
        match term:
            case Number(value, None):
                return style.number(str(value).replace("-", "−"))
            case Number(_, name):
                return style.word(str(name))
            case Truth(value):
                return style.word("true" if value else "false")
            case Variable():
                return style.word(names.get(term.serial, term.name))
            case NumApply(symbol, places) | PropApply(symbol, places):
                return self._called(symbol.name, places, names)
            case NumCall(definition, arguments) | PropCall(definition, arguments):
                return self._called(definition.name, arguments, names)
            case Total() | Count() | Forall() | Exists() | The() | First() | Largest():
                return self._quantified(term, names, strength)
            case NumAfter(part) | PropAfter(part):
                return style.apply("after", [self._write(part, names, LOOSE)])
            case _:
                return self._combined(term, names, strength)

    def _combined(self, term: Term, names: dict[int, str], strength: int) -> str:
        match term:
            case Arithmetic(operator, left, right):
                sign, own = OPERATORS[operator]
                return self._infix([left, right], sign, own, strength, names)
            case Compare(operator, left, right):
                return self._infix([left, right], operator, COMPARE, strength, names)
            case Not(Compare("=", left, right)):
                return self._infix([left, right], "≠", COMPARE, strength, names)
            case Not(part):
                return self.style.join([self.style.operator("¬"), self._write(part, names, TIGHT)])
            case All(parts) | Any(parts):
                return self._series(term, parts, names, strength)
            case Implies(premise, conclusion):
                return self._infix([premise, conclusion], "⇒", IMPLIES, strength, names)
            case Iff(left, right):
                return self._infix([left, right], "⇔", IMPLIES, strength, names)
            case Least(parts):
                return self.style.apply("min", [self._write(part, names, LOOSE) for part in parts])
            case When():
                return self._cases(term, names)
            case _:
                raise TypeError(f"cannot print {term!r}")

    def _cases(self, term: When, names: dict[int, str]) -> str:
        """A case distinction; one that continues in its last case is written as one list."""
        rows: list[tuple[str, str]] = []
        rest: Term = term
        while isinstance(rest, When):
            rows.append((self._write(rest.then, names, LOOSE), self._write(rest.condition, names, LOOSE)))
            rest = rest.otherwise
        return self.style.cases(rows, self._write(rest, names, LOOSE))

    def _series(self, term: Term, parts: Sequence[Term], names: dict[int, str], strength: int) -> str:
        if len(parts) == 1:
            return self._write(parts[0], names, strength)
        return self._infix(parts, "∧" if isinstance(term, All) else "∨", JUNCTION, strength, names)

    def _infix(self, parts: Sequence[Term], sign: str, own: int, strength: int, names: dict[int, str]) -> str:
        pieces: list[str] = []
        for index, part in enumerate(parts):
            if index:
                pieces.append(self.style.operator(sign))
            pieces.append(self._write(part, names, own + 1 if index or own < COMPARE else own))
        written = self.style.join(pieces)
        return self.style.fence(written) if own < strength else written

    def _quantified(self, term: Binder, names: dict[int, str], strength: int) -> str:
        style, variable = self.style, term.variable
        fresh = variable.name
        while fresh in names.values():
            fresh += "′"
        scope = {**names, variable.serial: fresh}
        over = style.join([style.word(fresh), style.operator("∈"), style.word(variable.domain.letter)])
        match term:
            case Forall() | Exists():
                sign = "∀" if isinstance(term, Forall) else "∃"
                body = self._write(term.body, scope, LOOSE)
                written = style.join([style.operator(sign), over, style.operator("."), body])
                return style.fence(written) if strength > LOOSE else written
            case Total():
                body = self._write(term.body, scope, LOOSE if isinstance(term.body, Total) else TIMES)
                written = style.join([style.under("Σ", over), body])
                return style.fence(written) if strength > PLUS else written
            case Count():
                body = self._write(term.body, scope, LOOSE)
                return style.join([style.operator("#{"), over, style.operator("|"), body, style.operator("}")])
            case The():
                body, rest = self._write(term.body, scope, LOOSE), self._write(term.otherwise, names, LOOSE)
                pieces = [style.word("the"), over, style.operator("|"), body, style.word("else"), rest]
                return style.fence(style.join(pieces))
            case First() | Largest():
                return style.fence(style.join(self._picked(term, over, scope)))

    def _picked(self, term: First | Largest, over: str, scope: dict[int, str]) -> list[str]:
        """Which element is meant: the first one, or the one that has most of something, among those with a property."""
        style, body = self.style, self._write(term.body, scope, LOOSE)
        if isinstance(term, First):
            return [style.word("first"), over, style.operator("|"), body]
        where = [] if isinstance(term.where, Truth) else [style.operator("|"), self._write(term.where, scope, LOOSE)]
        return [style.word("first"), over, style.word("with"), style.word("largest"), body, *where]

    def _called(self, name: str, arguments: Sequence[Term], names: dict[int, str]) -> str:
        if not arguments:
            return self.style.word(name)
        return self.style.apply(name, [self._write(argument, names, LOOSE) for argument in arguments])


def _text_join(pieces: Sequence[str]) -> str:
    text = " ".join(pieces)
    for loose, tight in (("∀ ", "∀"), ("∃ ", "∃"), ("¬ ", "¬"), (" . ", ". "), ("#{ ", "#{"), (" }", "}")):
        text = text.replace(loose, tight)
    return text


def _text_cases(rows: Sequence[tuple[str, str]], otherwise: str) -> str:
    listed = " else ".join(f"if {condition} then {value}" for value, condition in rows)
    return f"({listed} else {otherwise})"


TEXT = Style(
    word=lambda name: name.replace("_", "-"),
    number=str,
    operator=str,
    join=_text_join,
    under=lambda sign, over: f"{sign}[{over}]",
    fence=lambda inner: f"({inner})",
    apply=lambda name, arguments: f"{name.replace('_', '-')}({', '.join(arguments)})",
    cases=_text_cases,
)

LATEX_SIGNS = {
    "∀": r"\forall",
    "∃": r"\exists",
    "∈": r"\in",
    "≤": r"\le",
    "≥": r"\ge",
    "≠": r"\ne",
    "∧": r"\land",
    "∨": r"\lor",
    "¬": r"\lnot",
    "⇒": r"\Rightarrow",
    "⇔": r"\Leftrightarrow",
    "−": "-",
    "·": r"\cdot",
    "#{": r"\#\{",
    "}": r"\}",
    "|": r"\mid",
    ".": r".\;",
}


def _latex_word(name: str) -> str:
    plain, primes = name.rstrip("′"), "'" * name.count("′")
    if len(plain) == 1:
        return plain + primes
    written = plain.replace("_", r"\_").replace("-", r"\text{-}")
    return rf"\mathit{{{written}}}" + primes


def _latex_cases(rows: Sequence[tuple[str, str]], otherwise: str) -> str:
    listed = "".join(rf"{value} & \text{{if }} {condition} \\ " for value, condition in rows)
    return rf"\begin{{cases}}{listed}{otherwise} & \text{{otherwise}}\end{{cases}}"


LATEX = Style(
    word=_latex_word,
    number=lambda digits: digits.replace("−", "-"),
    operator=lambda sign: LATEX_SIGNS.get(sign, sign),
    join=" ".join,
    under=lambda _, over: rf"\sum_{{{over}}}",
    fence=lambda inner: rf"\left({inner}\right)",
    apply=lambda name, arguments: rf"{_latex_word(name)}({', '.join(arguments)})",
    cases=_latex_cases,
)


def _mathml_word(name: str) -> str:
    return f"<mi>{escape(name.replace('_', '-'))}</mi>"


def _mathml_apply(name: str, arguments: Sequence[str]) -> str:
    listed = "<mo>,</mo>".join(arguments)
    return f"<mrow>{_mathml_word(name)}{_mathml_sign('(')}{listed}{_mathml_sign(')')}</mrow>"


def _mathml_sign(sign: str) -> str:
    """An operator that stays as large as the letters around it."""
    return f'<mo stretchy="false">{escape(sign)}</mo>'


def _mathml_cases(rows: Sequence[tuple[str, str]], otherwise: str) -> str:
    cells = [*((value, "if\N{NO-BREAK SPACE}", condition) for value, condition in rows), (otherwise, "otherwise", "")]
    listed = "".join(
        f"<mtr><mtd>{value}</mtd><mtd><mtext>{word}</mtext>{condition}</mtd></mtr>" for value, word, condition in cells
    )
    return f"<mrow><mo>{{</mo><mtable>{listed}</mtable></mrow>"


MATHML = Style(
    word=_mathml_word,
    number=lambda digits: f"<mn>{digits}</mn>",
    operator=_mathml_sign,
    join=lambda pieces: f"<mrow>{''.join(pieces)}</mrow>",
    under=lambda sign, over: f"<munder><mo>{sign}</mo>{over}</munder>",
    fence=lambda inner: f"<mrow>{_mathml_sign('(')}{inner}{_mathml_sign(')')}</mrow>",
    apply=_mathml_apply,
    cases=_mathml_cases,
)

TYPST_SIGNS = {"#{": r"\#\{", "}": r"\}", "|": "∣", ".": ". thick", "∈": 'thin class("normal", ∈) thin'}
"""Typst breaks lines after relations, but must not between a variable and its domain."""
TYPST_MARKUP = re.compile(r'\b(italic|limits|cases|inline|class|normal|thin|thick|comma|quad)\b|[()"\\ &]')
TYPST_CASE_WIDTH = 56
"""How many letters of cases fit on a line of print, brackets not counted."""


def typst_string(words: str) -> str:
    """Words as a string of Typst."""
    escaped = words.replace("\\", r"\\").replace('"', r"\"").replace("\n", r"\n").replace("\r", r"\r")
    return f'"{escaped}"'


def _typst_word(name: str) -> str:
    plain, primes = name.rstrip("′"), "'" * (len(name) - len(name.rstrip("′")))
    if len(plain) == 1 and plain.isalpha():
        return plain + primes
    return f"italic({typst_string(plain.replace('_', '-'))}){primes}"


def _typst_width(column: Sequence[str]) -> int:
    """About how many letters the longest of several pieces has on the page."""
    return max(len(TYPST_MARKUP.sub("", written)) for written in column)


def _typst_cases(rows: Sequence[tuple[str, str]], otherwise: str) -> str:
    """Cases beside a brace; where one would not fit on a line, words between which lines can break."""
    values, conditions = [*(value for value, _ in rows), otherwise], [condition for _, condition in rows]
    if _typst_width(values) + _typst_width(conditions) > TYPST_CASE_WIDTH:
        listed = ' "else" '.join(f'"if" {condition} "then" {value}' for value, condition in rows)
        return f'({listed} "else" {otherwise})'
    listed = "".join(f'inline({value}) & quad inline("if " {condition}), ' for value, condition in rows)
    return f'cases(gap: #0.4em, {listed}inline({otherwise}) & quad inline("otherwise"))'


TYPST = Style(
    word=_typst_word,
    number=str,
    operator=lambda sign: TYPST_SIGNS.get(sign, sign),
    join=lambda pieces: " ".join(pieces).replace("¬ ", "¬"),
    under=lambda _, over: f"limits(∑)_({over})",
    fence=lambda inner: f"({inner})",
    apply=lambda name, arguments: _typst_word(name) + r"\(" + " comma ".join(arguments) + r"\)",
    cases=_typst_cases,
)

text = Printer(TEXT)
latex = Printer(LATEX)
typst = Printer(TYPST)
"""What stands between dollars in Typst; long formulas break after operators when they stand in a line of text."""


def mathml(term: Term) -> str:
    """A complete MathML element."""
    return f'<math xmlns="http://www.w3.org/1998/Math/MathML">{Printer(MATHML)(term)}</math>'
