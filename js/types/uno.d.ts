/** UNO: 108 cards, every house rule as an option. */

import type { BuiltInPlugin, Card, JsonValue, NamedAction, Rule } from './index.js'

/** UNO by the rules of profile `decklet`. Requires `TurnPlugin` and `DrawPlugin`. */
export const UnoPlugin: BuiltInPlugin

/** The options of UNO by name, as in the list of options in docs/uno.md. */
export type UnoOptions = Record<string, JsonValue>

/**
 * UNO with the options of a profile, some of them changed, as `{ profile: 'official', stack: 'any' }`.
 * @throws RangeError for a profile or option that there is not; options that do not fit together
 *   are refused by `createGame`
 */
export function createUnoPlugin(options?: { profile?: string } & Record<string, JsonValue | undefined>): BuiltInPlugin

/** The named profiles with their options. */
export const UNO_PROFILES: Readonly<Record<string, UnoOptions>>

/** A colour of UNO. */
export type UnoColorChoice = 'red' | 'yellow' | 'green' | 'blue'

/** The four colours, in this order. */
export const UNO_COLORS: readonly UnoColorChoice[]

/** The 108 cards. A card's `data` holds `color` (`wild` for wild cards), `type` and `face`. */
export function createUnoCards(): Card[]

/** Whether a card is Wild or Wild Draw Four. */
export function isWildCard(card: Card): boolean

/** A card's face: `number:N`, `skip`, `reverse`, `draw2`, `wild` or `wild_draw4`. */
export function unoCardFace(card: Card): string

/** Whether this is a colour that can be chosen. */
export function isUnoColorChoice(color: unknown): color is UnoColorChoice

/** The id of a player's hand: `player:{playerId}:hand`. */
export function playerHandZoneId(playerId: string): string

/** `CHOOSE_COLOR` of a player. */
export function createChooseColorAction(playerId: string, color: UnoColorChoice): NamedAction
/** `CHOOSE_TARGET` of a player. */
export function createChooseTargetAction(playerId: string, targetId: string): NamedAction
/** `CATCH` of a player. */
export function createCatchAction(playerId: string, targetId: string): NamedAction
/** `CALL_UNO` of a player. */
export function createCallUnoAction(playerId: string): NamedAction
/** `CHALLENGE` of a player. */
export function createChallengeAction(playerId: string): NamedAction
/** `ACCEPT` of a player. */
export function createAcceptAction(playerId: string): NamedAction

/** How many cards the deck has. */
export const UNO_DECK_SIZE: 108
/** How many cards each player is dealt. */
export const UNO_INITIAL_HAND_SIZE: 7
/** The zone cards are drawn from. */
export const UNO_ZONE_DECK: 'uno-deck'
/** The zone of the cards played. */
export const UNO_ZONE_DISCARD: 'uno-discard'
/** The variable of the colour in force; `wild` while it is to be chosen. */
export const UNO_VAR_CURRENT_COLOR: 'uno.currentColor'
/** The variable that says whether a colour is to be chosen. */
export const UNO_VAR_PENDING_COLOR: 'uno.pendingColor'
/** The type of naming the colour of a wild card: `{ color }`. */
export const CHOOSE_COLOR_ACTION: 'CHOOSE_COLOR'
/** The type of turning the first card; the game itself sends it. */
export const UNO_FLIP_INITIAL_ACTION: 'UNO_FLIP_INITIAL'
/** The type of choosing whom to swap hands with: `{ targetId }`. */
export const CHOOSE_TARGET_ACTION: 'CHOOSE_TARGET'
/** The type of challenging a Wild Draw Four. */
export const CHALLENGE_ACTION: 'CHALLENGE'
/** The type of drawing for a Wild Draw Four. */
export const ACCEPT_ACTION: 'ACCEPT'
/** The type of calling UNO. */
export const CALL_UNO_ACTION: 'CALL_UNO'
/** The type of catching who did not call: `{ targetId }`. */
export const CATCH_ACTION: 'CATCH'
/** A turn is passed over. */
export const UNO_PLAYER_SKIPPED: 'UNO_PLAYER_SKIPPED'
/** The direction was turned round. */
export const UNO_PLAYER_REVERSED: 'UNO_PLAYER_REVERSED'
/** Somebody draws for a Draw Two. */
export const UNO_DRAW_TWO: 'UNO_DRAW_TWO'
/** The colour in force changed: `{ color, reason }`. */
export const UNO_COLOR_CHANGED: 'UNO_COLOR_CHANGED'
/** A colour was named: `{ playerId, color }`. */
export const UNO_COLOR_CHOSEN: 'UNO_COLOR_CHOSEN'
/** Somebody draws for a Wild Draw Four. */
export const UNO_DRAW_FOUR: 'UNO_DRAW_FOUR'
/** Somebody won the round. */
export const UNO_GAME_WON: 'UNO_GAME_WON'
/** The first card lies open. */
export const UNO_INITIAL_FLIPPED: 'UNO_INITIAL_FLIPPED'
/** Somebody called UNO. */
export const UNO_CALLED: 'UNO_CALLED'
/** Somebody was caught. */
export const UNO_CAUGHT: 'UNO_CAUGHT'
/** A Wild Draw Four was challenged. */
export const UNO_CHALLENGED: 'UNO_CHALLENGED'
/** A Wild Draw Four was accepted. */
export const UNO_ACCEPTED: 'UNO_ACCEPTED'
/** A penalty is to be drawn or passed on. */
export const UNO_PENALTY_OPENED: 'UNO_PENALTY_OPENED'
/** A penalty was drawn. */
export const UNO_PENALTY: 'UNO_PENALTY'
/** A hand was shown to a challenger. */
export const UNO_HAND_SHOWN: 'UNO_HAND_SHOWN'
/** Hands changed their owners. */
export const UNO_HANDS_MOVED: 'UNO_HANDS_MOVED'
/** The round was scored. */
export const UNO_SCORED: 'UNO_SCORED'
/** Rule `uno-game-not-won`: Nothing more once somebody has won. */
export const gameNotWonRule: Rule
/** Rule `uno-game-started`: Nothing before the start. */
export const gameStartedRule: Rule
/** Rule `uno-player-turn`: Playing and naming a colour are for whoever is on turn. */
export const playerTurnRule: Rule
/** Rule `uno-player-owns-card`: The card is in the hand. */
export const playerOwnsCardRule: Rule
/** Rule `uno-single-card`: One card at a time. */
export const singleCardRule: Rule
/** Rule `uno-can-play-card`: A wild card, the colour in force, or the face on top. */
export const canPlayCardRule: Rule
/** Rule `uno-wild-draw4-legal`: Wild Draw Four only without a card of the colour in force. */
export const canPlayWildDrawFourRule: Rule
/** Rule `uno-choose-color-valid`: A colour that exists, when one is to be chosen. */
export const chooseColorValidRule: Rule
