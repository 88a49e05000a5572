import { sql } from 'kysely';
import type { Trx } from '../../kernel/database/tables/schema.ts';

/** Ids of active owners and, if asked for, of compliance officers, who are told what the company must do. */
export async function listToNotify(trx: Trx, { officers }: { officers: boolean }): Promise<string[]> {
  const rows = await trx
    .selectFrom('members')
    .select('id')
    .where('status', '=', 'active')
    .where((where) =>
      where.or([
        where('role', '=', 'owner'),
        ...(officers ? [sql<boolean>`'complianceOfficer' = ANY (designations)`] : []),
      ]),
    )
    .orderBy('id')
    .execute();
  return rows.map(({ id }) => id);
}
