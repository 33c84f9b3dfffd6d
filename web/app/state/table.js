// One table: what the server has shown of it, what one has selected, and what one may do.
import { batch, computed, signal } from "../lib/view.js";
import { Link } from "../lib/socket.js";
import { t } from "../lib/i18n.js";
import { forgotten, guest } from "./session.js";
import { lying } from "./played.js";

/**
 * @typedef {import("../lib/socket.js").Message} Message
 * @typedef {import("./played.js").Event} Event
 * @typedef {{ type: string, playerId?: string, payload: Record<string, any> }} Action
 * @typedef {{ index: number, events: Event[], change: Record<string, any>, late: boolean }} Happening
 */

/**
 * How many records back the table is read when only its present is known. Before the hand's first record
 * there is nothing to read: then the server sends its view again, and less is asked for.
 */
const BACK = [24, 12, 6, 3, 1];
/** How much of the story is kept. */
const STORY = 200;

export class Table {
  /** @type {import("../lib/view.js").Signal<import("../lib/socket.js").State>} */
  link = signal("connecting");
  /** What the last view or update showed. @type {import("../lib/view.js").Signal<any>} */
  scene = signal(null);
  /** Why there is no table, when there is none. @type {import("../lib/view.js").Signal<Message | null>} */
  trouble = signal(null);
  /** What lies in front of each player. @type {import("../lib/view.js").Signal<Record<string, any>>} */
  lying = signal({});
  /** What happened last, for motion and sound. @type {import("../lib/view.js").Signal<Happening | null>} */
  happening = signal(null);
  /** What happened in this hand. @type {import("../lib/view.js").Signal<Happening[]>} */
  story = signal([]);
  /** The answer to `legal`. @type {import("../lib/view.js").Signal<Message | null>} */
  legal = signal(null);
  /** @type {import("../lib/view.js").Signal<Set<string>>} */
  selected = signal(new Set());
  /** What the server says of the selection. @type {import("../lib/view.js").Signal<Message | null>} */
  checked = signal(null);
  /** Why a hint is what it is. @type {import("../lib/view.js").Signal<any>} */
  hint = signal(null);
  /** The last refusal, to be shown for a moment. @type {import("../lib/view.js").Signal<{ text: string, key: number } | null>} */
  notice = signal(null);
  /** @type {import("../lib/view.js").Signal<Message[]>} */
  said = signal([]);
  /** An action that is on its way. @type {import("../lib/view.js").Signal<boolean>} */
  acting = signal(false);

  room = computed(() => this.scene.value?.room ?? null);
  game = computed(() => this.scene.value?.game ?? null);
  /** One's own seat's name in the game; null for who watches. */
  me = computed(() => this.room.value?.seats[this.scene.value.you ?? -1]?.playerId ?? null);
  /** The seat from which the table is seen. */
  view = computed(() => this.scene.value?.you ?? 0);
  isPlaying = computed(() => this.room.value?.phase === "playing");
  isMine = computed(() => this.isPlaying.value && this.room.value.turn?.seat === this.scene.value.you);
  /** One's own cards, as the server has sorted them. */
  hand = computed(() => this.game.value?.zones[`player:${this.me.value}:hand`]?.cards ?? []);
  /** What one may do now; empty until the server has said. */
  actions = computed(() => {
    const { legal } = this;
    const turn = this.room.value?.turn;
    const fits = turn && legal.value?.entry === turn.entry && legal.value?.hand === turn.hand;
    return /** @type {Action[]} */ (fits && this.isPlaying.value ? legal.value?.actions : []);
  });

  /** The commitment to each hand's deal, as it was seen first. @type {Map<number, string>} */
  promised = new Map();

  /** The last record that was seen. @type {number | null} */
  #index = null;
  /** Records up to this one are read again, for what lies on the table. */
  #until = -1;
  /** Which of `BACK` is to be asked for next. */
  #backs = 0;
  #offset = 0;
  #noticed = 0;
  /** The suggestions for a turn, and which is the next. */
  #hints = { key: "", found: /** @type {any[]} */ ([]), next: 0 };

  /** @param {string} code */
  constructor(code) {
    this.code = code;
    this.socket = new Link({
      room: code,
      token: () => guest.value?.token ?? null,
      last: () => this.#index,
      receive: (message) => batch(() => this.#receive(message)),
      changed: (state) => (this.link.value = state),
    });
  }

  open = () => this.socket.open();
  close = () => this.socket.close();

  /** The server's clock. */
  now = () => Date.now() + this.#offset;

  /** @param {string} playerId */
  nameOf = (playerId) => {
    const seat = this.room.value?.seats.find((/** @type {any} */ s) => s.playerId === playerId);
    if (!seat) return "";
    if (seat.kind === "person") return seat.name ?? "";
    return seat.kind === "bot" ? botName(seat) : t("seat.empty");
  };

  /** @param {Message} message */
  #receive(message) {
    if (message.now) this.#offset = message.now - Date.now();
    switch (message.type) {
      case "view":
        return this.#view(message);
      case "update":
        return this.#update(message);
      case "said":
        this.said.value = [...this.said.value.slice(-49), { ...message, key: this.#noticed++ }];
        return;
      case "presence":
        return this.#presence(message);
      case "refused":
        return this.#refused(message);
    }
  }

  /** @param {Message} message */
  #view(message) {
    const sameHand = this.scene.value?.room.hands === message.scene.room.hands;
    this.trouble.value = null;
    this.#index = message.index;
    if (!sameHand || message.scene.room.phase === "playing") {
      this.lying.value = {};
      this.story.value = [];
      this.happening.value = null;
    }
    this.#show(message.scene);
    void this.#fulfil();
    if (message.scene.room.phase !== "playing") return;
    const back = BACK[this.#backs];
    this.#backs += 1;
    this.#until = message.index;
    if (back) this.socket.attach(Math.max(0, message.index - back));
  }

  /** @param {Message} message */
  #update({ index, change, events, scene }) {
    const late = index <= this.#until;
    if (!late && this.#index !== null && index !== this.#index + 1) {
      if (index > this.#index) this.socket.attach(this.#index);
      return;
    }
    this.#index = Math.max(index, this.#index ?? 0);
    this.#backs = 0;
    if (change.type === "started") {
      this.story.value = [];
      this.lying.value = {};
      this.selected.value = new Set();
    }
    const shown = scene ?? this.scene.value;
    this.lying.value = lying(this.lying.value, events, index, index < this.#until ? null : onTurn(shown));
    const happening = { index, events, change, late };
    this.story.value = [...this.story.value.slice(1 - STORY), happening];
    if (scene) this.#show(scene);
    if (!late) this.happening.value = happening;
  }

  /** @param {any} scene */
  #show(scene) {
    const before = this.room.value?.turn;
    this.scene.value = scene;
    const { hand: promisedFor, commitment } = scene.room.deal;
    if (!this.promised.has(promisedFor)) this.promised.set(promisedFor, commitment);
    const hand = new Set(this.hand.value);
    const kept = [...this.selected.value].filter((id) => hand.has(id));
    if (kept.length !== this.selected.value.size) this.selected.value = new Set(kept);
    const turn = scene.room.turn;
    if (turn?.entry === before?.entry && turn?.hand === before?.hand && this.legal.value) return;
    this.hint.value = null;
    this.checked.value = null;
    if (scene.you === null || scene.room.phase !== "playing") return;
    void this.socket.command({ type: "legal" }).then((answer) => {
      if (answer.type === "legal") this.legal.value = answer;
    });
    void this.check();
  }

  /** Does what was wished for when the table opens. */
  async #fulfil() {
    const wished = wishes.get(this.code) ?? [];
    wishes.delete(this.code);
    for (const type of wished) {
      if (type === "sit" && this.scene.value.you !== null) continue;
      const answer = await this.ask({ type });
      if (answer.type === "refused") return;
    }
  }

  /** @param {Message} message */
  #presence({ seat, online }) {
    const scene = this.scene.value;
    if (!scene) return;
    const seats = scene.room.seats.map((/** @type {any} */ s) => (s.seat === seat ? { ...s, online } : s));
    this.scene.value = { ...scene, room: { ...scene.room, seats } };
  }

  /** @param {Message} message */
  #refused(message) {
    if (message.id) return;
    if (message.code === "STRANGER" && guest.value) {
      void forgotten().then((known) => {
        this.close();
        if (known) this.open();
      });
      return;
    }
    if (!this.scene.value || message.code === "DAMAGED") this.trouble.value = message;
  }

  /** @param {string} text */
  tellOff(text) {
    this.notice.value = { text, key: this.#noticed++ };
  }

  /**
   * Asks the room for something, and shows why it was refused if it was.
   * @param {Message} command
   */
  async ask(command) {
    const answer = await this.socket.command(command);
    if (answer.type === "refused" && answer.code !== "STALE") this.tellOff(reasonOf(answer));
    return answer;
  }

  /** @param {Action} action */
  async act(action) {
    const turn = this.room.value?.turn;
    if (!turn || this.acting.value) return;
    this.acting.value = true;
    try {
      const { hand, entry } = turn;
      const { playerId: _, ...sent } = action;
      const answer = await this.ask({ type: "act", hand, entry, action: sent });
      if (answer.type === "accepted") this.selected.value = new Set();
    } finally {
      this.acting.value = false;
    }
  }

  /** Plays what is selected, as the first reading that beats where there are several. */
  playSelected() {
    const cards = this.hand.value.filter((/** @type {string} */ id) => this.selected.value.has(id));
    const type = this.actions.value.find(({ type }) => type.startsWith("PLAY_CARD"))?.type;
    return type ? this.act({ type, payload: { cardIds: cards } }) : undefined;
  }

  /** @param {string} id */
  playOne(id) {
    this.selected.value = new Set([id]);
    return this.playSelected();
  }

  /** @param {string[]} ids */
  select(ids) {
    this.selected.value = new Set(ids);
    this.hint.value = null;
    void this.check();
  }

  /** Asks what the selection is, or why it cannot be played. */
  async check() {
    const cards = this.hand.value.filter((/** @type {string} */ id) => this.selected.value.has(id));
    if (!cards.length) {
      this.checked.value = null;
      return;
    }
    const answer = await this.socket.command({ type: "explain", cards });
    const key = cards.join();
    const now = this.hand.value.filter((/** @type {string} */ id) => this.selected.value.has(id));
    if (key === now.join()) this.checked.value = answer;
  }

  /** Selects what a bot would play; again, and it is the next best. */
  async suggest() {
    const turn = this.room.value?.turn;
    if (!turn) return;
    const key = `${turn.hand}.${turn.entry}`;
    if (this.#hints.key !== key) {
      const answer = await this.ask({ type: "hint" });
      if (answer.type !== "hint") return;
      const found = answer.suggestions ?? (answer.action ? [{ action: answer.action }] : []);
      this.#hints = { key, found, next: 0 };
    }
    const { found, next } = this.#hints;
    if (!found.length) {
      this.tellOff(t("hint.none"));
      return;
    }
    this.#hints.next = (next + 1) % found.length;
    batch(() => {
      this.select(found[next].action.payload.cardIds ?? []);
      this.hint.value = { ...found[next], place: next + 1, of: found.length };
    });
  }
}

/** @param {any} scene */
const onTurn = (scene) => scene?.room.seats[scene.room.turn?.seat ?? -1]?.playerId ?? null;

/** @param {any} seat */
export const botName = (seat) => seat.name ?? t("bot", { number: seat.seat + 1 });

/** @param {Message} answer */
export const reasonOf = (answer) => {
  const text = t(`code.${answer.code}`);
  return text === `code.${answer.code}` ? (answer.reason ?? answer.code) : text;
};

/** What is to be done at a table as soon as it is there. @type {Map<string, ("sit" | "start")[]>} */
const wishes = new Map();

/**
 * To be done once, when the table opens.
 * @param {string} code
 * @param {("sit" | "start")[]} what
 */
export const wish = (code, ...what) => wishes.set(code, what);

/** The table that is looked at. @type {import("../lib/view.js").Signal<Table | null>} */
export const current = signal(null);

/** @param {string} code */
export function openTable(code) {
  if (current.value?.code === code) return current.value;
  current.value?.close();
  const table = new Table(code);
  current.value = table;
  table.open();
  return table;
}

export function leaveTable() {
  current.value?.close();
  current.value = null;
}
