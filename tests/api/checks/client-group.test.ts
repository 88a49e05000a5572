import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import { readDiligence } from '#contract/cdd/cdd.ts';
import { readClientGroup } from '#contract/clients/client-group.ts';
import { addParty, endParty } from '#contract/clients/parties.ts';
import type { PartyRole } from '#rules/clients/client-parties.ts';
import { openTestApi, type TestApi } from '#tests/support/api/api.ts';
import { testEngines } from '#tests/support/database/database.ts';
import { businessForm, create, personForm } from '../records/clients/support.ts';

describe.each(testEngines)('the group of a client on %s', (engine) => {
  let api: TestApi;
  beforeAll(async () => {
    api = await openTestApi(engine);
  });
  afterAll(() => api?.close());

  const owner = () => api.companies.a.owner;
  const person = async (name: string) => (await create(api, owner(), personForm('Ata', name))).id;
  const business = async (name: string) => (await create(api, owner(), businessForm(name))).id;
  const connect = async (id: string, partyClientId: string, roles: PartyRole[]) =>
    (await api.request(addParty, { params: { id }, body: { partyClientId, roles } }, { as: owner() }))
      .response;
  const group = async (id: string) => {
    const { response } = await api.request(readClientGroup, { params: { id } }, { as: owner() });
    return response;
  };

  test('leads over companies to their other owners, nearest first, with the relationship', async () => {
    const [ana, bo, cleo, far] = [
      await person('Grouped'),
      await person('Other'),
      await person('Third'),
      await person('Far'),
    ];
    const [company, trust] = [await business('Grouped Limited'), await business('Holding Limited')];
    await connect(company, ana, ['director', 'shareholder']);
    const held = await connect(company, trust, ['shareholder']);
    await connect(trust, bo, ['shareholder']);
    await connect(ana, cleo, ['familyMember']);
    const bosOther = await business('Four Steps Limited');
    await connect(bosOther, bo, ['director']);
    await connect(bosOther, far, ['director']);

    const { clients, hasMore } = await group(ana);
    expect(hasMore).toBe(false);
    expect(
      clients.map(({ name, relation }) => [name, relation.roles, relation.of.name, relation.isReverse]),
    ).toEqual([
      ['Grouped Limited', ['director', 'shareholder'], 'Ata Grouped', true],
      ['Ata Third', ['familyMember'], 'Ata Grouped', false],
      ['Holding Limited', ['shareholder'], 'Grouped Limited', false],
      ['Ata Other', ['shareholder'], 'Holding Limited', false],
    ]);

    const version = { version: held.version, validTo: held.validFrom };
    await api.request(
      endParty,
      { params: { id: company, partyId: held.id }, body: version },
      { as: owner() },
    );
    expect((await group(ana)).clients.map(({ name }) => name)).toEqual(['Grouped Limited', 'Ata Third']);
  });

  test('stops at forty clients', async () => {
    const agent = await person('Agent');
    for (let number = 0; number < 41; number += 1) {
      await connect(
        await business(`Client ${String.fromCharCode(65 + (number % 26))}${number} Limited`),
        agent,
        ['authorisedRepresentative'],
      );
    }
    const { clients, hasMore } = await group(agent);
    expect([clients.length, hasMore]).toEqual([40, true]);
  });

  test('a family member brings no requirement', async () => {
    const [ana, child] = [await person('Parent'), await person('Child')];
    const items = async () => {
      const { response } = await api.request(readDiligence, { params: { id: ana } }, { as: owner() });
      return response.items.map(({ text }) => text);
    };
    const before = await items();
    await connect(ana, child, ['familyMember']);
    expect(await items()).toEqual(before);
    await connect(ana, await person('Attorney'), ['authorisedRepresentative']);
    expect(await items()).not.toEqual(before);
  });

  test('of another company’s client is not found', async () => {
    const other = await create(api, api.companies.b.owner, personForm('Ata', 'Elsewhere'));
    const { status } = await api.request(readClientGroup, { params: { id: other.id } }, { as: owner() });
    expect(status).toBe(404);
  });
});
