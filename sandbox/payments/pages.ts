import { type Context, Hono } from 'hono';
import { bodyLimit } from 'hono/body-limit';
import { html } from 'hono/html';
import type { NodeEnv } from '../listen.ts';
import { sandboxPages } from '../page.ts';
import { addCheckoutPage } from './checkout-page.ts';
import type { Ledger } from './ledger.ts';
import { day, money, stateLabels } from './page-text.ts';
import { addPortalPage } from './portal-page.ts';
import type { Catalogue } from './records.ts';
import { paymentStyles } from './styles.ts';

const show = sandboxPages(paymentStyles);

/** Pages in place of the vendor's: the hosted checkout, the customer's portal, an invoice, and an overview. They work without script. */
export function createPaymentPages(deps: {
  ledger: Ledger;
  catalogue: Catalogue;
  releaseWebhooks: () => void;
}): Hono<NodeEnv> {
  const { ledger, catalogue } = deps;
  const app = new Hono<NodeEnv>();
  app.use('/sandbox/payments/*', bodyLimit({ maxSize: 4_096 }));

  const unknown = (c: Context<NodeEnv>) =>
    show(c, 'Page not found', html`<p>Unknown or expired page.</p>`, {
      status: 404,
    });

  app.get('/sandbox/payments', (c) => show(c, 'Payments', overview(ledger)));
  app.post('/sandbox/payments', (c) => {
    deps.releaseWebhooks();
    return c.redirect('/sandbox/payments', 303);
  });
  addCheckoutPage(app, { ledger, catalogue, show, unknown });
  addPortalPage(app, { ledger, catalogue, show, unknown });

  app.get('/sandbox/payments/invoice/:id', (c) => {
    const invoice = ledger.invoices.get(c.req.param('id'));
    if (!invoice) return unknown(c);
    const total = money(invoice.subtotal + invoice.tax, invoice.currency);
    return show(
      c,
      `Invoice ${invoice.number}`,
      html`<dl><dt>Date</dt><dd>${day(invoice.created)}</dd><dt>Without tax</dt><dd>${money(invoice.subtotal, invoice.currency)}</dd>
<dt>GST</dt><dd>${money(invoice.tax, invoice.currency)}</dd><dt>Total</dt><dd>${total}</dd><dt>Status</dt><dd>${invoice.status}</dd></dl>`,
    );
  });

  return app;
}

function overview(ledger: Ledger) {
  const customers = ledger.customers.values().toReversed().slice(0, 30);
  return html`<p>Nothing leaves this computer. On the checkout page you choose what the card does and what becomes of the webhook.</p>
<form method="post"><button>Release delayed webhooks</button></form>
<h2>Customers</h2>
${
  customers.length === 0
    ? html`<p>None yet. Choose a plan in the application, then reload this page.</p>`
    : html`<ul>${customers.map((customer) => {
        const newest = ledger.subscriptions
          .values()
          .filter((subscription) => subscription.customer === customer.id)
          .at(-1);
        return html`<li>${customer.name ?? customer.id}: ${newest ? stateLabels[newest.status] : 'No subscription yet'}</li>`;
      })}</ul>`
}`;
}
