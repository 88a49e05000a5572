import type { Migration } from './migration.ts';

/** A company's customer and subscription at the payment service. */
const subscriptions = `
CREATE TABLE subscriptions (
  company_id uuid PRIMARY KEY REFERENCES companies (id),
  id uuid NOT NULL UNIQUE,
  customer_id text COLLATE "C" NOT NULL UNIQUE CHECK (length(customer_id) BETWEEN 1 AND 200),
  provider_subscription_id text COLLATE "C" UNIQUE,
  plan text CHECK (plan IN ('payAsYouGo', 'monthly', 'enterprise')),
  status text NOT NULL CHECK (status IN ('incomplete', 'trialing', 'active', 'pastDue', 'paused', 'cancelled')),
  currency text NOT NULL CHECK (currency IN ('NZD', 'AUD')),
  current_period_end timestamptz,
  grace_until timestamptz,
  cancel_at_period_end boolean NOT NULL DEFAULT false,
  read_turn integer NOT NULL DEFAULT 0,
  written_turn integer NOT NULL DEFAULT 0,
  created_at timestamptz NOT NULL,
  updated_at timestamptz NOT NULL,
  version integer NOT NULL DEFAULT 1,
  CHECK ((status = 'pastDue') = (grace_until IS NOT NULL))
);
CREATE INDEX subscriptions_in_grace ON subscriptions (grace_until) WHERE grace_until IS NOT NULL;

CREATE TABLE checkout_sessions (
  company_id uuid NOT NULL REFERENCES companies (id),
  id text COLLATE "C" NOT NULL UNIQUE CHECK (length(id) BETWEEN 1 AND 200),
  plan text NOT NULL CHECK (plan IN ('payAsYouGo', 'monthly')),
  currency text NOT NULL CHECK (currency IN ('NZD', 'AUD')),
  total integer NOT NULL CHECK (total >= 0),
  outcome text NOT NULL DEFAULT 'open' CHECK (outcome IN ('open', 'processing', 'confirmed', 'declined', 'expired')),
  created_at timestamptz NOT NULL,
  created_by uuid NOT NULL REFERENCES members (id),
  settled_at timestamptz,
  PRIMARY KEY (company_id, id),
  CHECK ((settled_at IS NULL) = (outcome IN ('open', 'processing')))
);
CREATE INDEX checkout_sessions_unsettled ON checkout_sessions (company_id) WHERE settled_at IS NULL;

CREATE TABLE payment_events (
  company_id uuid NOT NULL REFERENCES companies (id),
  event_id text COLLATE "C" NOT NULL CHECK (length(event_id) BETWEEN 1 AND 200),
  type text NOT NULL,
  occurred_at timestamptz NOT NULL,
  received_at timestamptz NOT NULL,
  PRIMARY KEY (company_id, event_id)
);
`;

/** Individual charges, and the invoice lines that contain them. */
const usage = `
CREATE TABLE usage_reports (
  company_id uuid NOT NULL REFERENCES companies (id),
  id uuid NOT NULL,
  kind text NOT NULL CHECK (kind IN ('identityCheck', 'registryExtract')),
  currency text NOT NULL CHECK (currency IN ('NZD', 'AUD')),
  uses integer NOT NULL CHECK (uses > 0),
  amount integer NOT NULL CHECK (amount > 0),
  created_at timestamptz NOT NULL,
  provider_item_id text COLLATE "C",
  reported_at timestamptz,
  PRIMARY KEY (company_id, id),
  CHECK ((provider_item_id IS NULL) = (reported_at IS NULL))
);
CREATE INDEX usage_reports_open ON usage_reports (company_id, id) WHERE reported_at IS NULL;

CREATE TABLE usage_charges (
  company_id uuid NOT NULL REFERENCES companies (id),
  id uuid NOT NULL,
  kind text NOT NULL CHECK (kind IN ('identityCheck', 'registryExtract')),
  resource_type text NOT NULL CHECK (resource_type IN ('individualVerification', 'businessVerification')),
  resource_id uuid NOT NULL,
  -- Minor units without GST.
  amount integer NOT NULL CHECK (amount >= 0),
  currency text NOT NULL CHECK (currency IN ('NZD', 'AUD')),
  status text NOT NULL CHECK (status IN ('reserved', 'charged', 'released')),
  idempotency_key text COLLATE "C" NOT NULL CHECK (length(idempotency_key) BETWEEN 1 AND 300),
  reserved_at timestamptz NOT NULL,
  settled_at timestamptz,
  report_id uuid,
  PRIMARY KEY (company_id, id),
  UNIQUE (company_id, idempotency_key),
  FOREIGN KEY (company_id, report_id) REFERENCES usage_reports (company_id, id),
  CHECK ((status = 'reserved') = (settled_at IS NULL)),
  CHECK (report_id IS NULL OR status = 'charged')
);
CREATE INDEX usage_charges_by_time ON usage_charges (company_id, settled_at) WHERE status = 'charged';
CREATE INDEX usage_charges_to_report ON usage_charges (company_id) WHERE status = 'charged' AND report_id IS NULL;
CREATE INDEX usage_charges_waiting ON usage_charges (reserved_at) WHERE status = 'reserved';
CREATE INDEX usage_charges_reserved_for ON usage_charges (company_id, resource_id) WHERE status = 'reserved';

CREATE TABLE plan_requests (
  company_id uuid NOT NULL REFERENCES companies (id),
  id uuid NOT NULL,
  contact_name text NOT NULL,
  contact_email text NOT NULL,
  contact_phone text,
  message text NOT NULL,
  created_at timestamptz NOT NULL,
  created_by uuid NOT NULL REFERENCES members (id),
  mailed_at timestamptz,
  PRIMARY KEY (company_id, id)
);
CREATE INDEX plan_requests_to_mail ON plan_requests (company_id) WHERE mailed_at IS NULL;
`;

const tables = [
  'subscriptions',
  'checkout_sessions',
  'payment_events',
  'usage_reports',
  'usage_charges',
  'plan_requests',
];

/**
 * A company must not change its own payment status: its role reads subscriptions and events, and writes neither. It writes its own actions
 * (checkouts, checks, messages).
 */
const rights = `
${tables
  .map(
    (table) => `ALTER TABLE ${table} ENABLE ROW LEVEL SECURITY;
CREATE POLICY tenant ON ${table} TO assay_tenant USING (company_id = current_setting('app.company_id')::uuid);
CREATE POLICY jobs ON ${table} TO assay_jobs USING (true);`,
  )
  .join('\n')}
GRANT SELECT ON subscriptions, payment_events, usage_reports TO assay_tenant;
GRANT SELECT, INSERT, UPDATE (outcome, settled_at) ON checkout_sessions TO assay_tenant;
GRANT SELECT, INSERT, UPDATE (status, settled_at, amount, reserved_at) ON usage_charges TO assay_tenant;
GRANT SELECT, INSERT ON plan_requests TO assay_tenant;
GRANT SELECT, INSERT, UPDATE ON subscriptions, usage_reports TO assay_jobs;
GRANT SELECT, INSERT ON payment_events TO assay_jobs;
GRANT SELECT, UPDATE (outcome, settled_at) ON checkout_sessions TO assay_jobs;
GRANT SELECT, UPDATE (status, settled_at, report_id) ON usage_charges TO assay_jobs;
GRANT SELECT, UPDATE (mailed_at) ON plan_requests TO assay_jobs;

CREATE POLICY platform ON subscriptions FOR SELECT TO assay_platform USING (true);
CREATE POLICY platform ON plan_requests FOR SELECT TO assay_platform USING (true);
GRANT SELECT ON subscriptions, plan_requests TO assay_platform;

CREATE FUNCTION company_by_payment_customer(customer text) RETURNS uuid
LANGUAGE sql STABLE SECURITY DEFINER SET search_path = pg_catalog, assay, pg_temp AS $$
  SELECT s.company_id FROM subscriptions s WHERE s.customer_id = customer
$$;

REVOKE ALL ON FUNCTION company_by_payment_customer(text) FROM PUBLIC;
GRANT EXECUTE ON FUNCTION company_by_payment_customer(text) TO assay_app;
`;

export const paymentsMigration: Migration = {
  name: '0014-payments',
  sql: [subscriptions, usage, rights].join('\n'),
};
