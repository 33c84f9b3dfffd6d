// How fast the package is, beside boardgame.io's reducer, in one run:
//
//   npm run build && cd bench && npm ci && node bench.mjs [--games N]
//
// Both play UNO for two, whole games, by moves chosen before, in turns of the two programs.
// Every call is timed by itself, and its figure is the median of the rounds, so that another program on
// the machine does not matter. boardgame.io has no UNO, so it is given the least of one: matching
// colour or face, drawing, Skip, Draw Two and Wild; no Wild Draw Four rule, no reshuffling order, no hidden
// hands, no log to verify. decklet plays its whole UNO.

import { createRequire } from 'node:module'
import { GameEngine, TurnPlugin, DrawPlugin } from '../lib/index.js'
import { UnoPlugin, createUnoCards, isWildCard, unoCardFace } from '../lib/uno.js'
import { createDoudizhuCards, getAllPlays } from '../lib/doudizhu.js'

const require = createRequire(import.meta.url)
const { CreateGameReducer, InitializeGame } = require('boardgame.io/dist/cjs/internal.js')

/** What getAllPlays has to stay under, for a hand of 20 cards, in microseconds. */
const PLAYS_BAR = 27.7
const ROUNDS = 11
const games = Number(process.argv[process.argv.indexOf('--games') + 1]) || 30

/** Small random numbers that are the same in every run. */
function generator(seed) {
  let state = seed
  return (bound) => {
    state = (Math.imul(state, 1103515245) + 12345) >>> 0
    return (state >>> 8) % bound
  }
}

function median(numbers) {
  return numbers.toSorted((a, b) => a - b)[numbers.length >> 1]
}

/** Times every step of a row of steps by itself. */
function timed(steps, step) {
  const times = new Float64Array(steps.length)
  for (let n = 0; n < steps.length; n++) {
    const from = performance.now()
    step(steps[n])
    times[n] = performance.now() - from
  }
  return times
}

/** Milliseconds a step, each step at its median over the rounds. */
function perStep(rounds) {
  let sum = 0
  for (let n = 0; n < rounds[0].length; n++) sum += median(rounds.map((times) => times[n]))
  return sum / rounds[0].length
}

// decklet

const players = [
  { id: 'p1', name: 'p1', seat: 1 },
  { id: 'p2', name: 'p2', seat: 2 }
]

function decklet() {
  const engine = new GameEngine().use(TurnPlugin).use(DrawPlugin).use(UnoPlugin)
  const random = generator(1)
  const played = []
  for (let seed = 0; seed < games; seed++) {
    engine.createGame({ players, seed }).start()
    const actions = []
    while (engine.status === 'playing') {
      const legal = engine.legalActions(engine.currentPlayerId)
      const action = legal[random(legal.length)]
      engine.dispatch(action)
      actions.push(action)
    }
    played.push({ seed, actions })
  }
  return () =>
    played.flatMap(({ seed, actions }) => {
      engine.createGame({ players, seed }).start()
      return Array.from(timed(actions, (action) => engine.dispatch(action)))
    })
}

// boardgame.io

const cards = Object.fromEntries(createUnoCards().map((card) => [card.id, card]))

function fits(G, id) {
  const card = cards[id]
  return isWildCard(card) || card.data.color === G.color || unoCardFace(card) === unoCardFace(cards[G.discard.at(-1)])
}

function draw(G, hand) {
  if (G.deck.length === 0) G.deck = G.discard.splice(0, G.discard.length - 1)
  const card = G.deck.pop()
  if (card !== undefined) hand.push(card)
}

const uno = {
  name: 'uno',
  setup: ({ random }) => {
    const deck = random.Shuffle(Object.keys(cards))
    const hands = { 0: deck.splice(0, 7), 1: deck.splice(0, 7) }
    const first = deck.findIndex((id) => unoCardFace(cards[id]).startsWith('number'))
    const discard = deck.splice(first, 1)
    return { hands, deck, discard, color: cards[discard[0]].data.color }
  },
  moves: {
    play: ({ G, ctx, events }, id, color) => {
      const hand = G.hands[ctx.currentPlayer]
      const place = hand.indexOf(id)
      if (place < 0 || !fits(G, id)) return 'INVALID_MOVE'
      hand.splice(place, 1)
      G.discard.push(id)
      G.color = isWildCard(cards[id]) ? color : cards[id].data.color
      const face = unoCardFace(cards[id])
      const other = G.hands[ctx.currentPlayer === '0' ? '1' : '0']
      if (face === 'draw2') for (let n = 0; n < 2; n++) draw(G, other)
      if (face === 'skip' || face === 'reverse' || face === 'draw2') events.endTurn({ next: ctx.currentPlayer })
      else events.endTurn()
      return undefined
    },
    draw: ({ G, ctx, events }) => {
      draw(G, G.hands[ctx.currentPlayer])
      events.endTurn()
    }
  },
  endIf: ({ G }) => ['0', '1'].find((id) => G.hands[id].length === 0)
}

function boardgame() {
  const reducer = CreateGameReducer({ game: uno })
  const move = (type, args, playerID) => ({ type: 'MAKE_MOVE', payload: { type, args, playerID, credentials: undefined } })
  const random = generator(1)
  const played = []
  for (let seed = 0; seed < games; seed++) {
    const initial = InitializeGame({ game: { ...uno, seed }, numPlayers: 2 })
    let state = initial
    const moves = []
    while (state.ctx.gameover === undefined && moves.length < 400) {
      const { G, ctx } = state
      const playable = G.hands[ctx.currentPlayer].filter((id) => fits(G, id))
      const next =
        playable.length === 0
          ? move('draw', [], ctx.currentPlayer)
          : move('play', [playable[random(playable.length)], 'red'], ctx.currentPlayer)
      const after = reducer(state, next)
      if (after._stateID === state._stateID) throw new Error('a move was refused')
      state = after
      moves.push(next)
    }
    played.push({ initial, moves })
  }
  return () =>
    played.flatMap(({ initial, moves }) => {
      let state = initial
      return Array.from(
        timed(moves, (next) => {
          state = reducer(state, next)
        })
      )
    })
}

// getAllPlays

function allPlays() {
  const deck = createDoudizhuCards()
  const random = generator(2)
  const hands = Array.from({ length: 500 }, () => {
    const cards = deck.slice()
    for (let n = cards.length - 1; n > 0; n--) {
      const other = random(n + 1)
      ;[cards[n], cards[other]] = [cards[other], cards[n]]
    }
    return cards.slice(0, 20)
  })
  return () => Array.from(timed(hands, getAllPlays))
}

const measures = { decklet: decklet(), boardgame: boardgame(), plays: allPlays() }
const rounds = { decklet: [], boardgame: [], plays: [] }
for (let round = 0; round < ROUNDS; round++) {
  for (const [name, measure] of Object.entries(measures)) rounds[name].push(measure())
}
// The first two warm the compiler up.
const [ours, theirs, plays] = Object.values(rounds).map((times) => perStep(times.slice(2)))
const perSecond = (milliseconds) => Math.round(1000 / milliseconds).toLocaleString('en')
console.log(`decklet, UNO through the addon   ${perSecond(ours)} dispatches/s`)
console.log(`boardgame.io's reducer           ${perSecond(theirs)} moves/s`)
console.log(`ratio (bar 20)                   ${(theirs / ours).toFixed(1)}`)
console.log(`getAllPlays, hands of 20 cards   ${(plays * 1000).toFixed(1)} µs (bar ${PLAYS_BAR})`)
