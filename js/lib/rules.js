// What rules answer.
'use strict'

const OK = Object.freeze({ ok: true })

/** Allowed. */
function ok() {
  return OK
}

/** Refused, for a reason in words and with a code in upper snake case. */
function deny(reason, code) {
  if (typeof reason !== 'string' || typeof code !== 'string' || code === '') {
    throw new TypeError('deny(reason, code): both are texts, as deny("not your turn", "NOT_YOUR_TURN")')
  }
  return { ok: false, reason, code }
}

/** Under which a context answers for a built-in rule; see `builtInRule`. */
const ASK = Symbol('decklet.ask')

/** A rule of the native part, as an object like those of plugins in JavaScript. */
function builtInRule({ id, name, appliesTo }) {
  return Object.freeze({
    id,
    name,
    appliesTo,
    validate(c) {
      if (typeof c?.[ASK] !== 'function') {
        throw new TypeError(`${id}: give the context of a rule, or engine.ruleContext(action)`)
      }
      return c[ASK](id)
    }
  })
}

module.exports = { ok, deny, ASK, builtInRule }
