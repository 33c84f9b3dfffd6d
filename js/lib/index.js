// decklet
'use strict'

const { GameEngine } = require('./engine.js')
const { PluginRegistry, TurnPlugin, DrawPlugin } = require('./plugins.js')
const { ok, deny } = require('./rules.js')

function createDefaultPluginRegistry() {
  const { UnoPlugin } = require('./uno.js')
  return new PluginRegistry().register(TurnPlugin).register(DrawPlugin).register(UnoPlugin)
}

function createPlayCardAction(playerId, cardIds) {
  return { type: 'PLAY_CARD', playerId, payload: { cardIds } }
}

function createDrawCardAction(playerId) {
  return { type: 'DRAW_CARD', playerId, payload: {} }
}

function createEndTurnAction(playerId) {
  return { type: 'END_TURN', playerId, payload: {} }
}

function playerHandZoneId(playerId) {
  return `player:${playerId}:hand`
}

// One assignment each: that is how Node.js finds the names for `import`.
exports.GameEngine = GameEngine
exports.PluginRegistry = PluginRegistry
exports.createDefaultPluginRegistry = createDefaultPluginRegistry
exports.TurnPlugin = TurnPlugin
exports.DrawPlugin = DrawPlugin
exports.ok = ok
exports.deny = deny
exports.createPlayCardAction = createPlayCardAction
exports.createDrawCardAction = createDrawCardAction
exports.createEndTurnAction = createEndTurnAction
exports.playerHandZoneId = playerHandZoneId
exports.PLAY_CARD_ACTION = 'PLAY_CARD'
exports.DRAW_CARD_ACTION = 'DRAW_CARD'
exports.END_TURN_ACTION = 'END_TURN'
exports.SET_DIRECTION_ACTION = 'SET_DIRECTION'
exports.TURN_VARIABLE_DIRECTION = 'turn.direction'
exports.GAME_STARTED = 'GAME_STARTED'
exports.CARD_PLAYED = 'CARD_PLAYED'
exports.CARDS_DRAWN = 'CARDS_DRAWN'
exports.DECK_RESHUFFLED = 'DECK_RESHUFFLED'
exports.TURN_ENDED = 'TURN_ENDED'
exports.GAME_WON = 'GAME_WON'
exports.GAME_FINISHED = 'GAME_FINISHED'
