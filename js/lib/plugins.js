// Plugins: those that come with decklet, those in JavaScript, and how the native part is told of them.
'use strict'

const { native } = require('./native.js')
const { builtInRule } = require('./rules.js')
const { cardsById } = require('./table.js')

/** A plugin of the native part. */
class BuiltInPlugin {
  #rules
  #cards

  constructor(name, requires, options) {
    this.name = name
    this.requires = Object.freeze(requires)
    this.options = options
  }

  /** What this plugin and those it requires register. */
  #registered() {
    const stack = [...this.requires.map((name) => ({ builtin: name })), described(this)]
    return JSON.parse(new (native().NativeEngine)(JSON.stringify(stack)).rules())
  }

  get rules() {
    return (this.#rules ??= Object.freeze(this.#registered().rules.map(builtInRule)))
  }

  /** The cards by id. */
  get cards() {
    return (this.#cards ??= cardsById(this.#registered().cards))
  }
}

function described(plugin) {
  return { builtin: plugin.name, options: plugin.options ?? null }
}

const TurnPlugin = new BuiltInPlugin('turn', [])
const DrawPlugin = new BuiltInPlugin('draw', [])

const SEEN = ['all', 'owner', 'nobody']

/** Collects what a plugin's `setup` registers. */
class GameSetup {
  constructor(name) {
    this.spec = {
      players: null, zones: [], decks: [], piles: null, variables: [], emits: [], opens: []
    }
    this.name = name
  }

  players(least, most) {
    if (!Number.isInteger(least) || !Number.isInteger(most) || least < 1) {
      throw new RangeError(`${this.name}: players(least, most) takes whole numbers from 1`)
    }
    this.spec.players = [least, most]
    return this
  }

  addZone(id, { ordered = false, visibleTo = 'nobody', countTo = visibleTo } = {}) {
    text(id, `${this.name}: a zone's id`)
    this.spec.zones.push({
      id,
      ordered: Boolean(ordered),
      cardsTo: seen(visibleTo, `${this.name}: zone ${id}`),
      countTo: seen(countTo, `${this.name}: zone ${id}`)
    })
    return this
  }

  addCards(zone, cards, { shuffle = true } = {}) {
    if (!this.spec.zones.some((known) => known.id === zone && !zone.includes('{player}'))) {
      throw new Error(
        `${this.name}: cards begin in a zone of this plugin that belongs to nobody; "${zone}" is none`
      )
    }
    const list = Array.from(cards, ({ id, data = {} }) => ({
      id: text(id, `${this.name}: a card's id`),
      data: whole(data, `${this.name}: card ${id}`)
    }))
    this.spec.decks.push({ zone, shuffle: Boolean(shuffle), cards: list })
    return this
  }

  setPiles(drawZone, discardZone) {
    for (const zone of [drawZone, discardZone]) {
      if (!this.spec.zones.some((known) => known.id === zone)) {
        throw new Error(`${this.name}: setPiles takes zones of this plugin; "${zone}" is none`)
      }
    }
    this.spec.piles = [drawZone, discardZone]
    return this
  }

  addVariable(name, { visibleTo = 'all' } = {}) {
    this.spec.variables.push([
      text(name, `${this.name}: a variable's name`),
      seen(visibleTo, `${this.name}: variable ${name}`)
    ])
    return this
  }

  addEvent(type, { visibleTo = 'all' } = {}) {
    this.spec.emits.push([
      text(type, `${this.name}: an event's type`),
      seen(visibleTo, `${this.name}: event ${type}`)
    ])
    return this
  }

  allowPlayers(type) {
    this.spec.opens.push(text(type, `${this.name}: an action's type`))
    return this
  }
}

function text(value, what) {
  if (typeof value !== 'string' || value === '') throw new TypeError(`${what} must be a text`)
  return value
}

function seen(who, what) {
  if (!SEEN.includes(who)) {
    throw new RangeError(`${what}: visibleTo and countTo are 'all', 'owner' or 'nobody'`)
  }
  return who
}

/** The value, if JSON has it and its numbers are whole; fractions differ between machines. */
function whole(value, what) {
  if (typeof value === 'number' && !Number.isSafeInteger(value)) {
    throw new RangeError(`${what}: ${value} is no whole number`)
  }
  if (typeof value === 'object' && value !== null) {
    Object.values(value).forEach((part) => whole(part, what))
  }
  return value
}

function callable(value, what) {
  if (typeof value !== 'function') throw new TypeError(`${what} must be a function`)
  return value
}

function entries(record, what) {
  if (record === undefined) return []
  if (typeof record !== 'object' || record === null) throw new TypeError(`${what} must be an object`)
  return Object.entries(record)
}

/** A plugin as the native part is told of it; its functions are added to `functions`. */
function describePlugin(plugin, functions) {
  if (plugin instanceof BuiltInPlugin) return described(plugin)
  const { name } = plugin
  const number = (kind, call, where) => functions.push({ kind, call, where: `${name}: ${where}` }) - 1
  const setup = new GameSetup(name)
  plugin.setup?.(setup)
  if (plugin.rules !== undefined && !Array.isArray(plugin.rules)) {
    throw new TypeError(`${name}: rules must be an array`)
  }
  const rules = (plugin.rules ?? []).map((rule) => {
    const id = text(rule?.id, `${name}: a rule's id`)
    const call = callable(rule.validate, `${name}: rule ${id}: validate`)
    return {
      id,
      name: text(rule.name ?? id, `${name}: rule ${id}: name`),
      appliesTo: appliesTo(rule.appliesTo, `${name}: rule ${id}`),
      validate: number('rule', (c) => call.call(rule, c), `rule ${id}`)
    }
  })
  const actions = entries(plugin.actions, `${name}: actions`).map(([type, action]) => {
    const { handle = action, origin = 'player' } = typeof action === 'function' ? {} : (action ?? {})
    callable(handle, `${name}: action ${type}: handle`)
    if (origin !== 'player' && origin !== 'system') {
      throw new RangeError(`${name}: action ${type}: origin is 'player' or 'system'`)
    }
    return { type, byPlayers: origin === 'player', handle: number('handler', handle, `action ${type}`) }
  })
  const events = entries(plugin.events, `${name}: events`).map(([type, handle]) => {
    callable(handle, `${name}: event ${type}`)
    return [type, number('handler', handle, `event ${type}`)]
  })
  const legal = plugin.legalActions
  const legalActions =
    legal === undefined
      ? null
      : number('legal', callable(legal, `${name}: legalActions`).bind(plugin), 'legalActions')
  const version = plugin.version ?? 1
  if (!Number.isInteger(version) || version < 1) {
    throw new RangeError(`${name}: version must be a whole number from 1`)
  }
  const requires = Array.from(plugin.requires ?? [], (other) => text(other, `${name}: requires`))
  return { name, version, requires, ...setup.spec, rules, actions, events, legalActions }
}

function appliesTo(types, what) {
  if (types === '*') return null
  const list = typeof types === 'string' ? [types] : types
  if (!Array.isArray(list) || list.length === 0) {
    throw new TypeError(`${what}: appliesTo is '*', a type of action or an array of types`)
  }
  return list.map((type) => text(type, `${what}: appliesTo`))
}

/** Throws for what is no plugin at all. */
function checkPlugin(plugin) {
  if (typeof plugin !== 'object' || plugin === null) {
    throw new TypeError('use(plugin): a plugin is an object, as { name, rules, actions, events, setup }')
  }
  text(plugin.name, "a plugin's name")
  if (plugin.setup !== undefined) callable(plugin.setup, `${plugin.name}: setup`)
}

/** Plugins by name, from which engines are made. */
class PluginRegistry {
  #plugins = new Map()

  register(plugin) {
    checkPlugin(plugin)
    if (this.#plugins.has(plugin.name)) {
      throw new Error(`plugin "${plugin.name}" is registered already`)
    }
    this.#plugins.set(plugin.name, plugin)
    return this
  }

  get(name) {
    return this.#plugins.get(name)
  }

  has(name) {
    return this.#plugins.has(name)
  }

  list() {
    return [...this.#plugins.values()]
  }

  [Symbol.iterator]() {
    return this.list()[Symbol.iterator]()
  }

  createEngine(name, options) {
    const { GameEngine } = require('./engine.js')
    const engine = new GameEngine(options)
    this.#stack(name ?? this.list().at(-1)?.name).forEach((plugin) => engine.use(plugin))
    return engine
  }

  /** The plugin of this name after those it requires. */
  #stack(name, stack = []) {
    const plugin = this.#plugins.get(name)
    if (plugin === undefined) {
      const known = this.list().map((known) => known.name).join(', ')
      throw new Error(`no plugin called "${name}" is registered; there are: ${known}`)
    }
    if (stack.includes(plugin)) return stack
    for (const required of plugin.requires ?? []) this.#stack(required, stack)
    stack.push(plugin)
    return stack
  }
}

module.exports = { BuiltInPlugin, PluginRegistry, TurnPlugin, DrawPlugin, describePlugin, checkPlugin }
