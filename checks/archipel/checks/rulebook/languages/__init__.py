"""The rulebook's languages: catalogues, translations, and whether they have drifted apart."""
