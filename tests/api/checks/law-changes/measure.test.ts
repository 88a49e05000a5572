import { test } from 'vitest';
import { checkLawChanges } from '#api/checks/law-changes/check-job.ts';
import { openTestApi } from '#tests/support/api.ts';
import { copyClients } from '#tests/support/monitoring.ts';
import { addClient } from '../activities/support.ts';

test('measure', async () => {
  const api = await openTestApi('postgres');
  const company = await api.addCompany('Measure Limited');
  await api.database.asSuperuser(
    `UPDATE assay.companies SET regulated_in = ARRAY['NZL','AUS'] WHERE id = $1`,
    [company.id],
  );
  const first = await addClient(api, company, 'Changeton', { status: 'active' });
  await copyClients(api, first, 9999, 50);
  await api.database.asSuperuser(`INSERT INTO assay.law_checks VALUES ($1, '2026-03-30', 0)`, [company.id]);
  const { now } = api.clock;
  const start = Date.now();
  let checked = 0;
  ({ checked } = await checkLawChanges(api.database.db, { now }));
  console.log('MEASURED', checked, (Date.now() - start) / 1000, 's');
  const { rows } = await api.database.asSuperuser(
    `SELECT effective_on, clients_checked, clients_listed, extract(epoch from finished_at - started_at) s FROM assay.law_changes`,
  );
  console.log(JSON.stringify(rows));
  await api.close();
}, 600000);
