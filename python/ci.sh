#!/usr/bin/env bash
# Builds the Python package and tests it, in an environment of its own under target/.
set -euo pipefail
cd "$(dirname "$0")/.."
target=${CARGO_TARGET_DIR:-target}
environment=$target/python-ci
python=${PYTHON:-python3}
if ! command -v "$python" >/dev/null; then
  echo "python3 is missing: the Python package is not tested" >&2
  exit 1
fi
if [ ! -x "$environment/bin/python" ]; then
  "$python" -m venv "$environment"
fi
pip() { "$environment/bin/python" -m pip --disable-pip-version-check --quiet "$@"; }
pip install "maturin>=1.9.4,<2" numpy pytest mypy
# Their tests say that they are skipped where these do not install.
pip install pettingzoo || echo "pettingzoo does not install: its tests are skipped" >&2
pip install rlcard==1.2.0 setuptools || echo "rlcard does not install: no parity with it" >&2
export VIRTUAL_ENV=$PWD/$environment
case $environment in /*) VIRTUAL_ENV=$environment ;; esac
# As optimized as the workspace's tests, so that little is compiled twice.
CARGO_PROFILE_DEV_OPT_LEVEL=2 "$environment/bin/maturin" develop --quiet
"$environment/bin/python" -m pytest python/tests
"$environment/bin/python" -m mypy --strict python/decklet examples/python
