// Lockstep with the Rust engine: the program `decklet` and this package read each other's logs.

import assert from 'node:assert/strict'
import { mkdtempSync, readFileSync, rmSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import path from 'node:path'
import { after, test } from 'node:test'
import { GameEngine, TurnPlugin, DrawPlugin } from 'decklet'
import { createUnoPlugin, UNO_PROFILES } from 'decklet/uno'
import { createDoudizhuPlugin, DOUDIZHU_PROFILES } from 'decklet/doudizhu'
import { decklet, generator, playRandomly, players, uno } from './common.mjs'

const folder = mkdtempSync(path.join(tmpdir(), 'decklet-'))
after(() => rmSync(folder, { recursive: true }))

function played(engine, count, seed) {
  engine.createGame({ players: players(count), seed }).start()
  playRandomly(engine, generator(seed), 300)
  const file = path.join(folder, 'game.jsonl')
  writeFileSync(file, engine.log())
  return file
}

for (const profile of Object.keys(UNO_PROFILES)) {
  test(`UNO, profile ${profile}: the program verifies a log made here`, () => {
    const engine = new GameEngine().use(TurnPlugin).use(DrawPlugin).use(createUnoPlugin({ profile }))
    const file = played(engine, 4, 11)
    decklet(['verify', file])
    assert.equal(GameEngine.fromLog(engine.log()).stateHash, engine.stateHash)
  })
}

for (const profile of Object.keys(DOUDIZHU_PROFILES)) {
  test(`Dou Dizhu, profile ${profile}: the program verifies a log made here`, () => {
    const engine = new GameEngine().use(TurnPlugin).use(createDoudizhuPlugin({ profile }))
    const file = played(engine, 3, 12)
    decklet(['verify', file])
    assert.equal(GameEngine.fromLog(readFileSync(file)).stateHash, engine.stateHash)
  })
}

test('options of one’s own, and a given deck, are in the log', () => {
  const engine = new GameEngine().use(TurnPlugin).use(DrawPlugin).use(createUnoPlugin({ profile: 'official', hand: 5 }))
  const deck = Object.keys(engine.cards).toReversed()
  engine.createGame({ players: players(2), seed: 1, deck }).start()
  playRandomly(engine, generator(1), 50)
  const file = path.join(folder, 'own.jsonl')
  writeFileSync(file, engine.log())
  decklet(['verify', file])
  assert.deepEqual(GameEngine.fromLog(engine.log()).getState(), engine.getState())
})

/** Plays a game in the program `decklet act`, driven by this package's legal actions. */
function playedByTheProgram(game, count, engine) {
  const file = path.join(folder, `${game}.jsonl`)
  const actions = engine.entries().slice(1).map((entry) => JSON.stringify(entry.action))
  writeFileSync(file, engine.log().split('\n').slice(0, 2).join('\n') + '\n')
  decklet(['act', file], `${actions.join('\n')}\n`)
  return readFileSync(file, 'utf8')
}

test('the program, given the same actions, writes the same log to the byte, and it replays here', () => {
  const games = [
    ['uno', 4, uno()],
    ['doudizhu', 3, new GameEngine().use(TurnPlugin).use(createDoudizhuPlugin({ profile: 'pagat' }))]
  ]
  for (const [game, count, engine] of games) {
    for (const seed of [1, 2, 3]) {
      played(engine, count, seed)
      const theirs = playedByTheProgram(game, count, engine)
      assert.equal(theirs, engine.log())
      const replayed = GameEngine.fromLog(theirs)
      assert.deepEqual(replayed.getState(), engine.getState())
      for (const { id } of engine.getState().players) assert.deepEqual(replayed.getView(id), engine.getView(id))
    }
  }
})

test('replay stops at an entry, and the game goes on from there', () => {
  const engine = uno()
  played(engine, 3, 5)
  const again = uno().replay(engine.log(), { to: 10 })
  assert.equal(again.getState().index, 10)
  assert.equal(again.stateHash, engine.entries()[10].state)
  playRandomly(again, generator(6))
  assert.equal(again.status, 'finished')
})

test('a log that was changed is refused with its entry, and the engine is as before', () => {
  const engine = uno()
  played(engine, 3, 5)
  const lines = engine.log().split('\n')
  const target = uno()
  target.createGame({ players: players(2), seed: 1 }).start()
  const before = [target.log(), target.getState()]
  const damage = [
    [[...lines.slice(0, 5), lines[5].replace('"p', '"q'), ...lines.slice(6)].join('\n'), /entry 4: the chain is broken/],
    [[...lines.slice(0, 5), ...lines.slice(6)].join('\n'), /entry 4/],
    ['', /no decklet log: it is empty/],
    ['{}\n', /no decklet log/],
    [new Uint8Array([0xff, 0xfe]), /not valid/]
  ]
  for (const [log, message] of damage) {
    assert.throws(() => target.replay(log), message)
    assert.throws(() => GameEngine.fromLog(log), message)
  }
  assert.throws(() => target.replay(7), /a log is a text or bytes/)
  assert.throws(() => target.replay(engine.log(), { to: -1 }), /the number of an entry/)
  assert.deepEqual([target.log(), target.getState()], before)
})

test('a log of other rules is refused', () => {
  const house = uno({ name: 'house', rules: [{ id: 'r', appliesTo: '*', validate: () => ({ ok: true }) }] })
  played(house, 2, 1)
  assert.throws(() => uno().replay(house.log()), /made by other rules of uno/)
  assert.throws(() => decklet(['verify', path.join(folder, 'game.jsonl')]), /other rules/)
  const own = new GameEngine().use({ name: 'own-game', setup: (game) => game.players(2, 2) })
  own.createGame({ players: players(2) }).start()
  assert.throws(() => GameEngine.fromLog(own.log()), /the log is of "own-game"/)
})
