// Plays 10,000 random games and prints how much memory was used after a fifth of them and at the end.

import { GameEngine, TurnPlugin, DrawPlugin, ok } from 'decklet'
import { createUnoPlugin } from 'decklet/uno'
import { createDoudizhuPlugin } from 'decklet/doudizhu'
import { generator, players } from './common.mjs'

const house = {
  name: 'house',
  rules: [{ id: 'fine', appliesTo: 'PLAY_CARD', validate: ({ state, action }) => (state.zones && action ? ok() : ok()) }],
  events: { TURN_ENDED: (ctx) => ctx.setVariable('turns', 1) }
}

// Three engines play 60 games: whatever a game or an engine keeps alive would show.
const makers = [
  () => new GameEngine().use(TurnPlugin).use(DrawPlugin).use(createUnoPlugin({ hand: 2 })),
  () => new GameEngine().use(TurnPlugin).use(DrawPlugin).use(createUnoPlugin({ hand: 2 })).use({ ...house }),
  () => new GameEngine().use(TurnPlugin).use(createDoudizhuPlugin())
]
const random = generator(1)
const GAMES = Number(process.argv[2] ?? 10_000)
let heard = 0

let engines

function playGame(n) {
  if (n % 60 === 0) {
    engines = makers.map((make) => make())
    engines.forEach((engine) => engine.on('GAME_FINISHED', () => heard++))
  }
  // Dou Dizhu lists hundreds of plays a move: every 20th game.
  const kind = n % 20 === 0 ? 2 : n % 2
  const engine = engines[kind]
  engine.createGame({ players: players(kind === 2 ? 3 : 2), seed: n }).start()
  while (engine.status === 'playing') {
    const legal = engine.legalActions(engine.currentPlayerId)
    // Whoever draws at random in UNO has a long evening.
    const plays = legal.filter(({ type }) => type !== 'DRAW_CARD' && type !== 'END_TURN')
    const choice = plays.length > 0 ? plays : legal
    engine.dispatch(choice[random(choice.length)])
  }
}

function memory() {
  globalThis.gc()
  globalThis.gc()
  const { rss, heapUsed, external } = process.memoryUsage()
  return { rss, heap: heapUsed + external }
}

let before
for (let n = 0; n < GAMES; n++) {
  playGame(n)
  // Native objects are freed between turns of the event loop.
  if (n % 100 === 0) await new Promise(setImmediate)
  if (n === GAMES / 5) before = memory()
}
await new Promise(setImmediate)
console.log(JSON.stringify({ games: heard, before, after: memory() }))
