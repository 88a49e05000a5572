import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import { savedViewHandlers } from '#api/records/saved-views/handlers.ts';
import {
  createSavedView,
  deleteSavedView,
  listSavedViews,
  updateSavedView,
  viewQuery,
} from '#contract/views/saved-views.ts';
import { openTestApi, type TestApi, type TestPerson } from '#tests/support/api/api.ts';
import { testEngines } from '#tests/support/database/database.ts';

test('normalises saved view queries and rejects filters unknown to the list', () => {
  expect(viewQuery('clients', '?status=active&kind=business&q=')).toBe('kind=business&status=active');
  expect(viewQuery('clients', 'kind=business&status=active')).toBe('kind=business&status=active');
  expect(viewQuery('clients', '')).toBe('');
  expect(viewQuery('clients', 'status=zebra')).toBeUndefined();
  expect(viewQuery('clients', 'cursor=x')).toBeUndefined();
  expect(viewQuery('clients', 'status=active&status=draft')).toBeUndefined();
  expect(viewQuery('activities', 'status=inProgress')).toBe('status=inProgress');
});

describe.each(testEngines)('saved views on %s', (engine) => {
  let api: TestApi;
  let owner: TestPerson;
  let staff: TestPerson;

  beforeAll(async () => {
    api = await openTestApi(engine, {
      endpoints: [listSavedViews, createSavedView, updateSavedView, deleteSavedView],
      bindings: (deps) => savedViewHandlers.map((handler) => handler.bind(deps)),
    });
    ({ owner, staff } = api.companies.a);
  });
  afterAll(() => api?.close());

  const save = (as: TestPerson, more: Record<string, unknown>) =>
    api.request(
      createSavedView,
      { body: { screen: 'clients', name: 'Mine', query: 'responsible=me', ...more } as never },
      { as },
    );
  const getViews = async (as: TestPerson, screen: 'clients' | 'activities' = 'clients') =>
    (await api.request(listSavedViews, { query: { screen } }, { as })).response;
  const getNames = async (as: TestPerson) => (await getViews(as)).views.map(({ name }) => name);

  test('are visible to their owner alone, shared ones to the whole company', async () => {
    expect((await save(staff, { name: 'Only mine' })).status).toBe(201);
    expect((await save(owner, { name: 'For all', shared: true })).status).toBe(201);
    expect(await getNames(staff)).toEqual(['For all', 'Only mine']);
    expect(await getNames(owner)).toEqual(['For all']);
    expect(await getNames(api.companies.a.auditor)).toEqual(['For all']);
    expect(await getNames(api.companies.b.owner)).toEqual([]);
  });

  test('can be shared, changed and deleted as shared ones by an owner or the compliance officer alone', async () => {
    expect((await save(staff, { name: 'Not for me', shared: true })).problem.code).toBe('role.forbidden');
    const { response: shared } = await save(owner, { name: 'Shared by owner', shared: true });
    const params = { id: shared.id };
    const body = { version: shared.version, name: 'Taken over', shared: false };
    expect((await api.request(updateSavedView, { params, body }, { as: staff })).problem.code).toBe(
      'role.forbidden',
    );
    const version = { version: shared.version };
    expect((await api.request(deleteSavedView, { params, body: version }, { as: staff })).problem.code).toBe(
      'role.forbidden',
    );
    expect((await getViews(staff)).mayShare).toBe(false);
    expect((await getViews(staff)).views.find(({ id }) => id === shared.id)?.mayChange).toBe(false);
    const officer = await api.addMember(api.companies.a.id, { designations: ['complianceOfficer'] });
    expect((await api.request(deleteSavedView, { params, body: version }, { as: officer })).status).toBe(200);
  });

  test('return 403 after the right to share is lost, also for a repeated form', async () => {
    const officer = await api.addMember(api.companies.a.id, { role: 'owner' });
    const shared = { screen: 'clients' as const, name: 'While an owner', query: '', shared: true };
    const create = { body: shared, requestKey: crypto.randomUUID() };
    const { response } = await api.request(createSavedView, create, { as: officer });
    const update = {
      params: { id: response.id },
      body: { version: response.version, name: 'Still an owner', shared: true },
      requestKey: crypto.randomUUID(),
    };
    expect((await api.request(updateSavedView, update, { as: officer })).status).toBe(200);
    await api.database.asSuperuser(`UPDATE assay.members SET role = 'member' WHERE id = $1`, [officer.id]);
    expect((await api.request(createSavedView, create, { as: officer })).problem.code).toBe('role.forbidden');
    expect((await api.request(updateSavedView, update, { as: officer })).problem.code).toBe('role.forbidden');
  });

  test('are read again for a repeated key, and return 404 once deleted', async () => {
    const body = { screen: 'clients' as const, name: 'Sent again', query: '' };
    const create = { body, requestKey: crypto.randomUUID() };
    const createOnce = () => api.request(createSavedView, create, { as: staff });
    const { id, version } = (await createOnce()).response;
    const params = { id };
    const rename = { params, body: { version, name: 'Renamed since' } };
    const { response: now } = await api.request(updateSavedView, rename, { as: staff });
    await api.database.asSuperuser('UPDATE assay.request_keys SET body = $2 WHERE key = $1', [
      create.requestKey,
      JSON.stringify({ id }),
    ]);
    expect((await createOnce()).response).toEqual(now);
    const removal = { params, body: { version: now.version }, requestKey: crypto.randomUUID() };
    const remove = () => api.request(deleteSavedView, removal, { as: staff });
    expect((await remove()).response).toEqual({ id });
    expect((await remove()).response).toEqual({ id });
    expect((await createOnce()).problem.code).toBe('record.notFound');
  });

  test('of another member return 404, even to an owner', async () => {
    const { response: own } = await save(staff, { name: 'Private' });
    const params = { id: own.id };
    const body = { version: own.version, name: 'Seen' };
    expect((await api.request(updateSavedView, { params, body }, { as: owner })).problem.code).toBe(
      'record.notFound',
    );
  });

  test('have names unique to their owner, ignoring case; a shared one may have the same name', async () => {
    await save(owner, { name: 'Quarterly' });
    const again = await save(owner, { name: 'QUARTERLY' });
    expect(again.problem.fields?.name?.[0]).toContain('already');
    expect((await save(owner, { name: 'Quarterly', shared: true })).status).toBe(201);
    expect((await save(staff, { name: 'Quarterly' })).status).toBe(201);
    const { response: other } = await save(owner, { name: 'Monthly' });
    const renamed = { params: { id: other.id }, body: { version: other.version, name: 'quarterly' } };
    expect((await api.request(updateSavedView, renamed, { as: owner })).problem).toMatchObject({
      code: 'request.invalid',
      fields: { name: ['A view with this name already exists. Use another name.'] },
    });
  });

  test('have one default per list and owner, and reject a stale change', async () => {
    const { response: first } = await save(staff, { name: 'First', isDefault: true });
    const { response: second } = await save(staff, { name: 'Second', isDefault: true });
    const { response: elsewhere } = await save(staff, {
      name: 'Elsewhere',
      screen: 'activities',
      query: '',
      isDefault: true,
    });
    const defaults = async () =>
      [...(await getViews(staff)).views, ...(await getViews(staff, 'activities')).views]
        .filter(({ isDefault }) => isDefault)
        .map(({ id }) => id);
    expect((await defaults()).sort()).toEqual([second.id, elsewhere.id].sort());
    const change = {
      params: { id: first.id },
      body: { version: first.version, name: 'First', isDefault: true },
    };
    expect((await api.request(updateSavedView, change, { as: staff })).problem.code).toBe(
      'record.versionConflict',
    );
    const now = { ...change, body: { ...change.body, version: first.version + 1 } };
    expect((await api.request(updateSavedView, now, { as: staff })).status).toBe(200);
    expect(await defaults()).toContain(first.id);
    expect(await defaults()).not.toContain(second.id);
  });

  test('are deleted at the current version alone; saving without a change does nothing', async () => {
    const { response } = await save(staff, { name: 'Steady' });
    const params = { id: response.id };
    const { version, name } = response;
    const late = { params, body: { version: version + 1 } };
    expect((await api.request(deleteSavedView, late, { as: staff })).problem).toMatchObject({
      code: 'record.versionConflict',
      current: { id: response.id, version },
    });
    const same = { params, body: { version, name, shared: false, isDefault: false } };
    expect((await api.request(updateSavedView, same, { as: staff })).response.version).toBe(version);
  });

  test('are limited to fifty of a member', async () => {
    const someone = await api.addMember(api.companies.a.id);
    const { response: first } = await save(someone, { name: 'View 1' });
    await api.database.asSuperuser(
      `INSERT INTO assay.saved_views
         SELECT (jsonb_populate_record(v, jsonb_build_object('id', gen_random_uuid(), 'name', 'View ' || n, 'name_key', 'view ' || n))).*
           FROM assay.saved_views v, generate_series(2, 50) n WHERE v.id = $1`,
      [first.id],
    );
    expect((await save(someone, { name: 'View 51' })).problem.fields).toEqual({
      name: ['There are already 50 views. Delete one you no longer need.'],
    });
  });

  test('reject a filter unknown to the list', async () => {
    expect((await save(staff, { name: 'Wrong', query: 'status=zebra' })).problem.fields).toHaveProperty(
      'query',
    );
    expect((await save(staff, { name: ' ', query: '' })).problem.fields).toHaveProperty('name');
  });
});
