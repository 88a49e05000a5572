import { Hono } from 'hono';
import { html } from 'hono/html';
import type { NodeEnv } from '../listen.ts';
import { sandboxPages } from '../page.ts';
import type { Entities, Entity } from './entities.ts';

const show = sandboxPages(`
main { max-width: 960px; }
h2 { font-size: 0.9375rem; font-weight: 600; margin: 24px 0 8px; }
.lead { color: #4a5357; }
.scroll { overflow-x: auto; }
table { width: 100%; border-collapse: collapse; background: #fff; border: 1px solid #d9dedf; }
th, td { padding: 8px 12px; text-align: left; vertical-align: top; border-top: 1px solid #d9dedf; }
th { font-weight: 600; }
td code { font: 0.8125rem/1.4 ui-monospace, Menlo, Consolas, monospace; white-space: nowrap; user-select: all; }
`);

/** The page at `/sandbox/registries`: demonstration companies of the sandbox registers, with their numbers. */
export function createRegistriesPage({ entities }: { entities: Entities }): Hono<NodeEnv> {
  const app = new Hono<NodeEnv>();
  app.get('/sandbox/registries', (c) => show(c, 'Registers', listed(entities)));
  return app;
}

function listed({ all }: Entities) {
  const examples = all.filter(({ toTry }) => toTry !== undefined);
  const of = (country: Entity['country']) => examples.filter((entity) => entity.country === country);
  return html`<p class="lead">${all.length} mock entities for the NZBN register, ABN Lookup and Australian company extracts. Their check digits are right, and their numbers are from ranges that the registers do not issue. Examples to try; search by number or by name.</p>
<h2>New Zealand</h2>
${table('New Zealand', of('NZL'), ['NZBN', 'Company number'], ({ nzbn, companyNumber }) => [nzbn, companyNumber])}
<h2>Australia</h2>
${table('Australia', of('AUS'), ['ABN', 'ACN'], ({ abn, acn }) => [abn, acn])}`;
}

function table(
  country: string,
  entities: Entity[],
  numbers: [string, string],
  getNumbers: (entity: Entity) => (string | undefined)[],
) {
  return html`<div class="scroll" role="region" tabindex="0" aria-label="Companies of ${country}"><table>
<thead><tr><th scope="col">Name</th>${numbers.map((name) => html`<th scope="col">${name}</th>`)}<th scope="col">Test case</th></tr></thead>
<tbody>${entities.map(
    (entity) =>
      html`<tr><th scope="row">${entity.name}</th>${getNumbers(entity).map((number) => html`<td>${number === undefined ? '' : html`<code>${number}</code>`}</td>`)}<td>${entity.toTry}</td></tr>`,
  )}</tbody>
</table></div>`;
}
