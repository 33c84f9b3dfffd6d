// A server of one's own for a test: the program, on a free port, with a data directory that is deleted.
import { spawn } from "node:child_process";
import { existsSync, mkdtempSync, rmSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { createInterface } from "node:readline";

/** The program: what the environment says, or what `cargo build` has made. */
const PROGRAM = process.env.DECKLET ?? new URL("../../target/debug/decklet", import.meta.url).pathname;

export class Server {
  #data = mkdtempSync(join(tmpdir(), "decklet-web-"));
  #listen = "127.0.0.1:0";
  #process;
  url = "";

  static async start() {
    if (!existsSync(PROGRAM)) throw new Error(`${PROGRAM} is missing: cargo build -p decklet`);
    const server = new Server();
    await server.begin();
    return server;
  }

  async begin() {
    const program = spawn(PROGRAM, ["serve", "--listen", this.#listen, "--data", this.#data], {
      stdio: ["ignore", "pipe", "inherit"],
      env: { ...process.env, DECKLET_LOG: "error" },
    });
    this.#process = program;
    for await (const line of createInterface({ input: program.stdout })) {
      const found = /http:\/\/([\d.]+:\d+)/.exec(line);
      if (!found) continue;
      this.#listen = found[1];
      this.url = `http://${found[1]}`;
      return;
    }
    throw new Error("the server has not started");
  }

  /** Ends the program at once, as a crash would. */
  async kill() {
    const ended = new Promise((resolve) => this.#process.once("exit", resolve));
    this.#process.kill("SIGKILL");
    await ended;
  }

  async stop() {
    await this.kill();
    rmSync(this.#data, { recursive: true, force: true });
  }

  /** A request as a program makes it. */
  async ask(method, path, { token, body } = {}) {
    const answer = await fetch(`${this.url}/api/v1${path}`, {
      method,
      headers: token ? { authorization: `Bearer ${token}` } : {},
      body: body && JSON.stringify(body),
    });
    if (!answer.ok) throw new Error(`${method} ${path}: ${answer.status} ${await answer.text()}`);
    return answer.json();
  }

  guest = (name) => this.ask("POST", "/guests", { body: { name } });

  /** A command at a table, of somebody who has no page. */
  command = (guest, code, command) =>
    this.ask("POST", `/rooms/${code}/commands`, {
      token: guest.token,
      body: { id: crypto.randomUUID(), ...command },
    });

  /**
   * A room whose bots move at once.
   * @param {{ house?: Record<string, unknown>, seats?: number }} more house: options that differ from the profile's
   */
  async room(guest, game, profile, { house, ...more } = {}) {
    const seats = game === "uno" ? 4 : 3;
    const options = house ? await this.#custom(game, profile, house) : { profile };
    const body = { game, options, seats, botDelayMs: 0, counter: true, ...more };
    const { code } = await this.ask("POST", "/rooms", { token: guest.token, body });
    return code;
  }

  /** A profile with some options changed. */
  async #custom(game, profile, changes) {
    const { games } = await this.ask("GET", "/games");
    const { options } = games
      .find((one) => one.game === game)
      .profiles.find((one) => one.profile === profile);
    const changed = { ...options, ...changes };
    return { custom: game === "uno" ? changed : { name: "house", options: changed } };
  }
}
