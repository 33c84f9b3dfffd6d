/** Dou Dizhu (斗地主): three players, one landlord. */

import type { BuiltInPlugin, Card, GameContext, GameState, JsonValue, NamedAction, Rule } from './index.js'

/** Dou Dizhu by the rules of profile `decklet`. Requires `TurnPlugin`. */
export const DoudizhuPlugin: BuiltInPlugin

/** The options of Dou Dizhu by name. */
export type DoudizhuOptions = Record<string, JsonValue>

/**
 * Dou Dizhu with the options of a profile, some of them changed.
 * @throws RangeError for a profile or option that there is not; options that do not fit together
 *   are refused by `createGame`
 */
export function createDoudizhuPlugin(options?: { profile?: string } & Record<string, JsonValue | undefined>): BuiltInPlugin

/** The named profiles with their options. */
export const DOUDIZHU_PROFILES: Readonly<Record<string, DoudizhuOptions>>

/** The 54 cards. A card's `data` holds `rank` (3 to 14, the two 15, the jokers 16 and 17) and `suit`. */
export function createDoudizhuCards(): Card[]

/** A card, or its id. */
export type CardLike = { readonly id: string } | string

/** The kinds of combinations. */
export enum DoudizhuCombinationType {
  /** No combination. */
  UNKNOWN = 'UNKNOWN',
  /** One card. */
  SOLO = 'SOLO',
  /** Two of a rank. */
  PAIR = 'PAIR',
  /** Three of a rank. */
  TRIO = 'TRIO',
  /** A trio and one card. */
  TRIO_SOLO = 'TRIO_SOLO',
  /** A trio and a pair. */
  TRIO_PAIR = 'TRIO_PAIR',
  /** Five or more consecutive ranks, a card each. */
  CHAIN_SOLO = 'CHAIN_SOLO',
  /** Three or more consecutive pairs. */
  CHAIN_PAIR = 'CHAIN_PAIR',
  /** Two or more consecutive trios. */
  PLANE = 'PLANE',
  /** A plane with one card for each trio. */
  PLANE_SOLO = 'PLANE_SOLO',
  /** A plane with one pair for each trio. */
  PLANE_PAIR = 'PLANE_PAIR',
  /** Four of a rank with two cards. */
  FOUR_TWO_SOLO = 'FOUR_TWO_SOLO',
  /** Four of a rank with two pairs. */
  FOUR_TWO_PAIR = 'FOUR_TWO_PAIR',
  /** Two or more consecutive fours. */
  SHUTTLE = 'SHUTTLE',
  /** A shuttle with single cards. */
  SHUTTLE_SOLO = 'SHUTTLE_SOLO',
  /** A shuttle with pairs. */
  SHUTTLE_PAIR = 'SHUTTLE_PAIR',
  /** Four of a rank. */
  BOMB = 'BOMB',
  /** Both jokers. */
  ROCKET = 'ROCKET',
}

/** What some cards form. */
export interface DoudizhuCombination {
  /** The kind. */
  readonly type: DoudizhuCombinationType | `${DoudizhuCombinationType}`
  /** The highest rank of the main part, 3 to 17; 99 for the rocket, 0 for no combination. */
  readonly mainRank: number
  /** How many consecutive ranks the main part has; 1 when it is no chain. */
  readonly length: number
}

/**
 * What the cards form when they are led, by the rules of a profile (`decklet` when absent); of type
 * `UNKNOWN` when nothing.
 * @throws TypeError for what is no card of Dou Dizhu
 */
export function detectDoudizhuCombination(cards: readonly CardLike[], profile?: string): DoudizhuCombination

/** How one combination stands to another. */
export enum DoudizhuCompareResult {
  /** It beats the other. */
  GREATER = 'GREATER',
  /** Same kind, length and rank. */
  EQUAL = 'EQUAL',
  /** The other is higher. */
  LESS = 'LESS',
  /** Neither: the kinds or lengths differ. */
  INCOMPARABLE = 'INCOMPARABLE',
}

/** Compares combinations by the rules of a profile, `decklet` when absent. */
export class DoudizhuCombinationComparator {
  constructor(profile?: string)
  /**
   * How `play` stands to `last`.
   * @throws TypeError, RangeError for what is no combination
   */
  compare(play: DoudizhuCombination, last: DoudizhuCombination): `${DoudizhuCompareResult}`
}

/**
 * What the cards form on `last`, and whether they beat it (anything beats nothing); `null` when they
 * are no combination.
 */
export function detectPlayable(
  cards: readonly CardLike[],
  last: DoudizhuCombination | undefined,
  profile?: string
): { combination: DoudizhuCombination; beats: boolean } | null

/** The two sides. */
export enum DoudizhuTeam {
  /** The landlord. */
  LANDLORD = 'LANDLORD',
  /** The other two. */
  FARMERS = 'FARMERS',
}

/** Where a game stands. */
export enum DoudizhuPhase {
  /** Players get ready. */
  READY = 'READY',
  /** The landlord is being found. */
  BIDDING = 'BIDDING',
  /** The cards are about to be dealt again. */
  REDEAL = 'REDEAL',
  /** The landlord takes the bottom cards. */
  BOTTOM = 'BOTTOM',
  /** Players may double. */
  DOUBLING = 'DOUBLING',
  /** Cards are played. */
  PLAYING = 'PLAYING',
  /** It is over. */
  FINISHED = 'FINISHED',
}

/** The plugin's variables, typed. */
export interface DoudizhuState {
  /** Where the game stands. */
  readonly phase: `${DoudizhuPhase}`
  /** Who is asked in the auction, as a place in seat order. */
  readonly bidderIndex: number
  /** Who declined. */
  readonly bidderPassed: readonly string[]
  /** Who would be landlord if the auction ended now. */
  readonly landlordCandidateId: string | undefined
  /** The landlord. */
  readonly landlordId: string | undefined
  /** The other two. */
  readonly farmerIds: readonly string[]
  /** What robs, bombs and rocket make of 1. */
  readonly multiplier: number
  /** What is on the table. */
  readonly lastCombination: DoudizhuCombination | undefined
  /** Who played last. */
  readonly lastPlayerId: string | undefined
  /** How many have passed since. */
  readonly passCount: number
}

/** The plugin's variables, typed. */
export function getDoudizhuState(state: Pick<GameState, 'variables'>): DoudizhuState
/** What is on the table; `undefined` when the next play leads. */
export function getLastCombination(state: Pick<GameState, 'variables'>): DoudizhuCombination | undefined
/** Whether the next play leads. */
export function isNewRound(state: Pick<GameState, 'variables'>): boolean
/** Who is asked next in the auction; `undefined` without players. */
export function nextBidderId(state: Pick<GameState, 'variables' | 'players'>): string | undefined
/** A player's team; `undefined` while there is no landlord. */
export function teamOf(playerId: string, state: Pick<GameState, 'variables'>): `${DoudizhuTeam}` | undefined
/** The team that wins when this player has no card left; `undefined` while there is no landlord. */
export function determineWinnerTeam(state: Pick<GameState, 'variables'>, winnerId: string): `${DoudizhuTeam}` | undefined
/** How many have passed since the last play. */
export function readPassCount(ctx: Pick<GameContext, 'state'>): number
/** Who played last. */
export function readLastPlayerId(ctx: Pick<GameContext, 'state'>): string | undefined

/** Dou Dizhu by the rules of profile `game-claw`: bids of 0 to 3, showing, doubling, points. */
export class DouDiZhuPlugin implements BuiltInPlugin {
  constructor(options?: { profile?: string } & Record<string, JsonValue | undefined>)
  readonly name: string
  readonly requires: readonly string[]
  readonly rules: readonly Rule[]
  readonly cards: Readonly<Record<string, Card>>
  readonly options: JsonValue | undefined
  /** The game's name and its number of players. */
  readonly meta: { readonly name: 'dou-di-zhu'; readonly minPlayers: 3; readonly maxPlayers: 3 }
}

/** The patterns of cards in profile `game-claw`. */
export enum PatternType {
  /** One card. */
  Single = 'single',
  /** Two of a rank. */
  Pair = 'pair',
  /** Three of a rank. */
  Triple = 'triple',
  /** Three of a rank and one card. */
  TripleWithOne = 'triple-with-one',
  /** Three of a rank and a pair. */
  TripleWithPair = 'triple-with-pair',
  /** Five or more consecutive cards. */
  Straight = 'straight',
  /** Three or more consecutive pairs. */
  PairStraight = 'pair-straight',
  /** Two or more consecutive triples. */
  Airplane = 'airplane',
  /** An airplane with a card for each triple. */
  AirplaneWithSingles = 'airplane-with-singles',
  /** An airplane with a pair for each triple. */
  AirplaneWithPairs = 'airplane-with-pairs',
  /** Four of a rank and two different cards. */
  QuadWithSingles = 'quad-with-singles',
  /** Four of a rank and two different pairs. */
  QuadWithPairs = 'quad-with-pairs',
  /** Four of a rank. */
  Bomb = 'bomb',
  /** Both jokers. */
  Rocket = 'rocket',
}

/** What some cards form, in profile `game-claw`. */
export interface CardPattern {
  /** The pattern. */
  readonly type: PatternType | `${PatternType}`
  /** The highest rank of the main part, 3 to 17; 99 for the rocket. */
  readonly rank: number
  /** Cards of a straight, pairs of a pair straight, triples of an airplane, 6 or 8 for four with two. */
  readonly length?: number
}

/**
 * What the cards form; `null` when nothing.
 * @throws TypeError for what is no card of Dou Dizhu
 */
export function identifyPattern(cards: readonly CardLike[]): CardPattern | null

/** Whether a play beats the last one. */
export function canBeat(play: CardPattern, lastPlay: CardPattern): boolean

/**
 * Every play of a hand of at most 20 cards, each once (equal cards are one play), or only those
 * that beat `lastPlay`. The cards are those given.
 * @throws TypeError for what is no card; RangeError for too many, or one twice
 */
export function getAllPlays<C extends CardLike>(hand: readonly C[], lastPlay?: CardPattern): { cards: C[]; pattern: CardPattern }[]

/** `PLAY_CARDS` of a player with these cards. */
export function createPlayCardsAction(playerId: string, cardIds: readonly string[]): NamedAction
/** `PASS` of a player. */
export function createPassAction(playerId: string): NamedAction
/** `CALL_LANDLORD` of a player. */
export function createCallLandlordAction(playerId: string, call: boolean): NamedAction
/** `ROB_LANDLORD` of a player. */
export function createRobLandlordAction(playerId: string, rob: boolean): NamedAction
/** `BID` of a player, 0 to 3. */
export function createBidAction(playerId: string, bid: number): NamedAction
/** `READY` of a player. */
export function createReadyAction(playerId: string): NamedAction
/** `SHOW_CARDS` of a player. */
export function createShowCardsAction(playerId: string): NamedAction
/** `DOUBLE` of a player. */
export function createDoubleAction(playerId: string): NamedAction
/** `NO_DOUBLE` of a player. */
export function createNoDoubleAction(playerId: string): NamedAction

/** The type of playing cards: `{ cardIds }`. */
export const PLAY_CARDS_ACTION: 'PLAY_CARDS'
/** The type of playing nothing. */
export const PASS_ACTION: 'PASS'
/** The type of calling landlord: `{ call }`. */
export const CALL_LANDLORD_ACTION: 'CALL_LANDLORD'
/** The type of robbing the landlord: `{ rob }`. */
export const ROB_LANDLORD_ACTION: 'ROB_LANDLORD'
/** The type of revealing the bottom cards; the game itself sends it. */
export const REVEAL_BOTTOM_CARDS_ACTION: 'REVEAL_BOTTOM_CARDS'
/** The type of bidding points: `{ bid }`, 0 to 3. */
export const BID_ACTION: 'BID'
/** The type of being ready. */
export const READY_ACTION: 'READY'
/** The type of laying the hand open. */
export const SHOW_CARDS_ACTION: 'SHOW_CARDS'
/** The type of doubling. */
export const DOUBLE_ACTION: 'DOUBLE'
/** The type of not doubling. */
export const NO_DOUBLE_ACTION: 'NO_DOUBLE'
/** The most cards one action may play. */
export const DDZ_MAX_PLAYED_CARDS: 20
/** The zone the cards are dealt from. */
export const DDZ_ZONE_DECK: 'ddz-deck'
/** The zone of the bottom cards. */
export const DDZ_ZONE_BOTTOM: 'ddz-bottom'
/** The zone of the cards played. */
export const DDZ_ZONE_PLAYED: 'ddz-played'
/** The variable of the phase, see `DoudizhuPhase`. */
export const DDZ_VAR_PHASE: 'ddz.phase'
/** The variable of who is asked in the auction, as a place in seat order. */
export const DDZ_VAR_BIDDER_INDEX: 'ddz.bidderIndex'
/** The variable of who declined. */
export const DDZ_VAR_BIDDER_PASSED: 'ddz.bidderPassed'
/** The variable of who would be landlord if the auction ended now. */
export const DDZ_VAR_LANDLORD_CANDIDATE_ID: 'ddz.landlordCandidateId'
/** The variable of the landlord. */
export const DDZ_VAR_LANDLORD_ID: 'ddz.landlordId'
/** The variable of the other two. */
export const DDZ_VAR_FARMER_IDS: 'ddz.farmerIds'
/** The variable of what robs, bombs and rocket make of 1. */
export const DDZ_VAR_MULTIPLIER: 'ddz.multiplier'
/** The variable of what is on the table. */
export const DDZ_VAR_LAST_COMBINATION: 'ddz.lastCombination'
/** The variable of who played last. */
export const DDZ_VAR_LAST_PLAYER_ID: 'ddz.lastPlayerId'
/** The variable of how many have passed since. */
export const DDZ_VAR_PASS_COUNT: 'ddz.passCount'
/** What the rules detect for the handler; in no state and no view. */
export const DDZ_VAR_PENDING_COMBINATION: 'ddz.pendingCombination'
/** The cards were dealt, or dealt again. */
export const DDZ_CARDS_DEALT: 'DDZ_CARDS_DEALT'
/** Somebody called or declined: `{ playerId, call }`. */
export const DDZ_LANDLORD_CALLED: 'DDZ_LANDLORD_CALLED'
/** Somebody robbed or declined: `{ playerId, rob }`. */
export const DDZ_LANDLORD_ROBBED: 'DDZ_LANDLORD_ROBBED'
/** The landlord took the bottom cards. */
export const DDZ_BOTTOM_CARDS_REVEALED: 'DDZ_BOTTOM_CARDS_REVEALED'
/** Somebody passed: `{ playerId }`. */
export const DDZ_PLAYER_PASSED: 'DDZ_PLAYER_PASSED'
/** A new round begins: `{ starterId }`. */
export const DDZ_ROUND_RESET: 'DDZ_ROUND_RESET'
/** A bomb was played: `{ playerId, mainRank, multiplier }`. */
export const DDZ_BOMB_PLAYED: 'DDZ_BOMB_PLAYED'
/** The rocket was played: `{ playerId, multiplier }`. */
export const DDZ_ROCKET_PLAYED: 'DDZ_ROCKET_PLAYED'
/** A team won: `{ winnerIds, winnerTeam, multiplier }`. */
export const DDZ_PLAYER_WON: 'DDZ_PLAYER_WON'
/** The game is over: the same payload. */
export const DDZ_GAME_FINISHED: 'DDZ_GAME_FINISHED'
/** Somebody bid points. */
export const DDZ_BID: 'DDZ_BID'
/** Somebody is ready. */
export const DDZ_READY: 'DDZ_READY'
/** Somebody laid the hand open. */
export const DDZ_CARDS_SHOWN: 'DDZ_CARDS_SHOWN'
/** Somebody doubled, or did not. */
export const DDZ_DOUBLED: 'DDZ_DOUBLED'
/** The game was scored. */
export const DDZ_SETTLED: 'DDZ_SETTLED'
/** Rule `ddz-game-not-won`: Nothing more once somebody has won. */
export const doudizhuGameNotWonRule: Rule
/** Rule `ddz-game-started`: Nothing before the start. */
export const doudizhuGameStartedRule: Rule
/** Rule `ddz-phase`: Each action in its phase. */
export const doudizhuPhaseRule: Rule
/** Rule `ddz-player-turn`: Whoever is on turn acts. */
export const doudizhuPlayerTurnRule: Rule
/** Rule `ddz-player-owns-cards`: The cards are in the hand, each named once. */
export const playerOwnsCardsRule: Rule
/** Rule `ddz-combination-valid`: The cards form a combination that beats the last. */
export const combinationValidRule: Rule
/** Rule `ddz-pass`: Who leads must play. */
export const doudizhuPassRule: Rule
/** Rule `ddz-call-landlord`: Calling, in turn. */
export const callLandlordRule: Rule
/** Rule `ddz-rob-landlord`: Robbing, in turn. */
export const robLandlordRule: Rule
/** Empty: winning follows from the cards played. */
export const doudizhuWinRules: readonly Rule[]
