PYTHON ?= python3
HOST ?= 127.0.0.1
PORT ?= 8001

BIN := .venv/bin
LEDGER := build/ledger.db
# Folders of data/ are named too: a record that is taken away changes its folder alone.
LEDGER_INPUTS := $(shell find data -type d -o -name '*.yml' -o -name '*.csv') \
                 $(shell find schema loaders analysis -name '*.py' -o -name '*.sql')

.PHONY: help serve build check format lint test torture bench export release history lock environment
.DELETE_ON_ERROR:

help: ## Show this list
	@awk -F ':.*## ' '/^[a-z]+:.*## / { printf "make %-12s %s\n", $$1, $$2 }' $(MAKEFILE_LIST)

serve: $(LEDGER) ## Build the ledger and serve it at http://127.0.0.1:8001 (PORT=8010 for another port)
	@$(BIN)/specledger serve --host $(HOST) --port $(PORT)

build: $(LEDGER) ## Build build/ledger.db from data/, when anything it is made of has changed

history: $(LEDGER) ## Write into the ledger what has changed in the records, from the repository's log
	@$(BIN)/specledger history

check: environment ## Check every record in data/
	@$(BIN)/specledger check

format: environment ## Lay out records and code
	@$(BIN)/specledger format
	@$(BIN)/ruff check --quiet --fix-only .
	@$(BIN)/ruff format --quiet .

lint: environment ## Check style and types of the code
	@$(BIN)/ruff check .
	@$(BIN)/ruff format --check .
	@$(BIN)/mypy

test: environment axe ## Check everything: records, generated files, style, types, all tests
	@$(BIN)/python -m tests.run

torture: $(LEDGER) ## Throw all that is hostile at the ledger, for half an hour (a short form is part of make test)
	@TORTURE=full $(BIN)/python -m pytest tests/torture

bench: $(LEDGER) ## Measure speed and endurance in one table, five minutes (an hour: .venv/bin/python -m bench --full)
	@$(BIN)/python -m bench

export: $(LEDGER) ## Write CSV, JSON, XLSX and Parquet to build/export
	@$(BIN)/specledger export

release: $(LEDGER) ## Write a dated release to build/releases, with what changed, and enter it in CHANGELOG.md
	@$(BIN)/specledger release --log CHANGELOG.md

lock: ## Write requirements.lock from pyproject.toml (needs uv)
	@uv pip compile --quiet --python-version 3.11 --python-platform linux --extra dev --generate-hashes --no-annotate \
	    --no-emit-index-url --no-emit-find-links --custom-compile-command 'make lock' \
	    --output-file requirements.lock pyproject.toml

$(LEDGER): .venv/project $(LEDGER_INPUTS)
	@$(BIN)/specledger build --out $@

# The environment is the lock and nothing else: a changed lock makes it anew.
environment: .venv/project

.venv/lock: requirements.lock
	@$(PYTHON) -c 'import sys; sys.exit(sys.version_info < (3, 11))' || \
	    { echo 'Specledger needs Python 3.11 or newer: name one, as in `make PYTHON=python3.12 ...`' >&2; exit 1; }
	@echo 'making the environment in .venv (about half a minute)' >&2
	@$(PYTHON) -m venv --clear .venv
	@$(BIN)/python -m pip install -qq --disable-pip-version-check --require-hashes --requirement requirements.lock
	@touch $@

.venv/project: .venv/lock pyproject.toml
	@$(BIN)/python -m pip install -qq --disable-pip-version-check --no-deps --no-build-isolation --editable .
	@touch $@

# axe-core reads pages as people without eyes or a mouse use them. Without npm the tests say that it is missing.
axe: node_modules/.lock

node_modules/.lock: package-lock.json
	@if ! command -v npm >/dev/null; then \
	    echo 'npm is not installed: pages are not checked with axe-core (Debian: apt-get install npm)' >&2; \
	elif npm ci --silent --no-audit --no-fund --ignore-scripts; then touch $@; \
	else echo 'npm ci failed: pages are not checked with axe-core' >&2; fi
