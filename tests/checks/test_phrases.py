"""What games and the kit say: French vowels, texts that travel between processes, the same holes in every language."""

from __future__ import annotations

import copy
import pickle
from pathlib import Path
from string import Formatter

import pytest

from archipel import checks
from archipel.checks.explain.catalogue import Catalogue, Said, Speaker
from archipel.checks.support.phrases import Phrases
from archipel.spec.clauses import LANGUAGES


@pytest.mark.parametrize(
    ("name", "said"), [("Anne", "la carte d'Anne"), ("Élise", "la carte d'Élise"), ("Basile", "la carte de Basile")]
)
def test_french_words_lose_a_vowel_to_the_next(tmp_path: Path, name: str, said: str) -> None:
    file = tmp_path / "cards.toml"
    file.write_text('[say]\nx = ["the card of {name}", "la carte de {name}"]', encoding="utf-8")
    catalogue = Catalogue(file)
    assert Speaker(catalogue, "fr").say("x", name=name) == said
    assert Speaker(catalogue, "en").say("x", name=name) == f"the card of {name}"


def test_what_is_said_can_be_sent_to_another_process() -> None:
    said = Said("Ann", "name", {"seat": lambda: 0})
    for sent in (pickle.loads(pickle.dumps(said)), copy.deepcopy(said)):
        assert sent == said
        assert type(sent) is str


KIT = Path(checks.__file__ or "").parent
SAYING = [file for file in KIT.rglob("*.py") if "= Phrases(__file__)" in file.read_text(encoding="utf-8")]


@pytest.mark.parametrize("file", SAYING, ids=lambda file: str(file.relative_to(KIT)))
def test_what_the_kit_says_has_the_same_holes_in_every_language(file: Path) -> None:
    for key, texts in Phrases(str(file)).words.items():
        holes = [{hole[1:3] for hole in Formatter().parse(text) if hole[1]} for text in texts.values()]
        assert holes.count(holes[0]) == len(LANGUAGES) and "" not in texts.values(), key
