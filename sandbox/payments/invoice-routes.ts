import type { Hono } from 'hono';
import type { NodeEnv } from '../listen.ts';
import { type RespondToPost, shown } from './idempotent-post.ts';
import { newId } from './ids.ts';
import type { Ledger } from './ledger.ts';
import { itemForm, missing, ok, previewForm, read, wrong } from './requests.ts';
import { invoiceBody, invoiceItemBody, listBody } from './responses.ts';

/** Invoice items, which are charged with the next invoice, and the invoices themselves. */
export function addInvoiceRoutes(app: Hono<NodeEnv>, ledger: Ledger, posted: RespondToPost): void {
  app.post('/v1/invoiceitems', (c) =>
    posted(c, (body) => {
      const parsed = read(itemForm, body);
      if ('refused' in parsed) return parsed.refused;
      const { form } = parsed;
      if (!ledger.customers.get(form.customer)) return missing('customer', form.customer);
      const made = {
        id: newId('ii'),
        customer: form.customer,
        subscription: form.subscription ?? null,
        currency: form.currency ?? 'nzd',
        quantity: 1,
        amount: form.amount,
        description: form.description ?? null,
        metadata: form.metadata,
        invoice: null,
        created: ledger.seconds(),
      };
      ledger.items.put(made.id, made);
      return ok(invoiceItemBody(made));
    }),
  );
  app.get('/v1/invoiceitems', (c) => {
    const found = ledger.items.values().filter(({ customer }) => customer === c.req.query('customer'));
    return shown(c, ok(listBody('/v1/invoiceitems', found.toReversed().map(invoiceItemBody))));
  });
  app.post('/v1/invoices/create_preview', (c) =>
    posted(c, (body) => {
      const parsed = read(previewForm, body);
      if ('refused' in parsed) return parsed.refused;
      const { customer, subscription: id, subscription_details: details } = parsed.form;
      const found = ledger.subscriptions.get(id);
      if (found?.customer !== customer) return missing('subscription', id);
      const at = details.proration_date ?? ledger.seconds();
      if (at < found.periodStart || at > found.periodEnd) {
        return wrong('The proration date must be within the current period.', 'proration_date');
      }
      const [item] = details.items;
      if (item && item.id !== found.itemId) return missing('subscription_item', item.id);
      return ok(ledger.preview(found, item?.price ?? found.priceId, at));
    }),
  );
  app.get('/v1/invoices', (c) => {
    const { customer, limit = '10' } = c.req.query();
    const found = ledger.invoices.values().filter((invoice) => invoice.customer === customer);
    return shown(
      c,
      ok(
        listBody(
          '/v1/invoices',
          found
            .toReversed()
            .slice(0, Number(limit))
            .map((item) => invoiceBody(item, ledger.invoiceUrl(item.id))),
        ),
      ),
    );
  });
}
