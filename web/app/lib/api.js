// What is not live: requests over HTTP.

/** What the server refused, with its code. */
export class Refused extends Error {
  /**
   * @param {string} code
   * @param {string} reason
   * @param {number} status
   */
  constructor(code, reason, status) {
    super(reason);
    this.code = code;
    this.status = status;
  }
}

/**
 * @param {"GET" | "POST" | "DELETE" | "PUT"} method
 * @param {string} path under /api/v1
 * @param {{ token?: string | null, body?: unknown }} [more]
 * @returns {Promise<any>}
 */
export async function ask(method, path, { token, body } = {}) {
  /** @type {Record<string, string>} */
  const headers = {};
  if (token) headers.authorization = `Bearer ${token}`;
  if (body !== undefined) headers["content-type"] = "application/json";
  let answer;
  try {
    answer = await fetch(`/api/v1${path}`, {
      method,
      headers,
      body: body === undefined ? undefined : JSON.stringify(body),
    });
  } catch {
    throw new Refused("OFFLINE", "the server cannot be reached", 0);
  }
  const text = await answer.text();
  const isJson = (answer.headers.get("content-type") ?? "").includes("json");
  const content = isJson && !path.endsWith("/log") && text ? JSON.parse(text) : text;
  if (answer.ok) return content;
  throw new Refused(content?.code ?? "UNAVAILABLE", content?.reason ?? text, answer.status);
}
