# Conderis: `make up` runs it, `make test` tests it. `make help` lists the rest.

PYTHON ?= python3
VENV := .venv
RUN := $(VENV)/bin/python
PIP := $(RUN) -m pip --disable-pip-version-check --no-input install -qq --require-hashes
# Whatever the caller's umask: the database's own user must be able to run what root installed.
READABLE := umask 022;

.DEFAULT_GOAL := help
.PHONY: bench help setup up test lint lock clean

help:
	@echo 'make up      run Conderis on http://127.0.0.1:8000 (PORT=8001 make up: elsewhere)'
	@echo 'make setup   make .venv with the locked packages, as make up does first'
	@echo 'make test    run the tests (ARGS="-k recall" chooses some)'
	@echo 'make bench   measure each tool in projects of 1,000, 10,000 and 100,000 items (ARGS=1000: one size)'
	@echo 'make lint    check style, types, imports, migrations and lock files'
	@echo 'make lock    resolve the dependencies anew (needs uv)'
	@echo 'make clean   remove what the others made, except the data in var'

setup: $(VENV)/base.stamp

up: $(VENV)/base.stamp
	@exec $(RUN) manage.py up

test: $(VENV)/dev.stamp
	@exec $(RUN) -m pytest $(ARGS)

bench: $(VENV)/dev.stamp
	@exec $(RUN) -m tests.bench $(ARGS)

lint: $(VENV)/dev.stamp
	@$(RUN) -m ruff check --quiet .
	@$(RUN) -m ruff format --check --quiet .
	@$(RUN) -m mypy --no-error-summary
	@$(RUN) -m djlint templates --lint --quiet
	@$(RUN) -c 'from importlinter.cli import lint_imports_command; lint_imports_command()' --no-logo
	@DATABASE_URL=postgresql://127.0.0.1:1/none $(RUN) -W ignore manage.py makemigrations --check --dry-run >/dev/null \
		|| { echo 'A model has changed without its migration: run manage.py makemigrations.' >&2; exit 1; }
	@! grep -nE '://|^ *-(i|f) |^ *--(extra-)?index-url|^ *--find-links|^ *--trusted-host' requirements/*.txt \
		|| { echo 'A lock file names a registry: run make lock.' >&2; exit 1; }

LOCK = uv pip compile --quiet --universal --python-version 3.11 --generate-hashes --no-emit-index-url \
	--custom-compile-command 'make lock' pyproject.toml --extra embedded
lock:
	@$(LOCK) --extra dev -o requirements/dev.txt >/dev/null
	@$(LOCK) -c requirements/dev.txt -o requirements/base.txt >/dev/null

clean:
	@rm -rf $(VENV) .mypy_cache .pytest_cache .ruff_cache .import_linter_cache .hypothesis staticfiles
	@find . -path ./var -prune -o -name __pycache__ -type d -prune -exec rm -rf {} +

# The locked packages, installed again only when the lock has changed.
$(VENV)/base.stamp: requirements/base.txt $(VENV)/made.stamp
	@echo 'Installing the locked packages (a minute or two the first time) ...'
	@$(READABLE) $(PIP) -r $<
	@touch $@

$(VENV)/dev.stamp: requirements/dev.txt $(VENV)/base.stamp
	@echo 'Installing the locked packages of the tests ...'
	@$(READABLE) $(PIP) -r $<
	@touch $@

# $(RUN) is a link to the interpreter: when that has gone, or a first try was broken off, it is made anew.
$(VENV)/made.stamp: $(RUN)
	@$(RUN) -c 'import pip' 2>/dev/null || { $(READABLE) rm -rf $(VENV) && "$(PYTHON)" -m venv $(VENV); }
	@touch $@

$(RUN):
	@command -v "$(PYTHON)" >/dev/null || { \
		echo 'Conderis needs Python 3.11 or newer, and there is no $(PYTHON) here.' >&2; \
		echo 'On Debian or Ubuntu: apt install python3 python3-venv. Or name another: make PYTHON=/path/to/python' >&2; exit 1; }
	@"$(PYTHON)" -c 'import sys; sys.exit(sys.version_info < (3, 11))' || { \
		echo "Conderis needs Python 3.11 or newer; $(PYTHON) is $$("$(PYTHON)" -V 2>&1)." >&2; \
		echo 'Name a newer one: make PYTHON=python3.12' >&2; exit 1; }
	@"$(PYTHON)" -c 'import ensurepip, venv' 2>/dev/null || { \
		echo "This Python lacks venv or ensurepip. On Debian or Ubuntu: apt install \
	$$("$(PYTHON)" -c 'import sys; print("python%d.%d-venv" % sys.version_info[:2])')" >&2; exit 1; }
	@$(READABLE) rm -rf $(VENV) && "$(PYTHON)" -m venv $(VENV)
