import fc from 'fast-check';
import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import { type ClientFilters, clientSorts } from '#contract/clients/client-record.ts';
import { listClients } from '#contract/clients/clients.ts';
import { readHome } from '#contract/views/home.ts';
import {
  cddStatuses,
  clientStatuses,
  displayStatuses,
  getDisplayStatus,
} from '#rules/clients/client-types.ts';
import { openTestApi, type TestApi, type TestCompany } from '#tests/support/api/api.ts';
import { testEngines } from '#tests/support/database/database.ts';
import { businessForm, create, personForm } from './support.ts';

/** Few different names, so that many clients share one and only their ids differ. */
const given = fc.constantFrom('Ana', 'Āna', 'Bo', 'Wiremu', 'Zoë');
const family = fc.constantFrom('Smith', 'Smithson', 'Smythe', 'Ōtene', 'Zhang');

const filters: ClientFilters[] = [
  {},
  { kind: 'individual' },
  { kind: 'business' },
  { type: 'soleTrader' },
  { type: 'trust' },
  { status: 'draft' },
  { status: 'active' },
  { responsible: 'me' },
  { responsible: 'none' },
  { kind: 'individual', responsible: 'none', status: 'draft' },
  { q: 'smith' },
  { q: 'Smth' },
  { q: 'zoe zhang', kind: 'individual' },
  { q: 's', responsible: 'me' },
];

describe.each(testEngines)('client lists on %s', (engine) => {
  let api: TestApi;
  let company: TestCompany;

  beforeAll(async () => {
    api = await openTestApi(engine);
    company = api.companies.a;
    const { owner, staff } = company;
    const forms = fc.sample(fc.record({ given, family, type: fc.nat(3), mine: fc.boolean() }), {
      numRuns: 120,
      seed: 20_260,
    });
    for (const { given, family, type, mine } of forms) {
      const more = mine ? { responsibleMemberId: staff.id } : {};
      if (type === 0)
        await create(api, owner, { ...personForm(given, family, more), clientType: 'soleTrader' });
      else if (type === 1) await create(api, owner, personForm(given, family, more));
      else if (type === 2) await create(api, owner, businessForm(`${family} Holdings Limited`, more));
      else await create(api, owner, businessForm(`${family} Family Trust`, { ...more, clientType: 'trust' }));
    }
    await api.database.asSuperuser(
      `UPDATE assay.clients SET status = 'active' WHERE id IN (SELECT id FROM assay.clients ORDER BY md5(id::text) LIMIT 40)`,
    );
    await create(api, api.companies.b.owner, personForm('Ana', 'Smith'));
  });
  afterAll(() => api?.close());

  async function page(query: Record<string, unknown>) {
    return (await api.request(listClients, { query }, { as: company.staff })).response;
  }

  /** Pages forward to the end, then back to the start. */
  async function walk(query: ClientFilters, limit: number) {
    const forward: string[][] = [];
    let current = await page({ ...query, limit });
    expect(current.previousCursor).toBeNull();
    forward.push(current.items.map(({ id }) => id));
    while (current.nextCursor !== null) {
      current = await page({ ...query, limit, cursor: current.nextCursor });
      forward.push(current.items.map(({ id }) => id));
    }
    const backward = [forward.at(-1) ?? []];
    while (current.previousCursor !== null) {
      current = await page({ ...query, limit, cursor: current.previousCursor });
      backward.unshift(current.items.map(({ id }) => id));
    }
    return { forward: forward.flat(), backward: backward.flat(), total: current.total };
  }

  const cases = filters.flatMap((filter) => clientSorts.map((sort) => ({ filter, sort })));

  test.each(cases)(
    'paging $filter by $sort returns every client once, forward and back',
    async ({ filter, sort }) => {
      const whole = (await page({ ...filter, sort, limit: 100 })).items.map(({ id }) => id);
      for (const limit of [7, 40]) {
        const { forward, backward, total } = await walk({ ...filter, sort }, limit);
        expect(new Set(forward).size).toBe(forward.length);
        expect(backward).toEqual(forward);
        expect(total).toEqual({ count: forward.length, capped: false });
        expect(forward.slice(0, 100)).toEqual(whole);
      }
    },
  );

  test('filters return the matching clients, and complementary ones add up', async () => {
    const count = async (filter: ClientFilters) => (await page({ ...filter, limit: 1 })).total.count;
    expect(await count({})).toBe(120);
    expect((await count({ kind: 'individual' })) + (await count({ kind: 'business' }))).toBe(120);
    expect((await count({ status: 'draft' })) + (await count({ status: 'active' }))).toBe(120);
    expect((await count({ responsible: company.staff.id })) + (await count({ responsible: 'none' }))).toBe(
      120,
    );
    expect(await count({ responsible: 'me' })).toBe(await count({ responsible: company.staff.id }));
  });

  test('the sort orders are opposite, and by name they follow the stored sort names', async () => {
    const ids = async (sort: (typeof clientSorts)[number]) => (await walk({ sort }, 50)).forward;
    expect(await ids('-name')).toEqual((await ids('name')).toReversed());
    expect(await ids('newest')).toEqual((await ids('oldest')).toReversed());
    const { rows } = await api.database.asSuperuser(
      'SELECT id, sort_name FROM assay.clients WHERE company_id = $1',
      [company.id],
    );
    const expected = rows
      .map(({ id, sort_name }) => [String(sort_name), String(id)] as const)
      .sort((a, b) => (a[0] < b[0] || (a[0] === b[0] && a[1] < b[1]) ? -1 : 1))
      .map(([, id]) => id);
    expect(await ids('name')).toEqual(expected);
  });

  test('a client created while paging appears at most once, and hides no other', async () => {
    const before = (await walk({ sort: 'name' }, 30)).forward;
    const first = await page({ sort: 'name', limit: 30 });
    const late = await create(api, company.owner, personForm('Aaron', 'Aaronson'));
    const rest: string[] = [];
    let cursor = first.nextCursor;
    while (cursor !== null) {
      const next = await page({ sort: 'name', limit: 30, cursor });
      rest.push(...next.items.map(({ id }) => id));
      cursor = next.nextCursor;
    }
    expect([...first.items.map(({ id }) => id), ...rest]).toEqual(before);
    expect((await walk({ sort: 'name' }, 30)).forward[0]).toBe(late.id);
  });

  test('an item has the relationship owner and the location', async () => {
    const addresses = [
      {
        addressLine1: '1 High Street',
        suburb: 'Fitzroy',
        state: 'VIC',
        postcode: '3065',
        countryCode: 'AUS',
      },
    ];
    const made = await create(
      api,
      company.owner,
      personForm('Located', 'Person', {
        addresses,
        externalId: 'LOC',
        responsibleMemberId: company.staff.id,
      }),
    );
    const { items } = await page({ q: 'LOC' });
    expect(items).toEqual([
      {
        id: made.id,
        displayName: 'Located Person',
        kind: 'individual',
        clientType: 'individual',
        status: 'draft',
        externalId: 'LOC',
        locality: 'Fitzroy, VIC',
        riskLevel: null,
        cddStatus: 'notStarted',
        cddLevel: null,
        pepStatus: 'notChecked',
        sanctions: null,
        nextReviewDueOn: null,
        responsible: { id: company.staff.id, name: company.staff.name },
        createdAt: made.createdAt,
      },
    ]);
  });

  test.each([
    [{ limit: 0 }, 'limit'],
    [{ limit: 101 }, 'limit'],
    [{ sort: 'size' }, 'sort'],
    [{ kind: 'robot' }, 'kind'],
    [{ status: 'gone' }, 'status'],
    [{ responsible: 'you' }, 'responsible'],
    [{ q: 'x'.repeat(201) }, 'q'],
  ])('rejects %o with a field error', async (query, field) => {
    const { status, problem } = await api.request(
      listClients,
      { query: query as never },
      { as: company.staff },
    );
    expect(status).toBe(422);
    expect(problem.fields).toHaveProperty(field);
  });

  test('sorting by similarity without a search sorts by name', async () => {
    expect((await page({ sort: 'best', limit: 20 })).items).toEqual(
      (await page({ sort: 'name', limit: 20 })).items,
    );
  });

  test('filters and counts by the status that a client is shown with, alone and in a search', async () => {
    const { owner } = api.companies.b;
    const expected = new Map(displayStatuses.map((status) => [status, [] as string[]]));
    for (const status of clientStatuses.filter((one) => one !== 'merged')) {
      for (const cddStatus of cddStatuses) {
        const { id } = await create(api, owner, personForm('Shown', `Status ${status} ${cddStatus}`));
        await api.database.asSuperuser(
          'UPDATE assay.clients SET status = $2, cdd_status = $3 WHERE id = $1',
          [id, status, cddStatus],
        );
        expected.get(getDisplayStatus({ status, cddStatus }))?.push(id);
      }
    }
    const home = await api.request(readHome, { query: {} }, { as: owner });
    const counts = new Map(home.response.clientsByStatus.map(({ status, total }) => [status, total.count]));
    for (const [status, ids] of expected) {
      const others = status === 'draft' ? 1 : 0;
      expect([status, counts.get(status)]).toEqual([status, ids.length + others]);
      for (const q of [undefined, 'shown']) {
        const query = { status, q, limit: 100, sort: 'oldest' } as const;
        const { response } = await api.request(listClients, { query }, { as: owner });
        const found = response.items.filter(({ displayName }) => displayName.startsWith('Shown'));
        expect([status, q, found.map(({ id }) => id)]).toEqual([status, q, ids]);
        expect(response.total.count).toBe(ids.length + (q === undefined ? others : 0));
      }
    }
  });
});
