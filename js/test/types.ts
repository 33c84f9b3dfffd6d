// The signatures that the documents print, as far as they are exported, and what must not compile.

import { GameEngine, deny, ok, type Card, type GameState, type Plugin, type Rule, type RuleContext, type RuleResult } from 'decklet'
import * as uno from 'decklet/uno'
import * as ddz from 'decklet/doudizhu'
import type { CardPattern, DoudizhuCombination, DoudizhuTeam, PatternType } from 'decklet/doudizhu'

// Document 001.
const unoRules: Rule[] = [
  uno.gameNotWonRule, uno.gameStartedRule, uno.playerTurnRule, uno.playerOwnsCardRule, uno.singleCardRule, uno.canPlayCardRule,
  uno.canPlayWildDrawFourRule, uno.chooseColorValidRule
]

// Document 000.
const doudizhuRules: Rule[] = [
  ddz.doudizhuGameNotWonRule, ddz.doudizhuGameStartedRule, ddz.doudizhuPhaseRule, ddz.doudizhuPlayerTurnRule, ddz.playerOwnsCardsRule,
  ddz.combinationValidRule, ddz.doudizhuPassRule, ddz.callLandlordRule, ddz.robLandlordRule
]
const most: 20 = ddz.DDZ_MAX_PLAYED_CARDS
const pending: 'ddz.pendingCombination' = ddz.DDZ_VAR_PENDING_COMBINATION
const detectPlayable: (
  cards: Card[], last: DoudizhuCombination | undefined
) => { combination: DoudizhuCombination; beats: boolean } | null = ddz.detectPlayable
const nextBidderId: (state: GameState) => string | undefined = ddz.nextBidderId
const determineWinnerTeam: (state: GameState, winnerId: string) => `${DoudizhuTeam}` | undefined = ddz.determineWinnerTeam
const validate: (c: RuleContext) => RuleResult = (c) => (c.state.status === 'playing' ? ok() : deny('no', 'NO'))

// Document 003.
const identifyPattern: (cards: Card[]) => CardPattern | null = ddz.identifyPattern
const canBeat: (play: CardPattern, lastPlay: CardPattern) => boolean = ddz.canBeat
const getAllPlays: (hand: Card[]) => { cards: Card[]; pattern: CardPattern }[] = ddz.getAllPlays
const single: PatternType = ddz.PatternType.Single
const meta: { name: string; minPlayers: number; maxPlayers: number } = new ddz.DouDiZhuPlugin().meta

const plugin: Plugin = {
  name: 'typed',
  rules: [{ id: 'r', appliesTo: ['PLAY_CARD'], validate }],
  actions: { POKE: (ctx, action) => ctx.emit({ type: 'POKED', playerId: action.playerId, payload: { n: 1 } }) }
}
const engine = new GameEngine({ seed: 7n }).use(plugin)
const result = engine.dispatch({ type: 'POKE' })
const code: string | undefined = result.denyCode
if (result.ok) {
  const index: number = result.index
  void index
} else {
  const error: unknown = result.error
  const rule: string | undefined = result.rule
  void [error, rule]
}

// @ts-expect-error a rule answers with ok() or deny()
const silent: Rule = { id: 'r', appliesTo: '*', validate: () => true }
// @ts-expect-error a player has an id
engine.createGame({ players: [{ name: 'x', seat: 1 }] })
// @ts-expect-error the state is for reading
engine.getState().status = 'finished'
// @ts-expect-error an action has a type
engine.dispatch({ playerId: 'p1' })
// @ts-expect-error a rule cannot write
const writes: Rule = { id: 'r', appliesTo: '*', validate: (c) => c.setVariable('x', 1) }

void [unoRules, doudizhuRules, most, pending, detectPlayable, nextBidderId, determineWinnerTeam, identifyPattern, canBeat, getAllPlays, single, meta, code, silent, writes]
