// Builds the native addon with cargo and puts it beside package.json, under the name that
// lib/native.js looks for.
//
//   node scripts/build.js [--if-missing] [--profile NAME]
//
// --if-missing does nothing where an addon can be loaded already: a prebuilt one, or one built before.
'use strict'

const { spawnSync } = require('node:child_process')
const fs = require('node:fs')
const path = require('node:path')
const { addonFile, canLoad } = require('../lib/native.js')

const args = process.argv.slice(2)
const profile = args.includes('--profile') ? args[args.indexOf('--profile') + 1] : 'release'
const root = path.join(__dirname, '..', '..')

if (args.includes('--if-missing') && canLoad()) {
  process.exit(0)
}
if (!fs.existsSync(path.join(root, 'crates', 'decklet-js'))) {
  console.error('decklet: no prebuilt addon for this system, and no sources to build one from')
  process.exit(1)
}

const cargo = spawnSync(
  'cargo',
  ['build', '--package', 'decklet-js', '--profile', profile, '--message-format', 'json-render-diagnostics'],
  { cwd: root, stdio: ['ignore', 'pipe', 'inherit'], encoding: 'utf8', maxBuffer: 1 << 28 }
)
if (cargo.error) {
  console.error(`decklet: cargo cannot be run (${cargo.error.message}): install Rust from https://rustup.rs`)
  process.exit(1)
}
if (cargo.status !== 0) {
  process.exit(cargo.status ?? 1)
}
const built = cargo.stdout
  .split('\n')
  .filter((line) => line.startsWith('{'))
  .map((line) => JSON.parse(line))
  .filter((message) => message.reason === 'compiler-artifact' && message.target.name === 'decklet_js')
  .flatMap((message) => message.filenames)
  .find((file) => /\.(so|dylib|dll)$/.test(file))
if (!built) {
  console.error('decklet: cargo built no library')
  process.exit(1)
}
// Into place by renaming: a running program may have the old one loaded.
const target = path.join(__dirname, '..', addonFile())
fs.copyFileSync(built, `${target}.new`)
fs.renameSync(`${target}.new`, target)
