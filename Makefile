# Two commands do everything on a fresh machine: make play, make test.
# Needs Python >= 3.11, make and a C linker; Rust is found on PATH or brought by maturin.

PYTHON ?= python3
VENV   := .venv
BIN    := $(VENV)/bin
RUST   := $(shell find rust -name '*.rs' -o -name Cargo.toml -o -path '*/weights/*') Cargo.toml Cargo.lock

.DEFAULT_GOAL := help
.PHONY: help play test test-python test-rust check fmt bench bench-plot bench-deals census counts signatures playthroughs prove fuzz long licences deny advisories reproducible pictures duel soak faults train mini probe trial wheel wheel-test sdist-test docs site build clean

help: ## print this list
	@grep -hE '^[a-z-]+:.*## ' $(MAKEFILE_LIST) | sed -E 's/:.*## /\t/' | expand -t 14

play: $(VENV)/built ## play gin rummy against the computer, full screen
	@$(BIN)/gin play

test: test-rust test-python ## run every test, Rust and Python

test-rust:
	@if command -v cargo >/dev/null 2>&1; then cargo test --workspace --locked --quiet; \
	else echo "cargo is not on PATH: the Rust tests are skipped, the Python tests follow"; fi

test-python: $(VENV)/built
	$(BIN)/pytest -n 2 --dist worksteal

check: $(VENV)/built ## lints, types, layers, stub: everything that is not a test
	cargo fmt --all --check
	cargo clippy --workspace --all-targets --locked --quiet -- -D warnings
	$(BIN)/ruff format --check
	$(BIN)/ruff check
	$(BIN)/mypy
	$(BIN)/basedpyright
	MYPYPATH=python $(BIN)/stubtest gin._core --ignore-disjoint-bases
	$(BIN)/lint-imports
	@$(MAKE) --no-print-directory site

fmt: $(VENV)/built ## format the Rust and the Python code
	cargo fmt --all
	$(BIN)/ruff format
	$(BIN)/ruff check --fix

bench: $(VENV)/built ## time the solver and its rivals, printed as one table (RIVALS=python that has them)
	$(BIN)/python benches/run.py

bench-plot: $(VENV)/built ## draw the table of the Python calls and the rivals into docs/
	$(BIN)/python benches/run.py --plot

bench-deals: $(VENV)/built ## time many deals at once beside OpenSpiel and RLCard (RIVALS=python that has them)
	$(BIN)/python benches/environment.py

census: $(VENV)/built ## count all hands anew and write docs/census.md and its picture
	$(BIN)/python benches/census.py

counts: ## instructions a hand of every question, by callgrind: figures that repeat
	cargo build --quiet --profile bench --locked -p gin-benches --bin counts
	@sh benches/counts.sh target/release/counts

signatures: $(VENV)/built ## write how each player behaves anew, where that was meant to change
	GIN_WRITE_SIGNATURES=1 $(BIN)/pytest -q tests/test_signatures.py

playthroughs: $(VENV)/built ## write the deals that show every rule anew, where a rule was meant to change
	GIN_WRITE_PLAYTHROUGHS=1 $(BIN)/pytest -q tests/test_playthroughs.py

prove: $(VENV)/built ## every hand of 0 to 11 cards by an independent method, layoffs card by card: minutes
	cargo run --quiet --release --locked -p gin-prove
	GIN_PROVE_EVERY=1 $(BIN)/pytest -q tests/test_small_pack.py

pictures: $(VENV)/built ## make the pictures of the documents from the program's own output
	GIN_WRITE_PICTURES=1 $(BIN)/pytest -q tests/test_pictures.py tests/test_drawings.py
	MPLBACKEND=Agg $(BIN)/python examples/deadwood_by_turn.py docs/pictures/deadwood_by_turn.png

duel: $(VENV)/built ## let the computer players play each other, 4,000 matches a pairing
	$(BIN)/python benches/duel.py

INPUTS ?= 20000

fuzz: $(VENV)/built ## bad input at every door of the program, for long, counted in a table (INPUTS=n of each kind; TARGETS="records …" for some kinds)
	@PYTHONPATH=tests $(BIN)/python tests/fuzz.py $(INPUTS) $(TARGETS)

DEALS_OF_LONG ?= 10000000
HOURS         ?= 24

long: $(VENV)/built ## ten million deals, and a day at the table: memory, open files and saves before and after
	@PYTHONPATH=tests $(BIN)/python tests/long.py deals $(DEALS_OF_LONG)
	@PYTHONPATH=tests $(BIN)/python tests/long.py session $(HOURS)

licences: $(VENV)/built ## list the licences of everything that is built in or installed
	$(BIN)/python tests/licences.py

# `cargo install cargo-deny --locked` brings it; what it asks is in deny.toml.
deny: ## licences, sources and bans of the crates, by cargo-deny
	cargo deny --locked check licenses bans sources

advisories: $(VENV)/built ## what PyPI and crates.io know against the packages in use (asks the network)
	@PYTHONPATH=tests $(BIN)/python tests/advisories.py

reproducible: $(VENV)/installed ## build the wheel twice, in two folders: the same files, told where not
	$(BIN)/python tests/reproducible.py

soak: $(VENV)/built ## millions of deals through both rule books, and the soak profile of the properties
	GIN_SOAK_DEALS=2000000 GIN_SOAK_KILLS=500 GIN_SOAK_HANDS=2000000 HYPOTHESIS_PROFILE=soak $(BIN)/pytest -n 2 --dist worksteal -k "soak or properties or stateful or two_rule_books or random_moments or mean_of_dealt"

faults: $(VENV)/built ## the saves under kills, power losses, full disks and flipped bytes; a million deals
	GIN_SOAK_KILLS=500 GIN_SOAK_POWER=3000 GIN_SOAK_FLIPS=1500 GIN_SOAK_BYTES=255 GIN_SOAK_DEALT=1000000 $(BIN)/pytest -s -n 2 --dist worksteal tests/test_kill.py tests/test_faults.py tests/test_doctor.py tests/test_verify.py tests/test_fair.py

# The trainer, compiled for this machine alone.
TRAINER := RUSTFLAGS="-C target-cpu=native" cargo run --release --locked -p gin-train --target-dir target/native --

POOL := careful:0.14,marjj-like:0.12,taylor-like:0.10,simple:0.08,gin-only:0.06

EQUITY := rust/gin-core/weights/equity.bin

train: ## train a value network anew into target/train (an hour of one core); SEED=2 for another, RESUME=1 goes on
	$(TRAINER) run --width 128 --positions 200000000 --seed $(or $(SEED),1) --rate 0.0015 0.00001 \
	  --exploration 0.06 0.01 --equity $(EQUITY) --pool $(POOL) --out target/train $(if $(RESUME),--resume)

mini: ## how far self-play is from the equilibrium, exactly, in a miniature game: two minutes
	@$(TRAINER) mini

FROZEN    := rust/gin-core/weights/points.q8
POSITIONS ?= 63000000
DEALS     ?= 20000
ANSWER    := --width 128 --positions $(POSITIONS) --exploration 0.03 0.003 --pool $(FROZEN):1
MEASURE   := simple marjj-like --deals $(DEALS) --seed 9

probe: ## train answers to the strongest network, from a copy and from nothing, and measure them: an hour
	$(TRAINER) run $(ANSWER) --seed 7 --rate 0.0005 0.00001 --from $(FROZEN) --out target/probe/copy
	$(TRAINER) run $(ANSWER) --seed 8 --rate 0.0015 0.00001 --out target/probe/nothing
	$(TRAINER) evaluate $(FROZEN) $(MEASURE)
	$(TRAINER) evaluate target/probe/copy/weights.f16 $(FROZEN) $(MEASURE)
	$(TRAINER) evaluate target/probe/nothing/weights.f16 $(FROZEN) $(MEASURE)

trial: ## 100,000 deals of every pairing of the levels: legal actions and an end; half an hour
	$(TRAINER) trial --deals 100000

wheel: $(VENV)/installed ## build the wheel into dist/
	$(BIN)/maturin build --release --locked --out dist

wheel-test: $(VENV)/built ## the wheel in an empty environment, without Rust: the tests of the public calls
	$(BIN)/python tests/installed.py

sdist-test: $(VENV)/built ## the source distribution, compiled in a clean folder: the same files
	$(BIN)/python tests/installed.py --sdist

# Its own warning is about the end of its support in 2027.
MKDOCS := NO_MKDOCS_2_WARNING=1 $(BIN)/mkdocs

docs: $(VENV)/built $(VENV)/site ## serve the documentation site on this machine while it is written
	$(MKDOCS) serve

site: $(VENV)/built $(VENV)/site ## build the documentation site into site/, warnings are errors
	$(MKDOCS) build --strict
	$(BIN)/python docs/making/check.py site

build: $(VENV)/built ## build the engine in place

# pip first: Python 3.11 brings one that does not know dependency groups.
$(VENV)/installed: pyproject.toml
	@test -x $(BIN)/python || $(PYTHON) -c 'import sys; sys.exit(sys.version_info < (3, 11) and "gin-rummy needs Python 3.11 or later; say make PYTHON=python3.12")'
	@test -x $(BIN)/python || $(PYTHON) -m venv $(VENV)
	@$(BIN)/pip install --quiet --disable-pip-version-check --upgrade 'pip>=25.1'
	@$(BIN)/pip install --quiet --disable-pip-version-check --group dev
	@touch $@

$(VENV)/site: $(VENV)/installed
	@$(BIN)/pip install --quiet --disable-pip-version-check --group docs
	@touch $@

$(VENV)/built: $(VENV)/installed $(RUST)
	@$(BIN)/pip install --quiet --disable-pip-version-check --no-build-isolation --editable .
	@touch $@

clean: ## remove everything that was built
	rm -rf $(VENV) target dist site
