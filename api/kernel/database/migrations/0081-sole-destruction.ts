import type { Migration } from './migration.ts';

/**
 * A company with one eligible person destroys records by confirming twice, at least 24 hours apart. Whether no one else is eligible is
 * for the command to decide; that no one destroys at once alone holds here too.
 */
const constraint = `
DO $$
DECLARE
  former text;
BEGIN
  SELECT conname INTO STRICT former FROM pg_constraint
   WHERE conrelid = 'destructions'::regclass AND contype = 'c'
     AND pg_get_constraintdef(oid) LIKE '%destroyed_by <> confirmed_by%';
  EXECUTE format('ALTER TABLE destructions DROP CONSTRAINT %I', former);
END $$;
ALTER TABLE destructions ADD CONSTRAINT destructions_confirmed_twice CHECK (
  destroyed_by IS NULL OR destroyed_by <> confirmed_by OR destroyed_at >= confirmed_at + interval '24 hours');
`;

export const soleDestructionMigration: Migration = { name: '0081-sole-destruction', sql: constraint };
