import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import { listMembers } from '#contract/company/accounts.ts';
import { readHome } from '#contract/views/home.ts';
import { openTestApi, type TestApi } from '#tests/support/api/api.ts';
import { testEngines } from '#tests/support/database/database.ts';
import { create, personForm } from '../../records/clients/support.ts';

describe.each(testEngines)('home page and members on %s', (engine) => {
  let api: TestApi;

  beforeAll(async () => {
    api = await openTestApi(engine);
  });
  afterAll(() => api?.close());

  test('a new company has no tasks', async () => {
    const { response } = await api.request(readHome, { query: {} }, { as: api.companies.b.owner });
    expect(response.work.items).toEqual([]);
    expect(response.work.nextCursor).toBeNull();
    expect(response.recentlyAdded).toEqual([]);
    expect(response.work.total).toEqual({ count: 0, capped: false });
    expect(response.clientsByStatus.every(({ total }) => total.count === 0)).toBe(true);
  });

  test('shows the member’s own clients in work, oldest first, unassigned ones and the newest', async () => {
    const { owner, staff } = api.companies.a;
    for (let number = 1; number <= 12; number += 1) {
      await create(api, owner, personForm('Mine', `Number ${number}`, { responsibleMemberId: staff.id }));
    }
    const settled = await create(
      api,
      owner,
      personForm('Settled', 'Client', { responsibleMemberId: staff.id }),
    );
    await create(api, owner, personForm('Nobodys', 'Client'));
    await api.database.asSuperuser(`UPDATE assay.clients SET status = 'active' WHERE id = $1`, [settled.id]);
    await api.database.asSuperuser(
      `UPDATE assay.clients SET status = 'onboarding' WHERE sort_name IN ('number2, mine', 'number3, mine')`,
    );

    const { response } = await api.request(readHome, { query: {} }, { as: staff });
    expect(response.work.total).toEqual({ count: 12, capped: false });
    expect(response.work.items.map(({ kind, resourceName }) => [kind, resourceName])).toEqual(
      Array.from({ length: 12 }, (_, place) => ['onboarding', `Mine Number ${place + 1}`]),
    );
    expect(response.unassignedTotal).toEqual({ count: 1, capped: false });
    expect(response.recentlyAdded[0]?.displayName).toBe('Nobodys Client');
    expect(response.recentlyAdded).toHaveLength(10);
    expect(
      Object.fromEntries(response.clientsByStatus.map(({ status, total }) => [status, total.count])),
    ).toMatchObject({
      draft: 11,
      onboarding: 2,
      active: 1,
      archived: 0,
    });
    const { response: owners } = await api.request(readHome, { query: {} }, { as: owner });
    expect(owners.work.items).toEqual([]);
  });

  test('members are those of the company, by name, removed ones included', async () => {
    const suspended = await api.addMember(api.companies.a.id, { name: 'Aaron Away', status: 'suspended' });
    await api.addMember(api.companies.a.id, { name: 'Not Yet', status: 'invited' });
    const { response } = await api.request(listMembers, {}, { as: api.companies.a.auditor });
    expect(response.members[0]).toEqual({ id: suspended.id, name: 'Aaron Away', active: false });
    expect(response.members.map(({ name }) => name)).toEqual([
      'Aaron Away',
      'Auditor of Kauri Advisory',
      'Owner of Kauri Advisory',
      'Staff of Kauri Advisory',
    ]);
  });
});
