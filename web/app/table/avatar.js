// Who sits in a seat: drawn from the name, nothing is loaded.
import { html } from "../lib/view.js";

/** @param {string} text */
const mix = (text) => [...text].reduce((sum, letter) => (sum * 31 + (letter.codePointAt(0) ?? 0)) >>> 0, 7);

const bot = html`
  <g class="bot">
    <path d="M20 7v5" />
    <circle cx="20" cy="6" r="2" />
    <rect x="10" y="12" width="20" height="17" rx="6" />
    <path d="M7 18v5M33 18v5" />
    <circle class="eye" cx="16" cy="20" r="2" />
    <circle class="eye" cx="24" cy="20" r="2" />
    <path d="M16 25h8" />
  </g>
`;

/** @param {{ name: string, isBot: boolean, seat: number }} props */
export function Avatar({ name, isBot, seat }) {
  const tone = isBot ? (seat * 83 + 200) % 360 : mix(name) % 360;
  return html`
    <svg class="avatar" viewBox="0 0 40 40" aria-hidden="true">
      <circle cx="20" cy="20" r="20" style=${{ fill: `hsl(${tone} 42% 36%)` }} />
      ${isBot ? bot : html`<text x="20" y="27">${[...name.trim()][0]?.toUpperCase() ?? "?"}</text>`}
    </svg>
  `;
}
