#!/usr/bin/env bash
# What the browser table must pass: types, lint, format, and the tests in a real browser.
# DECKLET names the program to test; without it `cargo build -p decklet` makes one.
set -euo pipefail
cd "$(dirname "$0")"
if ! command -v npm >/dev/null; then
  echo "npm is missing: install Node 20 or later, then run this again" >&2
  exit 1
fi
export CHROMIUM="${CHROMIUM:-$(command -v chromium || command -v chromium-browser || command -v google-chrome || true)}"
if [ -z "$CHROMIUM" ] && [ "$(id -u)" = 0 ] && command -v apt-get >/dev/null; then
  apt-get update -qq
  DEBIAN_FRONTEND=noninteractive apt-get install -y -qq --no-install-recommends chromium >/dev/null
  CHROMIUM=$(command -v chromium)
fi
if [ -z "$CHROMIUM" ]; then
  echo "chromium is missing: install it, or name it in CHROMIUM" >&2
  exit 1
fi
if [ ! -e node_modules/.package-lock.json ] || [ package-lock.json -nt node_modules/.package-lock.json ]; then
  npm ci --silent --no-audit --no-fund
fi
if [ -z "${DECKLET:-}" ]; then
  (cd .. && cargo build -p decklet)
  DECKLET="${CARGO_TARGET_DIR:-../target}/debug/decklet"
fi
DECKLET=$(realpath "$DECKLET")
export DECKLET
step() { printf '\n== web: %s\n' "$*"; "$@"; }
step npx tsc --noEmit
step npx eslint .
step npx prettier --check --log-level warn .
step node --test --test-concurrency=2 tests/
