// Names for the numbers in which the native part hands a table over.
'use strict'

const STATUS = ['waiting', 'playing', 'finished']
const REFEREE = -2
const SPECTATOR = -1
const COUNT = 1
const CARDS = 2

class Table {
  constructor(cards, players, zoneIds) {
    this.cards = cards
    this.cardIds = Object.keys(cards)
    this.players = Object.freeze(players)
    this.playerIds = players.map((player) => player.id)
    this.zoneIds = zoneIds
    // The most that a packed state can take.
    this.packed = new Uint16Array(3 + players.length + 2 * zoneIds.length + this.cardIds.length)
  }

  /** The number of a player's seat; throws for nobody at the table. */
  seat(playerId) {
    const seat = this.playerIds.indexOf(playerId)
    if (seat < 0) throw new RangeError(`nobody at the table is called ${JSON.stringify(playerId)}`)
    return seat
  }

  viewer(playerId) {
    return playerId === null || playerId === undefined ? SPECTATOR : this.seat(playerId)
  }

  /** What `fill` packs, without the zones. */
  core(fill) {
    fill(this.packed)
    const current = this.packed[1]
    const winners = this.packed.subarray(3, 3 + this.packed[2])
    return {
      status: STATUS[this.packed[0]],
      currentPlayerId: current === 0 ? undefined : this.playerIds[current - 1],
      winnerIds: Array.from(winners, (seat) => this.playerIds[seat])
    }
  }

  /** The zones after `core`: `{count, cards?}` by id, without those of which nothing is seen. */
  zones() {
    const { packed, cardIds } = this
    const zones = {}
    let at = 3 + packed[2]
    for (const id of this.zoneIds) {
      const seen = packed[at++]
      if (seen !== COUNT && seen !== CARDS) continue
      const count = packed[at++]
      if (seen === COUNT) {
        zones[id] = { count }
        continue
      }
      const cards = new Array(count)
      for (let n = 0; n < count; n++) cards[n] = cardIds[packed[at++]]
      zones[id] = { count, cards }
    }
    return zones
  }
}

/** Cards by id, which nobody changes. */
function cardsById(cards) {
  return Object.freeze(Object.fromEntries(cards.map((card) => [card.id, frozen(card)])))
}

function frozen(value) {
  if (typeof value === 'object' && value !== null) Object.values(Object.freeze(value)).forEach(frozen)
  return value
}

module.exports = { Table, cardsById, frozen, REFEREE, SPECTATOR }
