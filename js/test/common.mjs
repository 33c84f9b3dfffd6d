// What the tests share.

import { execFileSync } from 'node:child_process'
import { fileURLToPath } from 'node:url'
import path from 'node:path'
import { GameEngine, TurnPlugin, DrawPlugin } from 'decklet'
import { UnoPlugin } from 'decklet/uno'

export const root = fileURLToPath(new URL('..', import.meta.url))

/** Players p1, p2, … in seats 1, 2, … */
export function players(count) {
  return Array.from({ length: count }, (_, place) => ({ id: `p${place + 1}`, name: `P${place + 1}`, seat: place + 1 }))
}

/** An engine of UNO, with more plugins. */
export function uno(...more) {
  const engine = new GameEngine().use(TurnPlugin).use(DrawPlugin).use(UnoPlugin)
  more.forEach((plugin) => engine.use(plugin))
  return engine
}

/** An engine of nothing but turns and these plugins, started with two players. */
export function started(...plugins) {
  const engine = new GameEngine().use(TurnPlugin)
  plugins.forEach((plugin) => engine.use(plugin))
  engine.createGame({ players: players(2), seed: 7 }).start()
  return engine
}

/** Random numbers that are the same in every run. */
export function generator(seed) {
  let state = seed
  return (bound) => {
    state = (Math.imul(state, 1103515245) + 12345) >>> 0
    return (state >>> 8) % bound
  }
}

/** Plays to the end by random legal actions; every one must be accepted. */
export function playRandomly(engine, random, most = 5000) {
  for (let moves = 0; engine.status === 'playing' && moves < most; moves++) {
    const legal = engine.legalActions(engine.currentPlayerId)
    const result = engine.dispatch(legal[random(legal.length)])
    if (!result.ok) throw new Error(`a legal action was refused: ${result.denyReason}`)
  }
}

/** All of a game that must be the same after a refusal. */
export function trace(engine) {
  return [engine.stateHash, engine.log()]
}

/** Runs the program `decklet`; throws with what it wrote when it fails. */
export function decklet(args, input) {
  return execFileSync(process.env.DECKLET, args, { encoding: 'utf8', input, stdio: 'pipe' })
}

/** Where tsc put a file. */
export function compiled(...parts) {
  return path.join(root, 'build', ...parts)
}
