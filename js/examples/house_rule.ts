// A house rule for UNO in ten lines: no nine on a nine.

import { DrawPlugin, GameEngine, TurnPlugin, deny, ok, type Plugin } from 'decklet'
import { UNO_ZONE_DISCARD, UnoPlugin, unoCardFace } from 'decklet/uno'

const NoNineOnNine: Plugin = {
  name: 'no-nine-on-nine',
  requires: ['uno'],
  rules: [{
    id: 'nines-wait', name: 'No Nine On A Nine', appliesTo: 'PLAY_CARD',
    validate: ({ state, action }) => {
      const ids = [state.zones[UNO_ZONE_DISCARD]!.cards.at(-1), ...(action.payload['cardIds'] as string[])]
      const nines = ids.every((id) => unoCardFace(state.cards[id!]!) === 'number:9')
      return nines ? deny('no nine on a nine at this table', 'NINE_ON_NINE') : ok()
    }
  }]
}

const engine = new GameEngine({ seed: 7 }).use(TurnPlugin).use(DrawPlugin).use(UnoPlugin).use(NoNineOnNine)
const players = [
  { id: 'p1', name: 'Alice', seat: 1 },
  { id: 'p2', name: 'Bob', seat: 2 }
]
// All nines but two lie where nobody draws them: one is turned up first, the other is in Alice's hand.
const nines = Object.keys(engine.cards).filter((id) => unoCardFace(engine.cards[id]!) === 'number:9')
const others = Object.keys(engine.cards).filter((id) => !nines.includes(id))
const dealt = others.splice(-13)
const deck = [...nines.slice(2), ...others, nines[0]!, ...dealt, nines[1]!]
engine.createGame({ players, deck }).start()
const top = engine.getState().zones[UNO_ZONE_DISCARD]!.cards.at(-1)
const answer = engine.dispatch({ type: 'PLAY_CARD', playerId: 'p1', payload: { cardIds: [nines[1]!] } })
console.log(`on ${top}: ${answer.ok ? 'played' : `${answer.denyCode}, ${answer.denyReason}`}`)
