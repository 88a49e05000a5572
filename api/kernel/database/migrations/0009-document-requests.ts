import type { Migration } from './migration.ts';

/**
 * Document requests. Only the SHA-256 of a link is stored. `link_seed` is one half of the link, the other is a key of the server, so
 * that a reminder can contain the link again; a copy of the database alone does not open it.
 */
const requests = `
CREATE TABLE document_requests (
  company_id uuid NOT NULL REFERENCES companies (id),
  id uuid NOT NULL,
  version integer NOT NULL DEFAULT 1,
  client_id uuid NOT NULL,
  activity_id uuid,
  recipient_name text NOT NULL,
  recipient_email text,
  message text NOT NULL,
  status text NOT NULL CHECK (status IN ('draft', 'sent', 'opened', 'partlySubmitted', 'submitted', 'changesRequested',
    'completed', 'expired', 'cancelled')),
  due_on date NOT NULL,
  link_number integer NOT NULL DEFAULT 0,
  link_seed text COLLATE "C",
  link_hash text COLLATE "C" CHECK (length(link_hash) = 64),
  expires_at timestamptz,
  sent_at timestamptz,
  first_opened_at timestamptz,
  submitted_at timestamptz,
  consent_at timestamptz,
  completed_at timestamptz,
  cancel_reason text,
  created_by uuid NOT NULL REFERENCES members (id),
  created_at timestamptz NOT NULL,
  updated_at timestamptz NOT NULL,
  PRIMARY KEY (company_id, id),
  FOREIGN KEY (company_id, client_id) REFERENCES clients (company_id, id),
  FOREIGN KEY (company_id, activity_id) REFERENCES activities (company_id, id),
  CHECK ((link_hash IS NULL) = (link_seed IS NULL)),
  CHECK (link_hash IS NULL OR expires_at IS NOT NULL),
  CHECK (status = 'draft' OR sent_at IS NOT NULL OR status = 'cancelled')
);
CREATE UNIQUE INDEX document_requests_by_link ON document_requests (link_hash) WHERE link_hash IS NOT NULL;
CREATE INDEX document_requests_by_client ON document_requests (company_id, client_id, id);
CREATE INDEX document_requests_submitted ON document_requests (company_id, submitted_at, id) WHERE status = 'submitted';
CREATE INDEX document_requests_waiting ON document_requests (company_id, id)
  WHERE status IN ('sent', 'opened', 'partlySubmitted', 'changesRequested');

CREATE TABLE document_request_items (
  company_id uuid NOT NULL,
  id uuid NOT NULL,
  version integer NOT NULL DEFAULT 1,
  request_id uuid NOT NULL,
  position integer NOT NULL,
  label text NOT NULL,
  kind text NOT NULL CHECK (kind IN ('document', 'details')),
  document_type text,
  detail_fields text[] NOT NULL DEFAULT '{}',
  required boolean NOT NULL,
  status text NOT NULL CHECK (status IN ('requested', 'given', 'accepted', 'rejected')),
  reject_reason text,
  details jsonb,
  given_at timestamptz,
  decided_by uuid REFERENCES members (id),
  decided_at timestamptz,
  PRIMARY KEY (company_id, id),
  UNIQUE (company_id, request_id, position),
  FOREIGN KEY (company_id, request_id) REFERENCES document_requests (company_id, id),
  CHECK ((kind = 'document') = (document_type IS NOT NULL)),
  CHECK ((status = 'rejected') = (reject_reason IS NOT NULL))
);

-- Mail that goes out after the command that wrote its row. What it says, its link above all, is made when it is sent.
CREATE TABLE document_request_mails (
  company_id uuid NOT NULL,
  id uuid NOT NULL,
  request_id uuid NOT NULL,
  link_number integer NOT NULL,
  kind text NOT NULL CHECK (kind IN ('request', 'newLink', 'reminder', 'overdue', 'changes')),
  to_address text NOT NULL,
  -- One cause, one mail.
  cause text COLLATE "C" NOT NULL,
  status text NOT NULL CHECK (status IN ('queued', 'sending', 'sent', 'failed', 'dropped')),
  attempts integer NOT NULL DEFAULT 0,
  next_attempt_at timestamptz NOT NULL,
  last_error text,
  created_at timestamptz NOT NULL,
  sent_at timestamptz,
  PRIMARY KEY (company_id, id),
  UNIQUE (company_id, request_id, cause),
  FOREIGN KEY (company_id, request_id) REFERENCES document_requests (company_id, id)
);
CREATE INDEX document_request_mails_due ON document_request_mails (next_attempt_at, id)
  WHERE status IN ('queued', 'sending');
`;

const tables = ['document_requests', 'document_request_items', 'document_request_mails'] as const;

const rights = `
${tables
  .map(
    (table) => `ALTER TABLE ${table} ENABLE ROW LEVEL SECURITY;
CREATE POLICY tenant ON ${table} TO assay_tenant USING (company_id = current_setting('app.company_id')::uuid);
GRANT SELECT, INSERT, UPDATE ON ${table} TO assay_tenant;`,
  )
  .join('\n')}
-- The job that sends mail asks whose is due, and does the rest as the company.
CREATE POLICY jobs ON document_request_mails FOR SELECT TO assay_jobs USING (true);
GRANT SELECT (company_id, id, status, next_attempt_at) ON document_request_mails TO assay_jobs;
`;

/** Finds a link's request before the company is known. */
const byLink = `
CREATE FUNCTION document_request_by_link(hash text)
RETURNS TABLE (company_id uuid, id uuid, status text, expires_at timestamptz, access_restricted boolean,
  subscription_active boolean)
LANGUAGE sql STABLE SECURITY DEFINER SET search_path = pg_catalog, assay, pg_temp AS $$
  SELECT r.company_id, r.id, r.status, r.expires_at, c.access_restricted, c.subscription_active
    FROM document_requests r JOIN companies c ON c.id = r.company_id
   WHERE r.link_hash = hash
$$;
REVOKE ALL ON FUNCTION document_request_by_link(text) FROM PUBLIC;
GRANT EXECUTE ON FUNCTION document_request_by_link(text) TO assay_app;
`;

export const documentRequestsMigration: Migration = {
  name: '0009-document-requests',
  sql: [requests, rights, byLink].join('\n'),
};
