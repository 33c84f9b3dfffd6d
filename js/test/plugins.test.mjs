// Plugins in JavaScript.

import assert from 'node:assert/strict'
import { test } from 'node:test'
import { GameEngine, TurnPlugin, deny, ok } from 'decklet'
import { UnoPlugin, playerTurnRule } from 'decklet/uno'
import { generator, playRandomly, players, started, trace, uno } from './common.mjs'

/** A plugin with a player's action POKE that does this. */
function poke(handle, more = {}) {
  return { name: 'poke', actions: { POKE: handle }, ...more }
}

const POKE = { type: 'POKE', playerId: 'p1', payload: { n: 3 } }

test('rules run in order, the first that denies decides', () => {
  const asked = []
  const rule = (id, appliesTo, result) => ({
    id,
    appliesTo,
    validate(c) {
      asked.push([id, this.id, c.action, c.origin, c.state.status, c.state.currentPlayerId])
      return result
    }
  })
  const engine = started(
    poke(() => {}, {
      rules: [rule('a', '*', ok()), rule('b', 'END_TURN', deny('never', 'NEVER')), rule('c', ['POKE'], deny('no poking', 'NO_POKING')), rule('d', '*', ok())]
    })
  )
  asked.length = 0
  const result = engine.dispatch(POKE)
  assert.deepEqual([result.denyCode, result.denyReason, result.rule, result.action], ['NO_POKING', 'no poking', 'c', 'POKE'])
  assert.deepEqual(asked, [
    ['a', 'a', POKE, 'player', 'playing', 'p1'],
    ['c', 'c', POKE, 'player', 'playing', 'p1']
  ])
})

test('a handler changes the game through its context', () => {
  const setup = (game) =>
    game
      .addZone('box', { ordered: true, visibleTo: 'all' })
      .addZone('player:{player}:tray', { visibleTo: 'owner', countTo: 'all' })
      .addCards('box', [{ id: 'a', data: { n: 1 } }, { id: 'b' }, { id: 'c' }], { shuffle: false })
      .addVariable('pokes')
      .addEvent('POKED')
  const engine = started(
    poke(
      (ctx, action) => {
        ctx.moveCard('a', 'box', 'player:p2:tray')
        ctx.moveCard('c', 'box', 'box', { under: true })
        ctx.setVariable('pokes', { n: action.payload.n, list: [true, null, 'x'] })
        ctx.setVariable('secret', 1)
        assert.deepEqual(ctx.state.zones.box.cards, ['c', 'b'])
        assert.equal(ctx.state.variables.pokes.n, 3)
        assert.equal(ctx.state.cards.a.data.n, 1)
        ctx.emit({ type: 'POKED', playerId: 'p2', payload: { by: action.playerId } })
        ctx.setCurrentPlayer('p2')
        ctx.addWinner('p2')
        ctx.setStatus('finished')
        assert.deepEqual([ctx.state.status, ctx.state.winnerIds, ctx.state.currentPlayerId], ['finished', ['p2'], 'p2'])
      },
      { setup }
    )
  )
  const result = engine.dispatch(POKE)
  assert.deepEqual(result.events, [{ type: 'POKED', playerId: 'p2', payload: { by: 'p1' } }])
  const state = engine.getState()
  assert.deepEqual(state.zones, {
    box: { count: 2, cards: ['c', 'b'] },
    'player:p1:tray': { count: 0, cards: [] },
    'player:p2:tray': { count: 1, cards: ['a'] }
  })
  assert.deepEqual(engine.getView('p1').zones['player:p2:tray'], { count: 1 })
  assert.deepEqual(engine.getView('p1').variables, { pokes: { list: [true, null, 'x'], n: 3 }, 'turn.direction': 1 })
  assert.equal(state.variables.secret, 1)
})

test('events have handlers, and they queue actions of the game itself', () => {
  const order = []
  const engine = started({
        name: 'poke',
        setup: (game) => game.addEvent('POKED', { visibleTo: 'owner' }),
        actions: {
          POKE: (ctx) => {
            ctx.emit({ type: 'POKED', playerId: 'p1' })
            ctx.dispatch({ type: 'AGAIN' })
            order.push('poke')
          },
          AGAIN: { origin: 'system', handle: () => order.push('again') }
        },
        events: {
          POKED(ctx, event) {
            assert.deepEqual(event, { type: 'POKED', playerId: 'p1', payload: {} })
            ctx.dispatch({ type: 'END_TURN', playerId: 'p1' })
            order.push('poked')
          },
          TURN_ENDED: (ctx, { payload }) => order.push(payload.nextPlayerId)
        }
  })
  assert.equal(engine.dispatch(POKE).ok, true)
  assert.deepEqual(order, ['poke', 'poked', 'again', 'p2'])
  assert.equal(engine.dispatch({ type: 'AGAIN', playerId: 'p1' }).denyCode, 'SYSTEM_ACTION')
  assert.deepEqual(engine.getEvents('p2').map(({ event }) => event.type), ['GAME_STARTED', 'TURN_ENDED'])
})

test('whatever throws denies, rolls back and is reported with its stack', () => {
  const boom = () => {
    throw new Error('boom')
  }
  const plugins = {
    rule: { name: 'bad', rules: [{ id: 'bad-rule', appliesTo: 'END_TURN', validate: boom }] },
    handler: {
      name: 'bad',
      actions: {
        POKE: (ctx) => {
          ctx.setVariable('x', 1)
          ctx.random.int(6)
          boom()
        }
      }
    },
    event: { name: 'bad', events: { TURN_ENDED: boom } }
  }
  for (const [kind, bad] of Object.entries(plugins)) {
    const engine = started(bad, {
      name: 'go',
      actions: { GO: (ctx) => ctx.dispatch({ type: 'END_TURN', playerId: 'p1' }) }
    })
    const before = trace(engine)
    const result = engine.dispatch(kind === 'handler' ? POKE : { type: 'GO', playerId: 'p1' })
    assert.equal(result.denyCode, 'PLUGIN_FAULT', kind)
    assert.equal(result.rule, 'engine-fault')
    assert.match(result.denyReason, /^a plugin failed: bad: (rule bad-rule|action POKE|event TURN_ENDED): Error: boom$/)
    assert.match(result.error.stack, /plugins\.test\.mjs/)
    assert.deepEqual(trace(engine), before)
    assert.equal(engine.dispatch({ type: 'NOTHING' }).error, undefined)
  }
})

test('a fault at the start is thrown, with what was thrown as its cause', () => {
  const cause = new Error('no deal')
  const engine = new GameEngine().use({
    name: 'bad',
    events: {
      GAME_STARTED() {
        throw cause
      }
    }
  })
  engine.createGame({ players: players(2) })
  assert.throws(() => engine.start(), (error) => error.cause === cause && /cannot start/.test(error.message))
  assert.equal(engine.status, 'waiting')
})

test('a mistake that a plugin catches still refuses the action', () => {
  const mistakes = {
    'moving a card that is not there': [(ctx) => ctx.moveCard('a', 'bag', 'box'), /a is not in bag/],
    'an unknown card': [(ctx) => ctx.moveCard('z', 'bag', 'box'), /no card of this game is called "z"/],
    'an unknown zone': [(ctx) => ctx.moveCard('a', 'box', 'nowhere'), /no zone of this game is called "nowhere"/],
    'an unknown player': [(ctx) => ctx.addWinner('p9'), /nobody at the table is called "p9"/],
    'a variable of another plugin': [(ctx) => ctx.setVariable('turn.direction', 5), /written by its own plugin only/],
    'a fraction': [(ctx) => ctx.setVariable('x', { a: [1.5] }), /1.5: numbers must be whole/],
    'no value': [(ctx) => ctx.setVariable('x', undefined), /must be a value that JSON has/],
    'a value that goes round': [
      (ctx) => {
        const loop = {}
        loop.loop = loop
        ctx.setVariable('x', loop)
      },
      /circular/i
    ],
    'an unknown event': [(ctx) => ctx.emit({ type: 'NEVER' }), /no plugin registered NEVER/],
    'an unknown action': [(ctx) => ctx.dispatch({ type: 'NEVER' }), /no action of this game is called "NEVER"/],
    'a strange status': [(ctx) => ctx.setStatus('paused'), /a status is waiting, playing or finished/],
    'shuffling a set': [(ctx) => ctx.shuffleZone('bag'), /bag is a set/],
    'no number of dice': [(ctx) => ctx.random.int(0), /a whole number from 1/],
    'the wrong kind': [(ctx) => ctx.setVariable(7, 7), /String/]
  }
  const setup = (game) => game.addZone('box', { ordered: true }).addZone('bag').addCards('box', [{ id: 'a' }, { id: 'b' }])
  for (const [what, [mistake, message]] of Object.entries(mistakes)) {
    const engine = started(
      poke(
        (ctx) => {
          ctx.moveCard('b', 'box', 'bag')
          try {
            mistake(ctx)
          } catch {
            // The plugin thinks that nothing happened.
          }
        },
        { setup }
      )
    )
    const before = trace(engine)
    const result = engine.dispatch(POKE)
    assert.equal(result.denyCode, 'PLUGIN_FAULT', what)
    assert.match(String(result.error), message, what)
    assert.deepEqual(trace(engine), before, what)
  }
})

test('a rule must answer at once, with ok() or deny()', () => {
  for (const answer of [undefined, true, 'no', {}, Promise.resolve(ok()), { ok: false }, { ok: false, reason: 1, code: 'X' }]) {
    const engine = started(poke(() => {}, { rules: [{ id: 'r', appliesTo: 'POKE', validate: () => answer }] }))
    assert.equal(engine.dispatch(POKE).denyCode, 'PLUGIN_FAULT', String(answer))
  }
  const engine = started(poke(async () => {}))
  assert.match(engine.dispatch(POKE).denyReason, /it returned a promise/)
  assert.throws(() => deny('why'), TypeError)
  assert.throws(() => deny(1, 'X'), TypeError)
})

test('a context is for one call only, and a rule cannot write', () => {
  const kept = {}
  const engine = started(
    poke((ctx) => (kept.ctx = ctx) && undefined, {
      rules: [
        {
          id: 'r',
          appliesTo: 'POKE',
          validate(c) {
            kept.c = c
            assert.equal(c.setVariable, undefined)
            return ok()
          }
        }
      ]
    })
  )
  engine.dispatch(POKE)
  const before = trace(engine)
  for (const late of [() => kept.ctx.setVariable('x', 1), () => kept.ctx.state.status, () => kept.c.state, () => kept.c.action]) {
    assert.throws(late, /that call is over/)
  }
  assert.deepEqual(trace(engine), before)
})

test('the state of a context is of now, also one that was kept', () => {
  const engine = started(
    poke((ctx) => {
      const { state } = ctx
      assert.equal(state.variables.x, undefined)
      ctx.setVariable('x', 1)
      assert.equal(state.variables.x, 1)
      ctx.removeVariable('x')
      assert.equal(state.variables.x, undefined)
    })
  )
  assert.equal(engine.dispatch(POKE).ok, true)
})

test('a plugin may look at the engine’s other games, not enter its own', () => {
  const other = uno()
  other.createGame({ players: players(2), seed: 1 }).start()
  let engine
  const own = {
    dispatch: () => engine.dispatch(POKE),
    state: () => engine.getState(),
    undo: () => engine.undo()
  }
  for (const enter of Object.values(own)) {
    engine = started(poke(() => void enter()))
    assert.match(engine.dispatch(POKE).denyReason, /in the middle of an action/)
  }
  engine = started(
    poke((ctx) => {
      ctx.setVariable('x', 1)
      assert.equal(other.dispatch({ type: 'DRAW_CARD', playerId: 'p1' }).ok, true)
      ctx.setVariable('y', other.getState().index)
    })
  )
  assert.equal(engine.dispatch(POKE).ok, true)
  assert.equal(engine.getState().variables.y, 1)
})

test('the context of an outer game does not reach the inner one', () => {
  let outer
  const inner = started(poke(() => outer.setVariable('leak', 1)))
  const engine = started(
    poke((ctx) => {
      outer = ctx
      assert.match(inner.dispatch(POKE).denyReason, /that call is over/)
      ctx.setVariable('fine', 1)
    })
  )
  assert.equal(engine.dispatch(POKE).ok, true)
  assert.deepEqual(engine.getState().variables, { fine: 1, 'turn.direction': 1 })
  assert.equal(inner.getState().variables.leak, undefined)
})

test('random numbers are the game’s: the same for the same seed', () => {
  const roll = () => {
    const engine = started(
      poke((ctx) => {
        ctx.setVariable('dice', Array.from({ length: 10 }, () => ctx.random.int(6)))
        ctx.setVariable('order', ctx.random.shuffle(['a', 'b', 'c', 'd', 'e']))
      })
    )
    engine.dispatch(POKE)
    engine.dispatch(POKE)
    return engine.getState().variables
  }
  const { dice, order } = roll()
  assert.deepEqual(roll().dice, dice)
  assert.ok(dice.every((n) => n >= 0 && n < 6) && new Set(dice).size > 1)
  assert.deepEqual(order.toSorted(), ['a', 'b', 'c', 'd', 'e'])
})

test('legal actions are proposed from what the player sees and filtered by all rules', () => {
  const engine = started(
    poke(() => {}, {
      setup: (game) =>
        game
          .addZone('player:{player}:tray', { visibleTo: 'owner' })
          .addZone('box')
          .addCards('box', [{ id: 'a' }])
          .addVariable('hidden', { visibleTo: 'nobody' }),
      events: { GAME_STARTED: (ctx) => ctx.setVariable('hidden', 1) },
      rules: [{ id: 'odd', appliesTo: 'POKE', validate: (c) => (c.action.payload.n % 2 ? ok() : deny('even', 'EVEN')) }],
      legalActions: ({ playerId, view }) => {
        assert.equal(view.zones.box, undefined)
        assert.equal(view.zones[`player:${playerId}:tray`].count, 0)
        assert.equal(view.variables.hidden, undefined)
        return [1, 2, 3].map((n) => ({ type: 'POKE', payload: { n } }))
      }
    })
  )
  assert.deepEqual(engine.legalActions('p2').map((action) => [action.playerId, action.payload.n]), [['p2', 1], ['p2', 3]])

  const wrong = (legalActions) => started(poke(() => {}, { legalActions }))
  assert.throws(() => wrong(() => undefined).legalActions('p1'), /give an array of actions/)
  assert.throws(() => wrong(() => [{ type: 'NEVER' }]).legalActions('p1'), /a legal action is proposed that is none/)
  assert.throws(() => wrong((c) => c.state).legalActions('p1'), /use c.view/)
  const thrown = new Error('lost')
  const throwing = started(
    poke(() => {}, {
      legalActions: () => [POKE],
      rules: [{ id: 'r', appliesTo: 'POKE', validate: () => { throw thrown } }]
    })
  )
  assert.throws(() => throwing.legalActions('p1'), (error) => error === thrown)
})

test('a house rule stands beside the built-in ones and can ask them', () => {
  const house = {
    name: 'house',
    requires: ['uno'],
    rules: [
      {
        id: 'no-draws',
        appliesTo: 'DRAW_CARD',
        validate: (c) => (c.origin === 'player' && playerTurnRule.validate(c).ok ? deny('no drawing here', 'NO_DRAWING') : ok())
      }
    ]
  }
  const engine = uno(house)
  engine.createGame({ players: players(2), seed: 7 }).start()
  assert.equal(engine.dispatch({ type: 'DRAW_CARD', playerId: 'p1' }).rule, 'no-draws')
  assert.ok(engine.legalActions('p1').every((action) => action.type !== 'DRAW_CARD'))
  assert.equal(engine.rules.at(-1).id, 'no-draws')
  assert.deepEqual(engine.rules.at(-1).codes, [])
})

test('mistakes of a plugin are told when the rules are frozen, with its name', () => {
  const wrong = [
    [{}, /a plugin's name must be a text/],
    [null, /a plugin is an object/],
    ['uno', /a plugin is an object/],
    [{ name: 'x', setup: 1 }, /x: setup must be a function/],
    [{ name: 'x', rules: {} }, /x: rules must be an array/],
    [{ name: 'x', rules: [{ id: 'r', appliesTo: '*' }] }, /x: rule r: validate must be a function/],
    [{ name: 'x', rules: [{ id: 'r', validate: ok }] }, /x: rule r: appliesTo is/],
    [{ name: 'x', rules: [{ id: 'r', appliesTo: 'NEVER', validate: ok }] }, /rule r names the action "NEVER", which nobody registered/],
    [{ name: 'x', actions: { A: 1 } }, /x: action A: handle must be a function/],
    [{ name: 'x', actions: { A: { origin: 'host', handle() {} } } }, /x: action A: origin is/],
    [{ name: 'x', events: { NEVER() {} } }, /an effect waits for the event "NEVER", which nobody registered/],
    [{ name: 'x', requires: ['y'] }, /plugin "x" requires "y"/],
    [{ name: 'x', version: 1.5 }, /x: version must be a whole number/],
    [{ name: 'turn' }, /plugin "turn" was added twice/],
    [{ name: 'x', setup: (game) => game.addZone('z').addZone('z') }, /zone "z" was registered twice/],
    [{ name: 'x', setup: (game) => game.addZone('z', { visibleTo: 'me' }) }, /'all', 'owner' or 'nobody'/],
    [{ name: 'x', setup: (game) => game.addCards('z', []) }, /x: cards begin in a zone of this plugin/],
    [{ name: 'x', setup: (game) => game.addZone('z').addCards('z', [{ id: 'a', data: { n: 0.5 } }]) }, /x: card a: 0.5 is no whole number/],
    [{ name: 'x', setup: (game) => game.addZone('z').addCards('z', [{ id: 'a' }, { id: 'a' }]) }, /card "a" was registered twice/],
    [{ name: 'x', setup: (game) => game.setPiles('a', 'b') }, /x: setPiles takes zones of this plugin/],
    [{ name: 'x', setup: (game) => game.players(0, 3) }, /whole numbers from 1/],
    [{ name: 'x', setup: (game) => game.allowPlayers('NEVER') }, /"NEVER", which nobody registered/]
  ]
  for (const [plugin, message] of wrong) {
    assert.throws(() => new GameEngine().use(TurnPlugin).use(plugin).createGame({ players: players(2) }), message)
  }
  const engine = started()
  assert.throws(() => engine.use({ name: 'late' }), /the rules are frozen/)
})

test('a rule of the package can be asked alone', () => {
  const engine = uno()
  engine.createGame({ players: players(2), seed: 7 }).start()
  const play = { type: 'PLAY_CARD', playerId: 'p2', payload: { cardIds: [] } }
  assert.deepEqual(playerTurnRule.validate(engine.ruleContext(play)), { ok: false, reason: "not p2's turn", code: 'NOT_YOUR_TURN' })
  const [notWon] = UnoPlugin.rules
  assert.deepEqual(notWon.validate(engine.ruleContext(play)), ok())
  assert.throws(() => notWon.validate({}), /give the context of a rule/)
})

test('a whole game of a plugin keeps to its log', async () => {
  const { createEngine } = await import('../build/examples/crazy_eights.js')
  for (let seed = 0; seed < 30; seed++) {
    const engine = createEngine(seed)
    engine.createGame({ players: players(2 + (seed % 4)), seed }).start()
    playRandomly(engine, generator(seed))
    assert.equal(engine.status, 'finished')
    const again = createEngine(0).replay(engine.log())
    assert.equal(again.stateHash, engine.stateHash)
    assert.deepEqual(again.getState(), engine.getState())
    const half = engine.entries().length >> 1
    assert.equal(createEngine(0).replay(engine.log(), { to: half }).stateHash, engine.entries()[half].state)
    while (engine.undo()) {
      // Back to the start.
    }
    assert.equal(engine.stateHash, again.entries()[0].state)
  }
})
