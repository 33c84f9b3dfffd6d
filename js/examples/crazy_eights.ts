// Crazy Eights, a whole game as a plugin in JavaScript: cards, rules, handlers, legal actions.
//
// One 52-card deck, 2 to 5 players, 5 cards each. Play a card of the suit or rank on top; an eight goes on
// anything, and whoever plays it names the suit. Who cannot play draws one card. Who has no card left
// wins; when nobody can do anything any more, nobody does.

import {
  DrawPlugin, GameEngine, TurnPlugin, deny, ok,
  type Card, type GameAction, type GameContext, type GameState, type Plugin
} from 'decklet'

const SUITS = ['hearts', 'diamonds', 'clubs', 'spades']
const RANKS = ['2', '3', '4', '5', '6', '7', '8', '9', '10', 'J', 'Q', 'K', 'A']
const DRAW = 'draw-pile'
const DISCARD = 'discard-pile'
const SUIT = 'eights.suit'
const DREW = 'eights.drew'
const IDLE = 'eights.idleTurns'

const handOf = (playerId: string) => `player:${playerId}:hand`

/** What a rule or a player knows of the table. */
type Table = Pick<GameState, 'zones' | 'variables' | 'cards'>

function playable({ zones, variables, cards }: Pick<Table, 'variables' | 'cards'> & { zones: Record<string, { cards?: readonly string[] }> }, card: Card) {
  const top = cards[zones[DISCARD]?.cards?.at(-1) ?? '']
  const { rank, suit } = card.data
  return rank === '8' || suit === variables[SUIT] || rank === top?.data['rank']
}

function canPlay(state: Table, playerId: string) {
  return state.zones[handOf(playerId)]!.cards.some((id) => playable(state, state.cards[id]!))
}

function finish(ctx: GameContext, winnerIds: string[]) {
  winnerIds.forEach((id) => ctx.addWinner(id))
  ctx.setStatus('finished')
  if (winnerIds.length > 0) ctx.emit({ type: 'GAME_WON', playerId: winnerIds[0], payload: { winnerIds } })
  ctx.emit({ type: 'GAME_FINISHED', payload: { winnerIds } })
}

export const CrazyEights: Plugin = {
  name: 'crazy-eights',
  requires: ['turn', 'draw'],

  setup(game) {
    const deck = SUITS.flatMap((suit) => RANKS.map((rank) => ({ id: `${suit}-${rank}`, data: { suit, rank } })))
    game
      .players(2, 5)
      .addZone(DRAW, { ordered: true, countTo: 'all' })
      .addZone(DISCARD, { ordered: true, visibleTo: 'all' })
      .addCards(DRAW, deck)
      .setPiles(DRAW, DISCARD)
      .addVariable(SUIT)
      .addVariable(DREW)
      .addEvent('EIGHT_PLAYED')
      .allowPlayers('DRAW_CARD')
      .allowPlayers('END_TURN')
  },

  rules: [
    {
      id: 'eights-running',
      appliesTo: '*',
      validate: ({ state }) => (state.status === 'playing' ? ok() : deny('the game is not running', 'NOT_RUNNING'))
    },
    {
      id: 'eights-turn',
      appliesTo: '*',
      validate: ({ state, action, origin }) =>
        origin === 'system' || action.playerId === state.currentPlayerId
          ? ok()
          : deny(`it is not ${action.playerId}'s turn`, 'NOT_YOUR_TURN')
    },
    {
      id: 'eights-card',
      appliesTo: 'PLAY',
      validate: ({ state, action }) => {
        const { cardId, suit } = action.payload
        if (typeof cardId !== 'string' || !state.zones[handOf(action.playerId!)]!.cards.includes(cardId)) {
          return deny('play one card of your hand', 'NOT_OWNED')
        }
        const card = state.cards[cardId]!
        if (!playable(state, card)) return deny('follow suit or rank, or play an eight', 'CANNOT_PLAY')
        if (card.data['rank'] === '8' && !SUITS.includes(suit as string)) {
          return deny('name the suit for your eight', 'NO_SUIT')
        }
        return ok()
      }
    },
    {
      id: 'eights-draw',
      appliesTo: 'DRAW_CARD',
      validate: ({ state, action, origin }) => {
        if (origin === 'system') return ok()
        if (state.variables[DREW]) return deny('you have drawn already', 'ALREADY_DREW')
        return canPlay(state, action.playerId!) ? deny('you can play a card', 'CAN_PLAY') : ok()
      }
    },
    {
      id: 'eights-end',
      appliesTo: 'END_TURN',
      validate: ({ state, origin }) =>
        origin === 'system' || state.variables[DREW] ? ok() : deny('draw a card first', 'MUST_DRAW')
    }
  ],

  actions: {
    PLAY(ctx, { playerId, payload }) {
      const cardId = payload['cardId'] as string
      const { rank, suit } = ctx.state.cards[cardId]!.data
      ctx.moveCard(cardId, handOf(playerId!), DISCARD)
      ctx.setVariable(SUIT, rank === '8' ? payload['suit']! : suit!)
      ctx.setVariable(IDLE, 0)
      ctx.emit({ type: 'CARD_PLAYED', playerId, payload: { playerId: playerId!, cardIds: [cardId] } })
      if (rank === '8') ctx.emit({ type: 'EIGHT_PLAYED', playerId, payload: { suit: payload['suit']! } })
    },
    TURN_UP: {
      origin: 'system',
      handle(ctx) {
        const first = ctx.state.zones[DRAW]!.cards.at(-1)!
        ctx.moveCard(first, DRAW, DISCARD)
        ctx.setVariable(SUIT, ctx.state.cards[first]!.data['suit']!)
        ctx.setVariable(DREW, false)
      }
    }
  },

  events: {
    GAME_STARTED(ctx) {
      for (const { id } of ctx.state.players) {
        ctx.dispatch({ type: 'DRAW_CARD', playerId: id, payload: { count: 5 } })
      }
      // Waits in the queue until every hand is dealt.
      ctx.dispatch({ type: 'TURN_UP' })
    },
    CARD_PLAYED(ctx, { playerId }) {
      if (ctx.state.zones[handOf(playerId!)]!.count === 0) finish(ctx, [playerId!])
      else ctx.dispatch({ type: 'END_TURN', playerId })
    },
    CARDS_DRAWN(ctx, { payload }) {
      // The deal draws as well, before anybody is asked.
      if (ctx.state.zones[DISCARD]!.count === 0) return
      const idle = payload['count'] === 0 ? Number(ctx.state.variables[IDLE] ?? 0) + 1 : 0
      ctx.setVariable(DREW, true)
      ctx.setVariable(IDLE, idle)
      if (idle >= ctx.state.players.length) finish(ctx, [])
    },
    TURN_ENDED(ctx) {
      ctx.setVariable(DREW, false)
    }
  },

  // From what the player sees; the rules above filter it.
  legalActions({ playerId, view }) {
    const plays = view.zones[handOf(playerId)]!.cards!.flatMap((cardId): GameAction[] => {
      const eight = view.cards[cardId]!.data['rank'] === '8'
      return (eight ? SUITS : [undefined]).map((suit) => ({ type: 'PLAY', payload: { cardId, suit } }))
    })
    return [...plays, { type: 'DRAW_CARD' }, { type: 'END_TURN' }]
  }
}

export function createEngine(seed: number) {
  return new GameEngine({ seed }).use(TurnPlugin).use(DrawPlugin).use(CrazyEights)
}

/** Three players play the first thing they may. */
function main() {
  const engine = createEngine(7)
  engine.createGame({ players: ['Ann', 'Ben', 'Cy'].map((id, seat) => ({ id, name: id, seat })) })
  engine.start()
  while (engine.status === 'playing') {
    const playerId = engine.currentPlayerId!
    const [action] = engine.legalActions(playerId)
    console.log(JSON.stringify(action))
    const result = engine.dispatch(action!)
    if (!result.ok) throw new Error(result.denyReason)
  }
  console.log('winners:', engine.winnerIds)
}

// Not when another program imports the game.
if (process.argv[1]?.includes('crazy_eights')) main()
