#!/usr/bin/env bash
# What a change must pass in the JavaScript package: install, build, strict types, tests.
# Shares the workspace's target folder, and the test profile, so that little is compiled twice.
set -euo pipefail
cd "$(dirname "$0")"
for program in node npm cargo; do
  if ! command -v "$program" >/dev/null; then
    echo "$program is missing: see docs/javascript.md" >&2
    exit 1
  fi
done
npm ci --ignore-scripts
node scripts/build.js --profile test
npm test
