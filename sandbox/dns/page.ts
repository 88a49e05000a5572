import { Hono } from 'hono';
import { bodyLimit } from 'hono/body-limit';
import { html } from 'hono/html';
import type { NodeEnv } from '../listen.ts';
import { formPageStyles, sandboxPages } from '../page.ts';
import type { TxtRecords } from './dns.ts';

const show = sandboxPages(
  `${formPageStyles} label { display: block; margin-top: 8px; } input { width: 100%; min-height: 36px; padding: 0 8px; font: inherit; } table { width: 100%; margin-top: 24px; border-collapse: collapse; } caption { font-weight: 600; text-align: left; padding-bottom: 4px; } th, td { padding: 8px 16px 8px 0; text-align: left; border-top: 1px solid #d9dedf; overflow-wrap: anywhere; vertical-align: top; }`,
);

const maxRecords = 200;

/** A row for each value. */
const recordTable = (records: TxtRecords) => html`<table><caption>TXT records</caption>
<thead><tr><th scope="col">Name</th><th scope="col">Value</th></tr></thead>
<tbody>${[...records].flatMap(([name, values]) =>
  values.map((value) => html`<tr><td>${name}</td><td>${value}</td></tr>`),
)}</tbody></table>`;

/** `/sandbox/dns`: the TXT records of the sandbox’s name server, in place of a domain’s own. */
export function createDnsPage(records: TxtRecords): Hono<NodeEnv> {
  const app = new Hono<NodeEnv>();
  app.use('/sandbox/dns', bodyLimit({ maxSize: 4_096 }));

  app.get('/sandbox/dns', (c) =>
    show(
      c,
      'DNS records',
      html`<p>Assay looks up the TXT records of this page only. Add the record that proves a domain.</p>
<form method="post"><fieldset><legend>Add a TXT record</legend>
<label>Name <input name="name" maxlength="253" required autocomplete="off" spellcheck="false"></label>
<label>Value <input name="value" maxlength="500" required autocomplete="off" spellcheck="false"></label>
<button>Add record</button></fieldset></form>
${records.size === 0 ? html`<p>No records</p>` : recordTable(records)}`,
    ),
  );

  app.post('/sandbox/dns', async (c) => {
    const form = await c.req.parseBody();
    const name = String(form.name ?? '')
      .trim()
      .toLowerCase();
    const value = String(form.value ?? '').trim();
    if (name !== '' && value !== '' && (records.has(name) || records.size < maxRecords)) {
      records.set(name, [...(records.get(name) ?? []).slice(-9), value]);
    }
    return c.redirect('/sandbox/dns', 303);
  });
  return app;
}
