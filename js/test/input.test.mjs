// Bad input of every kind: refused with words, nothing has changed, nothing crashes.

import assert from 'node:assert/strict'
import { test } from 'node:test'
import { GameEngine, TurnPlugin } from 'decklet'
import { generator, playRandomly, players, trace, uno } from './common.mjs'

const loop = {}
loop.loop = loop
const hostile = {
  get type() {
    throw new Error('trap')
  }
}

/** Values that are none of what is asked for. */
const STRANGE = [
  undefined, null, true, 0, -1, 1.5, NaN, Infinity, 2 ** 60, 10n, '', 'x', '\ud800', '\u0000', Symbol('s'), () => {}, [], [[]], {}, loop, hostile,
  new Date(0), new Map(), /x/, Object.create(null), new Proxy({}, { get: () => { throw new Error('proxy') } }), Promise.resolve(), 'x'.repeat(100_000)
]

function game() {
  const engine = uno()
  engine.createGame({ players: players(2), seed: 7 }).start()
  return engine
}

test('what is no action is refused as BAD_ACTION, naming the field', () => {
  const engine = game()
  const before = trace(engine)
  const bad = [
    [[], ''], [{}, 'type'], [{ type: 7 }, 'type'], [{ type: 'NEVER' }, 'type'], [{ type: 'PLAY_CARD', playerId: 7 }, 'playerId'],
    [{ type: 'PLAY_CARD', payload: [] }, 'payload'], [{ type: 'PLAY_CARD', payload: { cardIds: 'red-0' } }, 'payload.cardIds'],
    [{ type: 'PLAY_CARD', payload: { cardIds: [7] } }, 'payload.cardIds'],
    [{ type: 'PLAY_CARD', payload: { cardIds: Array(2000).fill('x') } }, 'payload.cardIds'],
    [{ type: 'DRAW_CARD', playerId: 'p1', payload: { count: 4 } }, 'payload.count']
  ]
  for (const [action, field] of bad) {
    const result = engine.dispatch(action)
    assert.deepEqual([result.ok, result.denyCode, result.rule, result.field], [false, 'BAD_ACTION', undefined, field], JSON.stringify(action))
    assert.deepEqual(engine.check(action), result)
  }
  assert.deepEqual(trace(engine), before)
})

test('strange values anywhere in an action are refused, never thrown', () => {
  const engine = game()
  const before = trace(engine)
  for (const value of STRANGE) {
    const actions = [
      value, { type: value }, { type: 'PLAY_CARD', playerId: value }, { type: 'PLAY_CARD', playerId: 'p1', payload: value },
      { type: 'PLAY_CARD', playerId: 'p1', payload: { cardIds: value } }, { type: 'PLAY_CARD', playerId: 'p1', payload: { cardIds: [value] } },
      { type: 'CHOOSE_COLOR', playerId: 'p1', payload: { color: value } }
    ]
    for (const action of actions) {
      const result = engine.dispatch(action)
      assert.equal(result.ok, false)
      assert.equal(typeof result.denyCode, 'string')
      assert.equal(typeof result.denyReason, 'string')
    }
  }
  assert.deepEqual(trace(engine), before)
})

test('unknown cards and players reach the rules with their strings', () => {
  const engine = game()
  assert.equal(engine.dispatch({ type: 'PLAY_CARD', playerId: 'p1', payload: { cardIds: ['ace'] } }).denyReason, 'player does not own card ace')
  assert.equal(engine.dispatch({ type: 'PLAY_CARD', playerId: 'p9' }).denyReason, "not p9's turn")
  assert.equal(engine.dispatch({ type: 'PLAY_CARD' }).denyCode, 'NO_PLAYER')
  assert.equal(engine.dispatch({ type: 'PLAY_CARD', playerId: '' }).denyCode, 'NO_PLAYER')
})

test('players must be a table', () => {
  const one = { id: 'p1', name: 'x', seat: 1 }
  const two = { id: 'p2', name: 'y', seat: 2 }
  const wrong = [
    [undefined, /players is an array/], [{}, /players is an array/], [[], /0 players, but this game is for 2 to 10/], [[one], /1 players/],
    [[one, null], /missing field `id`/], [[one, { ...two, id: 7 }], /invalid type/], [[one, { ...two, id: '' }], /1 to 64 characters/],
    [[one, { ...two, id: 'x'.repeat(65) }], /1 to 64 characters/], [[one, { ...two, id: 'p1' }], /given to two players/],
    [[one, { ...two, id: 'a\nb' }], /control characters/], [[one, { ...two, seat: 1 }], /seat 1 is given to two/],
    [[one, { ...two, seat: -1 }], /invalid value/], [[one, { ...two, seat: 1.5 }], /invalid type/], [[one, { ...two, seat: '2' }], /invalid type/],
    [Array.from({ length: 11 }, (_, seat) => ({ id: `p${seat}`, name: '', seat })), /11 players/]
  ]
  const engine = game()
  const before = trace(engine)
  for (const [table, message] of wrong) assert.throws(() => engine.createGame({ players: table }), message)
  assert.throws(() => engine.createGame(), /players is an array/)
  assert.deepEqual(trace(engine), before)
  assert.equal(engine.getView('p1').viewer, 'p1')
})

test('strange values for every other argument throw an Error with words', () => {
  const engine = game()
  const before = trace(engine)
  for (const value of STRANGE) {
    const calls = {
      seed: () => engine.createGame({ players: players(2), seed: [value] }),
      deck: () => engine.createGame({ players: players(2), deck: value ?? 7 }),
      use: () => engine.use(value),
      legalActions: () => engine.legalActions(value),
      getView: () => engine.getView(value ?? 7),
      getEvents: () => engine.getEvents(value ?? 7),
      on: () => engine.on(value, value),
      replay: () => engine.replay(value),
      fromLog: () => GameEngine.fromLog(value),
      to: () => engine.replay(engine.log(), { to: [value] })
    }
    for (const [name, call] of Object.entries(calls)) {
      assert.throws(call, (error) => error instanceof Error && error.message.length > 3, `${name}(${typeof value})`)
    }
  }
  assert.deepEqual(trace(engine), before)
})

test('calls in a wrong order say what comes first', () => {
  const engine = new GameEngine().use(TurnPlugin)
  for (const call of ['start', 'getState', 'log', 'undo', 'getView']) assert.throws(() => engine[call](), /call createGame\(\{ players \}\) first/)
  assert.throws(() => engine.dispatch({ type: 'END_TURN' }), /call createGame/)
  assert.throws(() => engine.status, /call createGame/)
  engine.createGame({ players: players(2) })
  assert.deepEqual(engine.getState().index, undefined)
  assert.equal(engine.undo(), undefined)
  engine.start()
  assert.throws(() => engine.start(), /started already/)
})

test('random JSON as actions, between legal ones', () => {
  const random = generator(99)
  const value = (depth) => {
    const kind = random(depth > 2 ? 6 : 8)
    if (kind === 6) return Array.from({ length: random(4) }, () => value(depth + 1))
    if (kind === 7) return Object.fromEntries(['cardIds', 'color', 'count', 'call'].slice(0, random(5)).map((name) => [name, value(depth + 1)]))
    return [null, true, random(300) - 9, 0.5, ['p1', 'p2', 'red-0', 'wild-1', '', 'é'][random(6)], undefined][kind]
  }
  const engine = game()
  for (let n = 0; n < 3000; n++) {
    const type = ['PLAY_CARD', 'DRAW_CARD', 'END_TURN', 'CHOOSE_COLOR', 'UNO_FLIP_INITIAL', 'SET_DIRECTION'][random(6)]
    const action = { type, playerId: value(2), payload: value(0) }
    const before = engine.stateHash
    const result = engine.dispatch(action)
    if (!result.ok) assert.equal(engine.stateHash, before)
    if (n % 50 === 0) playRandomly(engine, random, 1)
    if (engine.status === 'finished') engine.createGame({ players: players(2), seed: n }).start()
  }
  GameEngine.fromLog(engine.log())
})
