"""Reference engines: plain typed Python, one package for each game, no solver; compiled where that was built."""

from archipel.reference import build

build.choose()
