"""Reference engines: plain typed Python, one package for each game, no solver."""
