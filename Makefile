# Everything runs in .venv, which the first target that needs it makes.
PYTHON ?= python3
VENV := .venv
BIN := $(VENV)/bin
INSTALLED := $(VENV)/.installed
READY := $(VENV)/.ready
OUT := reports/out
GAME ?= black-fleet
SAMPLE ?= 120
SEED ?= 1
BUDGET ?= 20

MUTATE := $(BIN)/python -m pytest -s -p tests.mutation.plugin -p no:cacheprovider --assert plain --tb native
ifdef PART
MUTATE += -m "not long" --mutate analyser.$(PART) tests/$(PART)
else
MUTATE := NUMBA_DISABLE_JIT=1 $(MUTATE) -m uncompiled --mutate analyser.games.$(subst -,_,$(GAME)) tests/games/$(subst -,_,$(GAME))
endif

# Without bytecode every process of a test would compile all modules again.
unexport PYTHONDONTWRITEBYTECODE

.DEFAULT_GOAL := help
.PHONY: help setup run report accuracy plants questions gallery ladders fixes reference picture gate test test-long test-all check bench profile limit coverage million huge torture faults fuzz mutants bounds wheel clean

help:  ## list the targets
	@grep -E '^[a-z-]+:.*## ' $(MAKEFILE_LIST) | sed -E 's/:.*## /\t/' | expand -t 12

setup: $(INSTALLED)  ## make the virtual environment with everything the program needs

# Modules are compiled when they are first imported: pip would compile all of them, most of which nobody imports.
INSTALL := $(BIN)/python -m pip install --quiet --no-compile --constraint constraints.txt --editable

$(INSTALLED): pyproject.toml constraints.txt
	$(PYTHON) -m venv $(VENV)
	$(INSTALL) .
	touch $(INSTALLED)

$(READY): $(INSTALLED)
	$(INSTALL) '.[test,check]'
	touch $(READY)

run: $(INSTALLED)  ## the main job: simulate Black Fleet and build its balance PDF and HTML page
	rm -rf $(OUT)/black-fleet-run
	$(BIN)/analyse simulate --game black-fleet --games 50000 --out $(OUT)/black-fleet-run
	$(BIN)/analyse report $(OUT)/black-fleet-run --out $(OUT)/black-fleet.pdf

report: $(INSTALLED)  ## the balance PDF of a game: make report GAME=la-planche
	$(BIN)/analyse report --game $(GAME)

gallery: $(READY)  ## the figures of the README, from the reports that were built last
	$(BIN)/python docs/gallery.py

ladders: $(READY)  ## the ladders of all games for the docs: takes an hour and more; stopped, it goes on
	for game in faut-pas-pousser la-planche piratoons; do $(BIN)/analyse ladder --game $$game --out reports/out/ladder-$$game || exit; done
	$(BIN)/analyse ladder --game black-fleet --top 16 --no-restricted --out reports/out/ladder-black-fleet
	$(BIN)/python docs/ladders.py

fixes: $(READY)  ## what we would change, for the first pages of the reports: some minutes a game; GAME=la-planche for one
	mkdir -p reports/fixes
	for game in $(if $(filter file,$(origin GAME)),faut-pas-pousser la-planche piratoons black-fleet,$(GAME)); do \
		case $$game in black-fleet) most="--change start_doubloons --opponents= --games 1200000";; *) most="--games 600000";; esac; \
		$(BIN)/analyse fix --game $$game $$most --out reports/out/fix-$$game; \
		cp reports/out/fix-$$game/fix.json reports/fixes/$$game-4p.json || exit; \
	done

reference: $(READY)  ## docs/reference: commands, settings and columns, as the program has them now
	$(BIN)/python docs/reference.py

accuracy: $(READY)  ## docs/explanation/accuracy.md: how often each kind of claim is right; PART=compare for one of them
	$(BIN)/python -m tests.benchmarks.accuracy $(PART)

questions: $(READY)  ## docs/explanation/first-questions.md: what designers ask first, answered; GAME=la-planche for one game
	$(BIN)/python -m tests.benchmarks.first_questions $(if $(filter file,$(origin GAME)),,$(GAME))

plants: $(READY)  ## planted imbalances and what `analyse fix` makes of them, 20 seeds each; CASE=lottery SEEDS=5; stopped, it goes on
	$(BIN)/python -m tests.benchmarks.plants "$(CASE)" $(or $(SEEDS),20)

picture: $(READY)  ## the picture of docs/explanation/architecture.md
	$(BIN)/python docs/architecture.py

test: $(READY)  ## the tests without the long ones, on all cores
	$(BIN)/python -m pytest -m "not long" --numprocesses auto --dist loadfile --no-loadscope-reorder --durations 20

test-long: $(READY)  ## only the long ones: full-size references, whole reports, watched games, coverage
	$(BIN)/python -m pytest -m long --numprocesses auto --dist loadfile --no-loadscope-reorder --durations 20

test-all: test test-long  ## all tests

check: $(READY)  ## linter and types
	$(BIN)/ruff check .
	$(BIN)/ruff format --check .
	$(BIN)/mypy

gate: $(READY)  ## no game of the committed baselines may come out otherwise
	$(BIN)/analyse check --strict

bench: $(READY)  ## games and decisions per second on this machine, against the last committed page
	$(BIN)/analyse bench --compare docs/reference/benchmarks.md

profile: $(READY)  ## where the time of a decision goes, for every game (docs/explanation/scale.md)
	$(BIN)/python tests/benchmarks/where.py

limit: $(READY)  ## the speed limit: C programs of the same rules, side by side with the kernels (needs gcc on x86-64)
	$(BIN)/python -m tests.benchmarks.limits

coverage: $(READY)  ## lines and branches of the rules that their tests run, uncompiled
	NUMBA_DISABLE_JIT=1 $(BIN)/coverage run --include='analyser/games/*' -m pytest tests/games -m "uncompiled and not long"
	$(BIN)/coverage report --show-missing --fail-under=100

million: $(READY)  ## what holds in every game, in a million of them: make million GAME=piratoons; Black Fleet: ten minutes on two cores
	MILLION=1000000 $(BIN)/python -m pytest $(wildcard tests/games/$(subst -,_,$(GAME))/test_watched.py tests/games/$(subst -,_,$(GAME))/test_invariants.py)

huge: $(READY)  ## a hundred million games: memory, and the cost of storing and summing up (docs/explanation/scale.md)
	$(BIN)/python tests/benchmarks/huge.py

torture: $(READY)  ## runs stopped at hundreds of random moments, starved, damaged and fought over
	TORTURE=300 $(BIN)/python -m pytest --numprocesses auto tests/storage/test_torture.py

faults: $(READY)  ## commands killed 1,000 times and every class of faults; writes the tables of docs/explanation/faults.md
	$(BIN)/python -m tests.storage.kills --kills $(or $(KILLS),1000) --seed $(SEED)

fuzz: $(READY)  ## everything a user can hand in, made up by the thousand
	FUZZ=2000 $(BIN)/python -m pytest --numprocesses auto --dist load tests/fuzz

mutants: $(READY)  ## mutation testing: make mutants GAME=la-planche, or PART=statistics, experiments, drift, storage
	$(MUTATE) --sample $(SAMPLE) --seed $(SEED) --budget $(BUDGET)

bounds:  ## the lowest and the newest versions that pyproject.toml allows: each must play the very same games
	mkdir -p build
	$(PYTHON) tests/repository/lowest.py > build/lowest.txt
	: > build/newest.txt
	for which in lowest newest; do \
		$(PYTHON) -m venv --clear build/$$which && \
		build/$$which/bin/python -m pip install --quiet --constraint build/$$which.txt '.[dask]' && \
		ANALYSE_CACHE=build/$$which/cache build/$$which/bin/analyse check --strict --quick \
			reports/baselines/faut-pas-pousser.json reports/baselines/la-planche.json || exit 3; \
	done

wheel: $(READY)  ## build the wheel into dist/
	$(BIN)/python -m pip wheel --quiet --no-deps --no-build-isolation --wheel-dir dist .

clean:  ## remove the virtual environment and what was built
	rm -rf $(VENV) dist build
