import type { Migration } from './migration.ts';

/** Notifications of members, how they are emailed, and the addresses of their calendars, of which only the hash is stored. */
const tables = `
CREATE TABLE notifications (
  company_id uuid NOT NULL REFERENCES companies (id),
  id uuid NOT NULL,
  member_id uuid NOT NULL REFERENCES members (id),
  kind text NOT NULL CHECK (kind IN ('assigned', 'escalated', 'returned', 'submitted', 'clock')),
  -- Of the record in the app: ids, and never a name.
  path text NOT NULL CHECK (path LIKE '/%' AND length(path) <= 300),
  created_at timestamptz NOT NULL,
  read_at timestamptz,
  -- Waits for the next summary by email.
  awaits_digest boolean NOT NULL,
  PRIMARY KEY (company_id, id)
);
CREATE INDEX notifications_by_member ON notifications (company_id, member_id, id);
CREATE INDEX notifications_unread ON notifications (company_id, member_id) WHERE read_at IS NULL;
CREATE INDEX notifications_awaiting_digest ON notifications (company_id, member_id) WHERE awaits_digest;
CREATE INDEX notifications_by_age ON notifications (created_at);

CREATE TABLE notification_choices (
  company_id uuid NOT NULL REFERENCES companies (id),
  member_id uuid NOT NULL REFERENCES members (id),
  kind text NOT NULL CHECK (kind IN ('assigned', 'escalated', 'returned', 'submitted', 'clock')),
  mail text NOT NULL CHECK (mail IN ('once', 'digest', 'none')),
  PRIMARY KEY (company_id, member_id, kind)
);

CREATE TABLE calendar_feeds (
  company_id uuid NOT NULL REFERENCES companies (id),
  member_id uuid NOT NULL REFERENCES members (id),
  token_hash text COLLATE "C" NOT NULL CHECK (length(token_hash) = 64),
  created_at timestamptz NOT NULL,
  PRIMARY KEY (company_id, member_id)
);
CREATE UNIQUE INDEX calendar_feeds_by_token ON calendar_feeds (token_hash);

ALTER TABLE notifications ENABLE ROW LEVEL SECURITY, FORCE ROW LEVEL SECURITY;
CREATE POLICY owner ON notifications TO assay_owner USING (true);
CREATE POLICY tenant ON notifications TO assay_tenant USING (company_id = current_setting('app.company_id')::uuid);
CREATE POLICY jobs ON notifications TO assay_jobs USING (true);
GRANT SELECT, INSERT, UPDATE (read_at, awaits_digest) ON notifications TO assay_tenant;
GRANT SELECT (company_id, member_id, created_at, awaits_digest), DELETE ON notifications TO assay_jobs;
ALTER TABLE notification_choices ENABLE ROW LEVEL SECURITY, FORCE ROW LEVEL SECURITY;
CREATE POLICY owner ON notification_choices TO assay_owner USING (true);
CREATE POLICY tenant ON notification_choices TO assay_tenant USING (company_id = current_setting('app.company_id')::uuid);
GRANT SELECT, INSERT, UPDATE (mail) ON notification_choices TO assay_tenant;
ALTER TABLE calendar_feeds ENABLE ROW LEVEL SECURITY, FORCE ROW LEVEL SECURITY;
CREATE POLICY owner ON calendar_feeds TO assay_owner USING (true);
CREATE POLICY tenant ON calendar_feeds TO assay_tenant USING (company_id = current_setting('app.company_id')::uuid);
GRANT SELECT, INSERT, UPDATE (token_hash, created_at), DELETE ON calendar_feeds TO assay_tenant;
`;

const functions = `
-- Unread notifications of a member, counted up to 100.
CREATE FUNCTION unread_notifications(of_company uuid, of_member uuid) RETURNS integer
LANGUAGE sql STABLE SECURITY DEFINER SET search_path = pg_catalog, assay, pg_temp AS $$
  SELECT count(*)::integer FROM (
    SELECT FROM notifications n WHERE n.company_id = of_company AND n.member_id = of_member AND n.read_at IS NULL LIMIT 100) AS seen
$$;

-- Whose calendar an address is: of an active member whose access has not ended.
CREATE FUNCTION calendar_feed_of(given text, at timestamptz) RETURNS TABLE (company_id uuid, member_id uuid)
LANGUAGE sql STABLE SECURITY DEFINER SET search_path = pg_catalog, assay, pg_temp AS $$
  SELECT f.company_id, f.member_id
    FROM calendar_feeds f JOIN members m ON m.id = f.member_id AND m.company_id = f.company_id
         JOIN companies c ON c.id = f.company_id AND NOT c.access_restricted
   WHERE f.token_hash = given AND m.status = 'active' AND (m.access_ends_at IS NULL OR m.access_ends_at > at)
$$;

REVOKE ALL ON FUNCTION unread_notifications(uuid, uuid), calendar_feed_of(text, timestamptz) FROM PUBLIC;
GRANT EXECUTE ON FUNCTION unread_notifications(uuid, uuid), calendar_feed_of(text, timestamptz) TO assay_app;
`;

export const notificationsMigration: Migration = {
  name: '0097-notifications',
  sql: [tables, functions].join('\n'),
};
