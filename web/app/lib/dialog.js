// A dialog over the page: the browser keeps the focus in it and closes it with Escape.
import { html, useEffect, useRef } from "./view.js";
import { t } from "./i18n.js";
import { Icon } from "./icons.js";

/**
 * @param {{ title: string, onClose: () => void, children?: any, class?: string, modal?: boolean }} props
 */
export function Dialog({ title, onClose, children, class: more = "" }) {
  const ref = useRef(/** @type {HTMLDialogElement | null} */ (null));
  useEffect(() => {
    const dialog = ref.current;
    const before = document.activeElement;
    if (!dialog?.open) dialog?.showModal();
    return () => {
      dialog?.close();
      if (before instanceof HTMLElement && before.isConnected) before.focus();
    };
  }, []);
  /** @param {MouseEvent} event */
  const outside = (event) => event.target === ref.current && onClose();
  return html`
    <dialog ref=${ref} class=${`dialog ${more}`} aria-label=${title} onClose=${onClose} onClick=${outside}>
      <div class="dialog-box">
        <header>
          <h2>${title}</h2>
          <button class="icon" aria-label=${t("close")} onClick=${onClose}><${Icon} name="close" /></button>
        </header>
        <div class="dialog-body">${children}</div>
      </div>
    </dialog>
  `;
}
