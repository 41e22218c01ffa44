# plywise: `make learn` shows what it does, `make test` shows that it is right.
# Everything lives in .venv, target/ and runs/; `make clean` removes the first two.

DEPTH   ?= 4
GAMES   ?= 1000
SEED    ?= 1
VERIFY  ?= 1000
MINUTES ?= 3
OUT     ?=
SIZE    ?= quick
TUNED   ?=
TESTS   ?= tests python
PYTEST  ?= -n auto --dist loadgroup

export PATH := $(PATH):$(HOME)/.cargo/bin
# maturin installs into the environment that is active: that must be ours, whatever the shell has.
export VIRTUAL_ENV := $(CURDIR)/.venv
unexport CONDA_PREFIX
SHELL  := /bin/bash
BIN    := .venv/bin
KERNEL := $(shell find kernel -name '*.rs' -o -name Cargo.toml 2>/dev/null) $(wildcard Cargo.toml Cargo.lock .cargo/config.toml)

.DEFAULT_GOAL := help
.PHONY: help learn test develop tuned lint bench signature docs site pictures results wheel deep clean

help: ## this list
	@grep -hE '^[a-z]+:.*## ' $(MAKEFILE_LIST) | sed -E 's/^([a-z]+):.*## /  make \1\t/' | expand -t 20
	@echo
	@echo "  make learn takes DEPTH=$(DEPTH) GAMES=$(GAMES) SEED=$(SEED) VERIFY=$(VERIFY) MINUTES=$(MINUTES) OUT=runs/name;"
	@echo "  DEPTH=2 is the half-minute version."

learn: .venv/.kernel ## learn the chess piece values from nothing, then test them in a match
	@$(BIN)/plywise learn chess --depth $(DEPTH) --games $(GAMES) --seed $(SEED) --minutes $(MINUTES) \
	    --verify $(VERIFY) --report $(if $(OUT),--out '$(OUT)')

# The kernel's own tests come first: pytest's closing line is the last thing to see.
test: .venv/.kernel ## every test
	cargo test --quiet --package plywise-core
	$(BIN)/python -m pytest $(PYTEST) $(TESTS)

develop: .venv/.kernel ## set .venv up for work: tools, dependencies, release kernel
	@echo "ready: . .venv/bin/activate && plywise --help"

tuned: .venv/.kernel ## the kernel built anew for its usual work: ten minutes, a seventh faster at depth 4
	tools/tuned-build.sh develop --quiet --release --extras all

lint: .venv/.kernel ## formatting, lints and types, Python and Rust
	$(BIN)/ruff format --check python tests benchmarks tools
	$(BIN)/ruff check python tests benchmarks tools
	$(BIN)/mypy
	$(BIN)/stubtest plywise._kernel --mypy-config-file pyproject.toml --allowlist tools/stubtest-allowlist.txt
	$(BIN)/lint-imports --no-cache
	cargo fmt --all --check
	cargo clippy --quiet --workspace --all-targets -- -D warnings

bench: .venv/.kernel ## nodes/s beside other engines, games/s, perft, import and engine start (benchmarks/README.md)
	@$(BIN)/plywise bench --no-games
	@for script in search_speed learning_speed perft_speed import_time engine_start; do \
	    echo; $(BIN)/python benchmarks/$$script.py || exit; done

signature: .venv/.kernel ## the search's node count over fixed positions, for commit messages
	@$(BIN)/plywise bench --signature

docs: .venv/.kernel ## run all code of README and docs, and check that they name every option
	$(BIN)/python -m pytest -q tests/test_docs.py

site: .venv/.tools ## the documents as a site of plain files: open site/index.html (strict: a warning is an error)
	@$(BIN)/python tools/make_site.py

pictures: .venv/.kernel ## draw the pictures of docs/learn anew, and run the notebooks
	$(BIN)/python tests/documents.py --pictures docs/learn/*.md
	$(BIN)/python tests/notebooks.py docs/notebooks/*.ipynb

results: .venv/.kernel ## every published experiment into docs/results (SIZE=quick or paper)
	@for name in $$($(BIN)/plywise reproduce --list --names); do \
	    $(BIN)/plywise reproduce $$name --size $(SIZE) --out docs/results || exit; done

wheel: .venv/.tools ## one abi3 wheel in dist/, tried out in a clean venv without Rust
	rm -rf dist
	$(if $(TUNED),tools/tuned-build.sh,$(BIN)/maturin) build --release --strip --out dist
	tools/check-wheel.sh dist/*.whl

deep: .venv/.kernel ## the long versions of the tests: hours
	cargo test --package plywise-core -- --include-ignored
	PLYWISE_DEEP=1 $(BIN)/python -m pytest $(TESTS)

clean: ## remove what make built (not runs/)
	rm -rf .venv target dist site
	find python -name '*.so' -delete

# Stamps: each step runs again only when what it stands on is newer.
.venv/.tools: pyproject.toml tools/prerequisites.sh
	@python=$$(tools/prerequisites.sh) && { test -x $(BIN)/python || $$python -m venv .venv; }
	$(BIN)/python -m pip install --quiet --upgrade 'pip>=25.1'
	$(BIN)/python -m pip install --quiet --group dev
	@touch $@

.venv/.kernel: .venv/.tools $(KERNEL)
	@tools/prerequisites.sh >/dev/null
	$(BIN)/maturin develop --quiet --release --extras all
	@touch $@
