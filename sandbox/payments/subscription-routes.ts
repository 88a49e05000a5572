import type { Hono } from 'hono';
import type { z } from 'zod';
import type { NodeEnv } from '../listen.ts';
import { type RespondToPost, shown } from './idempotent-post.ts';
import type { Ledger } from './ledger.ts';
import type { Catalogue, Subscription } from './records.ts';
import { type Answer, missing, ok, read, subscriptionForm, wrong } from './requests.ts';
import { getPrice, listBody, subscriptionBody } from './responses.ts';

const outsidePeriod = wrong('The proration date must be within the current period.', 'proration_date');

/** Subscriptions: listed, read and changed. */
export function addSubscriptionRoutes(
  app: Hono<NodeEnv>,
  { ledger, catalogue }: { ledger: Ledger; catalogue: Catalogue },
  posted: RespondToPost,
): void {
  app.get('/v1/subscriptions', (c) => {
    const { customer, status, limit = '10' } = c.req.query();
    const expands = new URL(c.req.url).searchParams.getAll('expand[0]').includes('data.latest_invoice');
    const subscriptions = ledger.subscriptions
      .values()
      .filter(
        (subscription) =>
          subscription.customer === customer && (status === 'all' || subscription.status !== 'canceled'),
      )
      .toReversed()
      .slice(0, Number(limit));
    return shown(
      c,
      ok(
        listBody(
          '/v1/subscriptions',
          subscriptions.map((subscription) => ({
            ...subscriptionBody(catalogue, subscription),
            ...(expands ? { latest_invoice: ledger.visibleInvoice(subscription.latestInvoice) } : {}),
          })),
        ),
      ),
    );
  });
  app.get('/v1/subscriptions/:id', (c) => {
    const subscription = ledger.subscriptions.get(c.req.param('id'));
    return shown(
      c,
      subscription
        ? ok(subscriptionBody(catalogue, subscription))
        : missing('subscription', c.req.param('id')),
    );
  });
  app.post('/v1/subscriptions/:id', (c) =>
    posted(c, (body) => {
      const subscription = ledger.subscriptions.get(c.req.param('id'));
      if (!subscription) return missing('subscription', c.req.param('id'));
      const parsed = read(subscriptionForm, body);
      if ('refused' in parsed) return parsed.refused;
      return updateSubscription(ledger, catalogue, subscription, parsed.form);
    }),
  );
}

function updateSubscription(
  ledger: Ledger,
  catalogue: Catalogue,
  subscription: Subscription,
  form: z.output<typeof subscriptionForm>,
): Answer {
  if (subscription.status === 'canceled') {
    return wrong('A canceled subscription can only update its metadata.');
  }
  const [item] = form.items;
  if (
    item &&
    (item.id !== subscription.itemId || getPrice(catalogue, item.price, subscription.currency) === undefined)
  ) {
    return wrong(`No such price: '${item.price}'`, 'items[0][price]', 'resource_missing');
  }
  const { cancel_at_period_end: ends, proration_behavior: behaviour, proration_date: date } = form;
  const at = date ?? ledger.seconds();
  if (at < subscription.periodStart || at > subscription.periodEnd) return outsidePeriod;
  const changed = ledger.changePrice(subscription, item?.price ?? subscription.priceId, {
    at,
    prorates: behaviour === 'create_prorations',
    ...(ends === undefined ? {} : { cancelAtPeriodEnd: ends === 'true' }),
  });
  return ok(subscriptionBody(catalogue, changed));
}
