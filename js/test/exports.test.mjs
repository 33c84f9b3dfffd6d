// What is exported is declared and described, for both kinds of modules.

import assert from 'node:assert/strict'
import { readFileSync } from 'node:fs'
import { createRequire } from 'node:module'
import path from 'node:path'
import { test } from 'node:test'
import { uno, root } from './common.mjs'

const require = createRequire(import.meta.url)

for (const [entry, file] of [['decklet', 'index'], ['decklet/uno', 'uno'], ['decklet/doudizhu', 'doudizhu']]) {
  const declared = readFileSync(path.join(root, 'types', `${file}.d.ts`), 'utf8')

  test(`${entry} exports the same for import, require and TypeScript`, async () => {
    const { default: whole, 'module.exports': _, ...named } = await import(entry)
    const required = require(entry)
    assert.equal(whole, required)
    assert.deepEqual(Object.keys(named).sort(), Object.keys(required).sort())
    const values = [...declared.matchAll(/^export (?:const|class|function|enum) (\w+)/gm)].map(([, name]) => name)
    assert.deepEqual(values.sort(), Object.keys(required).sort())
  })

  test(`${entry} describes everything it exports`, () => {
    const lines = declared.split('\n')
    lines.forEach((line, n) => {
      if (line.startsWith('export ')) assert.match(lines[n - 1], /\*\/$/, `nothing is said of: ${line}`)
    })
  })

  test(`${entry}: constants declared with a value have it`, () => {
    const required = require(entry)
    const constants = [...declared.matchAll(/^export const (\w+): ('[^']*'|\d+)$/gm)]
    assert.ok(constants.length >= 10)
    for (const [, name, value] of constants) {
      assert.equal(String(required[name]), value.replaceAll("'", ''), name)
    }
    for (const [, name, body] of declared.matchAll(/^export enum (\w+) \{(.*?)^\}/gms)) {
      const items = [...body.matchAll(/^ {2}(\w+) = '([^']*)'/gm)].map(([, key, value]) => [key, value])
      assert.deepEqual(required[name], Object.fromEntries(items), name)
    }
  })
}

test('every event and action of the games has its constant', async () => {
  const main = require('decklet')
  const games = {
    uno: [uno(), require('decklet/uno')],
    doudizhu: [
      new main.GameEngine().use(main.TurnPlugin).use(require('decklet/doudizhu').createDoudizhuPlugin({ profile: 'game-claw' })),
      require('decklet/doudizhu')
    ]
  }
  const { native } = require('../lib/native.js')
  for (const [engine, exported] of Object.values(games)) {
    const stack = engine.rules.length > 10 && exported.UnoPlugin ? ['turn', 'draw', 'uno'] : ['turn', 'doudizhu']
    const all = new (native().NativeEngine)(JSON.stringify(stack.map((builtin) => ({ builtin }))))
    const { events, actions } = JSON.parse(all.rules())
    const known = new Set([...Object.values(main), ...Object.values(exported)].filter((value) => typeof value === 'string'))
    for (const event of events) assert.ok(known.has(event), event)
    for (const [action, byPlayers] of actions) assert.ok(!byPlayers || known.has(action), action)
  }
})
