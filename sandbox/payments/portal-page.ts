import type { Context, Hono } from 'hono';
import { html } from 'hono/html';
import type { NodeEnv } from '../listen.ts';
import type { ShowPage } from '../page.ts';
import type { Ledger } from './ledger.ts';
import { day, getPriceName, money, stateLabels } from './page-text.ts';
import type { Catalogue, Invoice, Subscription } from './records.ts';

/** A button of the portal, offered for the subscriptions it applies to. */
type PortalAction = {
  value: string;
  label: string;
  fits: (subscription: Subscription) => boolean;
  run: (subscription: Subscription) => void;
};

/** The customer's portal: subscriptions with their actions, and invoices. */
export function addPortalPage(
  app: Hono<NodeEnv>,
  {
    ledger,
    catalogue,
    show,
    unknown,
  }: {
    ledger: Ledger;
    catalogue: Catalogue;
    show: ShowPage;
    unknown: (c: Context<NodeEnv>) => Response | Promise<Response>;
  },
): void {
  const actions = portalActions(ledger);

  app.get('/sandbox/payments/portal/:id', (c) => {
    const session = ledger.portals.get(c.req.param('id'));
    if (!session) return unknown(c);
    const subscriptions = ledger.subscriptions
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
      html`<p class="note">This page simulates the payment service’s portal.</p>
<p><a href="${session.returnUrl}">Back to Assay</a></p>
${subscriptions.map((subscription) => subscriptionSection(subscription, { ledger, catalogue, actions }))}
<h2>Invoices</h2>${invoiceList(ledger, invoices)}`,
    );
  });
  app.post('/sandbox/payments/portal/:id', async (c) => {
    const session = ledger.portals.get(c.req.param('id'));
    const form = await c.req.formData();
    const subscription = ledger.subscriptions.get(String(form.get('subscription')));
    if (!session || subscription?.customer !== session.customer) return unknown(c);
    const action = actions.find(({ value }) => value === form.get('act'));
    if (action?.fits(subscription)) action.run(subscription);
    return c.redirect(`/sandbox/payments/portal/${session.id}`, 303);
  });
}

const cardWorks = (ledger: Ledger, { customer }: Subscription) =>
  ledger.customers.get(customer)?.cardWorks === true;

function subscriptionSection(
  subscription: Subscription,
  { ledger, catalogue, actions }: { ledger: Ledger; catalogue: Catalogue; actions: readonly PortalAction[] },
) {
  const { id, priceId, status, cancelAtPeriodEnd, periodEnd } = subscription;
  return html`<section><h2>${getPriceName(catalogue, priceId)}</h2>
<dl><dt>Status</dt><dd>${stateLabels[status]}${cancelAtPeriodEnd ? ', ends with the month' : ''}</dd>
<dt>Month ends</dt><dd>${day(periodEnd)}</dd><dt>Card</dt><dd>${cardWorks(ledger, subscription) ? 'Works' : 'Will be declined'}</dd></dl>
<form method="post"><input type="hidden" name="subscription" value="${id}">
${actions
  .filter(({ fits }) => fits(subscription))
  .map(({ value, label }) => html`<button name="act" value="${value}">${label}</button> `)}</form></section>`;
}

function invoiceList(ledger: Ledger, invoices: readonly Invoice[]) {
  if (invoices.length === 0) return html`<p>None yet.</p>`;
  return html`<ul>${invoices.map(
    ({ id, number, created, subtotal, tax, currency, status }) =>
      html`<li><a href="${ledger.invoiceUrl(id)}">${number}</a>, ${day(created)}, ${money(subtotal + tax, currency)}, ${status}</li>`,
  )}</ul>`;
}

const isLive = ({ status }: Subscription) => status !== 'canceled' && status !== 'incomplete_expired';

/** The actions of the portal. */
function portalActions(ledger: Ledger): readonly PortalAction[] {
  return [...customerActions(ledger), ...testActions(ledger)];
}

/** Actions that a customer can take. */
function customerActions(ledger: Ledger): PortalAction[] {
  const setCard = ({ customer: id }: Subscription, works: boolean) => {
    const customer = ledger.customers.get(id);
    if (customer) ledger.customers.put(customer.id, { ...customer, cardWorks: works });
  };
  return [
    {
      value: 'cancel',
      label: 'Cancel at the end of the month',
      fits: (item) => isLive(item) && !item.cancelAtPeriodEnd,
      run: (item) => ledger.change(item, { cancelAtPeriodEnd: true, canceledAt: ledger.seconds() }),
    },
    {
      value: 'resume',
      label: 'Do not cancel',
      fits: (item) => isLive(item) && item.cancelAtPeriodEnd,
      run: (item) => ledger.change(item, { cancelAtPeriodEnd: false, canceledAt: null }),
    },
    {
      value: 'goodCard',
      label: 'Use a card that works',
      fits: (item) => isLive(item) && !cardWorks(ledger, item),
      run: (item) => {
        setCard(item, true);
        ledger.payOpenInvoices(item);
      },
    },
    {
      value: 'badCard',
      label: 'Use a card that will be declined',
      fits: (item) => isLive(item) && cardWorks(ledger, item),
      run: (item) => setCard(item, false),
    },
  ];
}

/** Simulates time passing and actions of the vendor's support. */
function testActions(ledger: Ledger): PortalAction[] {
  return [
    { value: 'renew', label: 'End the month now', fits: isLive, run: (item) => ledger.renew(item) },
    {
      value: 'pause',
      label: 'Pause, as support would',
      fits: ({ status }) => status === 'active',
      run: (item) => ledger.setStatus(item, 'paused'),
    },
    {
      value: 'unpause',
      label: 'End the pause',
      fits: ({ status }) => status === 'paused',
      run: (item) => ledger.setStatus(item, 'active'),
    },
    {
      value: 'end',
      label: 'Cancel now',
      fits: isLive,
      run: (item) => ledger.setStatus(item, 'canceled'),
    },
  ];
}
