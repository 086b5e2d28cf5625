# make report | report-full | verify | test | test-library | test-faults | test-repeated | bench | bench-large | lab | hero | lock | clean
CONFIG ?= config/config.yaml
# the cores that `make report` uses: a number from 1, or all
CORES ?= all
PYTHON ?= python3
# `make verify` compares the results with a manifest: their own unless another is given
RESULTS ?= results
MANIFEST ?= $(RESULTS)/manifest.json
# options of JupyterLab, such as LAB=--no-browser
LAB ?=
BIN := .venv/bin
# Named by the content of the locks: a touch installs nothing again, another lock does.
STAMP := .venv/installed-$(shell cat requirements-build.lock requirements.lock | cksum | tr ' ' -)
# How the package itself is installed stands in pyproject.toml: after an edit it is installed again.
READY := .venv/ready-$(shell cksum < pyproject.toml | tr ' ' -)
PIP := $(BIN)/python -m pip install --quiet --disable-pip-version-check

.PHONY: report report-full verify test test-library test-faults test-repeated bench bench-large lab hero lock clean

report: $(READY)
	@$(BIN)/kpca run "$(CONFIG)" --cores "$(CORES)"

report-full: $(READY)
	@$(BIN)/kpca run config/full.yaml --cores "$(CORES)"

verify: $(READY)
	@$(BIN)/kpca verify "$(RESULTS)" --manifest "$(MANIFEST)"

# As many tests side by side as there are cores, and one thread each.
test test-library test-faults test-repeated: export OMP_NUM_THREADS = 1

test: $(READY)
	@$(BIN)/python -m pytest

# On every version of Python that README.md names: .ci/run and the workflow for GitHub do so.
test-library: $(READY)
	@$(BIN)/python -m pytest $$($(BIN)/python tests/library.py)

test-faults: $(READY)
	@$(BIN)/python -m pytest -m "faults and not repeated" --durations=15

# More rounds and cases of the tests of `make test-faults`: some 20 minutes.
test-repeated: $(READY)
	@$(BIN)/python -m pytest -m repeated --durations=15

# Times and memory beside scikit-learn, with all cores: some 20 minutes; the large cases more than
# an hour. Nothing else should run on the machine.
bench: $(READY)
	@$(BIN)/python -m benchmarks --results "$(RESULTS)"

bench-large: $(READY)
	@$(BIN)/python -m benchmarks --large --results "$(RESULTS)"

lab: $(READY)
	@$(BIN)/kpca lab . $(LAB)

$(STAMP):
	@$(PYTHON) -c 'import sys; sys.exit("Python 3.11 or newer is needed, this is %d.%d: make report PYTHON=python3.12" % sys.version_info[:2] if sys.version_info < (3, 11) else 0)'
	@echo "setting up .venv, once (a few minutes)"
	@$(PYTHON) -m venv --clear .venv
	@$(PIP) --require-hashes -r requirements-build.lock
	@$(PIP) --require-hashes --no-build-isolation -r requirements.lock
	@touch $@

$(READY): $(STAMP)
	@$(PIP) --no-deps --no-build-isolation --editable .
	@touch $@

hero: $(READY)
	@$(BIN)/python docs/pictures/draw.py

LOCK := $(BIN)/uv pip compile --quiet --universal --python-version 3.11 --generate-hashes --no-header
lock: $(STAMP)
	@$(PIP) uv
	@$(LOCK) --extra slurm --group test --group build pyproject.toml --output-file requirements.lock
	@grep -A2 '^setuptools==' requirements.lock > requirements-build.lock

clean:
	rm -rf .venv .snakemake .pytest_cache *.egg-info
	find results -mindepth 1 -not -name README.md -delete
