// UNO for three, from the deal to the win, played by bots that choose at random.

import { GameEngine, TurnPlugin, DrawPlugin, GAME_WON, CARD_PLAYED } from 'decklet'
import { UnoPlugin, UNO_VAR_CURRENT_COLOR } from 'decklet/uno'

const engine = new GameEngine({ seed: 7 })
engine.use(TurnPlugin).use(DrawPlugin).use(UnoPlugin)
engine.on(CARD_PLAYED, ({ playerId, payload }) => console.log(`${playerId} plays ${payload['cardIds']}`))
engine.on(GAME_WON, ({ payload }) => console.log(`${payload['winnerIds']} wins`))

engine.createGame({
  players: [
    { id: 'p1', name: 'Alice', seat: 1 },
    { id: 'p2', name: 'Bob', seat: 2 },
    { id: 'p3', name: 'Carol', seat: 3 }
  ]
})
engine.start()

while (engine.status === 'playing') {
  const playerId = engine.currentPlayerId!
  const legal = engine.legalActions(playerId)
  const result = engine.dispatch(legal[Math.floor(Math.random() * legal.length)]!)
  if (!result.ok) throw new Error(result.denyReason)
}

const { zones, variables } = engine.getState()
console.log(`colour at the end: ${variables[UNO_VAR_CURRENT_COLOR]}`)
for (const { id } of engine.getState().players) console.log(`${id} holds ${zones[`player:${id}:hand`]!.cards}`)
