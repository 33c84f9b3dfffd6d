// The connection to one table. It comes back by itself, and sends again what was not answered.

/** How long to wait before connecting again, in milliseconds: a little longer each time. */
const WAITS = [200, 400, 800, 1500, 3000, 5000];
/** When nothing was heard for so long, the server is asked for a sign of life. */
const QUIET = 20_000;
/** When that is not answered either, the connection is dead. */
const SILENT = 6_000;
/** Codes that mean: send it again later. */
const AGAIN = new Set(["BUSY", "UNAVAILABLE", "TOO_FAST"]);

/** @typedef {"connecting" | "online" | "away"} State */
/** @typedef {Record<string, any>} Message */

export class Link {
  /** @type {WebSocket | null} */
  #socket = null;
  /** @type {Map<string, { message: Message, answered: (answer: Message) => void }>} */
  #pending = new Map();
  #tries = 0;
  #heard = 0;
  #closed = false;
  /** @type {ReturnType<typeof setTimeout> | undefined} */
  #timer;
  /** @type {ReturnType<typeof setInterval> | undefined} */
  #watch;

  /**
   * @param {{
   *   room: string, token: () => string | null, last: () => number | null,
   *   receive: (message: Message) => void, changed: (state: State) => void,
   * }} table
   */
  constructor(table) {
    this.table = table;
  }

  open() {
    this.#closed = false;
    for (const sign of ["online", "pageshow", "focus"]) addEventListener(sign, this.#check);
    addEventListener("offline", this.#drop);
    document.addEventListener("visibilitychange", this.#check);
    this.#watch = setInterval(this.#check, QUIET / 2);
    this.#connect();
  }

  close() {
    this.#closed = true;
    for (const sign of ["online", "pageshow", "focus"]) removeEventListener(sign, this.#check);
    removeEventListener("offline", this.#drop);
    document.removeEventListener("visibilitychange", this.#check);
    clearInterval(this.#watch);
    clearTimeout(this.#timer);
    this.#socket?.close();
    this.#socket = null;
    this.#pending.clear();
  }

  /**
   * Sends a command; the answer comes once, whatever happens to the connection meanwhile.
   * @param {Message} command
   * @returns {Promise<Message>}
   */
  command(command) {
    const id = crypto.getRandomValues(new Uint32Array(3)).join("-");
    const message = { id, ...command };
    return new Promise((answered) => {
      this.#pending.set(id, { message, answered });
      this.#send(message);
    });
  }

  /**
   * Asks for what came after a record; everything when it is null.
   * @param {number | null} last
   */
  attach(last) {
    this.#send({ type: "attach", room: this.table.room, ...(last === null ? {} : { last }) });
  }

  #connect() {
    clearTimeout(this.#timer);
    this.table.changed(this.#tries ? "away" : "connecting");
    const scheme = location.protocol === "https:" ? "wss" : "ws";
    const socket = new WebSocket(`${scheme}://${location.host}/api/v1/ws`);
    this.#socket = socket;
    this.#heard = Date.now();
    socket.onopen = () => {
      const token = this.table.token();
      this.#send({ type: "hello", ...(token ? { token } : {}) });
      this.attach(this.table.last());
      for (const { message } of this.#pending.values()) this.#send(message);
    };
    socket.onmessage = ({ data }) => this.#receive(JSON.parse(data));
    socket.onclose = () => {
      if (this.#socket !== socket) return;
      this.#socket = null;
      this.#later();
    };
  }

  #later() {
    if (this.#closed) return;
    this.table.changed("away");
    const wait = WAITS[Math.min(this.#tries, WAITS.length - 1)];
    this.#tries += 1;
    clearTimeout(this.#timer);
    this.#timer = setTimeout(() => this.#connect(), wait * (0.75 + Math.random() / 2));
  }

  /** @param {Message} message */
  #receive(message) {
    this.#heard = Date.now();
    if (message.type === "welcome") return;
    if (["view", "update", "current"].includes(message.type)) {
      this.#tries = 0;
      this.table.changed("online");
    }
    const pending = this.#pending.get(message.id);
    if (pending && message.type === "refused" && AGAIN.has(message.code)) {
      setTimeout(() => this.#pending.has(message.id) && this.#send(pending.message), 400);
      return;
    }
    this.table.receive(message);
    if (pending) {
      this.#pending.delete(message.id);
      pending.answered(message);
    }
  }

  /** @param {Message} message */
  #send(message) {
    if (this.#socket?.readyState === WebSocket.OPEN) this.#socket.send(JSON.stringify(message));
  }

  /** Is the connection alive? Asked when the page is looked at again, and now and then. */
  #check = () => {
    if (this.#closed || document.hidden) return;
    if (!this.#socket) {
      this.#tries = Math.min(this.#tries, 1);
      this.#connect();
      return;
    }
    if (this.#socket.readyState !== WebSocket.OPEN || Date.now() - this.#heard < 2000) return;
    const asked = Date.now();
    const socket = this.#socket;
    this.attach(this.table.last());
    setTimeout(() => {
      if (this.#socket === socket && this.#heard < asked) this.#drop();
    }, SILENT);
  };

  /** Gives the connection up, without waiting for the network to notice. */
  #drop = () => {
    const socket = this.#socket;
    this.#socket = null;
    socket?.close();
    this.#later();
  };
}
