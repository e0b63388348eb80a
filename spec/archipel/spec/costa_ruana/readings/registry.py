"""Where the readings of Costa Ruana are kept, and public sources about them."""

from __future__ import annotations

from archipel.spec.costa_ruana import RULEBOOK
from archipel.spec.readings import Readings

READINGS = Readings(RULEBOOK)

SOURCES = {
    "P1": "the publisher's English manual",
    "P2": "meeplegamers.com, review of the R&R Games edition",
    "P3": "ludonauta.es and reidascartinhas.acervodejogos.com.br, the publisher's blurb",
    "P4": "numerama.com, review of the French re-edition of 2019",
    "P5": "ludovox.fr, review",
    "P6": "eaitemjogo.com.br, review of the Brazilian edition of 2018",
}
