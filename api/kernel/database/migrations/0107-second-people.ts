import type { Migration } from './migration.ts';

/**
 * An act of two people is one of two persons, not of two rows of `members`: whoever was removed and invited again has a new row. The row that
 * they had keeps the identity service's user id under another name. Written by a trigger alone.
 */
const people = `
ALTER TABLE members ADD COLUMN former_identity_user_id text;

CREATE FUNCTION keep_former_identity() RETURNS trigger LANGUAGE plpgsql AS $$
BEGIN
  NEW.former_identity_user_id := OLD.identity_user_id;
  RETURN NEW;
END
$$;
CREATE TRIGGER keep_former_identity BEFORE UPDATE OF identity_user_id ON members
  FOR EACH ROW WHEN (OLD.identity_user_id IS NOT NULL AND NEW.identity_user_id IS NULL) EXECUTE FUNCTION keep_former_identity();

-- The membership that the person of a membership has today; the same one if there is no other. Members removed before this version have
-- no user id: their address is compared.
CREATE FUNCTION present_member(member uuid) RETURNS uuid
LANGUAGE sql STABLE SET search_path = pg_catalog, assay, pg_temp AS $$
  SELECT coalesce((
    SELECT n.id FROM members f JOIN members n ON n.company_id = f.company_id AND n.status <> 'removed'
     WHERE f.id = member AND f.status = 'removed'
       AND CASE WHEN f.former_identity_user_id IS NULL THEN n.login_id = f.login_id
                ELSE n.identity_user_id = f.former_identity_user_id END
     LIMIT 1), member)
$$;
REVOKE ALL ON FUNCTION present_member(uuid) FROM PUBLIC;
GRANT EXECUTE ON FUNCTION present_member(uuid) TO assay_tenant;
`;

/**
 * What determined a member's permissions before each change, until that change: who could have been the second person in the last 24
 * hours. Written by a trigger alone, so that no command can change a member without it.
 */
const formerAccess = `
CREATE TABLE former_member_access (
  company_id uuid NOT NULL REFERENCES companies (id),
  id bigint GENERATED ALWAYS AS IDENTITY,
  member_id uuid NOT NULL REFERENCES members (id),
  role text NOT NULL,
  designations text[] NOT NULL,
  access_ends_at timestamptz,
  until timestamptz NOT NULL,
  PRIMARY KEY (company_id, id)
);
CREATE INDEX former_member_access_by_end ON former_member_access (company_id, until);

ALTER TABLE former_member_access ENABLE ROW LEVEL SECURITY, FORCE ROW LEVEL SECURITY;
CREATE POLICY owner ON former_member_access TO assay_owner USING (true);
CREATE POLICY tenant ON former_member_access TO assay_tenant USING (company_id = current_setting('app.company_id')::uuid);
GRANT SELECT ON former_member_access TO assay_tenant;

CREATE FUNCTION keep_former_access() RETURNS trigger
LANGUAGE plpgsql SECURITY DEFINER SET search_path = pg_catalog, assay, pg_temp AS $$
BEGIN
  INSERT INTO former_member_access (company_id, member_id, role, designations, access_ends_at, until)
  VALUES (OLD.company_id, OLD.id, OLD.role, OLD.designations, OLD.access_ends_at,
          CASE WHEN NEW.updated_at > OLD.updated_at THEN NEW.updated_at ELSE now() END);
  RETURN NULL;
END
$$;
REVOKE ALL ON FUNCTION keep_former_access() FROM PUBLIC;
CREATE TRIGGER keep_former_access AFTER UPDATE ON members
  FOR EACH ROW WHEN (OLD.status = 'active' AND (OLD.role, OLD.designations, OLD.status, OLD.access_ends_at)
    IS DISTINCT FROM (NEW.role, NEW.designations, NEW.status, NEW.access_ends_at)) EXECUTE FUNCTION keep_former_access();
`;

/** One person does not destroy at once, under whichever memberships. */
const destructions = `
CREATE FUNCTION require_two_destroyers() RETURNS trigger
LANGUAGE plpgsql SET search_path = pg_catalog, assay, pg_temp AS $$
BEGIN
  IF NEW.destroyed_at < NEW.confirmed_at + interval '24 hours'
     AND present_member(NEW.destroyed_by) = present_member(NEW.confirmed_by) THEN
    RAISE EXCEPTION 'one person confirmed both times within 24 hours' USING ERRCODE = 'check_violation';
  END IF;
  RETURN NEW;
END
$$;
CREATE TRIGGER two_destroyers BEFORE INSERT OR UPDATE ON destructions
  FOR EACH ROW WHEN (NEW.destroyed_by IS NOT NULL) EXECUTE FUNCTION require_two_destroyers();
`;

export const secondPeopleMigration: Migration = {
  name: '0107-second-people',
  sql: [people, formerAccess, destructions].join('\n'),
};
