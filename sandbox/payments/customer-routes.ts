import type { Hono } from 'hono';
import type { NodeEnv } from '../listen.ts';
import { type RespondToPost, shown } from './idempotent-post.ts';
import { newId } from './ids.ts';
import type { Ledger } from './ledger.ts';
import { customerForm, missing, ok, portalForm, read } from './requests.ts';
import { customerBody, portalBody } from './responses.ts';

/** Customers, and the portal sessions in which they manage their subscriptions. */
export function addCustomerRoutes(
  app: Hono<NodeEnv>,
  { ledger, portalUrl }: { ledger: Ledger; portalUrl: (id: string) => string },
  posted: RespondToPost,
): void {
  app.post('/v1/customers', (c) =>
    posted(c, (body) => {
      const parsed = read(customerForm, body);
      if ('refused' in parsed) return parsed.refused;
      const { name = null, email = null, metadata } = parsed.form;
      const customer = {
        id: newId('cus'),
        name,
        email,
        metadata,
        cardWorks: true,
        created: ledger.seconds(),
      };
      ledger.customers.put(customer.id, customer);
      return ok(customerBody(customer));
    }),
  );
  app.post('/v1/customers/:id', (c) =>
    posted(c, (body) => {
      const customer = ledger.customers.get(c.req.param('id'));
      if (!customer) return missing('customer', c.req.param('id'));
      const parsed = read(customerForm, body);
      if ('refused' in parsed) return parsed.refused;
      const { name = customer.name, email = customer.email, metadata } = parsed.form;
      const changed = { ...customer, name, email, metadata: { ...customer.metadata, ...metadata } };
      ledger.customers.put(changed.id, changed);
      return ok(customerBody(changed));
    }),
  );
  app.get('/v1/customers/:id', (c) => {
    const customer = ledger.customers.get(c.req.param('id'));
    return shown(c, customer ? ok(customerBody(customer)) : missing('customer', c.req.param('id')));
  });
  app.post('/v1/billing_portal/sessions', (c) =>
    posted(c, (body) => {
      const parsed = read(portalForm, body);
      if ('refused' in parsed) return parsed.refused;
      const { customer, return_url: returnUrl } = parsed.form;
      if (!ledger.customers.get(customer)) return missing('customer', customer);
      const session = { id: newId('bps'), customer, returnUrl, created: ledger.seconds() };
      ledger.portals.put(session.id, session);
      return ok(portalBody(session, portalUrl(session.id)));
    }),
  );
}
