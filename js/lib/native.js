// Finds and loads the native addon: the one built here, else the package prebuilt for this system.
'use strict'

const fs = require('node:fs')
const path = require('node:path')

/** The system's name as napi-rs spells it, as `linux-x64-gnu`. */
function triple() {
  const base = `${process.platform}-${process.arch}`
  if (process.platform === 'win32') return `${base}-msvc`
  if (process.platform !== 'linux') return base
  const report = /** @type {any} */ (process.report?.getReport())
  return `${base}-${report?.header?.glibcVersionRuntime ? 'gnu' : 'musl'}`
}

/** The addon's file beside package.json. */
function addonFile() {
  return `decklet.${triple()}.node`
}

function load() {
  const file = path.join(__dirname, '..', addonFile())
  if (fs.existsSync(file)) return require(file)
  return require(`decklet-${triple()}`)
}

function canLoad() {
  try {
    load()
    return true
  } catch {
    return false
  }
}

let addon
/** The addon, loaded at the first use. */
function native() {
  if (addon === undefined) {
    try {
      addon = load()
    } catch (cause) {
      throw new Error(
        `decklet: no native addon for ${triple()}: run "npm run build" in the package's folder (needs Rust)`,
        { cause }
      )
    }
  }
  return addon
}

module.exports = { native, addonFile, canLoad }
