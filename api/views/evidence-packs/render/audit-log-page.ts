import type { PackCover } from '../contents/records.ts';
import type { TrailEvent } from '../contents/store.ts';
import { formatEnumValue, instantIn } from './formatters.ts';
import { html, pageEnd, pageStart } from './html.ts';

const actorLabels = {
  user: 'A former member',
  client: 'Client',
  system: 'Assay',
  apiKey: 'An API key',
  admin: 'Platform admin',
};

const headings = ['Entry', 'When', 'Actor', 'Role', 'Action', 'On', 'Reason', 'Before and after', 'Hash'];

/** The audit log as a page, streamed: it may have thousands of entries. */
export async function* trailPage(
  cover: PackCover,
  events: AsyncIterable<TrailEvent>,
): AsyncGenerator<string> {
  const clock = instantIn(cover.company.timeZone);
  yield pageStart(`Audit log: ${cover.subject}`);
  const head = html`<p><a href="index.html">Evidence pack</a></p><h1>Audit log</h1><p class="lead">${cover.subject}, oldest first, up to ${clock(cover.asAt)}</p><div class="wide" role="group" aria-label="Audit log" tabindex="0"><table><thead><tr>${headings.map((text) => html`<th scope="col">${text}</th>`)}</tr></thead><tbody>`;
  yield head.html;
  for await (const event of events) {
    const detail = event.detail_key === null ? '' : JSON.stringify(event.detail);
    const row = html`<tr><th scope="row">${event.seq}</th><td>${clock(event.at)}</td><td>${event.actor_name ?? actorLabels[event.actor_type]}</td><td>${event.actor_role}</td><td>${event.action}</td><td>${formatEnumValue(event.resource_type)}</td><td>${event.reason ?? event.detail_reason}</td><td>${detail === '{}' ? '' : html`<code>${detail}</code>`}</td><td><code>${event.hash.slice(0, 16)}…</code></td></tr>`;
    yield `${row.html}\n`;
  }
  yield `</tbody></table></div>${pageEnd}`;
}
