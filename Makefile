# Everything a newcomer or CI runs. Needs make and Python 3.11 to 3.14; all else is installed into .venv from the lock files.

VENV := .venv
BIN  := $(VENV)/bin
PY   := $(BIN)/python
PIP  := $(PY) -m pip --disable-pip-version-check -qq install
SOURCE ?=
ARGS ?=
WORKERS ?= 2

# With it set, every start compiles all libraries anew: seconds each time.
unexport PYTHONDONTWRITEBYTECODE
export PIP_NO_INPUT := 1

.DELETE_ON_ERROR:
.PHONY: help corpus test test-all coverage lint format bench drills screenshots docs site lock clean FORCE

help:  ## this list
	@echo "taiyaku: parallel Chinese, Japanese and English articles on PyTorch, terms tied to a glossary"
	@echo
	@grep -hE '^[a-z-]+:.*## ' $(MAKEFILE_LIST) | sed -E 's/^([a-z-]+):.*## /  make \1|/' | awk -F'|' '{ printf "%-14s %s\n", $$1, $$2 }'
	@echo
	@echo "  SOURCE=… and ARGS=… go to \`taiyaku build\` (make corpus) or, ARGS alone, to pytest (make test)."
	@echo "  PYTHON=… names the Python that .venv is made with; VENV=.venv-3.13 stands beside it, for another Python."

corpus: $(VENV)/project.stamp  ## build the corpus of the sample articles, or of SOURCE="folder …"
	@$(BIN)/taiyaku build --prefect $(SOURCE) $(ARGS)

test: $(VENV)/dev.stamp  ## run the tests that need no build, browser or server: before each commit (WORKERS=…)
	$(PY) -m pytest -n $(WORKERS) --dist loadfile -m "not slow and not server and not bench and not drill" \
		--hypothesis-profile=fast --durations=3 $(ARGS)

test-all: $(VENV)/dev.stamp  ## run all tests, as CI does, in half an hour
	$(PY) -m pytest -n $(WORKERS) --dist loadfile --no-loadscope-reorder -m "not bench and not drill" \
		--hypothesis-profile=fast --durations=20 $(ARGS)

coverage: $(VENV)/dev.stamp  ## measure which lines the fast tests run, on Python 3.12 or later (VENV=.venv-3.13 PYTHON=…)
	$(PY) -m pytest -n $(WORKERS) --dist loadfile -m "not slow and not server and not bench and not drill" \
		--hypothesis-profile=fast --cov $(ARGS)

lint: $(VENV)/dev.stamp  ## check style and types; those of the report page's scripts with Node, where it is
	$(BIN)/ruff check .
	$(BIN)/ruff format --check .
	$(BIN)/mypy
	$(PY) -m tests.browser.lint

format: $(VENV)/dev.stamp  ## put the code into the project's style
	$(BIN)/ruff check --fix .
	$(BIN)/ruff format .

bench: $(VENV)/dev.stamp  ## measure speed and quality, print the tables, and fuzz for an hour (FUZZ_SECONDS=…)
	$(PY) -m pytest -m bench tests/benchmarks tests/fuzz tests/gold -s

drills: $(VENV)/dev.stamp  ## kill builds, fill disks, build what is huge, edit at random (some half an hour)
	$(PY) -m pytest -m drill tests/drills tests/flows -s $(ARGS)

screenshots: $(VENV)/dev.stamp  ## take the pictures of the report page anew, with Chromium
	$(PY) -m tests.browser.screenshots

docs: $(VENV)/project.stamp  ## write the generated documentation anew
	$(PY) -m flows.docs

site: $(VENV)/dev.stamp  ## make the documentation site in build/site, without network
	$(PY) -m flows.docs.site

lock:  ## resolve the lock files anew (UPGRADE=1: to the newest releases that fit pyproject.toml)
	@test -x .venv-lock/bin/uv || { $(FIND_PYTHON); "$$python" -m venv .venv-lock && .venv-lock/bin/pip --quiet install "uv>=0.9"; }
	$(UV_COMPILE) --output-file requirements.lock --extra ja --extra build --group words pyproject.toml
	$(UV_COMPILE) --output-file requirements-build.lock --constraints requirements.lock --group build
	$(UV_COMPILE) --output-file requirements-dev.lock --constraints requirements.lock --group words --group dev --group docs --extra ja --extra build pyproject.toml

clean:  ## remove .venv, caches and everything that was built; decisions and source texts stay
	rm -rf $(VENV) .venv-3.* .venv-lock .mypy_cache .ruff_cache .pytest_cache .hypothesis dist build
	rm -rf outputs/builds outputs/latest
	find corpus flows glossary tests -name __pycache__ -type d -prune -exec rm -rf {} +

# One set of versions for every Python and system; --no-header, as the header names this machine's paths.
UV_COMPILE = .venv-lock/bin/uv pip compile --quiet --universal --python-version 3.11 --fork-strategy fewest \
	--generate-hashes --no-header $(if $(UPGRADE),--upgrade)

# Sets $python to the first Python from 3.11 to 3.14 that can make environments, or says what is missing.
# Each is tried, not only looked for: a version manager's shim may stand for a Python that is not there.
define FIND_PYTHON
python=; old=; bare=; \
for candidate in $(or $(PYTHON),python3.11 python3.12 python3.13 python3.14 python3 python); do \
  version=$$("$$candidate" -c 'import sys; print("%d.%d" % sys.version_info[:2])' 2>/dev/null) || continue; \
  case "$$version" in 3.11|3.12|3.13|3.14) ;; *) old="$$old $$candidate=$$version"; continue ;; esac; \
  "$$candidate" -c 'import ensurepip, venv' 2>/dev/null || { bare="$$candidate"; continue; }; \
  python="$$candidate"; break; \
done; \
if [ -z "$$python" ] && [ -n "$$bare" ]; then \
  echo "taiyaku: $$bare cannot make virtual environments: install its venv module (Debian, Ubuntu: apt install python$$("$$bare" -c 'import sys; print("%d.%d" % sys.version_info[:2])')-venv) and run make again" >&2; exit 1; \
elif [ -z "$$python" ]; then \
  echo "taiyaku: needs Python 3.11 to 3.14, found:$${old:- none}; install one, or name it: make corpus PYTHON=/path/to/python3.12" >&2; exit 1; \
fi
endef

# An environment that was moved, or whose Python is gone, is made anew: it holds absolute paths.
ifneq ($(shell $(PY) -c 'print(open("$(VENV)/venv.stamp").read())' 2>/dev/null),$(CURDIR))
$(VENV)/venv.stamp: FORCE
endif
FORCE:

# A stamp is written only when all before it went well, so that a broken installation is tried again.
$(VENV)/venv.stamp: requirements-build.lock
	@$(FIND_PYTHON); echo "making $(VENV) with $$python …" && "$$python" -m venv --clear $(VENV)
	@$(PIP) --no-deps --requirement requirements-build.lock
	@echo "$(CURDIR)" > $@

$(VENV)/runtime.stamp: requirements.lock $(VENV)/venv.stamp
	@echo "installing the libraries of requirements.lock … (about a minute the first time)"
	@$(PIP) --no-build-isolation --no-deps --requirement requirements.lock
	@touch $@

$(VENV)/project.stamp: pyproject.toml $(VENV)/runtime.stamp
	@$(PIP) --no-build-isolation --no-deps --editable .
	@touch $@

$(VENV)/dev.stamp: requirements-dev.lock $(VENV)/project.stamp
	@echo "installing the tools of requirements-dev.lock …"
	@$(PIP) --no-build-isolation --no-deps --requirement requirements-dev.lock
	@touch $@
