import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import { savedViewsRoutes } from '#api/saved-views/routes.ts';
import {
  createSavedView,
  deleteSavedView,
  listSavedViews,
  updateSavedView,
  viewQuery,
} from '#contract/saved-views.ts';
import { openTestApi, type TestApi, type TestPerson } from '#tests/support/api.ts';
import { testEngines } from '#tests/support/database.ts';

test('a view is the same text however its URL was put together, and nothing that its list does not take', () => {
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
      bindings: savedViewsRoutes,
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
  const viewsOf = async (as: TestPerson, screen: 'clients' | 'activities' = 'clients') =>
    (await api.request(listSavedViews, { query: { screen } }, { as })).answer;
  const namesOf = async (as: TestPerson) => (await viewsOf(as)).views.map(({ name }) => name);

  test('one’s own are seen by nobody else, shared ones by everybody of the company', async () => {
    expect((await save(staff, { name: 'Only mine' })).status).toBe(201);
    expect((await save(owner, { name: 'For all', shared: true })).status).toBe(201);
    expect(await namesOf(staff)).toEqual(['For all', 'Only mine']);
    expect(await namesOf(owner)).toEqual(['For all']);
    expect(await namesOf(api.companies.a.auditor)).toEqual(['For all']);
    expect(await namesOf(api.companies.b.owner)).toEqual([]);
  });

  test('only an owner or the compliance officer shares, changes and deletes what is shared', async () => {
    expect((await save(staff, { name: 'Not for me', shared: true })).problem.code).toBe('role.forbidden');
    const { answer: shared } = await save(owner, { name: 'Shared by owner', shared: true });
    const params = { id: shared.id };
    const body = { version: shared.version, name: 'Taken over', shared: false };
    expect((await api.request(updateSavedView, { params, body }, { as: staff })).problem.code).toBe(
      'role.forbidden',
    );
    const version = { version: shared.version };
    expect((await api.request(deleteSavedView, { params, body: version }, { as: staff })).problem.code).toBe(
      'role.forbidden',
    );
    expect((await viewsOf(staff)).mayShare).toBe(false);
    expect((await viewsOf(staff)).views.find(({ id }) => id === shared.id)?.mayChange).toBe(false);
    const officer = await api.addMember(api.companies.a.id, { designations: ['complianceOfficer'] });
    expect((await api.request(deleteSavedView, { params, body: version }, { as: officer })).status).toBe(200);
  });

  test('another’s own view is nothing, even to an owner', async () => {
    const { answer: own } = await save(staff, { name: 'Private' });
    const params = { id: own.id };
    const body = { version: own.version, name: 'Seen' };
    expect((await api.request(updateSavedView, { params, body }, { as: owner })).problem.code).toBe(
      'record.notFound',
    );
  });

  test('names are one’s own once, whatever their case; the same name may be shared as well', async () => {
    await save(owner, { name: 'Quarterly' });
    const again = await save(owner, { name: 'QUARTERLY' });
    expect(again.problem.fields?.name?.[0]).toContain('already');
    expect((await save(owner, { name: 'Quarterly', shared: true })).status).toBe(201);
    expect((await save(staff, { name: 'Quarterly' })).status).toBe(201);
  });

  test('of one owner’s views of a list one opens first; a stale change is refused', async () => {
    const { answer: first } = await save(staff, { name: 'First', isDefault: true });
    const { answer: second } = await save(staff, { name: 'Second', isDefault: true });
    const { answer: elsewhere } = await save(staff, {
      name: 'Elsewhere',
      screen: 'activities',
      query: '',
      isDefault: true,
    });
    const defaults = async () =>
      [...(await viewsOf(staff)).views, ...(await viewsOf(staff, 'activities')).views]
        .filter(({ isDefault }) => isDefault)
        .map(({ id }) => id);
    expect((await defaults()).sort()).toEqual([second.id, elsewhere.id].sort());
    const change = {
      params: { id: first.id },
      body: { version: first.version, name: 'First', isDefault: true },
    };
    expect((await api.request(updateSavedView, change, { as: staff })).problem.code).toBe('record.stale');
    const now = { ...change, body: { ...change.body, version: first.version + 1 } };
    expect((await api.request(updateSavedView, now, { as: staff })).status).toBe(200);
    expect(await defaults()).toContain(first.id);
    expect(await defaults()).not.toContain(second.id);
  });

  test('a filter that the list does not have is refused', async () => {
    expect((await save(staff, { name: 'Wrong', query: 'status=zebra' })).problem.fields).toHaveProperty(
      'query',
    );
    expect((await save(staff, { name: ' ', query: '' })).problem.fields).toHaveProperty('name');
  });
});
