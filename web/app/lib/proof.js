// Whether a deal came about as promised: docs/protocol.md, "Checking the shuffle".
import { deriveKey, hash } from "./blake3.js";

/** @param {string} hex */
const bytesOf = (hex) => Uint8Array.from(hex.match(/../g) ?? [], (pair) => parseInt(pair, 16));

/**
 * @param {{ room: string, hand: number, commitment: string, secret: string, mixes: (string | null)[] }} proof
 * @param {string} seed of the log, 64 hexadecimal digits
 * @param {string | null} [promised] the commitment that was seen before the deal
 */
export function checkDeal(proof, seed, promised = null) {
  const text = new TextEncoder();
  const { secret, room, hand, mixes } = proof;
  const number = new Uint8Array(4);
  new DataView(number.buffer).setUint32(0, hand, true);
  const mixed = mixes.flatMap((mix) => {
    const bytes = text.encode(mix ?? "");
    return [bytes.length, ...bytes];
  });
  const all = Uint8Array.from([...bytesOf(secret), ...text.encode(room), ...number, ...mixed]);
  const commitment = hash(bytesOf(secret));
  return {
    commitment: commitment === proof.commitment && (promised ?? commitment) === commitment,
    seed: deriveKey("decklet deal seed v1", all) === seed,
  };
}
