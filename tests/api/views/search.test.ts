import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import { listClients } from '#contract/clients/clients.ts';
import { searchEverything } from '#contract/views/search.ts';
import { openTestApi, type TestApi, type TestPerson } from '#tests/support/api/api.ts';
import { testEngines } from '#tests/support/database/database.ts';
import { create as createActivity, fullForm } from '../checks/activities/support.ts';
import { businessForm, create, personForm } from '../records/clients/support.ts';

describe.each(testEngines)('search over everything on %s', (engine) => {
  let api: TestApi;

  beforeAll(async () => {
    api = await openTestApi(engine);
    const { owner } = api.companies.a;
    for (const [given, family] of [
      ['Rata', 'Adams'],
      ['Anahera', 'Ratana'],
      ['Zoe', 'Rata'],
      ['Ratu', 'Basset'],
    ] as const) {
      await create(api, owner, personForm(given, family));
    }
    const { id } = await create(api, owner, businessForm('Totara Rata Limited'));
    await createActivity(api, owner, fullForm(id, { name: 'Sale of 3 Rata Road' }));
    await createActivity(api, owner, fullForm(id, { name: 'Lease of 4 Elm Street' }));
    await api.addMember(api.companies.a.id, { name: 'Rata Staffer' });
    await api.addMember(api.companies.a.id, { name: 'Rata Gone', status: 'suspended' });
  });
  afterAll(() => api?.close());

  const find = async (q: string, as: TestPerson = api.companies.a.staff) =>
    (await api.request(searchEverything, { query: { q } }, { as })).response;
  const names = (clients: readonly { displayName: string }[]) =>
    clients.map(({ displayName }) => displayName);

  test('ranks an exact word first, that of the family name before others, in the search and in the picker alike', async () => {
    const { clients } = await find('rata');
    expect(names(clients)).toEqual([
      'Zoe Rata',
      'Rata Adams',
      'Totara Rata Limited',
      'Anahera Ratana',
      'Ratu Basset',
    ]);
    const picker = await api.request(
      listClients,
      { query: { q: 'rata', limit: 8 } },
      { as: api.companies.a.staff },
    );
    expect(names(picker.response.items)).toEqual(names(clients));
    const pages: string[] = [];
    let cursor: string | undefined;
    do {
      const query = { q: 'rata', limit: 2, ...(cursor ? { cursor } : {}) };
      const { response } = await api.request(listClients, { query }, { as: api.companies.a.staff });
      pages.push(...names(response.items));
      cursor = response.nextCursor ?? undefined;
    } while (cursor !== undefined);
    expect(pages).toEqual(names(clients));
  });

  test('finds activities by their own words first, and people who are there', async () => {
    const { activities, people } = await find('rata');
    expect(activities.map(({ name }) => name)).toEqual(['Sale of 3 Rata Road', 'Lease of 4 Elm Street']);
    expect(people.map(({ name }) => name)).toEqual(['Rata Staffer']);
    expect((await find('A-000001')).activities).toHaveLength(1);
  });

  test('puts the activity of that name first among newer ones of a client of that name', async () => {
    const { owner } = api.companies.a;
    const { id } = await create(api, owner, businessForm('Kowhai Holdings Limited'));
    await createActivity(api, owner, fullForm(id, { name: 'Sale of 9 Kowhai Terrace' }));
    for (let number = 1; number <= 10; number += 1) {
      await createActivity(api, owner, fullForm(id, { name: `Lease ${number}` }));
    }
    const { activities } = await find('kowhai');
    expect(activities.map(({ name }) => name).slice(0, 2)).toEqual(['Sale of 9 Kowhai Terrace', 'Lease 10']);
    expect(activities).toHaveLength(8);
  });

  test('finds nothing of another company, and nothing for no text', async () => {
    const nothing = { clients: [], activities: [], people: [], templates: [] };
    expect(await find('rata', api.companies.b.owner)).toEqual(nothing);
    expect(await find('  ')).toEqual(nothing);
    expect(await find('%_\\')).toEqual(nothing);
  });
});
