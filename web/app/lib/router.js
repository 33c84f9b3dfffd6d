// Which view the address means.
import { signal } from "./view.js";

export const path = signal(location.pathname);

addEventListener("popstate", () => {
  path.value = location.pathname;
});

/**
 * @param {string} to
 * @param {{ replace?: boolean }} [how]
 */
export function go(to, { replace = false } = {}) {
  if (to === location.pathname) return;
  history[replace ? "replaceState" : "pushState"](null, "", to);
  path.value = location.pathname;
  scrollTo(0, 0);
}

/**
 * Follows a link within the page.
 * @param {MouseEvent} event
 */
export function follow(event) {
  const link = event.target instanceof Element ? event.target.closest("a[href]") : null;
  if (!(link instanceof HTMLAnchorElement) || link.target || link.hasAttribute("download")) return;
  if (event.button || event.metaKey || event.ctrlKey || event.shiftKey || event.altKey) return;
  if (link.origin !== location.origin || link.pathname.startsWith("/api/")) return;
  event.preventDefault();
  go(link.pathname);
}
