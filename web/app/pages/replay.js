// A hand that is over, step by step. (Filled below.)
import { html } from "../lib/view.js";
import { t } from "../lib/i18n.js";
import { Page } from "./frame.js";

/** @param {{ code: string, hand: number }} props */
export const ReplayPage = ({ code, hand }) => html`<${Page} title=${t("replay.of", { code, hand })} />`;
