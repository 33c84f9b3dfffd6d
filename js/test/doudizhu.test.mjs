// decklet/doudizhu without a game, and its helpers in one.

import assert from 'node:assert/strict'
import { test } from 'node:test'
import { GameEngine, TurnPlugin } from 'decklet'
import * as ddz from 'decklet/doudizhu'
import { generator, playRandomly, players } from './common.mjs'

const {
  DouDiZhuPlugin, DoudizhuCombinationComparator, DoudizhuPlugin, PatternType, canBeat, createDoudizhuCards,
  detectDoudizhuCombination, detectPlayable, determineWinnerTeam, getAllPlays, identifyPattern, nextBidderId
} = ddz

const deck = createDoudizhuCards()
const RANKS = '3456789TJQKA2'

/** Cards of these ranks, each suit once: `cards('33344')`; B and R are the jokers. */
function cards(ranks) {
  const left = deck.slice()
  return [...ranks].map((letter) => {
    const rank = letter === 'B' ? 16 : letter === 'R' ? 17 : RANKS.indexOf(letter) + 3
    return left.splice(left.findIndex((card) => card.data.rank === rank), 1)[0]
  })
}

function started(plugin = DoudizhuPlugin, seed = 7) {
  const engine = new GameEngine({ seed }).use(TurnPlugin).use(plugin)
  engine.createGame({ players: players(3) }).start()
  return engine
}

test('combinations as document 000 names them', () => {
  assert.deepEqual(detectDoudizhuCombination(cards('55')), { type: 'PAIR', mainRank: 5, length: 1 })
  assert.deepEqual(detectDoudizhuCombination(cards('34567')), { type: 'CHAIN_SOLO', mainRank: 7, length: 5 })
  assert.deepEqual(detectDoudizhuCombination(cards('2222')), { type: 'BOMB', mainRank: 15, length: 1 })
  assert.deepEqual(detectDoudizhuCombination(cards('BR')), { type: 'ROCKET', mainRank: 99, length: 1 })
  for (const none of [cards('34'), [], [deck[0], deck[0]]]) assert.equal(detectDoudizhuCombination(none).type, 'UNKNOWN')
  assert.deepEqual(detectDoudizhuCombination(['hearts-3', 'spades-3']), detectDoudizhuCombination(cards('33')))
})

test('detectPlayable says what cards are and whether they beat the last', () => {
  const last = detectDoudizhuCombination(cards('55'))
  assert.deepEqual(detectPlayable(cards('33'), undefined), { combination: { type: 'PAIR', mainRank: 3, length: 1 }, beats: true })
  assert.equal(detectPlayable(cards('33'), last).beats, false)
  assert.equal(detectPlayable(cards('66'), last).beats, true)
  assert.equal(detectPlayable(cards('3333'), last).beats, true)
  assert.equal(detectPlayable(cards('666'), last).beats, false)
  assert.equal(detectPlayable(cards('34'), last), null)
})

test('the comparator: greater, equal, less, incomparable', () => {
  const comparator = new DoudizhuCombinationComparator()
  const compare = (play, last) => comparator.compare(...[play, last].map((text) => detectDoudizhuCombination(cards(text))))
  assert.deepEqual(
    [['66', '55'], ['55', '55'], ['55', '66'], ['55', '666'], ['3333', 'AA'], ['BR', '2222'], ['34567', '345678']].map(([a, b]) => compare(a, b)),
    ['GREATER', 'EQUAL', 'LESS', 'INCOMPARABLE', 'GREATER', 'GREATER', 'INCOMPARABLE']
  )
})

test('patterns as document 003 names them', () => {
  const table = {
    5: ['single', 5], 55: ['pair', 5], 555: ['triple', 5], 5553: ['triple-with-one', 5], 55533: ['triple-with-pair', 5],
    34567: ['straight', 7, 5], 334455: ['pair-straight', 5, 3], 555666: ['airplane', 6, 2],
    55566634: ['airplane-with-singles', 6, 2], '5556663344': ['airplane-with-pairs', 6, 2],
    555534: ['quad-with-singles', 5, 6], 55553344: ['quad-with-pairs', 5, 8], 5555: ['bomb', 5], BR: ['rocket', 99]
  }
  assert.deepEqual(Object.values(table).map(([type]) => type).toSorted(), Object.values(PatternType).toSorted())
  for (const [text, [type, rank, length]] of Object.entries(table)) {
    assert.deepEqual(identifyPattern(cards(text)), length === undefined ? { type, rank } : { type, rank, length }, text)
  }
  assert.equal(identifyPattern(cards('34')), null)
  assert.equal(identifyPattern(cards('555666BR')), null)
})

test('canBeat: the same pattern and size, bombs, the rocket', () => {
  const beats = (play, last) => canBeat(...[play, last].map((text) => identifyPattern(cards(text))))
  for (const [play, last, expected] of [
    ['66', '55', true], ['55', '66', false], ['55', '55', false], ['666', '55', false], ['45678', '34567', true],
    ['456789', '34567', false], ['3333', 'KKKQQQ', true], ['BR', '2222', true], ['2222', 'BR', false],
    ['666634', '555534', true], ['66663344', '555534', false], ['66677734', '55566634', true], ['666777', '55566634', false]
  ]) {
    assert.equal(beats(play, last), expected, `${play} on ${last}`)
  }
})

test('getAllPlays gives every play once, with the cards given', () => {
  const hand = cards('33344').toReversed()
  const plays = getAllPlays(hand)
  assert.deepEqual(
    plays.map(({ cards, pattern }) => [cards.map((card) => card.data.rank).join(), pattern.type]),
    [['3', 'single'], ['4', 'single'], ['3,3', 'pair'], ['4,4', 'pair'], ['3,3,3', 'triple'], ['3,3,3,4', 'triple-with-one'], ['3,3,3,4,4', 'triple-with-pair']]
  )
  for (const play of plays) for (const card of play.cards) assert.ok(hand.includes(card))
  assert.deepEqual(getAllPlays(['hearts-3']), [{ cards: ['hearts-3'], pattern: { type: 'single', rank: 3 } }])
  assert.deepEqual(getAllPlays([]), [])
  const last = identifyPattern(cards('44'))
  assert.deepEqual(getAllPlays(cards('335556'), last).map(({ pattern }) => [pattern.type, pattern.rank]), [['pair', 5]])
})

/** Every subset of the hand, by ranks, that is a pattern. */
function bySubsets(hand) {
  const ranks = [...new Set(hand.map((card) => card.data.rank))]
  const found = new Set()
  const grow = (place, chosen) => {
    if (place === ranks.length) {
      const pattern = chosen.length > 0 && identifyPattern(chosen)
      if (pattern) found.add(chosen.map((card) => card.data.rank).toSorted((a, b) => a - b).join())
      return
    }
    const same = hand.filter((card) => card.data.rank === ranks[place])
    for (let n = 0; n <= same.length; n++) grow(place + 1, [...chosen, ...same.slice(0, n)])
  }
  grow(0, [])
  return found
}

test('getAllPlays is complete: what trying every subset of 20 cards finds', () => {
  const random = generator(4)
  const hands = ['33334444555566667777', '3334445556667778889B', '34567899TTJJQQKKAA22', '3456789TJQKAA2222BRK'].map(cards)
  for (let n = 0; n < 4; n++) {
    const left = deck.slice()
    hands.push(Array.from({ length: 13 }, () => left.splice(random(left.length), 1)[0]))
  }
  for (const hand of hands) {
    const plays = getAllPlays(hand).map((play) => play.cards.map((card) => card.data.rank).toSorted((a, b) => a - b).join())
    assert.equal(new Set(plays).size, plays.length)
    assert.deepEqual(new Set(plays), bySubsets(hand))
    for (const { cards, pattern } of getAllPlays(hand)) assert.deepEqual(identifyPattern(cards), pattern)
  }
})

test('the longest list there is fits', () => {
  assert.ok(getAllPlays(cards('3456789TJQKKKKAAAABR')).length > 100)
  assert.throws(() => getAllPlays(deck.slice(0, 21)), /at most 20 different cards/)
  assert.throws(() => getAllPlays([deck[0], deck[0]]), /at most 20 different cards/)
})

test('DouDiZhuPlugin has its meta and plays by game-claw', () => {
  const plugin = new DouDiZhuPlugin()
  assert.deepEqual(plugin.meta, { name: 'dou-di-zhu', minPlayers: 3, maxPlayers: 3 })
  const engine = started(plugin)
  const play = generator(9)
  playRandomly(engine, play)
  assert.equal(engine.status, 'finished')
  const points = engine.getState().variables['ddz.points']
  assert.equal(points[0] + points[1] + points[2], 0)
})

test('the readers of the state', () => {
  const engine = started()
  assert.equal(nextBidderId(engine.getState()), 'p1')
  assert.equal(determineWinnerTeam(engine.getState(), 'p1'), undefined)
  engine.dispatch(ddz.createCallLandlordAction('p1', false))
  assert.equal(nextBidderId(engine.getState()), 'p2')
  assert.equal(nextBidderId({ players: [], variables: {} }), undefined)
  engine.dispatch(ddz.createCallLandlordAction('p2', true))
  const state = engine.getState()
  assert.deepEqual(['p1', 'p2', 'p3', 'p4'].map((id) => determineWinnerTeam(state, id)), ['FARMERS', 'LANDLORD', 'FARMERS', undefined])
  assert.equal(ddz.isNewRound(state), true)
  assert.deepEqual(ddz.getDoudizhuState(state), {
    phase: 'PLAYING', bidderIndex: 1, bidderPassed: ['p1'], landlordCandidateId: 'p2', landlordId: 'p2', farmerIds: ['p1', 'p3'],
    multiplier: 1, lastCombination: undefined, lastPlayerId: undefined, passCount: 0
  })
  const lowest = state.zones['player:p2:hand'].cards[0]
  assert.equal(engine.dispatch(ddz.createPlayCardsAction('p2', [lowest])).ok, true)
  engine.dispatch(ddz.createPassAction('p3'))
  const ctx = { state: engine.getState() }
  assert.deepEqual([ddz.readPassCount(ctx), ddz.readLastPlayerId(ctx), ddz.getLastCombination(ctx.state).type], [1, 'p2', 'SOLO'])
})

test('the nine rules of document 000, in its order', () => {
  assert.deepEqual(DoudizhuPlugin.rules.slice(0, 9).map((rule) => rule.id), [
    'ddz-game-not-won', 'ddz-game-started', 'ddz-phase', 'ddz-player-turn', 'ddz-player-owns-cards', 'ddz-combination-valid',
    'ddz-pass', 'ddz-call-landlord', 'ddz-rob-landlord'
  ])
  const engine = started()
  const answer = (rule, action) => rule.validate(engine.ruleContext(action))
  assert.deepEqual(answer(ddz.doudizhuPassRule, ddz.createPassAction('p1')), {
    ok: false, reason: 'doudizhu: cannot PASS on the first play of a round', code: 'CANNOT_PASS_FIRST'
  })
  assert.equal(answer(ddz.robLandlordRule, ddz.createRobLandlordAction('p1', true)).code, 'NO_CANDIDATE')
  assert.equal(engine.dispatch(ddz.createPassAction('p1')).denyReason, 'doudizhu: PASS requires PLAYING phase (current: BIDDING)')
  assert.deepEqual(ddz.doudizhuWinRules, [])
})

test('every profile plays to its end', () => {
  for (const profile of Object.keys(ddz.DOUDIZHU_PROFILES)) {
    const engine = started(ddz.createDoudizhuPlugin({ profile }))
    playRandomly(engine, generator(3))
    assert.equal(engine.status, 'finished', profile)
  }
})

test('what is no card, combination, pattern or profile is refused with words', () => {
  assert.throws(() => identifyPattern(['hearts-1']), /"hearts-1" is no card of Dou Dizhu/)
  assert.throws(() => identifyPattern([undefined]), /is no card of Dou Dizhu/)
  assert.throws(() => identifyPattern('hearts-3'), /cards are given as an array/)
  assert.throws(() => detectDoudizhuCombination(['hearts-3'], 'bridge'), /"bridge" is no profile of Dou Dizhu/)
  assert.throws(() => detectPlayable(['hearts-3'], { type: 'UNKNOWN' }), /is no combination/)
  assert.throws(() => new DoudizhuCombinationComparator().compare({ type: 'PAIR', mainRank: 3, length: 7 }, { type: 'PAIR', mainRank: 3, length: 1 }), /no cards form/)
  assert.throws(() => canBeat(null, { type: 'pair', rank: 3 }), /null is no pattern/)
  assert.throws(() => canBeat({ type: 'straight', rank: 7 }, { type: 'pair', rank: 3 }), /is no pattern/)
  assert.throws(() => ddz.createDoudizhuPlugin({ deal: 'x', joy: 1 }), /Dou Dizhu has no option "joy"/)
})
