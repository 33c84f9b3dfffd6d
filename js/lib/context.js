// What a plugin's function is given while it runs, and how the native part runs one.
'use strict'

const { native } = require('./native.js')
const { ok, deny, ASK } = require('./rules.js')
const { REFEREE } = require('./table.js')

/** The context of the function that is running. */
let running

const INSIDE = Symbol('inside')

/** The game for reading, as long as the function runs. Read piece by piece: rules look at little. */
class LiveState {
  #context
  #read = {}
  #writes = 0

  constructor(context) {
    this.#context = context
  }

  /** What was read since the last write. */
  get #known() {
    if (this.#writes !== this.#context.writes) {
      this.#writes = this.#context.writes
      this.#read = {}
    }
    return this.#read
  }

  get #table() {
    return this.#context[INSIDE]().table
  }

  get #core() {
    return (this.#known.core ??= this.#table.core((out) => native().frameState(REFEREE, out)))
  }

  get status() {
    return this.#core.status
  }

  get currentPlayerId() {
    return this.#core.currentPlayerId
  }

  get winnerIds() {
    return this.#core.winnerIds
  }

  get players() {
    return this.#table.players
  }

  get cards() {
    return this.#table.cards
  }

  get zones() {
    const known = this.#known
    if (known.zones === undefined) {
      known.core = this.#table.core((out) => native().frameState(REFEREE, out))
      known.zones = this.#table.zones()
    }
    return known.zones
  }

  get variables() {
    this.#context[INSIDE]()
    return (this.#known.variables ??= JSON.parse(native().frameVariables(REFEREE)))
  }
}

class Context {
  #engine
  #state
  writes = 0

  constructor(engine) {
    this.#engine = engine
  }

  /** The engine's inside, if this context's function is the one that runs. */
  [INSIDE]() {
    if (running !== this) {
      throw new Error('this context was for one call of a plugin only, and that call is over')
    }
    return this.#engine
  }

  get state() {
    this[INSIDE]()
    return (this.#state ??= new LiveState(this))
  }
}

class RuleContext extends Context {
  #action

  get action() {
    this[INSIDE]()
    return (this.#action ??= JSON.parse(native().frameAbout()))
  }

  get origin() {
    this[INSIDE]()
    return native().frameByPlayer() ? 'player' : 'system'
  }

  [ASK](id) {
    this[INSIDE]()
    return answerOf(native().frameAsk(id))
  }
}

/** What asking a native rule came to. */
function answerOf(json) {
  if (json === null || json === undefined) return ok()
  const { reason, code } = JSON.parse(json)
  return deny(reason, code)
}

class GameContext extends Context {
  /** What a call of this context threw: it spoils the action even if the plugin catches it. */
  spoiled

  #write(write) {
    this[INSIDE]()
    this.writes++
    try {
      return write(native())
    } catch (error) {
      this.spoiled ??= { error }
      throw error
    }
  }

  random = Object.freeze({
    int: (bound) => this.#write((native) => native.frameRandom(uint(bound, 'random.int(bound)'))),
    shuffle: (items) =>
      this.#write((native) => native.framePermutation(items.length).map((place) => items[place]))
  })

  dispatch(action) {
    this.#write((native) => native.frameDispatch(json(action, 'an action')))
  }

  emit(event) {
    this.#write((native) => {
      const { type, playerId, payload = {} } = event
      native.frameEmit(type, playerId ?? undefined, json(payload, 'a payload'))
    })
  }

  setVariable(name, value) {
    this.#write((native) => native.frameSetVariable(name, json(value, 'a variable')))
  }

  removeVariable(name) {
    this.#write((native) => native.frameRemoveVariable(name))
  }

  moveCard(cardId, fromZoneId, toZoneId, { under = false } = {}) {
    this.#write((native) => native.frameMoveCard(cardId, fromZoneId, toZoneId, under))
  }

  shuffleZone(zoneId) {
    this.#write((native) => native.frameShuffle(zoneId))
  }

  openZone(zoneId, open = true) {
    this.#write((native) => native.frameOpenZone(zoneId, open))
  }

  addWinner(playerId) {
    this.#write((native) => native.frameAddWinner(playerId))
  }

  setStatus(status) {
    this.#write((native) => native.frameSetStatus(status))
  }

  setCurrentPlayer(playerId) {
    this.#write((native) => native.frameSetCurrentPlayer(playerId ?? undefined))
  }
}

class LegalContext extends Context {
  #view

  get playerId() {
    this[INSIDE]()
    return JSON.parse(native().frameAbout())
  }

  get view() {
    const { table } = this[INSIDE]()
    if (this.#view === undefined) {
      // Whatever is asked for, the native part gives what this seat sees.
      const core = table.core((out) => native().frameState(REFEREE, out))
      const variables = JSON.parse(native().frameVariables(REFEREE))
      const { players, cards } = table
      this.#view = { ...core, players, zones: table.zones(), variables, cards }
    }
    return this.#view
  }

  get state() {
    throw new Error('legal actions follow from what the player sees: use c.view')
  }
}

function json(value, what) {
  const text = JSON.stringify(value)
  if (text === undefined) throw new TypeError(`${what} must be a value that JSON has`)
  return text
}

function uint(number, what) {
  if (!Number.isInteger(number) || number < 1 || number > 0xffff_ffff) {
    throw new RangeError(`${what}: a whole number from 1 to 4294967295`)
  }
  return number
}

/** How each kind of function is run, and what the native part is answered. */
const KINDS = {
  rule(engine, call) {
    const context = new RuleContext(engine)
    return inside(context, () => {
      const result = call(context)
      if (result === OK) return undefined
      if (result?.ok === false) {
        const { reason, code } = deny(result.reason, result.code)
        return { deny: { reason, code } }
      }
      if (result?.ok === true) return undefined
      throw new TypeError(`it returned ${describe(result)}: a rule returns ok() or deny(reason, code)`)
    })
  },

  handler(engine, call) {
    const context = new GameContext(engine)
    return inside(context, () => {
      const result = call(context, JSON.parse(native().frameAbout()))
      if (context.spoiled) throw context.spoiled.error
      if (typeof result?.then === 'function') {
        throw new TypeError('it returned a promise: a game is played without waiting')
      }
      return undefined
    })
  },

  legal(engine, call) {
    const context = new LegalContext(engine)
    return inside(context, () => {
      const actions = call(context)
      if (!Array.isArray(actions)) {
        throw new TypeError(`it returned ${describe(actions)}: give an array of actions`)
      }
      return { actions }
    })
  }
}

const OK = ok()

function inside(context, run) {
  const outer = running
  running = context
  try {
    return run()
  } finally {
    running = outer
  }
}

/** Runs a plugin's function for the native part. */
function runFunction(engine, number) {
  const { kind, call, where } = engine.functions[number]
  let answer
  try {
    answer = KINDS[kind](engine, call)
    return answer === undefined ? undefined : JSON.stringify(answer)
  } catch (error) {
    engine.thrown ??= { error }
    return JSON.stringify({ fault: `${where}: ${describe(error)}` })
  }
}

/** A thing in words, whatever it is. */
function describe(thing) {
  try {
    return String(thing)
  } catch {
    return Object.prototype.toString.call(thing)
  }
}

module.exports = { runFunction, answerOf, describe }
