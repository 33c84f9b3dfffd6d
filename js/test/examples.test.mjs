// Every example runs to its end.

import assert from 'node:assert/strict'
import { execFileSync } from 'node:child_process'
import { readdirSync } from 'node:fs'
import path from 'node:path'
import { test } from 'node:test'
import { compiled, root } from './common.mjs'

const LAST_LINES = {
  crazy_eights: /^winners: \[ '(Ann|Ben|Cy)' \]$/,
  doudizhu: /^landlord p[123], multiplier \d+$/,
  house_rule: /^on red-9-1: NINE_ON_NINE, no nine on a nine at this table$/,
  uno: /^p3 holds/
}

test('there is a test for every example', () => {
  const examples = readdirSync(path.join(root, 'examples')).map((file) => path.parse(file).name)
  assert.deepEqual(examples.sort(), Object.keys(LAST_LINES))
})

for (const [name, last] of Object.entries(LAST_LINES)) {
  test(`example ${name}`, () => {
    const output = execFileSync(process.execPath, [compiled('examples', `${name}.js`)], { encoding: 'utf8' })
    assert.match(output.trimEnd().split('\n').at(-1), last)
  })
}
