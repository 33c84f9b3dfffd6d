// The programs of documents 001 and 004, unmodified, as ES modules and as CommonJS.

import assert from 'node:assert/strict'
import { execFileSync } from 'node:child_process'
import { test } from 'node:test'
import { compiled } from './common.mjs'

const run = (file) => execFileSync(process.execPath, [compiled('generated', file)], { encoding: 'utf8' })

for (const kind of ['mjs', 'cjs']) {
  test(`document 001 runs and refuses who is not on turn (${kind})`, () => {
    assert.equal(run(`001-rules.${kind}`), 'false NOT_YOUR_TURN\n')
  })

  test(`document 004 runs (${kind})`, () => {
    assert.equal(run(`004-overview.${kind}`), '')
  })
}
