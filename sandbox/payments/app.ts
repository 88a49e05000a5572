import { createHash, timingSafeEqual } from 'node:crypto';
import { Hono } from 'hono';
import { bodyLimit } from 'hono/body-limit';
import { HTTPException } from 'hono/http-exception';
import { createControls } from '../controls.ts';
import type { Journal } from '../journal.ts';
import type { NodeEnv } from '../listen.ts';
import { createPostAnswering, shown } from './answering.ts';
import { addInvoiceRoutes } from './invoice-routes.ts';
import { type Ledger, newId } from './ledger.ts';
import type { Catalogue } from './records.ts';
import {
  customerForm,
  missing,
  ok,
  portalForm,
  read,
  sessionForm,
  subscriptionForm,
  wrong,
} from './requests.ts';
import { customerBody, listBody, portalBody, priceOf, subscriptionBody } from './shapes.ts';
import { addWebhookControls } from './webhook-controls.ts';
import type { Webhooks } from './webhooks.ts';

const mostBodyBytes = 64 * 1_024;

/**
 * The payment service's stand-in: customers, checkout sessions, subscriptions, invoice items, invoices and portal sessions under `/v1`,
 * form-encoded, with idempotency keys and the vendor's errors; `/__sandbox/{log,faults}` and `/__sandbox/webhooks`, which says what becomes
 * of events.
 */
export function createPaymentsApp(deps: {
  ledger: Ledger;
  webhooks: Webhooks;
  journal: Journal;
  catalogue: Catalogue;
  secretKey: string;
  portalUrl: (id: string) => string;
  now: () => Date;
}): Hono<NodeEnv> {
  const { ledger, catalogue } = deps;
  const posted = createPostAnswering(deps.journal);
  const controls = createControls({
    now: deps.now,
    errorBody: (status) => ({ error: { type: 'api_error', message: `Sandbox fault ${status}` } }),
  });
  const app = new Hono<NodeEnv>();
  app.use(controls.middleware);
  app.route('/__sandbox', controls.routes);
  addWebhookControls(app, deps.webhooks);

  app.use('/v1/*', async (c, next) => {
    c.header('request-id', newId('req'));
    c.header('stripe-version', c.req.header('stripe-version') ?? '2026-10-28.endive');
    const given = /^Bearer (.+)$/.exec(c.req.header('Authorization') ?? '')?.[1];
    if (!isSameSecret(given, deps.secretKey)) {
      return c.json({ error: { type: 'invalid_request_error', message: 'Invalid API Key provided' } }, 401);
    }
    await next();
  });
  app.use(
    bodyLimit({
      maxSize: mostBodyBytes,
      onError: (c) =>
        c.json({ error: { type: 'invalid_request_error', message: 'Request body too large' } }, 413),
    }),
  );

  app.post('/v1/customers', (c) =>
    posted(c, (body) => {
      const parsed = read(customerForm, body);
      if ('refused' in parsed) return parsed.refused;
      const { name = null, email = null, metadata } = parsed.form;
      const made = { id: newId('cus'), name, email, metadata, cardWorks: true, created: ledger.seconds() };
      ledger.customers.put(made.id, made);
      return ok(customerBody(made));
    }),
  );
  app.post('/v1/customers/:id', (c) =>
    posted(c, (body) => {
      const found = ledger.customers.get(c.req.param('id'));
      if (!found) return missing('customer', c.req.param('id'));
      const parsed = read(customerForm, body);
      if ('refused' in parsed) return parsed.refused;
      const { name = found.name, email = found.email, metadata } = parsed.form;
      const changed = { ...found, name, email, metadata: { ...found.metadata, ...metadata } };
      ledger.customers.put(changed.id, changed);
      return ok(customerBody(changed));
    }),
  );
  app.get('/v1/customers/:id', (c) => {
    const found = ledger.customers.get(c.req.param('id'));
    return shown(c, found ? ok(customerBody(found)) : missing('customer', c.req.param('id')));
  });

  app.post('/v1/checkout/sessions', (c) =>
    posted(c, (body) => {
      const parsed = read(sessionForm, body);
      if ('refused' in parsed) return parsed.refused;
      const { form } = parsed;
      const price = form.line_items[0]?.price ?? '';
      const currency = form.currency ?? 'nzd';
      if (!ledger.customers.get(form.customer)) return missing('customer', form.customer);
      if (priceOf(catalogue, price, currency) === undefined) {
        return wrong(`No such price: '${price}' in ${currency}`, 'line_items[0][price]', 'resource_missing');
      }
      const taxRateIds = form.subscription_data.default_tax_rates;
      const unknown = taxRateIds.find((id) => !catalogue.taxRates.some((rate) => rate.id === id));
      if (unknown !== undefined)
        return wrong(`No such tax rate: '${unknown}'`, 'default_tax_rates', 'resource_missing');
      return ok(
        ledger.shownSession(
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
    }),
  );
  app.get('/v1/checkout/sessions/:id', (c) => {
    const found = ledger.session(c.req.param('id'));
    const expands = new URL(c.req.url).searchParams.getAll('expand[0]').includes('subscription');
    return shown(
      c,
      found ? ok(ledger.shownSession(found, expands)) : missing('checkout.session', c.req.param('id')),
    );
  });
  app.post('/v1/checkout/sessions/:id/expire', (c) =>
    posted(c, () => {
      const found = ledger.session(c.req.param('id'));
      if (!found) return missing('checkout.session', c.req.param('id'));
      if (found.status !== 'open')
        return wrong(`Only open sessions can be expired, not ${found.status} ones.`);
      return ok(ledger.shownSession(ledger.expireSession(found)));
    }),
  );

  app.get('/v1/subscriptions', (c) => {
    const { customer, status, limit = '10' } = c.req.query();
    const found = ledger.subscriptions
      .values()
      .filter((one) => one.customer === customer && (status === 'all' || one.status !== 'canceled'))
      .toReversed()
      .slice(0, Number(limit));
    return shown(
      c,
      ok(
        listBody(
          '/v1/subscriptions',
          found.map((one) => subscriptionBody(catalogue, one)),
        ),
      ),
    );
  });
  app.get('/v1/subscriptions/:id', (c) => {
    const found = ledger.subscriptions.get(c.req.param('id'));
    return shown(
      c,
      found ? ok(subscriptionBody(catalogue, found)) : missing('subscription', c.req.param('id')),
    );
  });
  app.post('/v1/subscriptions/:id', (c) =>
    posted(c, (body) => {
      const found = ledger.subscriptions.get(c.req.param('id'));
      if (!found) return missing('subscription', c.req.param('id'));
      const parsed = read(subscriptionForm, body);
      if ('refused' in parsed) return parsed.refused;
      if (found.status === 'canceled') return wrong('A canceled subscription can only update its metadata.');
      const [item] = parsed.form.items;
      if (
        item &&
        (item.id !== found.itemId || priceOf(catalogue, item.price, found.currency) === undefined)
      ) {
        return wrong(`No such price: '${item.price}'`, 'items[0][price]', 'resource_missing');
      }
      const { cancel_at_period_end: ends } = parsed.form;
      return ok(
        subscriptionBody(
          catalogue,
          ledger.change(found, {
            ...(item ? { priceId: item.price } : {}),
            ...(ends === undefined ? {} : { cancelAtPeriodEnd: ends === 'true' }),
          }),
        ),
      );
    }),
  );

  app.post('/v1/billing_portal/sessions', (c) =>
    posted(c, (body) => {
      const parsed = read(portalForm, body);
      if ('refused' in parsed) return parsed.refused;
      const { customer, return_url: returnUrl } = parsed.form;
      if (!ledger.customers.get(customer)) return missing('customer', customer);
      const made = { id: newId('bps'), customer, returnUrl, created: ledger.seconds() };
      ledger.portals.put(made.id, made);
      return ok(portalBody(made, deps.portalUrl(made.id)));
    }),
  );

  addInvoiceRoutes(app, ledger, posted);

  app.notFound((c) =>
    c.json(
      { error: { type: 'invalid_request_error', message: `Unrecognized request URL (${c.req.path})` } },
      404,
    ),
  );
  app.onError((error, c) => {
    if (error instanceof HTTPException) return error.getResponse();
    console.error('Payment stand-in:', error);
    return c.json({ error: { type: 'api_error', message: 'Internal error.' } }, 500);
  });
  return app;
}

function isSameSecret(given: string | undefined, expected: string): boolean {
  const digest = (text: string) => createHash('sha256').update(text).digest();
  return given !== undefined && timingSafeEqual(digest(given), digest(expected));
}
