// The view library as one import: preact with htm instead of JSX, and signals.
import { h, render } from "../vendor/preact.js";
import htm from "../vendor/htm.js";

export const html = htm.bind(h);
export { render };
export { useEffect, useLayoutEffect, useMemo, useRef, useState } from "../vendor/hooks.js";
/** @template T @typedef {import("../vendor/signals.js").Signal<T>} Signal */
export { batch, computed, effect, signal, untracked } from "../vendor/signals.js";
