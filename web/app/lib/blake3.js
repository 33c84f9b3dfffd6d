// blake3 of up to 1,024 bytes (one chunk), plain and in key-derivation mode. The algorithm and its
// constants: https://github.com/BLAKE3-team/BLAKE3-specs/blob/master/blake3.pdf

const IV = Uint32Array.of(
  0x6a09e667,
  0xbb67ae85,
  0x3c6ef372,
  0xa54ff53a,
  0x510e527f,
  0x9b05688c,
  0x1f83d9ab,
  0x5be0cd19,
);
const ORDER = [2, 6, 3, 10, 7, 0, 4, 13, 1, 11, 12, 5, 9, 14, 15, 8];
const [START, END, ROOT, DERIVE_CONTEXT, DERIVE_MATERIAL] = [1, 2, 8, 32, 64];
const COLUMNS = [
  [0, 4, 8, 12],
  [1, 5, 9, 13],
  [2, 6, 10, 14],
  [3, 7, 11, 15],
  [0, 5, 10, 15],
  [1, 6, 11, 12],
  [2, 7, 8, 13],
  [3, 4, 9, 14],
];

/** @param {number} word @param {number} by */
const turn = (word, by) => (word >>> by) | (word << (32 - by));

/**
 * @param {Uint32Array} key
 * @param {Uint32Array} block
 * @param {number} length
 * @param {number} flags
 */
function compress(key, block, length, flags) {
  const v = new Uint32Array(16);
  v.set(key);
  v.set(IV.subarray(0, 4), 8);
  v[14] = length;
  v[15] = flags;
  let words = [...block];
  for (let round = 0; round < 7; round += 1) {
    COLUMNS.forEach(([a, b, c, d], i) => {
      v[a] += v[b] + words[2 * i];
      v[d] = turn(v[d] ^ v[a], 16);
      v[c] += v[d];
      v[b] = turn(v[b] ^ v[c], 12);
      v[a] += v[b] + words[2 * i + 1];
      v[d] = turn(v[d] ^ v[a], 8);
      v[c] += v[d];
      v[b] = turn(v[b] ^ v[c], 7);
    });
    words = ORDER.map((place) => words[place]);
  }
  return v.slice(0, 8).map((word, i) => word ^ v[i + 8]);
}

/**
 * @param {Uint8Array} bytes
 * @param {Uint32Array} key
 * @param {number} mode
 */
function chunk(bytes, key, mode) {
  if (bytes.length > 1024) throw new RangeError("more than one chunk");
  const blocks = Math.max(1, Math.ceil(bytes.length / 64));
  let value = key;
  for (let i = 0; i < blocks; i += 1) {
    const part = new Uint8Array(64);
    const piece = bytes.subarray(i * 64, i * 64 + 64);
    part.set(piece);
    const view = new DataView(part.buffer);
    const words = Uint32Array.from({ length: 16 }, (_, w) => view.getUint32(w * 4, true));
    const last = i === blocks - 1 ? END | ROOT : 0;
    value = compress(value, words, piece.length, mode | last | (i === 0 ? START : 0));
  }
  return value;
}

/** @param {Uint32Array} words */
function hex(words) {
  const bytes = new DataView(new ArrayBuffer(32));
  words.forEach((word, i) => bytes.setUint32(i * 4, word, true));
  return toHex(new Uint8Array(bytes.buffer));
}

/** @param {Uint8Array} bytes */
const toHex = (bytes) => [...bytes].map((byte) => byte.toString(16).padStart(2, "0")).join("");

/** @param {Uint8Array} bytes at most 1,024 */
export const hash = (bytes) => hex(chunk(bytes, IV, 0));

/** @param {string} context @param {Uint8Array} bytes at most 1,024 */
export const deriveKey = (context, bytes) => {
  const key = chunk(new TextEncoder().encode(context), IV, DERIVE_CONTEXT);
  return hex(chunk(bytes, key, DERIVE_MATERIAL));
};
