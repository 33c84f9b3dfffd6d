// decklet/doudizhu
'use strict'

const { native } = require('./native.js')
const { BuiltInPlugin } = require('./plugins.js')
const { frozen } = require('./table.js')

const PROFILES = JSON.parse(native().doudizhuProfiles())
const DOUDIZHU_PROFILES = frozen(Object.fromEntries(PROFILES))
const NAMES = PROFILES.map(([name]) => name)

/** The number of a profile. */
function numberOf(profile) {
  const number = NAMES.indexOf(profile)
  if (number < 0) {
    throw new RangeError(`"${profile}" is no profile of Dou Dizhu; there are: ${NAMES.join(', ')}`)
  }
  return number
}

function optionsOf({ profile = 'decklet', ...changes }) {
  const base = PROFILES[numberOf(profile)][1]
  const unknown = Object.keys(changes).find((name) => !Object.hasOwn(base, name))
  if (unknown !== undefined) throw new RangeError(`Dou Dizhu has no option "${unknown}"`)
  if (Object.keys(changes).length === 0) return { profile }
  return { custom: { name: `${profile}, changed`, options: { ...base, ...changes } } }
}

/** Dou Dizhu with the options of a profile, some of them changed. */
function createDoudizhuPlugin(options = {}) {
  return new BuiltInPlugin('doudizhu', ['turn'], frozen(optionsOf(options)))
}

const DoudizhuPlugin = createDoudizhuPlugin()

/** Document 003's plugin: the rules of `game-claw`. */
class DouDiZhuPlugin extends BuiltInPlugin {
  constructor(options = {}) {
    super('doudizhu', ['turn'], frozen(optionsOf({ profile: 'game-claw', ...options })))
    this.meta = Object.freeze({ name: 'dou-di-zhu', minPlayers: 3, maxPlayers: 3 })
  }
}

function rule(id) {
  return DoudizhuPlugin.rules.find((known) => known.id === id)
}

function createDoudizhuCards() {
  return Object.values(DoudizhuPlugin.cards)
}

/** The number of each card by its id. */
const NUMBER = new Map(createDoudizhuCards().map((card, number) => [card.id, number]))
/** How many cards the lower of the two numbers of a set holds. */
const LOW = 27

/** Cards as a set of two numbers. */
class CardSet {
  low = 0
  high = 0
  /** Whether a card was named twice. */
  twice = false
  /** Each card by its number, as it was given. */
  given = new Array(NUMBER.size)

  constructor(cards) {
    for (let n = 0; n < cards.length; n++) this.#add(cards[n])
  }

  #add(card) {
    const number = NUMBER.get(typeof card === 'string' ? card : card?.id)
    if (number === undefined) {
      const id = typeof card === 'string' ? card : card?.id
      throw new TypeError(`${JSON.stringify(id)} is no card of Dou Dizhu: give its id, as "hearts-10", or { id }`)
    }
    if (this.given[number] !== undefined) this.twice = true
    this.given[number] = card
    if (number < LOW) this.low |= 1 << number
    else this.high |= 1 << (number - LOW)
  }
}

function cardSet(cards) {
  if (!Array.isArray(cards)) throw new TypeError('cards are given as an array')
  return new CardSet(cards)
}

const NONE = -1
const BEATS = 1 << 24
const KINDS = native().doudizhuKinds()
const DoudizhuCombinationType = Object.freeze(
  Object.fromEntries(['UNKNOWN', ...KINDS].map((kind) => [kind, kind]))
)
const UNKNOWN = Object.freeze({ type: 'UNKNOWN', mainRank: 0, length: 0 })

function combinationOf(number) {
  return { type: KINDS[(number >> 16) & 0xff], mainRank: number & 0xff, length: (number >> 8) & 0xff }
}

/** A combination's number; throws for what is none. */
function numberOfCombination(combination) {
  const kind = KINDS.indexOf(combination?.type)
  const { mainRank, length } = combination ?? {}
  if (kind < 0 || !isByte(mainRank) || !isByte(length)) {
    throw new TypeError(`${JSON.stringify(combination)} is no combination, as { type, mainRank, length }`)
  }
  return (kind << 16) | (length << 8) | mainRank
}

function isByte(number) {
  return Number.isInteger(number) && number >= 0 && number <= 0xff
}

function detectDoudizhuCombination(cards, profile = 'decklet') {
  const set = cardSet(cards)
  const number = set.twice ? NONE : native().doudizhuDetect(numberOf(profile), set.low, set.high)
  return number === NONE ? UNKNOWN : combinationOf(number)
}

const DoudizhuCompareResult = Object.freeze({
  GREATER: 'GREATER',
  EQUAL: 'EQUAL',
  LESS: 'LESS',
  INCOMPARABLE: 'INCOMPARABLE'
})
const COMPARED = Object.values(DoudizhuCompareResult)

class DoudizhuCombinationComparator {
  #profile

  constructor(profile = 'decklet') {
    this.#profile = numberOf(profile)
  }

  compare(play, last) {
    const numbers = [play, last].map(numberOfCombination)
    const compared = native().doudizhuCompare(this.#profile, ...numbers)
    if (compared === NONE) {
      throw new RangeError(`no cards form ${JSON.stringify(play)} or ${JSON.stringify(last)}`)
    }
    return COMPARED[compared]
  }
}

function detectPlayable(cards, last, profile = 'decklet') {
  const set = cardSet(cards)
  if (set.twice) return null
  const onTable = last === undefined || last === null ? NONE : numberOfCombination(last)
  const number = native().doudizhuPlayable(numberOf(profile), set.low, set.high, onTable)
  if (number === NONE) return null
  return { combination: combinationOf(number), beats: (number & BEATS) !== 0 }
}

const DoudizhuTeam = Object.freeze({ LANDLORD: 'LANDLORD', FARMERS: 'FARMERS' })
const DoudizhuPhase = Object.freeze({
  READY: 'READY',
  BIDDING: 'BIDDING',
  REDEAL: 'REDEAL',
  BOTTOM: 'BOTTOM',
  DOUBLING: 'DOUBLING',
  PLAYING: 'PLAYING',
  FINISHED: 'FINISHED'
})

function getDoudizhuState(state) {
  const { variables } = state
  return {
    phase: variables['ddz.phase'],
    bidderIndex: variables['ddz.bidderIndex'] ?? 0,
    bidderPassed: variables['ddz.bidderPassed'] ?? [],
    landlordCandidateId: variables['ddz.landlordCandidateId'],
    landlordId: variables['ddz.landlordId'],
    farmerIds: variables['ddz.farmerIds'] ?? [],
    multiplier: variables['ddz.multiplier'] ?? 1,
    lastCombination: variables['ddz.lastCombination'],
    lastPlayerId: variables['ddz.lastPlayerId'],
    passCount: variables['ddz.passCount'] ?? 0
  }
}

function getLastCombination(state) {
  return getDoudizhuState(state).lastCombination
}

function isNewRound(state) {
  return getLastCombination(state) === undefined
}

function nextBidderId(state) {
  const ordered = [...state.players].sort((a, b) => a.seat - b.seat)
  return ordered[getDoudizhuState(state).bidderIndex % ordered.length]?.id
}

function teamOf(playerId, state) {
  const { landlordId, farmerIds } = getDoudizhuState(state)
  if (landlordId === undefined) return undefined
  if (playerId === landlordId) return 'LANDLORD'
  return farmerIds.includes(playerId) ? 'FARMERS' : undefined
}

function determineWinnerTeam(state, winnerId) {
  return teamOf(winnerId, state)
}

function readPassCount(ctx) {
  return getDoudizhuState(ctx.state).passCount
}

function readLastPlayerId(ctx) {
  return getDoudizhuState(ctx.state).lastPlayerId
}

const PatternType = Object.freeze({
  Single: 'single',
  Pair: 'pair',
  Triple: 'triple',
  TripleWithOne: 'triple-with-one',
  TripleWithPair: 'triple-with-pair',
  Straight: 'straight',
  PairStraight: 'pair-straight',
  Airplane: 'airplane',
  AirplaneWithSingles: 'airplane-with-singles',
  AirplaneWithPairs: 'airplane-with-pairs',
  QuadWithSingles: 'quad-with-singles',
  QuadWithPairs: 'quad-with-pairs',
  Bomb: 'bomb',
  Rocket: 'rocket'
})

/** The kind that each pattern of document 003 is, in its order. */
const KIND_OF_PATTERN = [
  'SOLO', 'PAIR', 'TRIO', 'TRIO_SOLO', 'TRIO_PAIR', 'CHAIN_SOLO', 'CHAIN_PAIR', 'PLANE',
  'PLANE_SOLO', 'PLANE_PAIR', 'FOUR_TWO_SOLO', 'FOUR_TWO_PAIR', 'BOMB', 'ROCKET'
]
/** By number of the kind: the pattern, and what its length says (0 nothing, 1 what it is, else that). */
const PATTERN_OF_KIND = KINDS.map((kind) => {
  const type = Object.values(PatternType)[KIND_OF_PATTERN.indexOf(kind)]
  if (type === 'quad-with-singles') return { type, length: 6 }
  if (type === 'quad-with-pairs') return { type, length: 8 }
  return { type, length: /^(CHAIN|PLANE)/.test(kind) ? 1 : 0 }
})
const GAME_CLAW = numberOf('game-claw')

function patternOf(kind, length, rank) {
  const { type, length: says } = PATTERN_OF_KIND[kind]
  if (says === 0) return { type, rank }
  return { type, rank, length: says === 1 ? length : says }
}

function identifyPattern(cards) {
  const set = cardSet(cards)
  const number = set.twice ? NONE : native().doudizhuDetect(GAME_CLAW, set.low, set.high)
  if (number === NONE) return null
  return patternOf((number >> 16) & 0xff, (number >> 8) & 0xff, number & 0xff)
}

function numberOfPattern(pattern) {
  const kind = PATTERN_OF_KIND.findIndex(({ type }) => type !== undefined && type === pattern?.type)
  const length = kind >= 0 && PATTERN_OF_KIND[kind].length === 1 ? pattern.length : 1
  if (kind < 0 || !isByte(pattern.rank) || !isByte(length)) {
    throw new TypeError(`${JSON.stringify(pattern)} is no pattern, as identifyPattern gives them`)
  }
  return (kind << 16) | (length << 8) | pattern.rank
}

function canBeat(play, lastPlay) {
  const compared = native().doudizhuCompare(GAME_CLAW, numberOfPattern(play), numberOfPattern(lastPlay))
  return compared === 0
}

/** Room for every play of any hand of 20 cards. */
const MAX_PLAYS = 808
const MAX_HAND = 20
const PACKED = new Uint8Array(MAX_PLAYS * (4 + MAX_HAND))

function getAllPlays(hand, lastPlay) {
  const { low, high, given, twice } = cardSet(hand)
  if (twice || hand.length > MAX_HAND) {
    throw new RangeError(`a hand has at most ${MAX_HAND} different cards`)
  }
  const last = lastPlay === undefined || lastPlay === null ? NONE : numberOfPattern(lastPlay)
  const plays = new Array(native().doudizhuPlays(GAME_CLAW, low, high, last, PACKED))
  let at = 0
  for (let n = 0; n < plays.length; n++) {
    const pattern = patternOf(PACKED[at], PACKED[at + 1], PACKED[at + 2])
    const cards = new Array(PACKED[at + 3])
    at += 4
    for (let k = 0; k < cards.length; k++) cards[k] = given[PACKED[at++]]
    plays[n] = { cards, pattern }
  }
  return plays
}

function action(type) {
  return (playerId) => ({ type, playerId, payload: {} })
}

function createPlayCardsAction(playerId, cardIds) {
  return { type: 'PLAY_CARDS', playerId, payload: { cardIds } }
}

function createCallLandlordAction(playerId, call) {
  return { type: 'CALL_LANDLORD', playerId, payload: { call } }
}

function createRobLandlordAction(playerId, rob) {
  return { type: 'ROB_LANDLORD', playerId, payload: { rob } }
}

function createBidAction(playerId, bid) {
  return { type: 'BID', playerId, payload: { bid } }
}

const createPassAction = action('PASS')
const createReadyAction = action('READY')
const createShowCardsAction = action('SHOW_CARDS')
const createDoubleAction = action('DOUBLE')
const createNoDoubleAction = action('NO_DOUBLE')

// One assignment each: that is how Node.js finds the names for `import`.
exports.DoudizhuPlugin = DoudizhuPlugin
exports.createDoudizhuPlugin = createDoudizhuPlugin
exports.DOUDIZHU_PROFILES = DOUDIZHU_PROFILES
exports.createDoudizhuCards = createDoudizhuCards
exports.detectDoudizhuCombination = detectDoudizhuCombination
exports.DoudizhuCombinationComparator = DoudizhuCombinationComparator
exports.DoudizhuCombinationType = DoudizhuCombinationType
exports.DoudizhuCompareResult = DoudizhuCompareResult
exports.detectPlayable = detectPlayable
exports.DoudizhuTeam = DoudizhuTeam
exports.DoudizhuPhase = DoudizhuPhase
exports.getDoudizhuState = getDoudizhuState
exports.getLastCombination = getLastCombination
exports.isNewRound = isNewRound
exports.nextBidderId = nextBidderId
exports.teamOf = teamOf
exports.determineWinnerTeam = determineWinnerTeam
exports.readPassCount = readPassCount
exports.readLastPlayerId = readLastPlayerId
exports.DouDiZhuPlugin = DouDiZhuPlugin
exports.PatternType = PatternType
exports.identifyPattern = identifyPattern
exports.canBeat = canBeat
exports.getAllPlays = getAllPlays
exports.createPlayCardsAction = createPlayCardsAction
exports.createPassAction = createPassAction
exports.createCallLandlordAction = createCallLandlordAction
exports.createRobLandlordAction = createRobLandlordAction
exports.createBidAction = createBidAction
exports.createReadyAction = createReadyAction
exports.createShowCardsAction = createShowCardsAction
exports.createDoubleAction = createDoubleAction
exports.createNoDoubleAction = createNoDoubleAction
exports.PLAY_CARDS_ACTION = 'PLAY_CARDS'
exports.PASS_ACTION = 'PASS'
exports.CALL_LANDLORD_ACTION = 'CALL_LANDLORD'
exports.ROB_LANDLORD_ACTION = 'ROB_LANDLORD'
exports.REVEAL_BOTTOM_CARDS_ACTION = 'REVEAL_BOTTOM_CARDS'
exports.BID_ACTION = 'BID'
exports.READY_ACTION = 'READY'
exports.SHOW_CARDS_ACTION = 'SHOW_CARDS'
exports.DOUBLE_ACTION = 'DOUBLE'
exports.NO_DOUBLE_ACTION = 'NO_DOUBLE'
exports.DDZ_MAX_PLAYED_CARDS = 20
exports.DDZ_ZONE_DECK = 'ddz-deck'
exports.DDZ_ZONE_BOTTOM = 'ddz-bottom'
exports.DDZ_ZONE_PLAYED = 'ddz-played'
exports.DDZ_VAR_PHASE = 'ddz.phase'
exports.DDZ_VAR_BIDDER_INDEX = 'ddz.bidderIndex'
exports.DDZ_VAR_BIDDER_PASSED = 'ddz.bidderPassed'
exports.DDZ_VAR_LANDLORD_CANDIDATE_ID = 'ddz.landlordCandidateId'
exports.DDZ_VAR_LANDLORD_ID = 'ddz.landlordId'
exports.DDZ_VAR_FARMER_IDS = 'ddz.farmerIds'
exports.DDZ_VAR_MULTIPLIER = 'ddz.multiplier'
exports.DDZ_VAR_LAST_COMBINATION = 'ddz.lastCombination'
exports.DDZ_VAR_LAST_PLAYER_ID = 'ddz.lastPlayerId'
exports.DDZ_VAR_PASS_COUNT = 'ddz.passCount'
exports.DDZ_VAR_PENDING_COMBINATION = 'ddz.pendingCombination'
exports.DDZ_CARDS_DEALT = 'DDZ_CARDS_DEALT'
exports.DDZ_LANDLORD_CALLED = 'DDZ_LANDLORD_CALLED'
exports.DDZ_LANDLORD_ROBBED = 'DDZ_LANDLORD_ROBBED'
exports.DDZ_BOTTOM_CARDS_REVEALED = 'DDZ_BOTTOM_CARDS_REVEALED'
exports.DDZ_PLAYER_PASSED = 'DDZ_PLAYER_PASSED'
exports.DDZ_ROUND_RESET = 'DDZ_ROUND_RESET'
exports.DDZ_BOMB_PLAYED = 'DDZ_BOMB_PLAYED'
exports.DDZ_ROCKET_PLAYED = 'DDZ_ROCKET_PLAYED'
exports.DDZ_PLAYER_WON = 'DDZ_PLAYER_WON'
exports.DDZ_GAME_FINISHED = 'DDZ_GAME_FINISHED'
exports.DDZ_BID = 'DDZ_BID'
exports.DDZ_READY = 'DDZ_READY'
exports.DDZ_CARDS_SHOWN = 'DDZ_CARDS_SHOWN'
exports.DDZ_DOUBLED = 'DDZ_DOUBLED'
exports.DDZ_SETTLED = 'DDZ_SETTLED'
exports.doudizhuGameNotWonRule = rule('ddz-game-not-won')
exports.doudizhuGameStartedRule = rule('ddz-game-started')
exports.doudizhuPhaseRule = rule('ddz-phase')
exports.doudizhuPlayerTurnRule = rule('ddz-player-turn')
exports.playerOwnsCardsRule = rule('ddz-player-owns-cards')
exports.combinationValidRule = rule('ddz-combination-valid')
exports.doudizhuPassRule = rule('ddz-pass')
exports.callLandlordRule = rule('ddz-call-landlord')
exports.robLandlordRule = rule('ddz-rob-landlord')
exports.doudizhuWinRules = Object.freeze([])
