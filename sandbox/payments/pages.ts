import { type Context, Hono } from 'hono';
import { bodyLimit } from 'hono/body-limit';
import { html, raw } from 'hono/html';
import type { NodeEnv } from '../listen.ts';
import { sandboxPages } from '../page.ts';
import type { CardBehaviour, Ledger } from './ledger.ts';
import type { Catalogue, CheckoutSession, Subscription } from './records.ts';
import { priceOf, withTax } from './shapes.ts';
import { paymentStyles } from './styles.ts';
import type { WebhookMode } from './webhooks.ts';

const show = sandboxPages(paymentStyles);

const cards: readonly { value: CardBehaviour | 'declined'; label: string }[] = [
  { value: 'works', label: 'A card that works' },
  { value: 'declined', label: 'A card that is declined' },
  { value: 'slow', label: 'A bank that takes a moment, then pays' },
  { value: 'slowThenRefused', label: 'A bank that takes a moment, then refuses' },
];

const webhookChoices: readonly { value: WebhookMode; label: string }[] = [
  { value: 'send', label: 'It is sent at once' },
  { value: 'twice', label: 'It is sent twice' },
  { value: 'hold', label: 'It is held back, until you let it go' },
  { value: 'never', label: 'It is lost' },
];

const stateWords: Record<Subscription['status'], string> = {
  incomplete: 'Waiting for the bank',
  incomplete_expired: 'Never paid',
  trialing: 'On trial',
  active: 'Active',
  past_due: 'Payment overdue',
  canceled: 'Cancelled',
  unpaid: 'Unpaid',
  paused: 'Paused',
};

const money = (amount: number, currency: string) => `${currency.toUpperCase()} ${(amount / 100).toFixed(2)}`;
const day = (seconds: number) => new Date(seconds * 1_000).toISOString().slice(0, 10);

/** Pages that stand in for the vendor's: the hosted checkout, the customer's portal, an invoice, and an overview. Without script. */
export function createPaymentPages(deps: {
  ledger: Ledger;
  catalogue: Catalogue;
  releaseWebhooks: () => void;
}): Hono<NodeEnv> {
  const { ledger, catalogue } = deps;
  const app = new Hono<NodeEnv>();
  app.use('/sandbox/payments/*', bodyLimit({ maxSize: 4_096 }));

  const unknown = (c: Context<NodeEnv>) =>
    show(c, 'There is nothing here', html`<p>This page is not known, or no longer in use.</p>`, {
      status: 404,
    });

  app.get('/sandbox/payments', (c) => show(c, 'Payments', overview()));
  app.post('/sandbox/payments', (c) => {
    deps.releaseWebhooks();
    return c.redirect('/sandbox/payments', 303);
  });

  app.get('/sandbox/payments/checkout/:id', (c) => {
    const session = ledger.session(c.req.param('id'));
    return session ? checkout(c, session) : unknown(c);
  });
  app.post('/sandbox/payments/checkout/:id', async (c) => {
    const session = ledger.session(c.req.param('id'));
    if (!session) return unknown(c);
    if (session.status !== 'open') return checkout(c, session);
    const form = await c.req.formData();
    const card = cards.find(({ value }) => value === form.get('card'))?.value;
    const webhook = webhookChoices.find(({ value }) => value === form.get('webhook'))?.value;
    if (card === undefined) return checkout(c, session, 'Choose a card.', 422);
    if (card === 'declined') {
      return checkout(c, session, 'Your card was declined. Try another one, or go back.', 402);
    }
    const done = ledger.pay(session, card, webhook);
    return c.redirect(done.successUrl.replaceAll('{CHECKOUT_SESSION_ID}', done.id), 303);
  });

  app.get('/sandbox/payments/portal/:id', (c) => portal(c));
  app.post('/sandbox/payments/portal/:id', async (c) => {
    const session = ledger.portals.get(c.req.param('id'));
    const form = await c.req.formData();
    const subscription = ledger.subscriptions.get(String(form.get('subscription')));
    if (!session || subscription?.customer !== session.customer) return unknown(c);
    const act = acts.find(({ value }) => value === form.get('act'));
    if (act?.fits(subscription)) act.run(subscription);
    return c.redirect(`/sandbox/payments/portal/${session.id}`, 303);
  });

  app.get('/sandbox/payments/invoice/:id', (c) => {
    const invoice = ledger.invoices.get(c.req.param('id'));
    if (!invoice) return unknown(c);
    const total = money(invoice.subtotal + invoice.tax, invoice.currency);
    return show(
      c,
      `Invoice ${invoice.number}`,
      html`<dl><dt>Date</dt><dd>${day(invoice.created)}</dd><dt>Without tax</dt><dd>${money(invoice.subtotal, invoice.currency)}</dd>
<dt>GST</dt><dd>${money(invoice.tax, invoice.currency)}</dd><dt>Total</dt><dd>${total}</dd><dt>State</dt><dd>${invoice.status}</dd></dl>`,
    );
  });

  const isLive = ({ status }: Subscription) => status !== 'canceled' && status !== 'incomplete_expired';
  const setCard = ({ customer }: Subscription, cardWorks: boolean) => {
    const found = ledger.customers.get(customer);
    if (found) ledger.customers.put(found.id, { ...found, cardWorks });
  };
  const cardWorks = ({ customer }: Subscription) => ledger.customers.get(customer)?.cardWorks === true;

  /** What the portal's buttons do. The last three stand in for time passing. */
  const acts: readonly {
    value: string;
    label: string;
    fits: (one: Subscription) => boolean;
    run: (one: Subscription) => void;
  }[] = [
    {
      value: 'cancel',
      label: 'Cancel at the end of the month',
      fits: (one) => isLive(one) && !one.cancelAtPeriodEnd,
      run: (one) => ledger.change(one, { cancelAtPeriodEnd: true, canceledAt: ledger.seconds() }),
    },
    {
      value: 'resume',
      label: 'Do not cancel',
      fits: (one) => isLive(one) && one.cancelAtPeriodEnd,
      run: (one) => ledger.change(one, { cancelAtPeriodEnd: false, canceledAt: null }),
    },
    {
      value: 'goodCard',
      label: 'Use a card that works',
      fits: (one) => isLive(one) && !cardWorks(one),
      run: (one) => {
        setCard(one, true);
        ledger.payOpenInvoices(one);
      },
    },
    {
      value: 'badCard',
      label: 'Use a card that will be declined',
      fits: (one) => isLive(one) && cardWorks(one),
      run: (one) => setCard(one, false),
    },
    { value: 'renew', label: 'Let the month end now', fits: isLive, run: (one) => ledger.renew(one) },
    {
      value: 'pause',
      label: 'Pause, as support would',
      fits: ({ status }) => status === 'active',
      run: (one) => ledger.setStatus(one, 'paused'),
    },
    {
      value: 'unpause',
      label: 'End the pause',
      fits: ({ status }) => status === 'paused',
      run: (one) => ledger.setStatus(one, 'active'),
    },
    {
      value: 'end',
      label: 'Cancel now',
      fits: isLive,
      run: (one) => ledger.setStatus(one, 'canceled'),
    },
  ];

  return app;

  function checkout(
    c: Context<NodeEnv>,
    session: CheckoutSession,
    problem?: string,
    status: 200 | 402 | 422 = 200,
  ) {
    if (session.status === 'expired') {
      return show(
        c,
        'This checkout has expired',
        html`<p>Nothing was charged.</p>${session.cancelUrl ? html`<p><a href="${session.cancelUrl}">Back</a></p>` : ''}`,
        { status: 410 },
      );
    }
    if (session.status === 'complete') {
      const back = session.successUrl.replaceAll('{CHECKOUT_SESSION_ID}', session.id);
      return show(c, 'You’re all done here', html`<p><a href="${back}">Back to the shop</a></p>`);
    }
    const { subtotal, tax, total } = withTax(
      catalogue,
      priceOf(catalogue, session.priceId, session.currency) ?? 0,
      session.taxRateIds,
    );
    const name = catalogue.prices.find(({ id }) => id === session.priceId)?.nickname ?? session.priceId;
    return show(
      c,
      'Pay',
      html`<p class="note">This stands in for the payment service. No card is asked for and no money moves.</p>
${problem === undefined ? '' : html`<p class="problem" role="alert">${problem}</p>`}
<dl><dt>${name}, for a month</dt><dd>${money(subtotal, session.currency)}</dd>
<dt>GST</dt><dd>${money(tax, session.currency)}</dd><dt>To pay today</dt><dd><strong>${money(total, session.currency)}</strong></dd></dl>
<form method="post">
<fieldset><legend>Pay with</legend>${cards.map(
        ({ value, label }) =>
          html`<label><input type="radio" name="card" value="${value}" required ${value === 'works' ? raw('checked') : ''}>${label}</label>`,
      )}</fieldset>
<details><summary>What becomes of the webhook (for trying things out)</summary>
<fieldset><legend>Webhook</legend>${webhookChoices.map(
        ({ value, label }) =>
          html`<label><input type="radio" name="webhook" value="${value}" ${value === 'send' ? raw('checked') : ''}>${label}</label>`,
      )}</fieldset></details>
<button>Subscribe</button></form>
${session.cancelUrl ? html`<p><a href="${session.cancelUrl}">Go back without paying</a></p>` : ''}`,
      { status },
    );
  }

  function portal(c: Context<NodeEnv>) {
    const session = ledger.portals.get(c.req.param('id') ?? '');
    if (!session) return unknown(c);
    const own = ledger.subscriptions
      .values()
      .filter(({ customer }) => customer === session.customer)
      .toReversed();
    const invoices = ledger.invoices
      .values()
      .filter(({ customer }) => customer === session.customer)
      .toReversed();
    return show(
      c,
      'Your subscription',
      html`<p class="note">This stands in for the payment service’s portal.</p>
<p><a href="${session.returnUrl}">Back to Assay</a></p>
${own.map(
  (
    one,
  ) => html`<section><h2>${catalogue.prices.find(({ id }) => id === one.priceId)?.nickname ?? one.priceId}</h2>
<dl><dt>State</dt><dd>${stateWords[one.status]}${one.cancelAtPeriodEnd ? ', ends with the month' : ''}</dd>
<dt>Month ends</dt><dd>${day(one.periodEnd)}</dd><dt>Card</dt><dd>${cardWorks(one) ? 'Works' : 'Will be declined'}</dd></dl>
<form method="post"><input type="hidden" name="subscription" value="${one.id}">
${acts
  .filter(({ fits }) => fits(one))
  .map(({ value, label }) => html`<button name="act" value="${value}">${label}</button> `)}</form></section>`,
)}
<h2>Invoices</h2>${
        invoices.length === 0
          ? html`<p>None yet.</p>`
          : html`<ul>${invoices.map(
              (one) =>
                html`<li><a href="${ledger.invoiceUrl(one.id)}">${one.number}</a>, ${day(one.created)}, ${money(one.subtotal + one.tax, one.currency)}, ${one.status}</li>`,
            )}</ul>`
      }`,
    );
  }

  function overview() {
    const customers = ledger.customers.values().toReversed().slice(0, 30);
    return html`<p>Nothing leaves this computer. On the checkout page you choose what the card does and what becomes of the webhook.</p>
<form method="post"><button>Let go of webhooks that are held back</button></form>
<h2>Customers</h2>
${
  customers.length === 0
    ? html`<p>None yet. Choose a plan in the application, then reload this page.</p>`
    : html`<ul>${customers.map((customer) => {
        const newest = ledger.subscriptions
          .values()
          .filter((one) => one.customer === customer.id)
          .at(-1);
        return html`<li>${customer.name ?? customer.id}: ${newest ? stateWords[newest.status] : 'No subscription yet'}</li>`;
      })}</ul>`
}`;
  }
}
