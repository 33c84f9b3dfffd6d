// A game being played.
'use strict'

const { randomBytes } = require('node:crypto')
const { native } = require('./native.js')
const { ASK } = require('./rules.js')
const { Table, cardsById, REFEREE } = require('./table.js')
const { runFunction, answerOf, describe } = require('./context.js')
const { BuiltInPlugin, checkPlugin, describePlugin } = require('./plugins.js')

class GameEngine {
  #plugins = []
  #seed
  /** The native engine, once the plugins are frozen. */
  #native
  #cards
  /** What plugins' functions find out about the game they run in. */
  #inside = { table: undefined, functions: [], thrown: undefined }
  #host = (number) => runFunction(this.#inside, number)
  #listeners = new Map()

  constructor({ seed } = {}) {
    this.#seed = seed === undefined ? undefined : seedText(seed)
  }

  use(plugin) {
    checkPlugin(plugin)
    if (this.#native !== undefined) {
      throw new Error(`use("${plugin.name}"): the rules are frozen once createGame was called`)
    }
    this.#plugins.push(plugin)
    return this
  }

  /** The native engine, made of the plugins at the first use. */
  #frozen() {
    if (this.#native === undefined) {
      const functions = []
      const specs = this.#plugins.map((plugin) => describePlugin(plugin, functions))
      this.#native = new (native().NativeEngine)(JSON.stringify(specs))
      this.#inside.functions = functions
    }
    return this.#native
  }

  /** The native engine with players at the table. */
  #game() {
    if (this.#inside.table === undefined) {
      throw new Error('there are no players yet: call createGame({ players }) first')
    }
    return this.#native
  }

  createGame({ players, seed, deck } = {}) {
    if (!Array.isArray(players)) {
      throw new TypeError('createGame({ players }): players is an array of { id, name, seat }')
    }
    const seats = players.map((player) => {
      const { id, name = id, seat } = player ?? {}
      return { id, name, seat }
    })
    const seeded = seed === undefined ? this.#seed : seedText(seed)
    const table = this.#tableFor(seats)
    const seedOrRandom = seeded ?? randomBytes(32).toString('hex')
    this.#native.create(JSON.stringify(seats), seedOrRandom, deck)
    this.#inside.table = table
    return this
  }

  #tableFor(players) {
    const engine = this.#frozen()
    const zones = engine.zones(JSON.stringify(players))
    const inOrder = players.map((player) => Object.freeze(player)).sort((a, b) => a.seat - b.seat)
    return new Table(this.cards, inOrder, zones)
  }

  start() {
    const answer = this.#run((engine) => JSON.parse(engine.start(this.#host)))
    this.#tell(answer.events)
    return answer
  }

  dispatch(action) {
    const json = actionText(action)
    if (typeof json !== 'string') return json
    const engine = this.#game()
    const inside = this.#inside
    inside.thrown = undefined
    const answer = JSON.parse(engine.dispatch(json, this.#host))
    if (!answer.ok) return refused(answer, inside.thrown)
    this.#tell(answer.events)
    return answer
  }

  check(action) {
    const json = actionText(action)
    if (typeof json !== 'string') return json
    const engine = this.#game()
    this.#inside.thrown = undefined
    const answer = engine.check(json, this.#host)
    return answer === null ? { ok: true } : refused(JSON.parse(answer), this.#inside.thrown)
  }

  /** Calls the native part; what a plugin threw there is the cause of what it throws. */
  #run(call) {
    const engine = this.#game()
    this.#inside.thrown = undefined
    let result
    try {
      result = call(engine)
    } catch (error) {
      if (this.#inside.thrown) error.cause = this.#inside.thrown.error
      throw error
    }
    return result
  }

  legalActions(playerId) {
    const seat = this.#sitting(playerId)
    const actions = this.#run((engine) => JSON.parse(engine.legalActions(seat, this.#host)))
    // A rule that threw refuses, so the list would only be too short.
    if (this.#inside.thrown) throw this.#inside.thrown.error
    return actions
  }

  #sitting(playerId) {
    this.#game()
    return this.#inside.table.seat(playerId)
  }

  get status() {
    return this.#core().status
  }

  get currentPlayerId() {
    return this.#core().currentPlayerId
  }

  get winnerIds() {
    return this.#core().winnerIds
  }

  #core() {
    const engine = this.#game()
    return this.#inside.table.core((out) => engine.state(REFEREE, out))
  }

  getState() {
    const core = this.#core()
    const { table } = this.#inside
    const variables = JSON.parse(this.#native.variables(REFEREE))
    const { players, cards } = table
    return { index: this.#index(), ...core, players, zones: table.zones(), variables, cards }
  }

  getView(playerId) {
    const engine = this.#game()
    const { table } = this.#inside
    const viewer = table.viewer(playerId)
    const core = table.core((out) => engine.state(viewer, out))
    const zones = table.zones()
    const variables = JSON.parse(engine.variables(viewer))
    const { players } = table
    return { viewer: playerId ?? 'spectator', index: this.#index(), ...core, players, zones, variables }
  }

  /** The number of the last entry of the log. */
  #index() {
    const length = this.#native.length()
    return length === 0 ? undefined : length - 1
  }

  getEvents(playerId, since = 0) {
    const engine = this.#game()
    const viewer = this.#inside.table.viewer(playerId)
    const seen = JSON.parse(engine.history(viewer, since))
    return seen.map(([index, event]) => ({ index, event }))
  }

  on(type, listener) {
    if (typeof type !== 'string' || typeof listener !== 'function') {
      throw new TypeError("on(type, listener): a type of event, or '*', and a function")
    }
    const known = this.#listeners.get(type) ?? []
    this.#listeners.set(type, [...known, listener])
    return () => this.off(type, listener)
  }

  off(type, listener) {
    const known = this.#listeners.get(type) ?? []
    const place = known.indexOf(listener)
    if (place >= 0) this.#listeners.set(type, known.toSpliced(place, 1))
    return this
  }

  #tell(events) {
    if (this.#listeners.size === 0) return
    const failed = []
    for (const event of events) {
      const listeners = [...(this.#listeners.get(event.type) ?? []), ...(this.#listeners.get('*') ?? [])]
      for (const listener of listeners) {
        try {
          listener(event)
        } catch (error) {
          failed.push(error)
        }
      }
    }
    if (failed.length === 1) throw failed[0]
    if (failed.length > 1) throw new AggregateError(failed, 'listeners failed; the action stands')
  }

  get cards() {
    this.#cards ??= cardsById(JSON.parse(this.#frozen().rules()).cards)
    return this.#cards
  }

  get rules() {
    return JSON.parse(this.#frozen().rules()).rules
  }

  get seed() {
    return this.#game().seed()
  }

  get stateHash() {
    return this.#game().hash()
  }

  log() {
    return this.#game().log()
  }

  entries() {
    return this.log().trimEnd().split('\n').slice(1).map((line) => JSON.parse(line))
  }

  undo() {
    const action = this.#run((engine) => engine.undo(this.#host))
    return action === null ? undefined : JSON.parse(action)
  }

  replay(log, { to } = {}) {
    if (to !== undefined && !(Number.isInteger(to) && to >= 0)) {
      throw new RangeError('replay(log, { to }): to is the number of an entry, from 0')
    }
    const text = logText(log)
    const { players } = JSON.parse(native().readLogHeader(text))
    const before = this.#inside.table
    // The plugins' functions look at the table while the log is played.
    this.#inside.table = this.#tableFor(players)
    try {
      this.#run((engine) => engine.replay(text, to, this.#host))
    } catch (error) {
      this.#inside.table = before
      throw error
    }
    return this
  }

  ruleContext(action) {
    const engine = this.#game()
    const json = JSON.stringify(action)
    return {
      state: this.getState(),
      action,
      origin: 'player',
      [ASK]: (id) => answerOf(engine.ask(id, json, this.#host))
    }
  }

  static fromLog(log, options) {
    const text = logText(log)
    const { game, options: rules } = JSON.parse(native().readLogHeader(text))
    const stacks = { uno: ['turn', 'draw'], doudizhu: ['turn'] }
    if (!Object.hasOwn(stacks, game)) {
      throw new Error(`the log is of "${game}": make an engine with its plugins and call replay(log)`)
    }
    const engine = new GameEngine()
    stacks[game].forEach((name) => engine.use(new BuiltInPlugin(name, [])))
    return engine.use(new BuiltInPlugin(game, stacks[game], rules)).replay(text, options)
  }
}

function seedText(seed) {
  const whole = typeof seed === 'bigint' || Number.isSafeInteger(seed) || typeof seed === 'string'
  if (!whole) {
    throw new TypeError(`seed ${describe(seed)}: give a whole number from 0, a bigint, or 64 hexadecimal digits`)
  }
  return String(seed)
}

function logText(log) {
  if (typeof log === 'string') return log
  if (log instanceof Uint8Array) return new TextDecoder('utf-8', { fatal: true }).decode(log)
  throw new TypeError('a log is a text or bytes, as fs.readFileSync gives them')
}

/** The action as JSON, or the refusal of what is none. */
function actionText(action) {
  let reason = 'an action is an object, as { type, playerId, payload }'
  try {
    const json = JSON.stringify(action)
    if (json !== undefined) return json
  } catch (error) {
    reason = describe(error)
  }
  return refused({ rule: null, code: 'BAD_ACTION', reason, field: '' })
}

function refused({ rule, code, reason, args, action, field }, thrown) {
  const result = { ok: false, denyCode: code, denyReason: reason, rule: rule ?? undefined, events: [] }
  if (args !== undefined) result.args = args
  if (action !== undefined) result.action = action
  if (field !== undefined) result.field = field
  if (thrown !== undefined) result.error = thrown.error
  return result
}

module.exports = { GameEngine }
