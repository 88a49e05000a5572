import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import { createClient, exportClients, readClientHistory, updateClient } from '#contract/clients/clients.ts';
import { openTestApi, type TestApi, type TestPerson } from '#tests/support/api/api.ts';
import { testEngines } from '#tests/support/database/database.ts';
import { type ClientForm, create, found, personForm } from './support.ts';

const soleTrader = (familyName: string, trade: Record<string, unknown>, given = 'Mere'): ClientForm =>
  ({
    ...personForm(given, familyName, { individual: trade }),
    clientType: 'soleTrader',
  }) as ClientForm;

describe.each(testEngines)('sole traders and people with a single name on %s', (engine) => {
  let api: TestApi;
  let owner: TestPerson;

  beforeAll(async () => {
    api = await openTestApi(engine);
    owner = api.companies.a.owner;
  });
  afterAll(() => api?.close());

  const post = (body: ClientForm) => api.request(createClient, { body }, { as: owner });

  test('trading names and numbers are normalised, found and exported', async () => {
    const trade = { tradingNames: ['Kōtare Plumbing'], nzbn: '9429 0463 93920', abn: '51 824 753 556' };
    const { response } = await post(soleTrader('Tradesworth', trade));
    expect(response.individual).toMatchObject({
      tradingNames: ['Kōtare Plumbing'],
      nzbn: '9429046393920',
      abn: '51824753556',
    });
    expect(response.displayName).toBe('Mere Tradesworth');
    expect(await found(api, owner, 'kotare plumbing')).toEqual(['Mere Tradesworth']);
    expect(await found(api, owner, '51 824 753 556')).toEqual(['Mere Tradesworth']);
    const { text: csv } = await api.request(exportClients, { query: { q: 'kotare' } }, { as: owner });
    expect(csv).toContain('Kōtare Plumbing');
    expect(csv).toContain('9 429046 393920');
  });

  test('numbers are validated as a company’s, and accepted for sole traders alone', async () => {
    const wrong = await post(soleTrader('Wrongnumber', { nzbn: '9429041561141', abn: '99999999999' }));
    expect(Object.keys(wrong.problem.fields ?? {}).sort()).toEqual(['individual.abn', 'individual.nzbn']);
    const trade = { tradingNames: ['A'], nzbn: '9429046393920' };
    const elsewhere = await post(personForm('Not', 'Trading', { individual: trade } as never));
    expect(elsewhere.problem.code).toBe('request.invalid');
    expect(Object.keys(elsewhere.problem.fields ?? {}).sort()).toEqual([
      'individual.nzbn',
      'individual.tradingNames',
    ]);
  });

  test('a changed number is in the history, and an unchanged form changes nothing', async () => {
    const made = await create(api, owner, soleTrader('Changeable', { abn: '51824753556' }));
    const params = { id: made.id };
    const same = await api.request(
      updateClient,
      { params, body: { ...soleTrader('Changeable', { abn: '51 824 753 556' }), version: 1 } as never },
      { as: owner },
    );
    expect(same.response.version).toBe(1);
    const gone = await api.request(
      updateClient,
      { params, body: { ...soleTrader('Changeable', { tradingNames: ['New name'] }), version: 1 } as never },
      { as: owner },
    );
    expect(gone.response.individual).toMatchObject({ abn: null, tradingNames: ['New name'] });
    const history = await api.request(readClientHistory, { params, query: {} }, { as: owner });
    const changes = history.response.events[0]?.changes ?? [];
    expect(changes).toContainEqual({ field: 'individual.abn', before: '51824753556', after: null });
    expect(changes).toContainEqual({ field: 'individual.tradingNames', before: null, after: 'New name' });
  });

  test('warns of the same number or trading name under any personal name', async () => {
    await create(
      api,
      owner,
      soleTrader('Firstholder', { tradingNames: ['Only One Joinery'], nzbn: '9429041561140' }),
    );
    const number = await post(soleTrader('Quite', { nzbn: '9429041561140' }, 'Different'));
    expect(number.problem.questions?.[0]?.records?.[0]).toMatchObject({
      name: 'Mere Firstholder',
      reasons: ['Same NZBN'],
    });
    const name = await post(soleTrader('Another', { tradingNames: ['only one joinery'] }, 'Entirely'));
    expect(name.problem.questions?.[0]?.records?.[0]?.reasons).toEqual(['Same trading name']);
  });

  const oneNamed = (name: string, more: Record<string, unknown> = {}) =>
    ({
      clientType: 'individual',
      individual: { familyName: name, hasOneName: true, ...more },
    }) as unknown as ClientForm;

  test('a person with a single name is stored, shown, sorted and found by it', async () => {
    const { response } = await post(oneNamed('Suhartono'));
    expect(response).toMatchObject({
      displayName: 'Suhartono',
      individual: { givenNames: null, middleNames: null, familyName: 'Suhartono' },
    });
    expect(await found(api, owner, 'suhartono')).toEqual(['Suhartono']);
  });

  test('requires given names unless the client has a single name, which excludes others', async () => {
    const forgotten = await post({
      clientType: 'individual',
      individual: { familyName: 'X', nzbn: '1' },
    } as never);
    expect(forgotten.problem.fields).toMatchObject({ 'individual.givenNames': ['Enter the given names'] });
    expect(forgotten.problem.fields).toHaveProperty(['individual.nzbn']);
    const both = await post(oneNamed('Budiono', { givenNames: 'Ana', middleNames: 'B' }));
    expect(Object.keys(both.problem.fields ?? {}).sort()).toEqual([
      'individual.givenNames',
      'individual.middleNames',
    ]);
    const none = await post({ clientType: 'individual', individual: { otherNames: [] } } as never);
    expect(Object.keys(none.problem.fields ?? {}).sort()).toEqual([
      'individual.familyName',
      'individual.givenNames',
    ]);
  });

  test('the same person under a placeholder of another form is a likely duplicate', async () => {
    await create(api, owner, oneNamed('Wiryawan', { dateOfBirth: '1970-01-02' }));
    for (const [given, family] of [
      ['FNU', 'Wiryawan'],
      ['Wiryawan', 'Wiryawan'],
    ] as const) {
      const asked = await post(personForm(given, family, { individual: { dateOfBirth: '1970-01-02' } }));
      expect(asked.problem.questions?.[0]?.records?.[0]?.reasons).toEqual(['Same name and date of birth']);
    }
    const other = await post(personForm('Putri', 'Wiryawan', { individual: { dateOfBirth: '1981-03-04' } }));
    expect(other.status).toBe(201);
  });
});
