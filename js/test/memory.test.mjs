// 10,000 random games, with a plugin in JavaScript among them, without growth of memory.

import assert from 'node:assert/strict'
import { execFileSync } from 'node:child_process'
import path from 'node:path'
import { test } from 'node:test'
import { root } from './common.mjs'

test('10,000 random games do not make the program grow', () => {
  const program = path.join(root, 'test', 'memory.mjs')
  const output = execFileSync(process.execPath, ['--expose-gc', program], { encoding: 'utf8' })
  const { games, before, after } = JSON.parse(output)
  assert.equal(games, 10_000)
  // A game that stayed behind with its log would be 20 kB, and all of them 160 MB.
  assert.ok(after.heap - before.heap < 4e6, `the heap grew from ${before.heap} to ${after.heap} bytes`)
  // What the system has given is handed back in pieces: 23 MB more here, and after 40,000 games no more than that.
  assert.ok(after.rss - before.rss < 48e6, `the program grew from ${before.rss} to ${after.rss} bytes`)
})
