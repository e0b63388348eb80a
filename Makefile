# Two commands do everything, each setting up what it needs: `make prove` and `make test`.
PYTHON ?= python3
VENV   := .venv
BIN    := $(VENV)/bin
READY  := $(VENV)/.ready
CODE   := spec reference checks tests docs/conf.py
CORES  ?= 2
GAME   ?= $(patsubst spec/archipel/spec/%/vocabulary.py,%,$(wildcard spec/archipel/spec/*/vocabulary.py))
FINGERPRINT := checks/archipel/checks/costa_ruana/reports/fingerprint.json
# Where the compiled engine could be otherwise than its source: all of its own tests, and what plays it most.
COMPILED := tests/reference $(addprefix tests/checks/test_,adapters.py bots.py judging_reasons.py lockstep.py perft.py round_trips.py simulate.py)

.PHONY: prove test thorough lint types boundaries compiled unit compiledunit docs adapters browser mutants mutation hostile games deep smt2 report clean help fuzz ajv conformance figures fingerprint bench positions

help:            ## what can be made
	@grep -hE '^[a-z]+:.*##' $(MAKEFILE_LIST) | sed 's/:.*##/\t/' | expand -t 12

$(READY): pyproject.toml constraints.txt
	$(PYTHON) -m venv $(VENV)
	$(BIN)/python -m pip install --quiet --disable-pip-version-check -c constraints.txt -e '.[dev,docs]'
	$(BIN)/python reference/compiling.py --or-not
	touch $@

compiled: $(READY)  ## the engine compiled from its source as it stands now (needs a C compiler)
	$(BIN)/python reference/compiling.py

prove: $(READY)  ## check clauses and engine of every game against each other, and print what was shown (GAME=name: of one)
	for game in $(GAME); do $(BIN)/archipel --game $$game prove || exit; done

test: lint types boundaries unit  ## everything that must hold before a change lands; tests/docs build the rulebook and the site

lint: $(READY)   ## ruff
	$(BIN)/ruff check $(CODE)

types: $(READY)  ## mypy --strict
	$(BIN)/mypy $(CODE)

boundaries: $(READY)  ## who may import whom
	$(BIN)/lint-imports --no-cache

unit: $(READY)   ## pytest and hypothesis, on the engine's source
	ARCHIPEL_ENGINE=pure $(BIN)/pytest -n $(CORES) --dist loadfile

compiledunit: compiled  ## the tests of the engine and of what plays it most, on the compiled engine
	ARCHIPEL_ENGINE=compiled $(BIN)/pytest -n $(CORES) --dist loadfile $(COMPILED)

thorough: compiled  ## what make test leaves out: slow tests, all tests on the compiled engine, many games, deep proofs (long)
	ARCHIPEL_ENGINE=pure $(BIN)/pytest -n $(CORES) --dist loadfile -m thorough
	ARCHIPEL_ENGINE=compiled $(BIN)/pytest -n $(CORES) --dist loadfile -m ''
	$(MAKE) games deep

docs: $(READY)   ## the rulebook in every language and the site around it, to be read in docs/_build
	rm -rf docs/_build
	$(BIN)/archipel rulebook --lang both --out docs/_build/html/rulebook
	$(BIN)/sphinx-build -W --keep-going -q -b html docs docs/_build/html

figures: $(READY)  ## the situations that the rulebook's pictures show, found again by a solver (some minutes)
	$(BIN)/python -m archipel.checks.rulebook.figures

adapters: $(READY)  ## the game in OpenSpiel and PettingZoo: installs both (some 250 MB) and tests it there
	$(BIN)/python -m pip install --quiet --disable-pip-version-check -c constraints.txt -e '.[openspiel,pettingzoo]'
	$(BIN)/pytest tests/checks/test_adapters.py

browser: $(READY)  ## the page to try things on, in a real browser (Debian: chromium), by keyboard and with axe-core
	@command -v chromium > /dev/null || \
	  { echo 'make browser: no chromium here; on Debian: apt-get install chromium' >&2; exit 1; }
	$(BIN)/python -m pip install --quiet --disable-pip-version-check -c constraints.txt -e '.[browser]'
	ARCHIPEL_BROWSER=1 $(BIN)/pytest tests/browser

mutants: $(READY)  ## deliberately wrong clauses and engine lines: each must be noticed
	ARCHIPEL_ENGINE=pure $(BIN)/python -m archipel.checks.mutation.handwritten

mutation: $(READY)  ## every single mutation of clauses and engine: the score, and who survived (long)
	ARCHIPEL_ENGINE=pure $(BIN)/python -m archipel.checks.mutation --write docs/reports/mutation.json

SAMPLE ?= 300

hostile: $(READY)  ## mutation, hostile: edits that are wrong only in rare positions (SAMPLE=300; long)
	ARCHIPEL_ENGINE=pure $(BIN)/python -m archipel.checks.mutation --hostile --sample $(SAMPLE) --write docs/reports/mutation.json

smt2: $(READY)   ## every obligation as SMT-LIB, put to stand-alone solvers (Debian: z3, cvc5)
	rm -rf build/smt2
	for players in 2 3; do \
	  $(BIN)/archipel export --smt2 build/smt2/$$players --players $$players && \
	  $(BIN)/archipel export --check build/smt2/$$players || exit 1; \
	done

ajv: $(READY)    ## test vectors, their files validated by ajv (from npm), a JSON Schema validator of other people
	npm install --silent --no-save --no-package-lock --prefix build/ajv ajv@8
	$(BIN)/archipel vectors --out build/vectors
	node tests/ajv/validate.mjs build/ajv build/vectors

deep: $(READY)   ## the engine against the clauses as far as it goes (long)
	$(BIN)/archipel prove --only engine --deep

positions: $(READY)  ## solver-made positions for every branch of the engine, found again and kept with all answers (some minutes)
	ARCHIPEL_ENGINE=pure $(BIN)/python -m archipel.checks.costa_ruana.engine_positions
	ARCHIPEL_ENGINE=pure $(BIN)/python -m archipel.checks.costa_ruana.position_readings
	ARCHIPEL_ENGINE=pure $(BIN)/python -m archipel.checks.costa_ruana.engine_branches

fingerprint: $(READY)  ## the fingerprint that other programs compare with, from 10,000 games for each number of players
	$(BIN)/archipel simulate --fingerprint --seed 1 > $(FINGERPRINT).new
	mv $(FINGERPRINT).new $(FINGERPRINT)

report: $(READY)  ## what was proved, for the documentation
	ARCHIPEL_ENGINE=pure $(BIN)/python -m archipel.checks.proofs.kept.reports
	$(BIN)/python -m archipel.checks.rulebook.stored_reports

INPUTS ?= 100000

fuzz: $(READY)   ## malformed and hostile input for everything that reads something (INPUTS=100000)
	$(BIN)/python -m archipel.checks.judge.fuzzing --inputs $(INPUTS)

conformance: $(READY)  ## wrong programs judged by archipel conform: each must be found, by the right clause (long)
	$(BIN)/python -m tests.checks.conform_table

games: $(READY)  ## 1,000 complete games for each player count, every step checked (long)
	$(BIN)/archipel prove --only agreement --games 1000

bench: $(READY)  ## everything that archipel bench measures, thoroughly, kept for the documentation (long)
	mkdir -p build
	$(BIN)/archipel bench --thorough --json > build/bench.json
	mv build/bench.json docs/reports/bench.json

clean:           ## remove what make made
	rm -rf $(VENV) docs/_build reference/archipel/reference/compiled .mypy_cache .ruff_cache .pytest_cache .hypothesis build dist
