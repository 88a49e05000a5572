import { escapeHtml } from '../../../kernel/http/escape-html.ts';

/** HTML that is inserted without escaping. */
export interface Html {
  readonly html: string;
}

type Part = Html | string | number | null | undefined | false | readonly Part[];

function written(part: Part): string {
  if (part === null || part === undefined || part === false) return '';
  if (typeof part === 'string' || typeof part === 'number') {
    return escapeHtml(String(part));
  }
  return 'html' in part ? part.html : part.map(written).join('');
}

/** HTML from a template: values are escaped unless they are `Html`; lists are joined. */
export function html(texts: TemplateStringsArray, ...parts: Part[]): Html {
  return {
    html: texts.reduce((sum, text, index) => sum + (index > 0 ? written(parts[index - 1]) : '') + text, ''),
  };
}

/** A description list; empty values are omitted. */
export function facts(lines: readonly (readonly [string, Part])[]): Html {
  const filledLines = lines.filter(([, value]) => written(value) !== '');
  return filledLines.length === 0
    ? html``
    : html`<dl>${filledLines.map(([name, value]) => html`<div><dt>${name}</dt><dd>${value}</dd></div>`)}</dl>`;
}

/** A table, or a sentence if it has no rows. The first column is the row header. */
export function table(
  caption: string,
  headings: readonly string[],
  rows: readonly (readonly Part[])[],
  empty: string,
): Html {
  if (rows.length === 0) return html`<p class="none">${empty}</p>`;
  return html`<div class="wide" role="group" aria-label="${caption}" tabindex="0"><table><caption>${caption}</caption><thead><tr>${headings.map(
    (heading) => html`<th scope="col">${heading}</th>`,
  )}</tr></thead><tbody>${rows.map(
    ([first, ...rest]) =>
      html`<tr><th scope="row">${first}</th>${rest.map((cell) => html`<td>${cell}</td>`)}</tr>`,
  )}</tbody></table></div>`;
}

/** Sentences as a list; nothing if there are none. */
export function list(items: readonly Part[]): Html {
  return items.length === 0 ? html`` : html`<ul>${items.map((item) => html`<li>${item}</li>`)}</ul>`;
}

/** Multi-line text as typed. */
export function prose(text: string | null | undefined): Html | null {
  return text ? html`<span class="prose">${text}</span>` : null;
}

/** Small, plain and printable: no network, no script, black on white, rows and headings not split across pages. */
const style = `
:root { color-scheme: light; --ink: #16201f; --soft: #55605e; --line: #c9d1cf; --ground: #f3f6f5; --accent: #0b5f5a; }
* { box-sizing: border-box; }
body { margin: 0 auto; max-width: 60rem; padding: 2rem 1.25rem 4rem; background: #fff; color: var(--ink);
  font: .9375rem/1.5 system-ui, -apple-system, 'Segoe UI', sans-serif; overflow-wrap: anywhere; }
h1 { font-size: 1.75rem; line-height: 1.2; margin: 0 0 .25rem; }
h2 { font-size: 1.25rem; margin: 2.5rem 0 .5rem; padding-top: .75rem; border-top: 2px solid var(--ink); break-after: avoid; }
h3 { font-size: 1rem; margin: 1.25rem 0 .25rem; break-after: avoid; }
a { color: var(--accent); }
a:focus-visible, .wide:focus-visible { outline: 2px solid var(--accent); outline-offset: 2px; }
p { margin: .5rem 0; } ul, ol { margin: .5rem 0; padding-left: 1.4rem; }
dl { margin: .75rem 0; } dl > div { display: grid; grid-template-columns: 13rem 1fr; gap: 0 1rem; padding: .3rem 0; border-bottom: 1px solid var(--line); }
dt { color: var(--soft); } dd { margin: 0; }
.wide { overflow-x: auto; margin: .75rem 0; }
table { width: 100%; border-collapse: collapse; font-size: .8125rem; font-variant-numeric: tabular-nums; overflow-wrap: normal; }
caption { text-align: left; font-weight: 600; padding: .25rem 0; }
th, td { text-align: left; vertical-align: top; padding: .35rem .6rem .35rem 0; border-bottom: 1px solid var(--line); font-weight: 400; }
thead th { color: var(--soft); border-bottom-color: var(--ink); } tbody th { font-weight: 600; }
td code, dd code, p code, li code { font: .75rem/1.5 ui-monospace, SFMono-Regular, Consolas, monospace; overflow-wrap: anywhere; }
pre { background: var(--ground); padding: .5rem .75rem; overflow-x: auto; font-size: .75rem; }
.proof { padding: .5rem .75rem; background: var(--ground); border-left: 4px solid var(--line); }
.proof { white-space: pre-wrap; } .proof[data-result='verified'] { border-color: var(--accent); } .proof[data-result='altered'] { border-color: #b3261e; }
button { font: inherit; padding: .4rem .9rem; } input[type=file] { font: inherit; max-width: 100%; }
.lead { color: var(--soft); font-size: 1.05rem; margin: 0 0 1rem; } .none, .hint { color: var(--soft); }
.prose { white-space: pre-line; } .record { break-inside: auto; margin-bottom: 1.5rem; }
svg { max-width: 100%; height: auto; font: 12px system-ui, sans-serif; }
nav ol { columns: 2; } nav a { display: inline-block; min-height: 1.75rem; } tr, dl > div, li { break-inside: avoid; }
@media (max-width: 40rem) { dl > div { grid-template-columns: 1fr; } nav ol { columns: 1; } }
@media print { @page { margin: 18mm 15mm; } body { max-width: none; padding: 0; font-size: 10.5pt; } table { font-size: 9pt; }
  .wide { overflow: visible; } h2 { break-before: page; } a { color: inherit; text-decoration: none; } }
`.trim();

/**
 * Start of a page, up to its content.
 *
 * @param scriptHash the only script that may run: its SHA-256 in base64; default none
 */
export function pageStart(title: string, scriptHash?: string): string {
  const { html: titled } = html`<title>${title}</title>`;
  return [
    '<!doctype html><html lang="en"><head><meta charset="utf-8">',
    '<meta name="viewport" content="width=device-width, initial-scale=1">',
    // The page contains text from members and registers, which must not run or load anything.
    `<meta http-equiv="Content-Security-Policy" content="default-src 'none'; style-src 'unsafe-inline'${scriptHash ? `; script-src 'sha256-${scriptHash}'` : ''}">`,
    `${titled}<style>${style}</style></head><body>\n`,
  ].join('');
}

export const pageEnd = '\n</body></html>\n';
