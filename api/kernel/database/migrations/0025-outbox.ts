import type { Migration } from './migration.ts';

/**
 * Emails owed by a transaction: inserted with it, sent afterwards by one job. Emails about one record are sent in order; one cause has
 * one email. Neither texts nor links are stored, as both are generated when an email is sent (decision 039). An email about a client is
 * destroyed with the client.
 */
const outbox = `
CREATE TABLE outbox (
  company_id uuid NOT NULL REFERENCES companies (id),
  id uuid NOT NULL,
  -- What the email is about, such as documentRequest: and the request's id.
  record text COLLATE "C" NOT NULL CHECK (length(record) BETWEEN 1 AND 300),
  -- Orders the emails of one record.
  sequence bigint NOT NULL GENERATED ALWAYS AS IDENTITY,
  kind text COLLATE "C" NOT NULL,
  -- One cause, one email.
  cause text COLLATE "C" NOT NULL,
  client_id uuid,
  payload jsonb NOT NULL,
  status text NOT NULL CHECK (status IN ('queued', 'sending', 'sent', 'failed', 'dropped')),
  attempts integer NOT NULL DEFAULT 0,
  -- When it is tried next; while it is being sent, the end of the lease; once it has failed, the last of these.
  due_at timestamptz NOT NULL,
  last_error text,
  created_at timestamptz NOT NULL,
  sent_at timestamptz,
  PRIMARY KEY (company_id, id),
  UNIQUE (company_id, record, cause),
  UNIQUE (company_id, record, sequence),
  FOREIGN KEY (company_id, client_id) REFERENCES clients (company_id, id)
);
CREATE INDEX outbox_due ON outbox (due_at, id) WHERE status IN ('queued', 'sending');
CREATE INDEX outbox_failed ON outbox (due_at) WHERE status = 'failed';
CREATE INDEX outbox_by_client ON outbox (company_id, client_id) WHERE client_id IS NOT NULL;

ALTER TABLE outbox ENABLE ROW LEVEL SECURITY, FORCE ROW LEVEL SECURITY;
CREATE POLICY owner ON outbox TO assay_owner USING (true);
CREATE POLICY tenant ON outbox TO assay_tenant USING (company_id = current_setting('app.company_id')::uuid);
CREATE POLICY jobs ON outbox TO assay_jobs USING (true);
GRANT SELECT, INSERT, UPDATE (status, attempts, due_at, last_error, sent_at) ON outbox TO assay_tenant;
-- The job finds what is due here, and does the rest as the company.
GRANT SELECT (company_id, id, record, sequence, kind, cause, status, due_at), INSERT, UPDATE (status) ON outbox TO assay_jobs;
`;

/** Moves emails of document requests to the outbox. */
const requestEmails = `
INSERT INTO outbox (company_id, id, record, kind, cause, client_id, payload, status, attempts, due_at, last_error, created_at, sent_at)
SELECT m.company_id, m.id, 'documentRequest:' || m.request_id, 'documentRequest', m.cause, r.client_id,
       jsonb_build_object('requestId', m.request_id, 'linkNumber', m.link_number, 'email', m.kind, 'to', m.to_address),
       m.status, m.attempts, m.next_attempt_at, m.last_error, m.created_at, m.sent_at
  FROM document_request_mails m
  JOIN document_requests r ON r.company_id = m.company_id AND r.id = m.request_id
 ORDER BY m.id;
DROP TABLE document_request_mails;
`;

export const outboxMigration: Migration = { name: '0025-outbox', sql: [outbox, requestEmails].join('\n') };
