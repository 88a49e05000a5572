import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import { rateLimits } from '#api/kernel/rate-limits/limits.ts';
import { countUpload } from '#api/records/documents/upload-limits.ts';
import {
  decideHeldList,
  readListChanges,
  readListTemplate,
  readListVersions,
  readScreeningLists,
  uploadOwnList,
} from '#contract/monitoring/screening-lists.ts';
import { openTestApi, type TestApi } from '#tests/support/api/api.ts';
import { runWhileLocked } from '#tests/support/api/held-rows.ts';
import { postOwnList, sendOwnList } from '#tests/support/api/screening-lists.ts';
import { testEngines } from '#tests/support/database/database.ts';
import { getXlsx } from '#tests/support/files/list-files.ts';

const csv = (...rows: string[]) => `id,name,date_of_birth,remarks\n${rows.join('\n')}\n`;
const tenRows = Array.from({ length: 10 }, (_, index) => `${index},Invented Person ${index},1970,`);

describe.each(testEngines)('a company’s internal list on %s', (engine) => {
  let api: TestApi;
  beforeAll(async () => {
    api = await openTestApi(engine);
  });
  afterAll(() => api.close());

  const own = async (as: { token: string }) => {
    const { lists } = (await api.request(readScreeningLists, {}, { as })).response;
    return lists.find(({ isOwn }) => isOwn);
  };

  test('each upload that differs is a version with its changes', async () => {
    const { owner, staff } = api.companies.a;
    const first = await sendOwnList(api, owner, csv(...tenRows));
    expect(first).toMatchObject({
      outcome: 'inUse',
      list: { isOwn: true, inUse: { version: 1, added: 10 } },
    });
    expect((await sendOwnList(api, owner, csv(...tenRows))).outcome).toBe('identical');

    const edited = [...tenRows.slice(2), '10,Another Invention,,', '0,Invented Person 0,1970,Moved house'];
    const second = await sendOwnList(
      api,
      owner,
      csv('1,Invented Person 1,1971,', ...edited.filter((row) => !row.startsWith('9,'))),
    );
    expect(second.list.inUse).toMatchObject({
      version: 2,
      entities: 10,
      added: 1,
      changed: 1,
      reworded: 1,
      removed: 1,
      receivedBy: owner.name,
    });

    const id = second.list.id;
    const { changes } = (
      await api.request(readListChanges, { params: { id, version: 2 }, query: {} }, { as: staff })
    ).response;
    expect(changes.map(({ entityId, change, details }) => [entityId, change, details])).toEqual([
      ['0', 'reworded', ['Remarks: added “Moved house”']],
      ['1', 'changed', ['Dates of birth: added “1971”; removed “1970”']],
      ['10', 'added', []],
      ['9', 'removed', ['Dates of birth: “1970”', 'Reasons: “other”'].slice(0, 1)],
    ]);
    const { versions } = (await api.request(readListVersions, { params: { id }, query: {} }, { as: staff }))
      .response;
    expect(versions.map(({ version, status }) => [version, status])).toEqual([
      [2, 'inUse'],
      [1, 'superseded'],
    ]);
  });

  test('what cannot be taken is refused whole with its line, and the active version is unchanged', async () => {
    const { owner } = api.companies.a;
    const before = await own(owner);
    const getRejection = async (files: Record<string, string | Uint8Array>) => {
      const response = await postOwnList(api, owner, files);
      return [response.status, (await response.json()).fields?.file?.[0]];
    };
    expect(await getRejection({ 'list.csv': csv('1,Somebody,tomorrow,') })).toEqual([
      422,
      'list.csv, line 2: The date of birth "tomorrow" is no date. Write it as 1970-03-02 or 1970. Nothing was imported. The active version is unchanged.',
    ]);
    expect(await getRejection({ 'list.csv': csv('1,One,1970,', '2,"Two,1971,') })).toEqual([
      422,
      expect.stringMatching(/^list\.csv, line \d: A quoted cell does not end/),
    ]);
    expect(await getRejection({ 'page.csv': '<!doctype html><p>Not found' })).toEqual([
      422,
      expect.stringContaining('web page'),
    ]);
    expect(await getRejection({ 'a.csv': 'name\nA B\n', 'b.csv': 'name\nC D\n' })).toEqual([
      422,
      expect.stringContaining('several lists'),
    ]);
    expect(await getRejection({ 'list.csv': 'name\n' })).toEqual([
      422,
      expect.stringContaining('holds no entry'),
    ]);
    expect(
      await getRejection({ 'list.csv': new Uint8Array([0x6e, 0x61, 0x6d, 0x65, 0x0a, 0xff, 0xfe, 0x41]) }),
    ).toEqual([422, expect.stringContaining('not UTF-8')]);
    // Cut off in the middle of a row, and of a spreadsheet's archive.
    const whole = csv(...tenRows);
    expect(await getRejection({ 'cut.csv': whole.slice(0, whole.lastIndexOf('1970')) })).toEqual([
      422,
      'cut.csv, line 11: The row has 3 columns instead of 4. Nothing was imported. The active version is unchanged.',
    ]);
    const sheet = await getXlsx([['name'], ['Invented Person'], ['Another Invention']]);
    expect(await getRejection({ 'cut.xlsx': sheet.subarray(0, sheet.length - 40) })).toEqual([
      422,
      expect.stringMatching(/^cut\.xlsx(, line \d+)?: .*active version is unchanged\.$/),
    ]);
    expect(await getRejection({ 'long.csv': `name\n${'Invented Person\n'.repeat(1_400_000)}` })).toEqual([
      422,
      'long.csv is larger than 20 MB, the maximum for a list. Nothing was imported. The active version is unchanged.',
    ]);
    const after = await own(owner);
    expect(after).toMatchObject({
      inUse: before?.inUse,
      failure: { text: expect.stringContaining('cut.xlsx') },
    });
  });

  test('an upload beyond the limits of forms is rejected', async () => {
    const member = await api.addMember(api.companies.a.id, { role: 'owner' });
    const file = new Uint8Array(19 * 1024 * 1024).fill(0x41);
    const names = ['a', 'b', 'c', 'd', 'e', 'f', 'g'];
    const large = await postOwnList(api, member, Object.fromEntries(names.map((name) => [name, file])));
    expect([large.status, (await large.json()).fields?.file?.[0]]).toEqual([
      422,
      'The file is larger than 20 MB, the maximum for a list. Nothing was imported. The active version is unchanged.',
    ]);
    const text = new FormData();
    text.append('note', 'x'.repeat(2 * 1024 * 1024));
    const withText = await api.fetch(`/api/v1${uploadOwnList.path}`, {
      method: 'POST',
      headers: { Authorization: `Bearer ${member.token}` },
      body: text,
    });
    expect([withText.status, (await withText.json()).fields]).toMatchObject([
      422,
      { file: [expect.any(String)] },
    ]);
    for (let used = 0; used < rateLimits['uploads.member'].limit; used += 1) {
      await countUpload({ db: api.database.db, now: api.clock.now }, 'uploads.member', member.id);
    }
    const often = await postOwnList(api, member, { 'list.csv': csv(...tenRows) });
    expect([often.status, (await often.json()).code]).toEqual([429, 'rate.limited']);
  });

  test('nothing is decided for a company without a list', async () => {
    const { owner } = await api.addCompany('Listless Law');
    const none = { version: 1, decision: 'use' as const };
    expect((await api.request(decideHeldList, { body: none }, { as: owner })).status).toBe(404);
  });

  test('a version being imported or discarded is not shown', async () => {
    const { owner } = await api.addCompany('Unseen Law');
    const { list } = await sendOwnList(api, owner, csv(...tenRows));
    const show = async (version: number) =>
      (await api.request(readListChanges, { params: { id: list.id, version }, query: {} }, { as: owner }))
        .status;
    expect([await show(1), await show(9)]).toEqual([200, 404]);
    for (const status of ['importing', 'discarded']) {
      await api.database.asSuperuser(
        'UPDATE assay.screening_list_versions SET status = $1, used_since = NULL WHERE list_id = $2',
        [status, list.id],
      );
      expect([status, await show(1)]).toEqual([status, 404]);
    }
  });

  test('a shrunken list is pending until confirmed', async () => {
    const { owner } = api.companies.b;
    await sendOwnList(api, owner, csv(...tenRows));
    const short = await sendOwnList(api, owner, csv(...tenRows.slice(0, 5)));
    expect(short).toMatchObject({
      outcome: 'held',
      list: { inUse: { version: 1, entities: 10 }, held: { version: 2, removed: 5 } },
    });
    expect(short.list.held?.notes.map(({ kind }) => kind)).toEqual(['doubt']);
    const decide = (version: number, decision: 'use' | 'discard') =>
      api.request(decideHeldList, { body: { version, decision } }, { as: owner });
    expect((await decide(2, 'discard')).response).toMatchObject({ inUse: { version: 1 }, held: null });
    expect((await decide(2, 'use')).problem.code).toBe('record.versionConflict');
    await sendOwnList(api, owner, csv(...tenRows.slice(0, 5)));
    expect((await decide(3, 'use')).response).toMatchObject({
      inUse: { version: 3, entities: 5 },
      held: null,
    });
    expect(await own(owner)).toMatchObject({ inUse: { version: 3 }, held: null });
  });

  test('a discarded version is deleted, and what a crash left of it with the next import', async () => {
    const company = await api.addCompany('Crashed Law');
    const { owner } = company;
    await sendOwnList(api, owner, csv(...tenRows));
    await sendOwnList(api, owner, csv(...tenRows.slice(0, 5), '77,Discarded Person,1970,'));
    const rowsLeft = async () =>
      (
        await api.database.asSuperuser(
          'SELECT FROM assay.screening_list_entities WHERE company_id = $1 AND from_version = 2',
          [company.id],
        )
      ).rowCount;
    expect(await rowsLeft()).toBe(6);
    // The state left by a process that dies between the decision and the removal of the rows.
    await api.database.asSuperuser(
      `CREATE FUNCTION assay.keep_rows() RETURNS trigger LANGUAGE plpgsql AS 'BEGIN RETURN NULL; END'`,
    );
    await api.database.asSuperuser(
      `CREATE TRIGGER keep_rows BEFORE DELETE ON assay.screening_list_versions FOR EACH ROW
        WHEN (OLD.status = 'discarded') EXECUTE FUNCTION assay.keep_rows()`,
    );
    const discard = { version: 2, decision: 'discard' as const };
    expect((await api.request(decideHeldList, { body: discard }, { as: owner })).status).toBe(200);
    await api.database.asSuperuser('DROP TRIGGER keep_rows ON assay.screening_list_versions');
    await api.database.asSuperuser('DROP FUNCTION assay.keep_rows');
    expect(await own(owner)).toMatchObject({ inUse: { version: 1 }, held: null });
    const { versions } = (
      await api.request(
        readListVersions,
        { params: { id: (await own(owner))?.id ?? '' }, query: {} },
        { as: owner },
      )
    ).response;
    expect(versions.map(({ version }) => version)).toEqual([1]);
    expect(
      (await api.request(decideHeldList, { body: { ...discard, decision: 'use' } }, { as: owner })).status,
    ).toBe(409);

    await sendOwnList(api, owner, csv(...tenRows, '10,Another Person,1970,'));
    expect(await own(owner)).toMatchObject({ inUse: { version: 3, entities: 11, added: 1 }, held: null });
    expect(await rowsLeft()).toBe(0);
    const states = await api.database.asSuperuser(
      'SELECT version, status FROM assay.screening_list_versions WHERE company_id = $1 ORDER BY version',
      [company.id],
    );
    expect(states.rows).toEqual([
      { version: 1, status: 'superseded' },
      { version: 3, status: 'inUse' },
    ]);
  });

  test('a decision requires the pending version, waits for a concurrent change, and is audited', async () => {
    const company = await api.addCompany('Deciders Law');
    const { owner } = company;
    const decide = (version: number, decision: 'use' | 'discard') =>
      api.request(decideHeldList, { body: { version, decision } }, { as: owner });
    expect((await decide(1, 'use')).status).toBe(404);
    const { list } = await sendOwnList(api, owner, csv(...tenRows));
    await sendOwnList(api, owner, csv(...tenRows.slice(0, 5)));
    const inUse = await decide(1, 'use');
    expect(inUse.problem).toMatchObject({
      code: 'record.versionConflict',
      current: { id: list.id, held: { version: 2 } },
    });
    // An import in progress may be about to replace it.
    const importing = (token: string | null) =>
      api.database.asSuperuser('UPDATE assay.screening_lists SET import_token = $2 WHERE id = $1', [
        list.id,
        token,
      ]);
    await importing(crypto.randomUUID());
    expect((await decide(2, 'use')).problem.code).toBe('record.versionConflict');
    await importing(null);
    const late = await runWhileLocked(
      api,
      company.id,
      (trx) =>
        trx
          .updateTable('screening_lists')
          .set({ import_token: crypto.randomUUID() })
          .where('id', '=', list.id)
          .execute(),
      () => decide(2, 'use'),
    );
    expect(late.problem.code).toBe('record.versionConflict');
    await importing(null);
    expect((await decide(2, 'use')).status).toBe(200);
    await sendOwnList(api, owner, csv(...tenRows.slice(0, 2)));
    expect((await decide(3, 'discard')).status).toBe(200);
    const { rows } = await api.database.asSuperuser(
      'SELECT action FROM assay.audit_events WHERE resource_id = $1 ORDER BY seq',
      [list.id],
    );
    expect(rows.map(({ action }) => action)).toEqual([
      'screeningList.used',
      'screeningList.held',
      'screeningList.used',
      'screeningList.held',
      'screeningList.discarded',
    ]);
  });

  // One entry is new and one is removed: two rows next to those of the active version.
  test.each([
    ['screening_list_versions', tenRows.length],
    ['screening_list_entities', tenRows.length + 2],
  ])('an import taken over while it wrote %s stops, and activates nothing', async (table, savedRows) => {
    const { owner } = await api.addCompany(`Taken over ${table}`);
    const { list } = await sendOwnList(api, owner, csv(...tenRows));
    const { database } = api;
    await database.asSuperuser(
      `CREATE FUNCTION assay.take_over() RETURNS trigger LANGUAGE plpgsql AS $$ BEGIN
           UPDATE assay.screening_lists SET import_token = gen_random_uuid() WHERE id = NEW.list_id;
           RETURN NULL;
         END $$`,
    );
    await database.asSuperuser(
      `CREATE TRIGGER take_over AFTER INSERT ON assay.${table} FOR EACH ROW EXECUTE FUNCTION assay.take_over()`,
    );
    try {
      const late = { 'late.csv': csv(...tenRows.slice(1), '10,Late Person,,') };
      const refused = await postOwnList(api, owner, late);
      expect([refused.status, await refused.json()]).toMatchObject([409, { code: 'record.versionConflict' }]);
    } finally {
      await database.asSuperuser('DROP FUNCTION assay.take_over() CASCADE');
    }
    expect((await own(owner))?.inUse).toEqual(list.inUse);
    const { rows } = await database.asSuperuser(
      'SELECT entity_id FROM assay.screening_list_entities WHERE list_id = $1',
      [list.id],
    );
    expect(rows).toHaveLength(savedRows);
  });

  test('a company neither sees nor changes another’s list', async () => {
    const { a, b } = api.companies;
    const lists = await own(a.owner);
    const id = lists?.id ?? '';
    expect(id).not.toBe((await own(b.owner))?.id);
    const asked = { params: { id }, query: {} };
    expect((await api.request(readListVersions, asked, { as: b.owner })).status).toBe(404);
    const changes = { params: { id, version: 1 }, query: {} };
    expect((await api.request(readListChanges, changes, { as: b.owner })).status).toBe(404);
    expect((await postOwnList(api, a.staff, { 'list.csv': 'name\nA B\n' })).status).toBe(403);
    expect((await postOwnList(api, a.auditor, { 'list.csv': 'name\nA B\n' })).status).toBe(403);
  });

  test('the template is a valid list', async () => {
    const company = await api.addCompany('Template Users');
    const { text } = await api.request(readListTemplate, {}, { as: company.owner });
    expect(await sendOwnList(api, company.owner, text)).toMatchObject({
      list: { inUse: { entities: 2, notes: [] } },
    });
  });
});
