import { Hono } from 'hono';
import { bodyLimit } from 'hono/body-limit';
import { HTTPException } from 'hono/http-exception';
import { createControls } from '../controls.ts';
import type { Journal } from '../journal.ts';
import type { NodeEnv } from '../listen.ts';
import { isSameSecret } from '../same-secret.ts';
import { addCheckoutRoutes } from './checkout-routes.ts';
import { addCustomerRoutes } from './customer-routes.ts';
import { createPostHandler } from './idempotent-post.ts';
import { newId } from './ids.ts';
import { addInvoiceRoutes } from './invoice-routes.ts';
import type { Ledger } from './ledger.ts';
import type { Catalogue } from './records.ts';
import { addSubscriptionRoutes } from './subscription-routes.ts';
import { addWebhookControls } from './webhook-controls.ts';
import type { Webhooks } from './webhooks.ts';

const maxBodyBytes = 64 * 1_024;

/**
 * The sandbox payment service: customers, checkout sessions, subscriptions, invoice items, invoices and portal sessions under `/v1`,
 * form-encoded, with idempotency keys and the vendor's errors; `/__sandbox/{log,faults}`, and `/__sandbox/webhooks` to control the
 * delivery of events.
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
  const posted = createPostHandler(deps.journal);
  const controls = createControls({
    now: deps.now,
    errorBody: (status) => ({ error: { type: 'api_error', message: `Sandbox fault ${status}` } }),
  });
  const app = new Hono<NodeEnv>();
  app.use(controls.middleware);
  app.route('/__sandbox', controls.routes);
  addWebhookControls(app, deps.webhooks);
  requireSecretKey(app, deps.secretKey);
  addCustomerRoutes(app, deps, posted);
  addCheckoutRoutes(app, deps, posted);
  addSubscriptionRoutes(app, deps, posted);
  addInvoiceRoutes(app, deps.ledger, posted);

  app.notFound((c) =>
    c.json(
      { error: { type: 'invalid_request_error', message: `Unrecognized request URL (${c.req.path})` } },
      404,
    ),
  );
  app.onError((error, c) => {
    if (error instanceof HTTPException) return error.getResponse();
    console.error('Payment sandbox service:', error);
    return c.json({ error: { type: 'api_error', message: 'Internal error.' } }, 500);
  });
  return app;
}

/** Sends the vendor's headers, and rejects calls without the secret key (401) or with too large a body (413). */
function requireSecretKey(app: Hono<NodeEnv>, secretKey: string): void {
  app.use('/v1/*', async (c, next) => {
    c.header('request-id', newId('req'));
    c.header('stripe-version', c.req.header('stripe-version') ?? '2026-10-28.endive');
    const received = /^Bearer (.+)$/.exec(c.req.header('Authorization') ?? '')?.[1];
    if (!isSameSecret(received, secretKey)) {
      return c.json({ error: { type: 'invalid_request_error', message: 'Invalid API Key provided' } }, 401);
    }
    await next();
  });
  app.use(
    bodyLimit({
      maxSize: maxBodyBytes,
      onError: (c) =>
        c.json({ error: { type: 'invalid_request_error', message: 'Request body too large' } }, 413),
    }),
  );
}
