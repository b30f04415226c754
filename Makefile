# `make pit` and `make test` work on a fresh clone; everything lives in .venv and pit/.
SHELL := /bin/sh
PYTHON ?= python3
ROUNDS ?= 10
SEED ?=
VENV := .venv
BIN := $(VENV)/bin
PACKAGES := codebreaker lingo_bot lingo_common precompute referee wordlists

.DEFAULT_GOAL := help
.PHONY: help pit cluster-demo test soak lint lint-page docs reference bench bench-quick dist man release-check wordlists packaged-lists clean

help: ## list what can be made
	@grep -hE '^[a-z-]+:.*##' $(MAKEFILE_LIST) | sed -E 's/:.*## /\t/' | expand -t 14

# The run-time environment is one stamp, the developer's a second on top of it.
# pynauty has wheels for few versions of Python; where it has none a compiler makes it.
# The mode `compat` is a plain path to our modules, without an import hook; setuptools warns that it may go one day.
# An old pip writes programs that import re before anything else: a third of the time to our first guess.
# A player in a sandbox may not write, so that Python would compile our modules in every game.
$(VENV)/.installed: pyproject.toml
	$(PYTHON) -c 'import sys; sys.exit(sys.version_info < (3, 11) and "Python 3.11 or later is needed; try make PYTHON=python3.12")'
	$(PYTHON) -m venv $(VENV)
	$(BIN)/python -m pip install --quiet --disable-pip-version-check --upgrade pip
	PYTHONWARNINGS=ignore $(BIN)/python -m pip install --quiet --disable-pip-version-check --config-settings editable_mode=compat --editable .
	$(BIN)/python -m compileall -q $(PACKAGES)
	touch $@

$(VENV)/.developer: $(VENV)/.installed
	PYTHONWARNINGS=ignore $(BIN)/python -m pip install --quiet --disable-pip-version-check --config-settings editable_mode=compat --editable '.[dev]'
	$(BIN)/python -m pip install --quiet --disable-pip-version-check pynauty 2> /dev/null \
		|| echo "pynauty cannot be built (apt install gcc make python3-dev): its tests are skipped"
	touch $@

pit: $(VENV)/.installed ## lingo-bot and three example players in a pit on the packaged lists (ROUNDS=10 words of each length)
	$(BIN)/referee run --players lingo-bot=$(BIN)/lingo-bot --players @examples/players.txt \
		--rounds $(ROUNDS) $(if $(SEED),--seed $(SEED))

cluster-demo: $(VENV)/.developer ## a Dask cluster on this machine, and our work on it
	examples/cluster.sh $(BIN)

# Tests start a program about a thousand times. Where Python may write no bytecode, each would compile its modules,
# and each of the processes would rewrite the assertions of all tests anew: that is why it may write here.
# They wait for a fifth of their time, for clocks, programs and a browser, so three processes keep two processors busy.
test: $(VENV)/.developer ## run all tests
	$(BIN)/python -m compileall -q $(PACKAGES)
	PYTHONDONTWRITEBYTECODE= $(BIN)/python -m pytest --numprocesses 3 --dist loadfile --no-loadscope-reorder

soak: $(VENV)/.developer ## run the tests that take minutes
	$(BIN)/python -m pytest -m soak

lint: $(VENV)/.developer ## ruff, statements that hold several steps, mypy --strict and import-linter
	$(BIN)/ruff check .
	$(BIN)/ruff format --check .
	$(BIN)/python -m tools.packed_code
	$(BIN)/mypy
	$(BIN)/lint-imports --no-cache --no-logo
	cd tests/clients && ../../$(BIN)/mypy --strict --config-file= --cache-dir=../../.mypy_cache *.py
	@if command -v npm > /dev/null; then $(MAKE) --no-print-directory lint-page; \
		else echo "npm is not there: lingo_bot/page/program was not checked by prettier and TypeScript" >&2; fi

tools/javascript/node_modules: tools/javascript/package-lock.json
	cd tools/javascript && npm ci --no-audit --no-fund --loglevel=error
	touch $@

lint-page: tools/javascript/node_modules
	cd tools/javascript && node_modules/.bin/prettier --config .prettierrc.json --log-level warn --check ../../lingo_bot/page/program ../../referee/page/templates/*.js ../../lingo_common/html/templates/*.js ../../lingo_common/html/templates/*.css ../../referee/page/templates/*.css ../../lingo_bot/page/style.css ../../lingo_bot/page/layout.css ../../docs/try/sw.js
	cd tools/javascript && node_modules/.bin/tsc --project .

docs: $(VENV)/.developer ## build docs/ as a site in site/, strictly
	NO_MKDOCS_2_WARNING=1 $(BIN)/mkdocs build --strict --quiet

reference: $(VENV)/.installed ## write docs/reference anew from the commands themselves
	$(BIN)/python -m tools.reference_pages

bench: $(VENV)/.developer ## measure everything; tables and charts into docs/ (performance.md, guessing-games.md, proofs.md)
	$(BIN)/python -m benchmarks --json benchmarks/results
	$(BIN)/python -m benchmarks.charts

bench-quick: $(VENV)/.developer ## measure small samples of everything, in under three minutes
	$(BIN)/python -m benchmarks --quick

man: $(VENV)/.developer ## write a man page for each command into man/
	$(BIN)/python -m tools.man_pages man

dist: man ## build wheel and sdist, with man pages, in dist/
	rm -rf dist
	PYTHONWARNINGS=ignore $(BIN)/python -m build --outdir dist . > /dev/null
	$(BIN)/twine check --strict dist/*

release-check: dist ## try what `make dist` built in a clean environment: contents, programs, README's examples
	$(BIN)/python -m tools.release_check dist

wordlists: $(VENV)/.installed ## build lists of French, Spanish, German and Dutch for yourself from Debian's (LANGUAGES="french dutch")
	$(BIN)/python -m wordlists.build $(LANGUAGES)

packaged-lists: $(VENV)/.installed ## rebuild the packaged lists from SCOWL (Debian: apt-get install scowl)
	$(BIN)/python -m tools.packaged_lists

clean: ## remove the environment and build products
	rm -rf $(VENV) build dist man site *.egg-info
