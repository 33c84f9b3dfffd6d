// decklet/uno
'use strict'

const { native } = require('./native.js')
const { BuiltInPlugin } = require('./plugins.js')
const { frozen } = require('./table.js')

/** UNO with the options of a profile, some of them changed. */
function createUnoPlugin({ profile = 'decklet', ...changes } = {}) {
  if (!Object.hasOwn(UNO_PROFILES, profile)) {
    throw new RangeError(`"${profile}" is no profile of UNO; there are: ${Object.keys(UNO_PROFILES).join(', ')}`)
  }
  const base = UNO_PROFILES[profile]
  const unknown = Object.keys(changes).find((name) => !Object.hasOwn(base, name))
  if (unknown !== undefined) throw new RangeError(`UNO has no option "${unknown}"`)
  const options = Object.keys(changes).length === 0 ? { profile } : { custom: { ...base, ...changes } }
  return new BuiltInPlugin('uno', ['turn', 'draw'], frozen(options))
}

const UNO_PROFILES = frozen(JSON.parse(native().unoProfiles()))
const UnoPlugin = createUnoPlugin()

function rule(id) {
  return UnoPlugin.rules.find((known) => known.id === id)
}

const UNO_COLORS = Object.freeze(['red', 'yellow', 'green', 'blue'])

function createUnoCards() {
  return Object.values(UnoPlugin.cards)
}

function isWildCard(card) {
  return card.data.color === 'wild'
}

function unoCardFace(card) {
  return card.data.face
}

function isUnoColorChoice(color) {
  return UNO_COLORS.includes(color)
}

function playerHandZoneId(playerId) {
  return `player:${playerId}:hand`
}

function createChooseColorAction(playerId, color) {
  return { type: 'CHOOSE_COLOR', playerId, payload: { color } }
}

function createChooseTargetAction(playerId, targetId) {
  return { type: 'CHOOSE_TARGET', playerId, payload: { targetId } }
}

function createCatchAction(playerId, targetId) {
  return { type: 'CATCH', playerId, payload: { targetId } }
}

function createCallUnoAction(playerId) {
  return { type: 'CALL_UNO', playerId, payload: {} }
}

function createChallengeAction(playerId) {
  return { type: 'CHALLENGE', playerId, payload: {} }
}

function createAcceptAction(playerId) {
  return { type: 'ACCEPT', playerId, payload: {} }
}

// One assignment each: that is how Node.js finds the names for `import`.
exports.UnoPlugin = UnoPlugin
exports.createUnoPlugin = createUnoPlugin
exports.UNO_PROFILES = UNO_PROFILES
exports.createUnoCards = createUnoCards
exports.isWildCard = isWildCard
exports.unoCardFace = unoCardFace
exports.isUnoColorChoice = isUnoColorChoice
exports.playerHandZoneId = playerHandZoneId
exports.UNO_COLORS = UNO_COLORS
exports.UNO_DECK_SIZE = 108
exports.UNO_INITIAL_HAND_SIZE = 7
exports.UNO_ZONE_DECK = 'uno-deck'
exports.UNO_ZONE_DISCARD = 'uno-discard'
exports.UNO_VAR_CURRENT_COLOR = 'uno.currentColor'
exports.UNO_VAR_PENDING_COLOR = 'uno.pendingColor'
exports.CHOOSE_COLOR_ACTION = 'CHOOSE_COLOR'
exports.UNO_FLIP_INITIAL_ACTION = 'UNO_FLIP_INITIAL'
exports.CHOOSE_TARGET_ACTION = 'CHOOSE_TARGET'
exports.CHALLENGE_ACTION = 'CHALLENGE'
exports.ACCEPT_ACTION = 'ACCEPT'
exports.CALL_UNO_ACTION = 'CALL_UNO'
exports.CATCH_ACTION = 'CATCH'
exports.createChooseColorAction = createChooseColorAction
exports.createChooseTargetAction = createChooseTargetAction
exports.createCatchAction = createCatchAction
exports.createCallUnoAction = createCallUnoAction
exports.createChallengeAction = createChallengeAction
exports.createAcceptAction = createAcceptAction
exports.UNO_PLAYER_SKIPPED = 'UNO_PLAYER_SKIPPED'
exports.UNO_PLAYER_REVERSED = 'UNO_PLAYER_REVERSED'
exports.UNO_DRAW_TWO = 'UNO_DRAW_TWO'
exports.UNO_COLOR_CHANGED = 'UNO_COLOR_CHANGED'
exports.UNO_COLOR_CHOSEN = 'UNO_COLOR_CHOSEN'
exports.UNO_DRAW_FOUR = 'UNO_DRAW_FOUR'
exports.UNO_GAME_WON = 'UNO_GAME_WON'
exports.UNO_INITIAL_FLIPPED = 'UNO_INITIAL_FLIPPED'
exports.UNO_CALLED = 'UNO_CALLED'
exports.UNO_CAUGHT = 'UNO_CAUGHT'
exports.UNO_CHALLENGED = 'UNO_CHALLENGED'
exports.UNO_ACCEPTED = 'UNO_ACCEPTED'
exports.UNO_PENALTY_OPENED = 'UNO_PENALTY_OPENED'
exports.UNO_PENALTY = 'UNO_PENALTY'
exports.UNO_HAND_SHOWN = 'UNO_HAND_SHOWN'
exports.UNO_HANDS_MOVED = 'UNO_HANDS_MOVED'
exports.UNO_SCORED = 'UNO_SCORED'
exports.gameNotWonRule = rule('uno-game-not-won')
exports.gameStartedRule = rule('uno-game-started')
exports.playerTurnRule = rule('uno-player-turn')
exports.playerOwnsCardRule = rule('uno-player-owns-card')
exports.singleCardRule = rule('uno-single-card')
exports.canPlayCardRule = rule('uno-can-play-card')
exports.canPlayWildDrawFourRule = rule('uno-wild-draw4-legal')
exports.chooseColorValidRule = rule('uno-choose-color-valid')
