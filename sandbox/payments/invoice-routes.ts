import type { Hono } from 'hono';
import type { NodeEnv } from '../listen.ts';
import { type AnswerPost, shown } from './answering.ts';
import { type Ledger, newId } from './ledger.ts';
import { itemForm, missing, ok, read } from './requests.ts';
import { invoiceBody, invoiceItemBody, listBody } from './shapes.ts';

/** Invoice items, which are charged with the next invoice, and the invoices themselves. */
export function addInvoiceRoutes(app: Hono<NodeEnv>, ledger: Ledger, posted: AnswerPost): void {
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
  app.get('/v1/invoices', (c) => {
    const { customer, limit = '10' } = c.req.query();
    const found = ledger.invoices.values().filter((one) => one.customer === customer);
    return shown(
      c,
      ok(
        listBody(
          '/v1/invoices',
          found
            .toReversed()
            .slice(0, Number(limit))
            .map((one) => invoiceBody(one, ledger.invoiceUrl(one.id))),
        ),
      ),
    );
  });
}
