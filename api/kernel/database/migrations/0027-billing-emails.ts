import type { Migration } from './migration.ts';

/** Moves billing emails to the outbox. Due emails stay due; sent and failed ones are recorded, so that none is sent twice. */
const billingEmails = `
INSERT INTO outbox (company_id, id, record, kind, cause, payload, status, attempts, due_at, created_at, sent_at)
SELECT company_id, gen_random_uuid(), 'payments:' || member_id, 'paymentFailed', invoice_id,
       jsonb_build_object('memberId', member_id, 'invoiceNumber', invoice_number, 'total', total, 'currency', currency,
         'failedAt', failed_at, 'stopsAt', stops_at),
       CASE WHEN mailed_at IS NOT NULL THEN 'sent' WHEN next_try_at IS NOT NULL THEN 'queued' ELSE 'dropped' END,
       tries, coalesce(next_try_at, mailed_at, failed_at), failed_at, mailed_at
  FROM payment_failure_mails
 ORDER BY failed_at, invoice_id;
DROP TABLE payment_failure_mails;

INSERT INTO outbox (company_id, id, record, kind, cause, payload, status, due_at, created_at, sent_at)
SELECT company_id, gen_random_uuid(), 'planRequest:' || id, 'planRequest', 'requested', jsonb_build_object('planRequestId', id),
       CASE WHEN mailed_at IS NULL THEN 'queued' ELSE 'sent' END, coalesce(mailed_at, created_at), created_at, mailed_at
  FROM plan_requests
 ORDER BY id;
DROP INDEX plan_requests_to_mail;
ALTER TABLE plan_requests DROP COLUMN mailed_at;
`;

export const billingEmailsMigration: Migration = { name: '0027-billing-emails', sql: billingEmails };
