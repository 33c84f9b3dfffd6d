// Small things that views share.
import { useEffect, useLayoutEffect, useRef, useState } from "./view.js";

/**
 * The size of an element, kept up to date.
 * @returns {[import("../vendor/preact.js").RefObject<any>, { width: number, height: number }]}
 */
export function useSize() {
  const ref = useRef(/** @type {HTMLElement | null} */ (null));
  const [size, setSize] = useState({ width: 0, height: 0 });
  useLayoutEffect(() => {
    const element = ref.current;
    if (!element) return undefined;
    const measure = () => {
      const { clientWidth: width, clientHeight: height } = element;
      setSize((was) => (was.width === width && was.height === height ? was : { width, height }));
    };
    measure();
    const watch = new ResizeObserver(measure);
    watch.observe(element);
    return () => watch.disconnect();
  }, []);
  return [ref, size];
}

/**
 * Keys that mean something as long as the view is there.
 * @param {(event: KeyboardEvent) => boolean | void} handle says whether it has used the key
 */
export function useKeys(handle) {
  const latest = useRef(handle);
  latest.current = handle;
  useEffect(() => {
    /** @param {KeyboardEvent} event */
    const listen = (event) => {
      if (event.ctrlKey || event.metaKey || event.altKey || event.defaultPrevented) return;
      const at = event.target;
      const writes = at instanceof HTMLElement && at.matches("input, textarea, select");
      if (writes || document.querySelector("dialog[open]")) return;
      if (latest.current(event)) event.preventDefault();
    };
    addEventListener("keydown", listen);
    return () => removeEventListener("keydown", listen);
  }, []);
}

/**
 * What a promise brings, and what to show meanwhile.
 * @template T
 * @param {() => Promise<T>} start
 * @param {unknown[]} inputs
 * @returns {{ value: T | null, error: any, again: () => void }}
 */
export function useLoaded(start, inputs) {
  const [state, setState] = useState(
    /** @type {{ value: T | null, error: any }} */ ({ value: null, error: null }),
  );
  const [round, setRound] = useState(0);
  useEffect(() => {
    let wanted = true;
    start().then(
      (value) => wanted && setState({ value, error: null }),
      (error) => wanted && setState({ value: null, error }),
    );
    return () => {
      wanted = false;
    };
  }, [...inputs, round]);
  return { ...state, again: () => setRound(round + 1) };
}
