import { GameEngine, TurnPlugin, DrawPlugin, createPlayCardAction } from 'decklet'
import { UnoPlugin } from 'decklet/uno'

const engine = new GameEngine()
engine.use(TurnPlugin).use(DrawPlugin).use(UnoPlugin)
engine.createGame({
  players: [
    { id: 'p1', name: 'Alice', seat: 1 },
    { id: 'p2', name: 'Bob', seat: 2 }
  ]
})
engine.start()

// 试图由非当前玩家出牌 → 触发 playerTurnRule 拒绝
const state = engine.getState()
const otherId = state.currentPlayerId === 'p1' ? 'p2' : 'p1'
const result = engine.dispatch(createPlayCardAction(otherId, ['<someCardId>']))
console.log(result.ok, result.denyCode) // false, 'NOT_YOUR_TURN'
