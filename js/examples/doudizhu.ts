// Dou Dizhu with bids, doubling and points, played by bots that choose at random.

import { GameEngine, TurnPlugin } from 'decklet'
import { DDZ_PLAYER_WON, DDZ_SETTLED, createDoudizhuPlugin, getDoudizhuState, identifyPattern } from 'decklet/doudizhu'

const engine = new GameEngine({ seed: 7 }).use(TurnPlugin).use(createDoudizhuPlugin({ profile: 'game-claw' }))
engine.on(DDZ_PLAYER_WON, ({ payload }) => console.log(`${payload['winnerTeam']} win with ${payload['winnerIds']}`))
engine.on(DDZ_SETTLED, ({ payload }) => console.log('points', payload['points']))

engine.createGame({
  players: ['Li', 'Wang', 'Zhang'].map((name, place) => ({ id: `p${place + 1}`, name, seat: place + 1 }))
})
engine.start()

while (engine.status === 'playing') {
  // Who may show the hand may do so out of turn; here only the player on turn is asked.
  const playerId = engine.currentPlayerId!
  const legal = engine.legalActions(playerId)
  const action = legal[Math.floor(Math.random() * legal.length)]!
  const result = engine.dispatch(action)
  if (!result.ok) throw new Error(result.denyReason)
  const cards = (action.payload['cardIds'] ?? []) as string[]
  const what = cards.length > 0 ? `${identifyPattern(cards)!.type}: ${cards.join(' ')}` : JSON.stringify(action.payload)
  console.log(`${playerId} ${action.type} ${what}`)
}
const { landlordId, multiplier } = getDoudizhuState(engine.getState())
console.log(`landlord ${landlordId}, multiplier ${multiplier}`)
