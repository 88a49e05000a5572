import { v7 as uuidv7 } from 'uuid';
import type { Database } from '#api/kernel/database/pool.ts';
import { asTenant } from '#api/kernel/database/tenancy.ts';

const at = '2026-03-02T09:00:00.000Z';

/** A company with one owner, inserted into the database. */
export async function insertCompany(
  database: Pick<Database, 'db'>,
  name: string,
): Promise<{ companyId: string; memberId: string; subject: string }> {
  const companyId = uuidv7();
  const memberId = uuidv7();
  const subject = `U${memberId}`;
  await asTenant(database.db, companyId, async (trx) => {
    await trx
      .insertInto('companies')
      .values({
        id: companyId,
        name,
        regulated_in: ['NZL'],
        time_zone: 'Pacific/Auckland',
        created_at: at,
        created_by: 'system',
        updated_at: at,
      })
      .execute();
    await trx
      .insertInto('members')
      .values({
        id: memberId,
        company_id: companyId,
        identity_user_id: subject,
        login_id: `${memberId}@example.test`,
        name: 'Invented Owner',
        role: 'owner',
        status: 'active',
        created_at: at,
        created_by: 'system',
        updated_at: at,
      })
      .execute();
  });
  return { companyId, memberId, subject };
}
