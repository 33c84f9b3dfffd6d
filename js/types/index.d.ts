/**
 * Card games on a deterministic plugin engine.
 *
 * ```js
 * import { GameEngine, TurnPlugin, DrawPlugin } from 'decklet'
 * import { UnoPlugin } from 'decklet/uno'
 *
 * const engine = new GameEngine({ seed: 7 }).use(TurnPlugin).use(DrawPlugin).use(UnoPlugin)
 * engine.createGame({ players: [{ id: 'p1', name: 'Alice', seat: 1 }, { id: 'p2', name: 'Bob', seat: 2 }] })
 * engine.start()
 * const [action] = engine.legalActions('p1')
 * engine.dispatch(action)
 * ```
 */

/** A value that JSON has. Numbers in a game are whole: fractions differ between machines. */
export type JsonValue =
  | null
  | boolean
  | number
  | string
  | readonly JsonValue[]
  | { readonly [name: string]: JsonValue | undefined }

/** A person (or bot) at the table. */
export interface Player {
  /** What actions call the player by: 1 to 64 characters, unique at the table. */
  readonly id: string
  /** What people call the player. */
  readonly name: string
  /** Order at the table, a whole number from 0; unique. */
  readonly seat: number
}

/** A card: its id, unique in its game, and what is printed on it. */
export interface Card {
  /** The id, as `red-5-1` or `hearts-10`. */
  readonly id: string
  /** What is known of it, as `color`, `type` and `face` in UNO, `rank` and `suit` in Dou Dizhu. */
  readonly data: Readonly<Record<string, JsonValue>>
}

/** Where a game stands. */
export type GameStatus = 'waiting' | 'playing' | 'finished'

/** What somebody wants to do. */
export interface GameAction {
  /** The type, as `PLAY_CARD`. */
  readonly type: string
  /** Who sends it. */
  readonly playerId?: string | undefined
  /** The named fields of the action. */
  readonly payload?: { readonly [name: string]: JsonValue | undefined } | undefined
}

/** An action as it is in the log and in the context of a plugin: the payload is always there. */
export interface NamedAction extends GameAction {
  readonly payload: Readonly<Record<string, JsonValue>>
}

/** Something that happened. */
export interface GameEvent {
  /** The type, as `CARD_PLAYED`. */
  readonly type: string
  /** Whom it is about. */
  readonly playerId?: string
  /** The named fields of the event. */
  readonly payload: Readonly<Record<string, JsonValue>>
}

/** A zone with all its cards. */
export interface Zone {
  /** How many cards are in it. */
  readonly count: number
  /** Their ids: the top of a pile last, a hand in the order of the cards. */
  readonly cards: readonly string[]
}

/** A zone as somebody sees it. */
export interface SeenZone {
  /** How many cards are in it. */
  readonly count: number
  /** Which, when the viewer sees them. */
  readonly cards?: readonly string[]
}

/** The variables of plugins by name, as `uno.currentColor` or `ddz.phase`. */
export type Variables = Readonly<Record<string, JsonValue | undefined>>

/** The whole game, with all secrets: what the referee sees. */
export interface GameState {
  /** Where the game stands. */
  readonly status: GameStatus
  /** Whose turn it is. */
  readonly currentPlayerId: string | undefined
  /** The winners, in the order in which they were named. */
  readonly winnerIds: readonly string[]
  /** The players in seat order. */
  readonly players: readonly Player[]
  /** Every zone by its id, as `player:p1:hand`. */
  readonly zones: Readonly<Record<string, Zone>>
  /** The variables of all plugins. */
  readonly variables: Variables
  /** What is printed on every card, by its id. */
  readonly cards: Readonly<Record<string, Card>>
}

/** {@link GameState} at one moment, with the number of the log's last entry. */
export interface GameSnapshot extends GameState {
  /** The number of the last entry of the log, `undefined` before the start. */
  readonly index: number | undefined
}

/** The game as one viewer may see it; fit to be sent to that viewer. */
export interface View {
  /** Whose view it is: a player's id, or `spectator`. */
  readonly viewer: string
  /** The number of the last entry of the log, `undefined` before the start. */
  readonly index: number | undefined
  /** Where the game stands. */
  readonly status: GameStatus
  /** Whose turn it is. */
  readonly currentPlayerId: string | undefined
  /** The winners. */
  readonly winnerIds: readonly string[]
  /** The players in seat order. */
  readonly players: readonly Player[]
  /** The zones of which the viewer sees anything. */
  readonly zones: Readonly<Record<string, SeenZone>>
  /** The variables that the viewer sees. */
  readonly variables: Variables
}

/** The answer to an action that was accepted. */
export interface Accepted {
  readonly ok: true
  /** The number of its entry in the log. */
  readonly index: number
  /** What happened, in order, with all secrets; see {@link GameEngine.getEvents}. */
  readonly events: readonly GameEvent[]
  readonly denyCode?: undefined
  readonly denyReason?: undefined
  readonly rule?: undefined
}

/** The answer to an action that was refused. Nothing has changed. */
export interface Refused {
  readonly ok: false
  /** The stable code, as `NOT_YOUR_TURN`. */
  readonly denyCode: string
  /** The reason in words. */
  readonly denyReason: string
  /** The rule's id; `engine-origin`, `engine-limit`, `engine-fault` or `engine-start` for the engine itself; `undefined` for what is no action (`BAD_ACTION`). */
  readonly rule: string | undefined
  /** Empty: nothing happened. */
  readonly events: readonly GameEvent[]
  /** What the reason's words are made with, by name. */
  readonly args?: Readonly<Record<string, JsonValue>>
  /** The type of the action refused: the one sent, or one that followed from it. */
  readonly action?: string
  /** The field that made it no action (`BAD_ACTION` only). */
  readonly field?: string
  /** What a plugin threw, with its stack (`PLUGIN_FAULT` only). */
  readonly error?: unknown
}

/** The answer to an action. */
export type DispatchResult = Accepted | Refused

/** What a rule answers. */
export type RuleResult = { readonly ok: true } | { readonly ok: false; readonly reason: string; readonly code: string }

/** Allowed, as far as this rule goes. */
export function ok(): RuleResult

/**
 * Refused.
 * @param reason in words, for people
 * @param code a stable code in upper snake case, for programs
 */
export function deny(reason: string, code: string): RuleResult

/** What a rule is asked about. */
export interface RuleContext {
  /** The whole game, for reading. */
  readonly state: GameState
  /** The action in question. */
  readonly action: NamedAction
  /** Whether a player sent it or the game itself. */
  readonly origin: 'player' | 'system'
}

/** A rule. Rules are asked in the order of registration; the first that denies decides. */
export interface Rule {
  /** The stable id, unique in a game, as `uno-player-turn`. */
  readonly id: string
  /** The name for people; the id when there is none. */
  readonly name?: string
  /** The types of action it applies to, `'*'` for all. */
  readonly appliesTo: '*' | (string & {}) | readonly string[]
  /** Whether the action is allowed. Must not wait: a promise is refused. */
  validate(c: RuleContext): RuleResult
}

/** Random numbers of the game: the same for the same seed and actions. */
export interface GameRandom {
  /** A whole number from 0 up to, not including, `bound`. */
  int(bound: number): number
  /** The items in random order, as a new array. */
  shuffle<T>(items: readonly T[]): T[]
}

/**
 * The game inside an action: the only way to change it. What is written is kept when the whole
 * cascade succeeds and forgotten otherwise. A call that makes no sense (moving a card that is not
 * there) throws, and the action is refused even when that is caught.
 */
export interface GameContext {
  /** The game as it is now, for reading. */
  readonly state: GameState
  /** Random numbers. */
  readonly random: GameRandom
  /** Queues an action of the game itself: it runs, rules first, after this one's events. */
  dispatch(action: GameAction): void
  /** Records that something happened. Its type is one of this game: see {@link GameSetup.addEvent}. */
  emit(event: { type: string; playerId?: string | undefined; payload?: GameAction['payload'] }): void
  /** Sets a variable that is no built-in plugin's. Numbers must be whole. */
  setVariable(name: string, value: JsonValue): void
  /** Removes a variable. */
  removeVariable(name: string): void
  /** Moves a card to the top of a pile or to its place in a set; with `under`, under a pile. */
  moveCard(cardId: string, fromZoneId: string, toZoneId: string, options?: { under?: boolean }): void
  /** Shuffles a pile. */
  shuffleZone(zoneId: string): void
  /** Lays a zone open for everybody, or closes it. */
  openZone(zoneId: string, open?: boolean): void
  /** Adds a winner. */
  addWinner(playerId: string): void
  /** Says where the game stands. */
  setStatus(status: GameStatus): void
  /** Says whose turn it is; nobody's without an id. */
  setCurrentPlayer(playerId: string | undefined): void
}

/** What a plugin proposes legal actions from: what the player sees, and nothing else. */
export interface LegalContext {
  /** Whose actions are asked for. */
  readonly playerId: string
  /** What that player sees, and what is printed on the cards. */
  readonly view: Omit<View, 'viewer' | 'index'> & { readonly cards: Readonly<Record<string, Card>> }
}

/** Carries out an action. Runs when all rules allow it. */
export type ActionHandler = (ctx: GameContext, action: NamedAction) => void

/** Reacts to an event, inside the action's transaction. */
export type EventHandler = (ctx: GameContext, event: GameEvent) => void

/** Who sees something, besides the referee. */
export type Visibility = 'all' | 'owner' | 'nobody'

/** Where a plugin registers what it brings; see {@link Plugin.setup}. */
export interface GameSetup {
  /** How many players there may be. Every plugin's range narrows it. */
  players(least: number, most: number): this
  /**
   * A zone; one for every player when its id holds `{player}`, as `player:{player}:tricks`.
   * `ordered` makes it a pile, else it is a set. Nobody sees it unless told here.
   */
  addZone(id: string, options?: { ordered?: boolean; visibleTo?: Visibility; countTo?: Visibility }): this
  /** Cards that begin in a zone of this plugin that belongs to nobody, shuffled at the start unless told not to. */
  addCards(zoneId: string, cards: Iterable<{ id: string; data?: Record<string, JsonValue> }>, options?: { shuffle?: boolean }): this
  /** Which zones `DrawPlugin` draws from and reshuffles. */
  setPiles(drawZoneId: string, discardZoneId: string): this
  /** A variable that viewers see; those not named here only the referee sees. */
  addVariable(name: string, options?: { visibleTo?: Visibility }): this
  /** A type of event that the plugin emits. An `owner` is the player it is about. */
  addEvent(type: string, options?: { visibleTo?: Visibility }): this
  /** Lets players send an action that another plugin has for the game itself, as `DRAW_CARD`. */
  allowPlayers(actionType: string): this
}

/** A plugin in JavaScript. Everything but the name may be left out. */
export interface Plugin {
  /** The name, unique in a game. */
  readonly name: string
  /** Raised when the same actions lead to another game than before, so that older logs are refused; 1 when absent. */
  readonly version?: number
  /** The plugins that must have been added before. */
  readonly requires?: readonly string[]
  /** Registers zones, cards, variables and events; called once, when the rules are frozen. */
  setup?(game: GameSetup): void
  /** Rules, in the order in which they are asked. */
  readonly rules?: readonly Rule[]
  /** What carries out each type of action; `system` actions only the game itself sends. */
  readonly actions?: Readonly<Record<string, ActionHandler | { readonly origin?: 'player' | 'system'; readonly handle: ActionHandler }>>
  /** What follows from events, by type. */
  readonly events?: Readonly<Record<string, EventHandler>>
  /** What a player might do now; the rules of all plugins then filter it. */
  legalActions?(c: LegalContext): readonly GameAction[]
}

/** A plugin that comes with decklet. */
export interface BuiltInPlugin {
  /** The name. */
  readonly name: string
  /** The plugins that must have been added before. */
  readonly requires: readonly string[]
  /** Its rules in order. Ask one with `rule.validate(engine.ruleContext(action))`. */
  readonly rules: readonly Rule[]
  /** Its cards by id. */
  readonly cards: Readonly<Record<string, Card>>
  /** Its options, as a log's header holds them. */
  readonly options: JsonValue | undefined
}

/** Whose turn it is: turns go from seat to seat, in either direction. */
export const TurnPlugin: BuiltInPlugin

/** Hands, a draw pile and a discard pile. */
export const DrawPlugin: BuiltInPlugin

/** A seed of all that is random: a whole number from 0, or 64 hexadecimal digits. */
export type Seed = number | bigint | string

/** A rule as it is registered. */
export interface RuleInfo {
  /** The stable id. */
  readonly id: string
  /** The name for people. */
  readonly name: string
  /** The types of action it applies to. */
  readonly appliesTo: '*' | readonly string[]
  /** The codes it may deny with; empty when they are open, as in plugins in JavaScript. */
  readonly codes: readonly string[]
}

/** An entry of the log. */
export interface LogEntry {
  /** Its number; 0 is the start. */
  readonly index: number
  /** The action, `null` for the start. */
  readonly action: NamedAction | null
  /** What happened, with all secrets. */
  readonly events: readonly GameEvent[]
  /** The fingerprint of the state afterwards. */
  readonly state: string
  /** The hash that links the entry to the one before. */
  readonly chain: string
}

/** A game being played: plugins, then players, then actions. */
export class GameEngine {
  /** @param options `seed`: of all that is random; from the system's random numbers when absent */
  constructor(options?: { seed?: Seed })

  /**
   * Adds a plugin, after those it requires.
   * @throws TypeError for what is no plugin; Error once `createGame` was called
   */
  use(plugin: Plugin | BuiltInPlugin): this

  /**
   * Freezes the rules, once, and sits the players down. A game that was going on is gone.
   * @param options `seed` for this game; `deck`: every card's id once, in the order they lie before
   *   the deal, the top last, instead of shuffling
   * @throws Error with every mistake of the plugins, or what is wrong with the players
   */
  createGame(options: { players: readonly Player[]; seed?: Seed; deck?: readonly string[] }): this

  /**
   * Shuffles, lets the plugins deal, and puts the lowest seat on turn. Entry 0 of the log.
   * @throws Error when the game cannot start; what a plugin threw is its `cause`
   */
  start(): Accepted

  /**
   * Asks the rules and, when none denies, carries the action out with all that follows. What is no
   * action is refused (`BAD_ACTION`), as is one during which a plugin throws (`PLUGIN_FAULT`, with
   * `error`); nothing has changed then. Throws what a listener threw; the action stands then.
   */
  dispatch(action: GameAction): DispatchResult

  /** Whether the rules would accept the action now. Nothing changes. */
  check(action: GameAction): { readonly ok: true } | Refused

  /** What a player may do now; every one of them is accepted by `dispatch`. Equal cards count once. */
  legalActions(playerId: string): NamedAction[]

  /** Where the game stands. */
  readonly status: GameStatus
  /** Whose turn it is. */
  readonly currentPlayerId: string | undefined
  /** The winners. */
  readonly winnerIds: readonly string[]

  /** The whole game with all secrets, as the referee sees it. Never send it to a player. */
  getState(): GameSnapshot

  /** What a player sees; without an id, what a spectator sees. */
  getView(playerId?: string | null): View

  /**
   * What a player (without an id: a spectator) saw of every event.
   * @param since the number of the entry to begin with, 0 when absent
   */
  getEvents(playerId?: string | null, since?: number): { readonly index: number; readonly event: GameEvent }[]

  /**
   * Calls `listener` for each event of this type, or of all with `'*'`, after the action is in the
   * log. Returns a function that ends it.
   */
  on(type: string, listener: (event: GameEvent) => void): () => void

  /** Ends what `on` began. */
  off(type: string, listener: (event: GameEvent) => void): this

  /** What is printed on every card of the game, by id. */
  readonly cards: Readonly<Record<string, Card>>
  /** The rules in order. */
  readonly rules: readonly RuleInfo[]
  /** The seed, 64 hexadecimal digits. It tells every hidden card. */
  readonly seed: string
  /** The fingerprint of the state. */
  readonly stateHash: string

  /** The log as JSON Lines, as `decklet verify` and `decklet replay` read it. */
  log(): string

  /** The entries of the log. */
  entries(): LogEntry[]

  /** Takes the last action back and returns it; `undefined` when there is only the start. */
  undo(): NamedAction | undefined

  /**
   * Verifies a log (every line, every hash) and takes its game, up to entry `to` or its end. The
   * engine's plugins must be those the log was made with.
   * @throws Error naming the entry that is wrong; the engine is as before then
   */
  replay(log: string | Uint8Array, options?: { to?: number }): this

  /** What a rule is asked about this action now; for asking a rule alone. */
  ruleContext(action: GameAction): RuleContext

  /**
   * The game of a log of UNO or Dou Dizhu, by the rules its header names.
   * @throws Error as `replay`, and for the log of another game
   */
  static fromLog(log: string | Uint8Array, options?: { to?: number }): GameEngine
}

/** Plugins by name, from which engines are made. */
export class PluginRegistry implements Iterable<Plugin | BuiltInPlugin> {
  /** Adds a plugin. */
  register(plugin: Plugin | BuiltInPlugin): this
  /** The plugin of this name. */
  get(name: string): Plugin | BuiltInPlugin | undefined
  /** Whether there is a plugin of this name. */
  has(name: string): boolean
  /** All plugins in the order of registration. */
  list(): (Plugin | BuiltInPlugin)[]
  [Symbol.iterator](): IterableIterator<Plugin | BuiltInPlugin>
  /** An engine with the plugin of this name, the last registered when absent, after those it requires. */
  createEngine(name?: string, options?: { seed?: Seed }): GameEngine
}

/** A registry with `TurnPlugin`, `DrawPlugin` and `UnoPlugin`, in this order. */
export function createDefaultPluginRegistry(): PluginRegistry

/** `PLAY_CARD` of a player with these cards. */
export function createPlayCardAction(playerId: string, cardIds: readonly string[]): NamedAction
/** `DRAW_CARD` of a player: one card. */
export function createDrawCardAction(playerId: string): NamedAction
/** `END_TURN` of a player. */
export function createEndTurnAction(playerId: string): NamedAction
/** The id of a player's hand: `player:{playerId}:hand`. */
export function playerHandZoneId(playerId: string): string

/** The type of playing cards from the hand. */
export const PLAY_CARD_ACTION: 'PLAY_CARD'
/** The type of drawing a card. */
export const DRAW_CARD_ACTION: 'DRAW_CARD'
/** The type of ending a turn. */
export const END_TURN_ACTION: 'END_TURN'
/** The type of changing the direction; the game itself sends it. */
export const SET_DIRECTION_ACTION: 'SET_DIRECTION'
/** The variable of the direction of play: 1 in seat order, -1 against it. */
export const TURN_VARIABLE_DIRECTION: 'turn.direction'
/** The game has started; its handlers deal. */
export const GAME_STARTED: 'GAME_STARTED'
/** Cards left a hand: `{ playerId, cardIds }`. */
export const CARD_PLAYED: 'CARD_PLAYED'
/** Cards were drawn: `{ playerId, count, cardIds? }`; only their owner sees which. */
export const CARDS_DRAWN: 'CARDS_DRAWN'
/** The discard pile became the draw pile: `{ count }`. */
export const DECK_RESHUFFLED: 'DECK_RESHUFFLED'
/** A turn is over: `{ playerId?, nextPlayerId }`. */
export const TURN_ENDED: 'TURN_ENDED'
/** Somebody won: `{ winnerIds }`. */
export const GAME_WON: 'GAME_WON'
/** The game is over: `{ winnerIds }`. */
export const GAME_FINISHED: 'GAME_FINISHED'
