import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import { createClient, listClients, readClient } from '#contract/clients/clients.ts';
import { openTestApi, type TestApi } from '#tests/support/api/api.ts';
import { testEngines } from '#tests/support/database/database.ts';
import { businessForm, type ClientForm, personForm } from './support.ts';

describe.each(testEngines)('bad input to clients on %s', (engine) => {
  let api: TestApi;
  let owner: TestApi['companies']['a']['owner'];

  beforeAll(async () => {
    api = await openTestApi(engine);
    owner = api.companies.a.owner;
  });
  afterAll(() => api?.close());

  const post = (body: ClientForm, requestKey?: string) =>
    api.request(createClient, { body, requestKey }, { as: owner });

  describe('bad input', () => {
    const limits: [string, ClientForm, string][] = [
      ['given names', personForm('x'.repeat(121), 'y'), 'individual.givenNames'],
      ['family name', personForm('x', 'y'.repeat(121)), 'individual.familyName'],
      [
        'occupation',
        personForm('x', 'y', { individual: { occupation: 'z'.repeat(121) } }),
        'individual.occupation',
      ],
      ['legal name', businessForm('x'.repeat(201)), 'business.legalName'],
      ['reference', personForm('x', 'y', { externalId: 'z'.repeat(65) }), 'externalId'],
      ['purpose', personForm('x', 'y', { relationshipPurpose: 'z'.repeat(501) }), 'relationshipPurpose'],
      ['blank name', personForm('  ', 'y'), 'individual.givenNames'],
      ['control characters', personForm('x\u0007', 'y'), 'individual.givenNames'],
      ['direction overrides', personForm('x\u202ey', 'y'), 'individual.givenNames'],
      ['NUL', personForm('x\0', 'y'), 'individual.givenNames'],
      [
        'a false date',
        personForm('x', 'y', { individual: { dateOfBirth: '2023-02-29' } }),
        'individual.dateOfBirth',
      ],
      ['a wrong check digit', businessForm('x', { business: { nzbn: '9429041561141' } }), 'business.nzbn'],
      [
        'an unknown country',
        businessForm('x', { business: { registrationCountry: 'XXX' } }),
        'business.registrationCountry',
      ],
      ['no details', { clientType: 'individual' }, 'individual.familyName'],
    ];

    test.each(limits)('%s: returns a field error and stores nothing', async (_what, body, field) => {
      const { status, problem } = await post(body);
      expect(status).toBe(422);
      expect(problem.fields?.[field]?.[0]).toMatch(/\w/);
    });

    test.each([
      ['the longest names', 'W'.repeat(120), 'M'.repeat(120)],
      ['names of four bytes a letter', '𐌰'.repeat(120), '𐌱'.repeat(120)],
      ['families of emoji', '👨‍👩‍👧‍👦', '🦘'.repeat(100)],
      ['signs alone', '!!!', '???'],
      ['quotes and braces', `'"{},\\`, `"; DROP TABLE clients; --`],
      ['right-to-left letters', 'محمد', 'السيد'],
      ['marks on letters', 'Z\u0301\u0302\u0303', 'A\u0323\u0301'],
      ['words of a hundred letters', 'a'.repeat(120), 'b'.repeat(120)],
    ])('%s are stored and found', async (_what, givenNames, familyName) => {
      const body = personForm(givenNames, familyName, { confirmations: ['likelyDuplicates'] });
      const { response } = await post(body);
      const { response: read } = await api.request(
        readClient,
        { params: { id: response.id } },
        { as: owner },
      );
      expect(read.individual?.familyName).toBe(familyName.normalize('NFC'));
      const q = [...familyName].slice(0, 40).join('');
      const search = await api.request(listClients, { query: { q } }, { as: owner });
      expect(search.status).toBe(200);
    });

    test.each([
      ['no base64', '???'],
      ['no JSON', Buffer.from('hello').toString('base64url')],
      ['another shape', Buffer.from('[1,2,3]').toString('base64url')],
      ['an id that is none', Buffer.from('["x",false,"nobody","a",0]').toString('base64url')],
      ['too long', 'a'.repeat(1001)],
      ['empty', ''],
    ])('returns a field error for a cursor of %s', async (_what, cursor) => {
      const { status, problem } = await api.request(listClients, { query: { cursor } }, { as: owner });
      expect(status).toBe(422);
      expect(problem.fields).toHaveProperty('cursor');
    });

    test('rejects a cursor of another filter', async () => {
      const { response } = await api.request(listClients, { query: { limit: 1 } }, { as: owner });
      const cursor = response.nextCursor ?? '';
      const query = { limit: 1, cursor, kind: 'business' as const };
      expect((await api.request(listClients, { query }, { as: owner })).status).toBe(422);
    });
  });
});
