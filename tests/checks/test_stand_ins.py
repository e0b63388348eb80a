"""Whatever stands for a function, or is assumed, names the claims that show it."""

from __future__ import annotations

from types import ModuleType

import pytest

from archipel.checks.proofs.engine.rewritten import merging
from archipel.checks.proofs.engine.stand_ins import (
    UnfoundedError,
    by_claims,
    defined,
    instead,
    ledger,
    relied_upon,
    shown,
)


def doubled(number: int) -> int:
    return 2 * number


def tripled(number: int) -> int:
    return 3 * number


def module() -> ModuleType:
    made = ModuleType("arithmetic")
    vars(made).update(doubled=doubled, LIMIT=10)
    return made


def test_a_function_is_replaced_for_a_while_by_what_claims_show_of_it() -> None:
    arithmetic = module()
    with ledger() as relied, instead(arithmetic, {"doubled": by_claims("sums", "signs")(tripled), "LIMIT": 3}):
        assert relied == set()
        assert (arithmetic.doubled(2), arithmetic.LIMIT) == (6, 3)
        assert relied == {"sums", "signs"}
    assert (arithmetic.doubled(2), arithmetic.LIMIT) == (4, 10)


def test_a_function_cannot_be_replaced_by_what_nothing_shows() -> None:
    arithmetic = module()
    with pytest.raises(UnfoundedError, match=r"nothing shows what stands for arithmetic\.doubled"), \
            instead(arithmetic, {"doubled": tripled}):
        pass
    with pytest.raises(UnfoundedError), instead(arithmetic, {"doubled": merging(tripled)}):
        pass


def test_a_function_compiled_again_from_its_own_source_stands_for_itself() -> None:
    arithmetic = module()
    with ledger() as relied, instead(arithmetic, {"doubled": merging(doubled)}):
        assert arithmetic.doubled(2) == 4
    assert not relied


def test_what_is_assumed_is_noted_where_it_is_used() -> None:
    assumed = [*shown("pieces_last", "a", "b"), *defined("c")]
    with ledger() as outer:
        with ledger() as inner:
            assert relied_upon(assumed) == ["a", "b", "c"]
        relied_upon(defined("d"))
    assert outer == inner == {"pieces_last"}
