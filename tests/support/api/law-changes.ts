import { v7 as uuidv7 } from 'uuid';
import type { TestDatabase } from '#tests/support/database/database.ts';

const begun = [
  {
    code: 'au.initialCdd',
    jurisdiction: 'AUS',
    provision: 'AU s28',
    text: 'Every client.',
    change: 'begins',
  },
];
const side = (lines: unknown[]) => JSON.stringify({ level: 'standard', initialCddRequired: true, lines });
const line = {
  key: 'item address',
  text: 'Verify the client’s address',
  provision: 'AU s28',
  state: 'outstanding',
  codes: ['au.initialCdd'],
};

/** A law change list of one client that awaits sign-off, created without the job. @returns its id */
export async function insertLawChange(
  { asSuperuser }: Pick<TestDatabase, 'asSuperuser'>,
  companyId: string,
  clientId: string,
): Promise<string> {
  const id = uuidv7();
  await asSuperuser(
    `INSERT INTO assay.law_changes (company_id, id, kind, effective_on, revision, packs_before, packs_after, rules,
       status, clients_checked, clients_listed, started_at, finished_at)
     VALUES ($1, $2, 'release', '2026-07-01', (SELECT 1 + count(*) FROM assay.law_changes WHERE company_id = $1), '{}',
       '{au-2026-07-01}', $3, 'open', 1, 1, now(), now())`,
    [companyId, id, JSON.stringify(begun)],
  );
  await asSuperuser(`INSERT INTO assay.law_change_clients VALUES ($1, $2, $3, $4, $5, $6)`, [
    companyId,
    id,
    clientId,
    side([]),
    side([line]),
    JSON.stringify(begun),
  ]);
  return id;
}
