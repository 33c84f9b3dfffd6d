// What the scripts share.
'use strict'

const { spawnSync } = require('node:child_process')
const path = require('node:path')

const root = path.join(__dirname, '..')

/** Runs a program; ends this one when it fails. */
function run(program, args, options = {}) {
  const done = spawnSync(program, args, { cwd: root, stdio: 'inherit', ...options })
  if (done.error) console.error(`${program}: ${done.error.message}`)
  if (done.error || done.status !== 0) process.exit(done.status || 1)
  return done
}

/** Compiles by a tsconfig. */
function tsc(config, ...args) {
  run(process.execPath, [require.resolve('typescript/package.json').replace(/package\.json$/, 'bin/tsc'), '-p', config, ...args])
}

module.exports = { root, run, tsc }
