import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import { listDestructions } from '#api/follow-up/retention/list-due-job.ts';
import { importedClientsMigration } from '#api/kernel/database/migrations/0099-imported-clients.ts';
import { readRetention } from '#contract/views/retention.ts';
import { openTestApi, type TestApi, type TestCompany } from '#tests/support/api/api.ts';
import { clientImportsBy } from '#tests/support/api/client-imports.ts';
import { transitionClientTo } from '#tests/support/api/due-diligence.ts';
import { addClient } from '#tests/support/api/retention.ts';
import { testEngines } from '#tests/support/database/database.ts';

describe.each(testEngines)('retention of imported drafts on %s', (engine) => {
  let api: TestApi;
  let a: TestCompany;
  let importedId: string;
  let draftId: string;

  /** Imports one client from a file. */
  async function importOne(name: string): Promise<string> {
    const imports = clientImportsBy(api, a.owner);
    const { id } = await imports.run(await imports.review(['Name'], [[name]]));
    const rows = await imports.readRows(id);
    const [row] = rows;
    if (!row?.clientId) throw new Error('The row was not imported.');
    return row.clientId;
  }

  beforeAll(async () => {
    api = await openTestApi(engine);
    a = api.companies.a;
    importedId = await importOne('Aroha Importedsample');
    draftId = (await addClient(api, a, 'Enteredsample')).id;
  });
  afterAll(() => api?.close());

  async function getDue(): Promise<string[]> {
    await api.database.asSuperuser(`UPDATE assay.clients SET updated_at = updated_at - interval '92 days'`);
    await listDestructions(api.database.db, api.clock);
    const { response } = await api.request(readRetention, { query: {} }, { as: a.owner });
    return response.due.map(({ client }) => client.id);
  }

  test('ends with archiving alone, while other drafts are due after 90 days', async () => {
    expect(await getDue()).toEqual([draftId]);
    const archived = await transitionClientTo(api, a.owner, importedId, {
      lifecycle: 'client',
      to: 'archived',
    });
    expect(archived.status, archived.text).toBe(200);
    expect((await getDue()).sort()).toEqual([importedId, draftId].sort());
  });

  test('applies to clients that were imported before their record noted it', async () => {
    await api.database.asSuperuser(
      `BEGIN; SET LOCAL search_path TO assay; ALTER TABLE clients DROP COLUMN imported; ${importedClientsMigration.sql}; COMMIT`,
    );
    const { rows } = await api.database.asSuperuser(
      'SELECT id FROM assay.clients WHERE imported AND company_id = $1',
      [a.id],
    );
    expect(rows).toEqual([{ id: importedId }]);
  });
});
