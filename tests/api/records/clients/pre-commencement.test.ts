import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import { createClient, readClientHistory, updateClient } from '#contract/clients/clients.ts';
import { openTestApi, type TestApi, type TestPerson } from '#tests/support/api/api.ts';
import { clientImportsBy } from '#tests/support/api/client-imports.ts';
import { getDiligence, transitionClientTo } from '#tests/support/api/due-diligence.ts';
import { showPreCommencement } from '#tests/support/api/pre-commencement.ts';
import { uploadedDocument } from '#tests/support/api/source-of-funds.ts';
import { testEngines } from '#tests/support/database/database.ts';
import { addClient } from '../../checks/activities/support.ts';
import { personForm } from './support.ts';

const mark = { preCommencement: true, relationshipStartedOn: '2013-06-29' };

describe.each(testEngines)('clients of before commencement on %s', (engine) => {
  let api: TestApi;
  let owner: TestPerson;
  let staff: TestPerson;

  beforeAll(async () => {
    api = await openTestApi(engine);
    ({ owner, staff } = api.companies.a);
  });
  afterAll(() => api?.close());

  const add = (familyName: string, more: object, as = owner) =>
    api.request(
      createClient,
      { body: personForm('Mere', familyName, { ...more, confirmations: ['likelyDuplicates'] }) },
      { as },
    );

  test.each([
    ['without a start day', { preCommencement: true }],
    ['started on the law’s first day', { preCommencement: true, relationshipStartedOn: '2013-06-30' }],
  ])('rejects a client %s, with the allowed days as a field error', async (_what, more) => {
    const { status, problem } = await add('Dayless', more);
    expect([status, problem.code]).toEqual([422, 'request.invalid']);
    expect(problem.fields).toEqual({
      relationshipStartedOn: [expect.stringContaining('before 30 Jun 2013')],
    });
  });

  test('are none by the day of another sector, nor where the first captured service came later', async () => {
    const firm = await api.addCompany('Rimu Accounting');
    const set = (columns: string) =>
      api.database.asSuperuser(`UPDATE assay.companies SET ${columns} WHERE id = $1`, [firm.id]);
    await set(`sector = 'accounting'`);
    const started = (relationshipStartedOn: string) =>
      add('Sectorson', { preCommencement: true, relationshipStartedOn }, firm.owner);
    expect((await started('2018-10-01')).problem.fields?.relationshipStartedOn?.[0]).toContain(
      'before 1 Oct 2018',
    );
    expect((await started('2018-09-30')).status).toBe(201);
    await set(`first_service_nz = '2020-01-01'`);
    expect((await started('2018-09-30')).problem.fields).toEqual({
      preCommencement: [expect.stringContaining('Untick this')],
    });
  });

  test('are marked by those who may grant an exception alone, who find it in the history', async () => {
    expect((await add('Markson', mark, staff)).problem.fields).toEqual({
      preCommencement: [expect.stringMatching(/^Only an owner, a compliance officer or a senior manager/)],
    });
    const { response: plain } = await add('Laterson', { relationshipStartedOn: '2013-06-29' }, staff);
    const params = { id: plain.id };
    const save = (version: number, more: object, as: TestPerson) =>
      api.request(
        updateClient,
        { params, body: { ...personForm('Mere', 'Laterson', more), version } },
        { as },
      );
    expect((await save(1, mark, staff)).problem.fields).toHaveProperty('preCommencement');
    expect((await save(1, mark, owner)).status).toBe(200);
    // What stands may be edited around; another day is a new mark.
    expect((await save(2, { ...mark, tags: ['file 7'] }, staff)).status).toBe(200);
    const moved = { ...mark, relationshipStartedOn: '2011-01-01' };
    expect((await save(3, moved, staff)).problem.fields).toHaveProperty('preCommencement');
    expect((await save(3, {}, staff)).status).toBe(200);
    const { events } = (
      await api.request(readClientHistory, { params, query: {} }, { as: api.companies.a.auditor })
    ).response;
    expect(
      events.flatMap(({ actorName, changes }) => changes.map((change) => [actorName, change])),
    ).toContainEqual([owner.name, { field: 'preCommencement', before: 'No', after: 'Yes' }]);
  });

  test('are refused in a file by row, for the day and for who imports', async () => {
    const headings = ['Given names', 'Family name', 'Client since', 'Client before the law applied'];
    const rowsFor = async (as: TestPerson) => {
      const imports = clientImportsBy(api, as);
      const { id } = await imports.review(headings, [
        ['Tui', `Early ${as.id}`, '2013-06-29', 'yes'],
        ['Tui', `Late ${as.id}`, '2013-06-30', 'yes'],
        ['Tui', `None ${as.id}`, '', 'yes'],
      ]);
      const rows = await imports.readRows(id);
      return rows.map(({ finding }) => finding?.problems.map(({ column }) => column) ?? []);
    };
    expect(await rowsFor(owner)).toEqual([[], ['Client since'], ['Client since']]);
    expect(await rowsFor(staff)).toEqual([
      ['Client before the law applied'],
      ['Client since'],
      ['Client since'],
    ]);
  });

  test('marked without a day by earlier versions gain nothing: CDD and an assessment stay outstanding', async () => {
    const id = await addClient(api, api.companies.a, 'Unproven', { pre_commencement: true });
    await transitionClientTo(api, owner, id, { lifecycle: 'client', to: 'onboarding' });
    const { blockers, items } = await getDiligence(api, owner, id);
    expect(blockers.map(({ code }) => code)).toEqual(
      expect.arrayContaining(['client.cddNotDone', 'identity.verified', 'risk.rated']),
    );
    expect(items.map(({ code }) => code)).toContain('identity.verified');
    expect((await transitionClientTo(api, owner, id, { lifecycle: 'client', to: 'active' })).status).toBe(
      422,
    );
  });

  test('initial CDD is waived once a document of before the law shows the relationship, and no longer without it', async () => {
    const { response: client } = await add('Evidenceson', mark);
    const { response: other } = await add('Otherson', mark);
    const { id } = client;
    const isRequired = async () => {
      const { items, evidenceGap } = await getDiligence(api, owner, id);
      return [items.some(({ code }) => code === 'identity.verified'), evidenceGap !== null];
    };
    await api.database.asSuperuser(`UPDATE assay.clients SET status = 'active' WHERE id = $1`, [id]);
    expect(await isRequired()).toEqual([true, true]);
    const show = (more: Parameters<typeof showPreCommencement>[3], as = owner) =>
      showPreCommencement(api, as, id, more);
    const theirs = await uploadedDocument(api, owner, other.id);
    const own = await uploadedDocument(api, owner, id);
    expect((await show({ documentId: theirs })).problem.fields).toHaveProperty('documentId');
    expect((await show({ dated: '2013-06-30' })).problem.fields).toHaveProperty('dated');
    expect((await show({ dated: '2999-01-01' })).problem.fields).toEqual({
      dated: ['This cannot be in the future.'],
    });
    expect((await show({}, staff)).problem.code).toBe('role.forbidden');
    expect(await isRequired()).toEqual([true, true]);
    const shown = await show({ dated: '2013-06-29', documentId: own });
    expect(shown.status).toBe(200);
    expect(await isRequired()).toEqual([false, false]);
    const [document] = (await getDiligence(api, owner, id)).preCommencementDocuments.filter(
      (one) => one.id === own,
    );
    expect(document?.fileName).toMatch(/^settlement/);
    await api.database.asSuperuser(`UPDATE assay.documents SET scan_status = 'infected' WHERE id = $1`, [
      own,
    ]);
    expect(await isRequired()).toEqual([true, true]);
  });

  test('only of a client with the mark, and no document of others is offered', async () => {
    const { response: client } = await add('Plainson', {});
    const refused = await showPreCommencement(api, owner, client.id);
    expect(refused.problem.fields).toHaveProperty('reason');
    expect((await getDiligence(api, owner, client.id)).preCommencementDocuments).toEqual([]);
  });
});
