import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import { listClients } from '#contract/clients/clients.ts';
import { openTestApi, type TestApi } from '#tests/support/api/api.ts';
import { testEngines } from '#tests/support/database/database.ts';
import { businessForm, create, found, personForm } from './support.ts';

const people: [string, string][] = [
  ['John', 'Smith'],
  ['Johnny', 'Smithers'],
  ['Jane', 'Smith-Jones'],
  ['Aroha', 'Tāmihana'],
  ['Siobhán', "O'Brien"],
  ['Wiremu', 'Ngata'],
  ['Owain', 'Wiliams'],
  ['Rhys', 'Williamson'],
  ['Björn', 'Østergård'],
  ['Zoë', 'Weiß'],
  ['Łukasz', 'Wiśniewski'],
  ['Wei', 'Li'],
  ['Mei', 'Lin'],
  ['Anna-Maria', 'van der Berg'],
  ['伟', '王'],
  ['Te Ariki', 'Te Awa'],
  ['Jane', 'Catherine Macdonald'],
];

/** The input, and the expected first result (or one of the first). */
const cases: [typed: string, first: string][] = [
  ['John Smith', 'John Smith'],
  ['smith john', 'John Smith'],
  ['SMITH, JOHN', 'John Smith'],
  ['Jhon Smtih', 'John Smith'],
  ['john smit', 'John Smith'],
  ['j smith', 'John Smith'],
  ['smith j', 'John Smith'],
  ['Jane Smith Jones', 'Jane Smith-Jones'],
  ['smith-jones', 'Jane Smith-Jones'],
  ['smithjones', 'Jane Smith-Jones'],
  ['Tamihana', 'Aroha Tāmihana'],
  ['Tāmihana', 'Aroha Tāmihana'],
  ['TĀMIHANA aroha', 'Aroha Tāmihana'],
  ['tamihna', 'Aroha Tāmihana'],
  ['tamahana', 'Aroha Tāmihana'],
  ["O'Brien", "Siobhán O'Brien"],
  ['o’brien', "Siobhán O'Brien"],
  ['obrien', "Siobhán O'Brien"],
  ['o brien', "Siobhán O'Brien"],
  ['siobhan', "Siobhán O'Brien"],
  ['obrein', "Siobhán O'Brien"],
  ['wili', 'Owain Wiliams'],
  ['willi', 'Rhys Williamson'],
  ['wiliam', 'Owain Wiliams'],
  ['willamson', 'Rhys Williamson'],
  ['ngata', 'Wiremu Ngata'],
  ['ostergard', 'Björn Østergård'],
  ['bjorn', 'Björn Østergård'],
  ['weiss', 'Zoë Weiß'],
  ['zoe', 'Zoë Weiß'],
  ['lukasz', 'Łukasz Wiśniewski'],
  ['wisnewski', 'Łukasz Wiśniewski'],
  ['li', 'Wei Li'],
  ['li wei', 'Wei Li'],
  ['wei li', 'Wei Li'],
  ['vanderberg', 'Anna-Maria van der Berg'],
  ['van der berg', 'Anna-Maria van der Berg'],
  ['anna maria', 'Anna-Maria van der Berg'],
  ['王', '伟 王'],
  ['王 伟', '伟 王'],
  ['te awa', 'Te Ariki Te Awa'],
  ['macdonnald', 'Jane Catherine Macdonald'],
  ['kathrine macdonald', 'Jane Catherine Macdonald'],
  ['Jane Macdonald Auckland', 'Jane Catherine Macdonald'],
  ['tasman', 'Harbour & Tasman Trading Limited'],
  ['harbour and tasman', 'Harbour & Tasman Trading Limited'],
  ['southern crss', 'Harbour & Tasman Trading Limited'],
  ['9429046393920', 'Harbour & Tasman Trading Limited'],
  ['9429 0463 93920', 'Harbour & Tasman Trading Limited'],
  ['51 824 753 556', 'Wattle Pty Ltd'],
  ['004085616', 'Wattle Pty Ltd'],
  ['HT-77', 'Harbour & Tasman Trading Limited'],
  ['ht-77', 'Harbour & Tasman Trading Limited'],
  ['office@wattle.test', 'Wattle Pty Ltd'],
  ['Office@Watt', 'Wattle Pty Ltd'],
  ['021 555 0123', 'Wattle Pty Ltd'],
  ['Johnny Walker', 'Wiremu Ngata'],
];

describe.each(testEngines)('client search on %s', (engine) => {
  let api: TestApi;

  beforeAll(async () => {
    api = await openTestApi(engine);
    const { owner } = api.companies.a;
    for (const [given, family] of people) {
      const others = family === 'Ngata' ? { otherNames: ['Johnny Walker'] } : {};
      await create(api, owner, personForm(given, family, { individual: others }));
    }
    await create(
      api,
      owner,
      businessForm('Harbour & Tasman Trading Limited', {
        externalId: 'HT-77',
        business: { nzbn: '9429046393920', tradingNames: ['Southern Cross Imports'] },
      }),
    );
    await create(
      api,
      owner,
      businessForm('Wattle Pty Ltd', {
        email: 'office@wattle.test',
        phone: '+64215550123',
        business: { registrationCountry: 'AUS', abn: '51824753556', acn: '004085616' },
      }),
    );
    await create(api, api.companies.b.owner, personForm('John', 'Smith of the other company'));
  });
  afterAll(() => api?.close());

  test.each(cases)('"%s" finds %s first', async (typed, first) => {
    expect((await found(api, api.companies.a.staff, typed))[0]).toBe(first);
  });

  test('returns each company its own clients alone', async () => {
    expect(await found(api, api.companies.b.staff, 'john smith')).toEqual([
      'John Smith of the other company',
    ]);
    expect(await found(api, api.companies.b.staff, 'tamihana')).toEqual([]);
  });

  test('ranks an exact name before a prefix, and that before a typing error', async () => {
    expect(await found(api, api.companies.a.staff, 'smith')).toEqual([
      'John Smith',
      'Jane Smith-Jones',
      'Johnny Smithers',
    ]);
  });

  test.each([
    'zzzzqqqq',
    '!!!',
    "';--",
    '%',
    '_',
    '{',
    '}"',
    '\\',
    '🦘🦘🦘',
    'a'.repeat(200),
    '@',
    '.',
    '-',
    '0',
  ])('"%s" finds no client and causes no error', async (typed) => {
    expect(await found(api, api.companies.a.staff, typed)).toEqual([]);
  });

  test('is narrowed by filters', async () => {
    const query = { q: 'tasman', kind: 'individual' as const };
    const { response } = await api.request(listClients, { query }, { as: api.companies.a.staff });
    expect(response).toMatchObject({ items: [], total: { count: 0, capped: false } });
  });
});
