#!/usr/bin/env bash
# Fetches the view library anew into app/vendor, at the versions below.
set -euo pipefail
cd "$(dirname "$0")/../app/vendor"
packages=(preact@11.2.0 htm@3.1.1 @preact/signals@2.11.4 @preact/signals-core@1.14.5)
work=$(mktemp -d)
trap 'rm -rf "$work"' EXIT
for package in "${packages[@]}"; do
  tarball=$(npm pack --silent --pack-destination "$work" "$package")
  mkdir "$work/${tarball%.tgz}"
  tar xzf "$work/$tarball" --strip-components=1 -C "$work/${tarball%.tgz}"
done
# A browser needs addresses where the packages have names; source maps are left out.
take() {
  sed -e 's#from"preact/hooks"#from"./hooks.js"#g' -e 's#from"preact"#from"./preact.js"#g' \
    -e 's#from"@preact/signals-core"#from"./signals-core.js"#g' -e '/^\/\/# sourceMappingURL/d' "$1" >"$2"
}
take "$work"/preact-11.*/dist/preact.mjs preact.js
take "$work"/preact-11.*/hooks/dist/hooks.mjs hooks.js
take "$work"/htm-*/dist/htm.module.js htm.js
take "$work"/preact-signals-2.*/dist/signals.module.js signals.js
take "$work"/preact-signals-core-*/dist/signals-core.module.js signals-core.js
{
  echo "preact 11.2.0, @preact/signals 2.11.4, @preact/signals-core 1.14.5: MIT"
  echo
  cat "$work"/preact-11.*/LICENSE
  echo
  echo "htm 3.1.1: Apache 2.0"
  echo
  cat "$work"/htm-*/LICENSE
} >LICENSE.txt
if grep -l 'from"[^.]' ./*.js; then
  echo "an import that a browser cannot follow is left" >&2
  exit 1
fi
