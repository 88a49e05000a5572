import { createHmac } from 'node:crypto';
import { Hono } from 'hono';
import { html } from 'hono/html';
import type { NodeEnv } from '../listen.ts';
import { formPageStyles, sandboxPages } from '../page.ts';
import { isSameSecret } from '../same-secret.ts';

const maxDeliveries = 100;
const maxBodyBytes = 4 * 1024 * 1024;
const maxAgeSeconds = 300;

interface Delivery {
  at: string;
  signature: string;
  body: string;
}

const show = sandboxPages(`${formPageStyles}
main { max-width: 960px; }
input[type=text] { flex: 1; min-width: 0; max-width: 480px; min-height: 36px; padding: 0 8px; font: inherit; }
article { margin-top: 16px; padding: 12px 16px; background: #fff; border: 1px solid #d9dedf; border-radius: 4px; }
pre { margin: 8px 0 0; overflow-x: auto; font: 0.75rem/1.5 ui-monospace, Menlo, Consolas, monospace; white-space: pre-wrap; overflow-wrap: anywhere; }
.valid { color: #0b6b3a; } .wrong { color: #b3261e; }
`);

/** Whether one of the signatures is that of the secret, and its time recent. */
function isSigned({ signature, body, at }: Delivery, secret: string): boolean {
  const parts = signature.split(',').map((part) => part.split('='));
  const time = parts.find(([name]) => name === 't')?.[1] ?? '';
  const expected = createHmac('sha256', secret).update(`${time}.${body}`).digest('hex');
  const isRecent = Math.abs(Date.parse(at) / 1000 - Number(time)) < maxAgeSeconds;
  return isRecent && parts.some(([name, value = '']) => name === 'v1' && isSameSecret(value, expected));
}

/**
 * A receiver of audit events: accepts deliveries at `/sandbox/siem/events` and shows them at `/sandbox/siem`, where a secret can be entered
 * to verify their signatures, and failures switched on. Deliveries are in memory only.
 */
export function createSiemPage({ now }: { now: () => Date }): Hono<NodeEnv> {
  const deliveries: Delivery[] = [];
  let secret = '';
  let isFailing = false;
  const app = new Hono<NodeEnv>();
  app.post('/sandbox/siem/events', async (c) => {
    const body = await c.req.text();
    if (isFailing) return c.json({ error: 'switched off' }, 503);
    if (body.length > maxBodyBytes) return c.json({ error: 'too large' }, 413);
    deliveries.unshift({
      at: now().toISOString(),
      signature: c.req.header('X-Assay-Signature') ?? '',
      body,
    });
    deliveries.length = Math.min(deliveries.length, maxDeliveries);
    return c.json({ accepted: true });
  });
  app.get('/sandbox/siem', (c) =>
    show(c, 'Audit events received', received({ deliveries, secret, isFailing })),
  );
  app.post('/sandbox/siem', async (c) => {
    const form = await c.req.parseBody();
    if (typeof form.secret === 'string') secret = form.secret.trim();
    isFailing = form.failing === 'on';
    return c.redirect('/sandbox/siem', 303);
  });
  return app;
}

function received({
  deliveries,
  secret,
  isFailing,
}: {
  deliveries: readonly Delivery[];
  secret: string;
  isFailing: boolean;
}) {
  const verdict = (delivery: Delivery) => {
    if (secret === '') return html`<span>not verified: no secret entered</span>`;
    return isSigned(delivery, secret)
      ? html`<span class="valid">✓ signature valid</span>`
      : html`<span class="wrong">✗ signature invalid</span>`;
  };
  return html`<p>A receiver to try the audit stream with. The last ${String(maxDeliveries)} deliveries, newest first, until the next restart.</p>
<form method="post" action="/sandbox/siem"><fieldset><legend>Receiver</legend>
<label>Secret <input type="text" name="secret" value="${secret}" autocomplete="off"></label>
<label><input type="checkbox" name="failing" ${isFailing ? 'checked' : ''}> Respond with 503 to every delivery</label>
</fieldset><button>Save</button></form>
${deliveries.length === 0 ? html`<p>Nothing received yet.</p>` : ''}
${deliveries.map(
  (delivery) =>
    html`<article><strong>${delivery.at}</strong> · ${verdict(delivery)}<pre>${delivery.body}</pre></article>`,
)}`;
}
