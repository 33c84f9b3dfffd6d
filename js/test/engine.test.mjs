// GameEngine with the built-in plugins.

import assert from 'node:assert/strict'
import { test } from 'node:test'
import { GameEngine, PluginRegistry, createDefaultPluginRegistry, createPlayCardAction, createDrawCardAction } from 'decklet'
import { UnoPlugin, createUnoPlugin } from 'decklet/uno'
import { DoudizhuPlugin, createCallLandlordAction } from 'decklet/doudizhu'
import { generator, playRandomly, players, trace, uno } from './common.mjs'

test('an action is accepted with its events, or refused with rule, code and reason', () => {
  const engine = uno()
  engine.createGame({ players: players(2), seed: 7 }).start()
  const refused = engine.dispatch(createPlayCardAction('p2', ['red-0']))
  assert.deepEqual(refused, {
    ok: false,
    denyCode: 'NOT_YOUR_TURN',
    denyReason: "not p2's turn",
    rule: 'uno-player-turn',
    events: [],
    args: { playerId: 'p2' },
    action: 'PLAY_CARD'
  })
  const accepted = engine.dispatch(createDrawCardAction('p1'))
  assert.equal(accepted.ok, true)
  assert.equal(accepted.index, 1)
  assert.equal(accepted.denyCode, undefined)
  const { type, playerId, payload } = accepted.events[0]
  assert.deepEqual([type, playerId, payload.count, payload.cardIds.length], ['CARDS_DRAWN', 'p1', 1, 1])
})

test('a refusal changes nothing', () => {
  const engine = uno()
  engine.createGame({ players: players(3), seed: 7 }).start()
  const before = trace(engine)
  for (const action of [createPlayCardAction('p1', ['x']), { type: 'END_TURN', playerId: 'p1' }, { type: 'UNO_FLIP_INITIAL' }]) {
    assert.equal(engine.check(action).ok, false)
    assert.equal(engine.dispatch(action).ok, false)
  }
  assert.deepEqual(trace(engine), before)
})

test('the state is the referee’s, a view only what its player may see', () => {
  const engine = uno()
  engine.createGame({ players: players(2), seed: 7 }).start()
  const state = engine.getState()
  assert.equal(state.status, 'playing')
  assert.equal(state.currentPlayerId, 'p1')
  assert.deepEqual(state.winnerIds, [])
  assert.equal(Object.keys(state.cards).length, 108)
  const all = Object.values(state.zones).flatMap((zone) => zone.cards)
  assert.deepEqual(all.toSorted(), Object.keys(state.cards).toSorted())

  const view = engine.getView('p1')
  assert.deepEqual(view.zones['player:p1:hand'], state.zones['player:p1:hand'])
  assert.deepEqual(view.zones['player:p2:hand'], { count: 7 })
  assert.equal(view.zones['uno-deck'].cards, undefined)
  const told = JSON.stringify(view)
  const secret = [...state.zones['player:p2:hand'].cards, ...state.zones['uno-deck'].cards]
  assert.ok(secret.every((id) => !told.includes(`"${id}"`)))
  assert.deepEqual(engine.getView().zones['player:p1:hand'], { count: 7 })
  assert.equal(engine.getView(null).viewer, 'spectator')
})

test('the packed state is what the log’s program says of the same game', () => {
  const engine = uno()
  engine.createGame({ players: players(4), seed: 3 }).start()
  playRandomly(engine, generator(3), 40)
  const { zones, variables, ...state } = engine.getState()
  const held = Object.values(zones).reduce((sum, zone) => sum + zone.count, 0)
  assert.equal(held, 108)
  assert.equal(variables['uno.topCard'], zones['uno-discard'].cards.at(-1))
  assert.equal(state.index, 40)
})

test('what a seat saw of the past is its own', () => {
  const engine = uno()
  engine.createGame({ players: players(2), seed: 7 }).start()
  engine.dispatch(createDrawCardAction('p1'))
  const drawn = (playerId, since) => engine.getEvents(playerId, since).filter(({ event }) => event.type === 'CARDS_DRAWN')
  assert.deepEqual(drawn('p1').map(({ index, event }) => [index, event.playerId, event.payload.cardIds?.length]), [
    [0, 'p1', 7], [0, 'p2', undefined], [1, 'p1', 1]
  ])
  assert.deepEqual(drawn(null, 1).map(({ event }) => event.payload), [{ playerId: 'p1', count: 1 }])
})

test('legal means accepted, and the same seed is the same game', () => {
  const logs = [1, 1, 2].map((seed) => {
    const engine = uno()
    engine.createGame({ players: players(3), seed }).start()
    playRandomly(engine, generator(5))
    assert.equal(engine.status, 'finished')
    assert.deepEqual(engine.legalActions('p1'), [])
    return engine.log()
  })
  assert.equal(logs[0], logs[1])
  assert.notEqual(logs[0], logs[2])
})

test('seeds are numbers, bigints or digits; without one, every game is another', () => {
  const log = (options) => {
    const engine = uno()
    engine.createGame({ players: players(2), ...options }).start()
    return [engine.seed, engine.stateHash]
  }
  assert.deepEqual(log({ seed: 7 }), log({ seed: 7n }))
  assert.deepEqual(log({ seed: 7 }), log({ seed: '7' }))
  assert.deepEqual(log({ seed: log({ seed: 7 })[0] }), log({ seed: 7 }))
  assert.notDeepEqual(log({}), log({}))
})

test('a deck can be given', () => {
  const engine = uno()
  const deck = Object.keys(engine.cards).toReversed()
  engine.createGame({ players: players(2), deck }).start()
  // The top of the deck is the last card.
  assert.ok(engine.getState().zones['player:p1:hand'].cards.includes('red-0'))
  assert.throws(() => engine.createGame({ players: players(2), deck: deck.slice(1) }), /wild_draw4-4 is missing/)
  assert.throws(() => engine.createGame({ players: players(2), deck: ['ace'] }), /no card of this game is called "ace"/)
})

test('listeners are told of events by type or of all, after the commit', () => {
  const engine = uno()
  const heard = []
  const stop = engine.on('CARDS_DRAWN', (event) => heard.push([event.type, engine.getState().index]))
  const all = []
  const listener = (event) => all.push(event.type)
  engine.on('*', listener)
  engine.createGame({ players: players(2), seed: 7 }).start()
  assert.deepEqual(heard, [['CARDS_DRAWN', 0], ['CARDS_DRAWN', 0]])
  assert.deepEqual(all, ['GAME_STARTED', 'CARDS_DRAWN', 'CARDS_DRAWN', 'UNO_INITIAL_FLIPPED'])
  stop()
  engine.off('*', listener)
  engine.dispatch(createDrawCardAction('p1'))
  assert.equal(heard.length, 2)
  assert.equal(all.length, 4)
})

test('a listener that throws does not keep the others from hearing, and the action stands', () => {
  const engine = uno()
  engine.createGame({ players: players(2), seed: 7 }).start()
  let heard = 0
  engine.on('CARDS_DRAWN', () => {
    throw new Error('deaf')
  })
  engine.on('CARDS_DRAWN', () => heard++)
  assert.throws(() => engine.dispatch(createDrawCardAction('p1')), /deaf/)
  assert.equal(heard, 1)
  assert.equal(engine.getState().index, 1)
})

test('a listener may dispatch', () => {
  const engine = uno()
  engine.createGame({ players: players(2), seed: 7 }).start()
  engine.on('CARDS_DRAWN', () => engine.dispatch({ type: 'END_TURN', playerId: 'p1' }))
  engine.dispatch(createDrawCardAction('p1'))
  assert.equal(engine.currentPlayerId, 'p2')
})

test('undo takes actions back to the start', () => {
  const engine = uno()
  engine.createGame({ players: players(2), seed: 7 }).start()
  const hashes = [engine.stateHash]
  const random = generator(1)
  for (let n = 0; n < 20; n++) {
    const legal = engine.legalActions(engine.currentPlayerId)
    engine.dispatch(legal[random(legal.length)])
    hashes.push(engine.stateHash)
  }
  const actions = engine.entries().slice(1).map((entry) => entry.action)
  while (hashes.length > 1) {
    assert.equal(engine.stateHash, hashes.pop())
    assert.deepEqual(engine.undo(), actions.pop())
  }
  assert.equal(engine.stateHash, hashes[0])
  assert.equal(engine.undo(), undefined)
})

test('the default registry has the plugins of UNO in order and makes engines', () => {
  const registry = createDefaultPluginRegistry()
  assert.deepEqual([...registry].map((plugin) => plugin.name), ['turn', 'draw', 'uno'])
  const engine = registry.createEngine('uno', { seed: 7 })
  engine.createGame({ players: players(2) }).start()
  assert.equal(engine.rules[0].id, 'uno-game-not-won')
  assert.equal(registry.has('doudizhu'), false)
  registry.register(DoudizhuPlugin)
  const doudizhu = registry.createEngine('doudizhu')
  doudizhu.createGame({ players: players(3) }).start()
  assert.equal(doudizhu.dispatch(createCallLandlordAction('p1', true)).ok, true)
  assert.throws(() => registry.register(UnoPlugin), /"uno" is registered already/)
  assert.throws(() => registry.createEngine('go'), /no plugin called "go" is registered; there are: turn, draw, uno, doudizhu/)
  assert.throws(() => new PluginRegistry().register(UnoPlugin).createEngine(), /no plugin called "turn"/)
})

test('plugins in a wrong order are all told of', () => {
  const engine = new GameEngine().use(UnoPlugin)
  assert.throws(
    () => engine.createGame({ players: players(2) }),
    /plugin "uno" requires "turn": add that one before it\n- plugin "uno" requires "draw"/
  )
})

test('a game may be created again, by other players', () => {
  const engine = uno()
  for (const count of [2, 5, 3]) {
    engine.createGame({ players: players(count), seed: count }).start()
    assert.equal(engine.getState().players.length, count)
    assert.equal(engine.getState().zones[`player:p${count}:hand`].count, 7)
  }
})

test('options are those of a profile, changed', () => {
  const engine = createDefaultPluginRegistry()
  const small = new PluginRegistry()
  for (const plugin of engine) small.register(plugin.name === 'uno' ? createUnoPlugin({ hand: 3 }) : plugin)
  const game = small.createEngine()
  game.createGame({ players: players(2) }).start()
  assert.equal(game.getState().zones['player:p1:hand'].count, 3)
})
