import type { Context, Hono } from 'hono';
import { html, raw } from 'hono/html';
import type { NodeEnv } from '../listen.ts';
import type { ShowPage } from '../page.ts';
import type { CardBehaviour } from './checkout-payments.ts';
import { getPriceName, money, type PaymentPageDeps } from './page-text.ts';
import type { Catalogue, CheckoutSession } from './records.ts';
import { getPrice, withTax } from './responses.ts';
import type { WebhookMode } from './webhooks.ts';

const cards: readonly { value: CardBehaviour | 'declined'; label: string }[] = [
  { value: 'works', label: 'A card that works' },
  { value: 'declined', label: 'A card that is declined' },
  { value: 'slow', label: 'Delayed payment that succeeds' },
  { value: 'slowThenRefused', label: 'A bank that takes a moment, then refuses' },
];

const webhookChoices: readonly { value: WebhookMode; label: string }[] = [
  { value: 'send', label: 'It is sent at once' },
  { value: 'twice', label: 'It is sent twice' },
  { value: 'hold', label: 'Delayed until released' },
  { value: 'never', label: 'Not delivered' },
];

/** The hosted checkout, with a choice of how the card behaves and how the webhook is delivered. */
export function addCheckoutPage(
  app: Hono<NodeEnv>,
  { ledger, catalogue, show, unknown }: PaymentPageDeps,
): void {
  const checkout = (c: Context<NodeEnv>, session: CheckoutSession, problem?: string, status?: 402 | 422) =>
    session.status === 'open'
      ? show(c, 'Pay', paymentForm(catalogue, session, problem), status === undefined ? {} : { status })
      : showEnd(show, c, session);

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
}

/** The page of a session that is expired or complete. */
function showEnd(show: ShowPage, c: Context<NodeEnv>, session: CheckoutSession) {
  if (session.status === 'expired') {
    return show(
      c,
      'This checkout has expired',
      html`<p>Nothing was charged.</p>${session.cancelUrl ? html`<p><a href="${session.cancelUrl}">Back</a></p>` : ''}`,
      { status: 410 },
    );
  }
  const back = session.successUrl.replaceAll('{CHECKOUT_SESSION_ID}', session.id);
  return show(c, 'You’re all done here', html`<p><a href="${back}">Back to the shop</a></p>`);
}

function paymentForm(catalogue: Catalogue, session: CheckoutSession, problem: string | undefined) {
  const { subtotal, tax, total } = withTax(
    catalogue,
    getPrice(catalogue, session.priceId, session.currency) ?? 0,
    session.taxRateIds,
  );
  const name = getPriceName(catalogue, session.priceId);
  return html`<p class="note">Mock payment page. No card is needed and no money is charged.</p>
${problem === undefined ? '' : html`<p class="problem" role="alert">${problem}</p>`}
<dl><dt>${name}, for a month</dt><dd>${money(subtotal, session.currency)}</dd>
<dt>GST</dt><dd>${money(tax, session.currency)}</dd><dt>To pay today</dt><dd><strong>${money(total, session.currency)}</strong></dd></dl>
<form method="post">
<fieldset><legend>Pay with</legend>${cards.map(
    ({ value, label }) =>
      html`<label><input type="radio" name="card" value="${value}" required ${value === 'works' ? raw('checked') : ''}>${label}</label>`,
  )}</fieldset>
<details><summary>Webhook behaviour (for testing)</summary>
<fieldset><legend>Webhook</legend>${webhookChoices.map(
    ({ value, label }) =>
      html`<label><input type="radio" name="webhook" value="${value}" ${value === 'send' ? raw('checked') : ''}>${label}</label>`,
  )}</fieldset></details>
<button>Subscribe</button></form>
${session.cancelUrl ? html`<p><a href="${session.cancelUrl}">Go back without paying</a></p>` : ''}`;
}
