import type { Migration } from './migration.ts';

/**
 * Emails to owners about failed payments: one per invoice and owner, so that a repeated event sends none again. Written
 * by `assay_jobs` only, like all payment service events.
 */
const failedPayments = `
CREATE TABLE payment_failure_mails (
  company_id uuid NOT NULL REFERENCES companies (id),
  -- The payment service's own id.
  invoice_id text COLLATE "C" NOT NULL CHECK (length(invoice_id) BETWEEN 1 AND 200),
  member_id uuid NOT NULL REFERENCES members (id),
  invoice_number text,
  -- Minor units, GST included.
  total integer NOT NULL,
  currency text NOT NULL CHECK (currency IN ('NZD', 'AUD')),
  failed_at timestamptz NOT NULL,
  -- When what costs money stops unless the invoice is paid.
  stops_at timestamptz NOT NULL,
  tries integer NOT NULL DEFAULT 0,
  -- Null once there is nothing more to try.
  next_try_at timestamptz,
  mailed_at timestamptz,
  PRIMARY KEY (company_id, invoice_id, member_id),
  CHECK (mailed_at IS NULL OR next_try_at IS NULL)
);
CREATE INDEX payment_failure_mails_due ON payment_failure_mails (next_try_at) WHERE next_try_at IS NOT NULL;

ALTER TABLE payment_failure_mails ENABLE ROW LEVEL SECURITY;
CREATE POLICY tenant ON payment_failure_mails TO assay_tenant USING (company_id = current_setting('app.company_id')::uuid);
CREATE POLICY jobs ON payment_failure_mails TO assay_jobs USING (true);
GRANT SELECT ON payment_failure_mails TO assay_tenant;
GRANT SELECT, INSERT, UPDATE (tries, next_try_at, mailed_at) ON payment_failure_mails TO assay_jobs;
`;

export const failedPaymentsMigration: Migration = { name: '0023-failed-payments', sql: failedPayments };
