import { createHash } from 'node:crypto';
import { Hono } from 'hono';
import { html, raw } from 'hono/html';
import type { NodeEnv } from '../listen.ts';
import { outboxStyles } from '../outbox/styles.ts';
import type { Entities, Entity } from './entities.ts';

const styles = `${outboxStyles}
main { max-width: 960px; }
h2 { margin: 24px 0 8px; }
.scroll { overflow-x: auto; }
table { width: 100%; border-collapse: collapse; background: #fff; border: 1px solid #d9dedf; }
th, td { padding: 8px 12px; text-align: left; vertical-align: top; border-top: 1px solid #d9dedf; }
th { font-weight: 600; }
td code { font: 13px/1.4 ui-monospace, Menlo, Consolas, monospace; white-space: nowrap; user-select: all; }
`;
const styleHash = createHash('sha256').update(styles).digest('base64');

/** The page at `/sandbox/registries`: which companies of the stand-in registers are worth trying, with their numbers. */
export function createRegistriesPage({ entities }: { entities: Entities }): Hono<NodeEnv> {
  const app = new Hono<NodeEnv>();
  app.get('/sandbox/registries', (c) => {
    c.header(
      'Content-Security-Policy',
      `default-src 'none'; style-src 'sha256-${styleHash}'; base-uri 'none'; frame-ancestors 'none'`,
    );
    c.header('Cache-Control', 'no-store');
    c.header('X-Robots-Tag', 'noindex, nofollow');
    c.header('X-Content-Type-Options', 'nosniff');
    c.header('Referrer-Policy', 'same-origin');
    return c.html(page(entities));
  });
  return app;
}

function page({ all }: Entities) {
  const shown = all.filter(({ toTry }) => toTry !== undefined);
  const of = (country: Entity['country']) => shown.filter((entity) => entity.country === country);
  return html`<!doctype html>
<html lang="en-NZ">
<head>
<meta charset="utf-8">
<meta name="viewport" content="width=device-width, initial-scale=1">
<meta name="robots" content="noindex, nofollow">
<title>Registers</title>
<style>${raw(styles)}</style>
</head>
<body>
<main>
<h1>Registers</h1>
<p class="lead">${all.length} invented companies and trusts stand in for the NZBN register, ABN Lookup and Australian company extracts. Their check digits are right, and their numbers are from ranges that the registers do not give out. These are worth trying; search by number or by name.</p>
<h2>New Zealand</h2>
${table(of('NZL'), ['NZBN', 'Company number'], ({ nzbn, companyNumber }) => [nzbn, companyNumber])}
<h2>Australia</h2>
${table(of('AUS'), ['ABN', 'ACN'], ({ abn, acn }) => [abn, acn])}
</main>
</body>
</html>`;
}

function table(
  entities: Entity[],
  numbers: [string, string],
  numbersOf: (entity: Entity) => (string | undefined)[],
) {
  return html`<div class="scroll"><table>
<thead><tr><th scope="col">Name</th>${numbers.map((name) => html`<th scope="col">${name}</th>`)}<th scope="col">What there is to see</th></tr></thead>
<tbody>${entities.map(
    (entity) =>
      html`<tr><th scope="row">${entity.name}</th>${numbersOf(entity).map((number) => html`<td>${number === undefined ? '' : html`<code>${number}</code>`}</td>`)}<td>${entity.toTry}</td></tr>`,
  )}</tbody>
</table></div>`;
}
