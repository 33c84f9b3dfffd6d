// decklet/uno without a game.

import assert from 'node:assert/strict'
import { test } from 'node:test'
import {
  UNO_COLORS, UNO_DECK_SIZE, UNO_PROFILES, UnoPlugin, createUnoCards, createUnoPlugin, createChooseColorAction,
  isUnoColorChoice, isWildCard, playerHandZoneId, unoCardFace, gameStartedRule
} from 'decklet/uno'
import { players, uno } from './common.mjs'

test('the deck has the 108 cards of document 004', () => {
  const cards = createUnoCards()
  assert.equal(cards.length, UNO_DECK_SIZE)
  assert.equal(new Set(cards.map((card) => card.id)).size, 108)
  const count = (of) => cards.filter(of).length
  assert.deepEqual(
    ['number', 'skip', 'reverse', 'draw2', 'wild', 'wild_draw4'].map((type) => count((card) => card.data.type === type)),
    [76, 8, 8, 8, 4, 4]
  )
  assert.deepEqual(UNO_COLORS.map((color) => count((card) => card.data.color === color)), [25, 25, 25, 25])
  assert.equal(count((card) => unoCardFace(card) === 'number:0'), 4)
  assert.equal(count(isWildCard), 8)
})

test('cards, faces and colours', () => {
  const { cards } = UnoPlugin
  assert.deepEqual(
    ['red-5-1', 'blue-skip-2', 'green-reverse-1', 'yellow-draw2-1', 'wild-1', 'wild_draw4-4'].map((id) => unoCardFace(cards[id])),
    ['number:5', 'skip', 'reverse', 'draw2', 'wild', 'wild_draw4']
  )
  assert.equal(cards['wild-1'].data.color, 'wild')
  assert.deepEqual(['red', 'wild', 'pink', 1, undefined].map(isUnoColorChoice), [true, false, false, false, false])
  assert.equal(playerHandZoneId('p1'), 'player:p1:hand')
  assert.throws(() => {
    cards['red-0'].data.color = 'blue'
  }, TypeError)
})

test('the eight rules of document 001 come first, in its order', () => {
  assert.deepEqual(UnoPlugin.rules.slice(0, 8).map(({ id, appliesTo }) => [id, appliesTo]), [
    ['uno-game-not-won', '*'],
    ['uno-game-started', '*'],
    ['uno-player-turn', ['PLAY_CARD', 'CHOOSE_COLOR']],
    ['uno-player-owns-card', ['PLAY_CARD']],
    ['uno-single-card', ['PLAY_CARD']],
    ['uno-can-play-card', ['PLAY_CARD']],
    ['uno-wild-draw4-legal', ['PLAY_CARD']],
    ['uno-choose-color-valid', ['CHOOSE_COLOR']]
  ])
})

test('before the start nothing is allowed', () => {
  const engine = uno()
  engine.createGame({ players: players(2), seed: 7 })
  const choose = createChooseColorAction('p1', 'red')
  assert.equal(engine.dispatch(choose).denyCode, 'NOT_STARTED')
  assert.deepEqual(gameStartedRule.validate(engine.ruleContext(choose)), {
    ok: false, reason: 'game has not started', code: 'NOT_STARTED'
  })
})

test('profiles and options by name', () => {
  assert.ok(Object.keys(UNO_PROFILES).includes('official'))
  assert.deepEqual(createUnoPlugin({ profile: 'party' }).options, { profile: 'party' })
  assert.equal(createUnoPlugin({ hand: 5 }).options.custom.hand, 5)
  assert.throws(() => createUnoPlugin({ profile: 'bridge' }), /"bridge" is no profile of UNO; there are: /)
  assert.throws(() => createUnoPlugin({ profile: 'constructor' }), /"constructor" is no profile of UNO/)
  assert.throws(() => createUnoPlugin({ hands: 5 }), /UNO has no option "hands"/)
  // What cannot be played is refused with the engine's reason.
  const engine = (options) => [createUnoPlugin(options)].map((plugin) => plugin.rules)
  assert.throws(() => engine({ hand: 60 }), /hand = 60/)
  assert.throws(() => engine({ hand: 'many' }), /invalid type/)
})
