"""Tests that only one of the two engines can be put to."""

from __future__ import annotations

import pytest

from archipel.reference import build

needs_the_source = pytest.mark.skipif(
    build.running() == "compiled", reason="it switches or follows rules of the engine, which only its source allows"
)

long_where_compiled = pytest.mark.skipif(
    build.running() == "compiled", reason="which readings a rule asks is found by trying all; other tests do so too"
)
