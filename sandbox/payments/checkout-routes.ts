import type { Hono } from 'hono';
import type { z } from 'zod';
import type { NodeEnv } from '../listen.ts';
import { type RespondToPost, shown } from './idempotent-post.ts';
import type { Ledger } from './ledger.ts';
import type { Catalogue } from './records.ts';
import { type Answer, missing, ok, read, sessionForm, wrong } from './requests.ts';
import { getPrice } from './responses.ts';

/** Checkout sessions: opened, read and expired. */
export function addCheckoutRoutes(
  app: Hono<NodeEnv>,
  { ledger, catalogue }: { ledger: Ledger; catalogue: Catalogue },
  posted: RespondToPost,
): void {
  app.post('/v1/checkout/sessions', (c) =>
    posted(c, (body) => {
      const parsed = read(sessionForm, body);
      return 'refused' in parsed ? parsed.refused : openSession(ledger, catalogue, parsed.form);
    }),
  );
  app.get('/v1/checkout/sessions/:id', (c) => {
    const session = ledger.session(c.req.param('id'));
    const expands = new URL(c.req.url).searchParams.getAll('expand[0]').includes('subscription');
    return shown(
      c,
      session ? ok(ledger.visibleSession(session, expands)) : missing('checkout.session', c.req.param('id')),
    );
  });
  app.post('/v1/checkout/sessions/:id/expire', (c) =>
    posted(c, () => {
      const session = ledger.session(c.req.param('id'));
      if (!session) return missing('checkout.session', c.req.param('id'));
      if (session.status !== 'open')
        return wrong(`Only open sessions can be expired, not ${session.status} ones.`);
      return ok(ledger.visibleSession(ledger.expireSession(session)));
    }),
  );
}

function openSession(ledger: Ledger, catalogue: Catalogue, form: z.output<typeof sessionForm>): Answer {
  const price = form.line_items[0]?.price ?? '';
  const currency = form.currency ?? 'nzd';
  if (!ledger.customers.get(form.customer)) return missing('customer', form.customer);
  if (getPrice(catalogue, price, currency) === undefined) {
    return wrong(`No such price: '${price}' in ${currency}`, 'line_items[0][price]', 'resource_missing');
  }
  const taxRateIds = form.subscription_data.default_tax_rates;
  const unknown = taxRateIds.find((id) => !catalogue.taxRates.some((rate) => rate.id === id));
  if (unknown !== undefined)
    return wrong(`No such tax rate: '${unknown}'`, 'default_tax_rates', 'resource_missing');
  return ok(
    ledger.visibleSession(
      ledger.openSession({
        customer: form.customer,
        priceId: price,
        currency,
        taxRateIds,
        successUrl: form.success_url,
        cancelUrl: form.cancel_url ?? null,
        clientReferenceId: form.client_reference_id ?? null,
        metadata: form.metadata,
        subscriptionMetadata: form.subscription_data.metadata,
      }),
    ),
  );
}
