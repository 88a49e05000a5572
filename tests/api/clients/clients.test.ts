import { randomUUID } from 'node:crypto';
import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import { createClient, listClients, readClient, readClientHistory, updateClient } from '#contract/clients.ts';
import { clientKindOf, clientTypes } from '#rules/client-types.ts';
import type { TestApi } from '#tests/support/api.ts';
import { testEngines } from '#tests/support/database.ts';
import { businessForm, type ClientForm, create, openClientsApi, personForm } from './support.ts';

const auckland = {
  addressLine1: '12 Rimu Street',
  suburb: 'Ponsonby',
  state: 'Auckland',
  postcode: '1011',
  countryCode: 'NZL',
} as const;

describe.each(testEngines)('clients on %s', (engine) => {
  let api: TestApi;
  let owner: TestApi['companies']['a']['owner'];

  beforeAll(async () => {
    api = await openClientsApi(engine);
    owner = api.companies.a.owner;
  });
  afterAll(() => api?.close());

  const post = (body: ClientForm, requestKey?: string) =>
    api.request(createClient, { body, requestKey }, { as: owner });

  describe('create', () => {
    test('keeps everything of an individual, as a draft that nothing is known of yet', async () => {
      const { answer } = await post({
        clientType: 'individual',
        externalId: 'P-1',
        responsibleMemberId: api.companies.a.staff.id,
        email: 'Ataahua@Example.test',
        phone: '+64 21 555 0101',
        addresses: [auckland, { countryCode: 'NZL' }],
        tags: 'family\nproperty',
        individual: {
          givenNames: 'Ātaahua',
          middleNames: 'Rose',
          familyName: 'Wharepapa',
          otherNames: ['Ata Wharepapa'],
          dateOfBirth: '1980-02-29',
          citizenships: ['NZL', '', 'NZL', 'WSM'],
          residenceCountry: 'NZL',
          occupation: 'Beekeeper',
        },
        relationshipPurpose: 'Purchase of a rental property',
        relationshipStartedOn: '2025-01-31',
        preCommencement: true,
      });
      expect(answer).toMatchObject({
        version: 1,
        kind: 'individual',
        displayName: 'Ātaahua Rose Wharepapa',
        status: 'draft',
        cddStatus: 'notStarted',
        pepStatus: 'notChecked',
        sanctionsStatus: 'notChecked',
        cddLevel: null,
        riskLevel: null,
        externalId: 'P-1',
        email: 'ataahua@example.test',
        phone: '+64215550101',
        addresses: [auckland],
        tags: ['family', 'property'],
        individual: { dateOfBirth: '1980-02-29', citizenships: ['NZL', 'WSM'], occupation: 'Beekeeper' },
        business: null,
        responsible: { id: api.companies.a.staff.id, name: api.companies.a.staff.name },
        createdBy: { id: owner.id },
        preCommencement: true,
        relationshipStartedOn: '2025-01-31',
      });
      const read = await api.request(
        readClient,
        { params: { id: answer.id } },
        { as: api.companies.a.auditor },
      );
      expect(read.answer).toEqual(answer);
    });

    test.each(clientTypes)('takes a client of type %s with its name alone', async (clientType) => {
      const form =
        clientKindOf(clientType) === 'individual'
          ? personForm('Given', `Family of ${clientType}`)
          : businessForm(`Business of ${clientType}`);
      const { answer } = await post({
        ...form,
        clientType,
        confirmations: ['likelyDuplicates'],
      } as ClientForm);
      expect(answer).toMatchObject({ clientType, kind: clientKindOf(clientType), status: 'draft' });
    });

    test('keeps identifiers in their normal form and refuses those of another type or country', async () => {
      const kept = await post(
        businessForm('Ironbark Joinery Pty Ltd', {
          business: { registrationCountry: 'AUS', abn: '51 824 753 556', acn: '004 085 616' },
        }),
      );
      expect(kept.answer.business).toMatchObject({ abn: '51824753556', acn: '004085616', nzbn: null });
      const misplaced = await post(
        businessForm('The Kererū Trust', {
          clientType: 'trust',
          business: { acn: '004085616', trustType: 'discretionary', hasBearerShares: true },
        }),
      );
      expect(misplaced.problem.code).toBe('request.invalid');
      expect(Object.keys(misplaced.problem.fields ?? {}).sort()).toEqual([
        'business.acn',
        'business.hasBearerShares',
      ]);
    });

    test('sent twice with one key makes one client, at once or later', async () => {
      const requestKey = randomUUID();
      const body = personForm('Twice', 'Sent', { confirmations: ['likelyDuplicates'] });
      const [one, two] = await Promise.all([post(body, requestKey), post(body, requestKey)]);
      const three = await post(body, requestKey);
      expect(two.answer).toEqual(one.answer);
      expect(three.answer).toEqual(one.answer);
      const { answer } = await api.request(listClients, { query: { q: 'Twice Sent' } }, { as: owner });
      expect(answer.items).toHaveLength(1);
      const other = await post(personForm('Twice', 'Changed'), requestKey);
      expect(other.problem).toMatchObject({ code: 'requestKey.reused', current: { id: one.answer.id } });
    });

    test('a refused attempt does not use the key up', async () => {
      const requestKey = randomUUID();
      const refused = await post(
        personForm('Key', 'Kept', { responsibleMemberId: randomUUID() }),
        requestKey,
      );
      expect(refused.problem.fields).toEqual({
        responsibleMemberId: ['Choose an active member of your company'],
      });
      expect((await post(personForm('Key', 'Kept'), requestKey)).status).toBe(201);
    });

    test('nobody of another company, suspended or invented can be responsible', async () => {
      const suspended = await api.addMember(api.companies.a.id, { status: 'suspended' });
      for (const id of [api.companies.b.staff.id, suspended.id, randomUUID()]) {
        const { problem } = await post(personForm('Some', 'One', { responsibleMemberId: id }));
        expect(problem.fields).toHaveProperty('responsibleMemberId');
      }
    });

    test('a reference is taken once in a company, and again in another', async () => {
      await create(api, owner, personForm('First', 'Reference', { externalId: 'R-1' }));
      const second = await post(personForm('Second', 'Reference', { externalId: 'R-1' }));
      expect(second.problem).toMatchObject({
        code: 'request.invalid',
        fields: { externalId: [expect.any(String)] },
      });
      const other = await create(
        api,
        api.companies.b.owner,
        personForm('First', 'Reference', { externalId: 'R-1' }),
      );
      expect(other.externalId).toBe('R-1');
    });

    test('two who take one reference at the same moment: one gets it, the other is told', async () => {
      const forms = ['Amber', 'Basil', 'Clover', 'Dill'].map((name) =>
        post(personForm(name, 'Racer', { externalId: 'RACE', confirmations: ['likelyDuplicates'] })),
      );
      const statuses = (await Promise.all(forms)).map(({ status }) => status).sort();
      expect(statuses).toEqual([201, 422, 422, 422]);
    });
  });

  describe('questions', () => {
    test('a likely duplicate is asked about, with what it is and why, and made when it was meant', async () => {
      const first = await create(
        api,
        owner,
        personForm('Moana', 'Pōmare', { addresses: [auckland], individual: { dateOfBirth: '1990-05-05' } }),
      );
      const again = personForm('Pomare', 'Moana', { individual: { dateOfBirth: '1990-05-05' } });
      const { problem } = await post(again);
      expect(problem.code).toBe('confirmation.needed');
      expect(problem.questions).toEqual([
        {
          code: 'likelyDuplicates',
          text: expect.any(String),
          records: [
            {
              id: first.id,
              name: 'Moana Pōmare',
              detail: 'Individual · Draft · Ponsonby, Auckland',
              reasons: ['Same name and date of birth'],
            },
          ],
        },
      ]);
      expect((await post({ ...again, confirmations: ['likelyDuplicates'] })).status).toBe(201);
    });

    test.each([
      ['email', { email: 'shared@example.test' }],
      ['phone and name', { phone: '+64215550909' }],
    ])('is asked about the same %s', async (_what, shared) => {
      await create(api, owner, personForm('Halima', 'Osman', shared));
      const { problem } = await post(personForm('Halima', 'Osman', shared));
      expect(problem.code).toBe('confirmation.needed');
    });

    test('a business is found by its number whatever it is called now', async () => {
      await create(api, owner, businessForm('Old Name Limited', { business: { nzbn: '9429041561140' } }));
      const { problem } = await post(
        businessForm('Quite Different Limited', { business: { nzbn: '9429041561140' } }),
      );
      expect(problem.questions?.[0]?.records?.[0]).toMatchObject({
        name: 'Old Name Limited',
        reasons: ['Same NZBN'],
      });
    });

    test('clients of another company are never named', async () => {
      await create(
        api,
        api.companies.b.owner,
        personForm('Only', 'Elsewhere', { email: 'only@elsewhere.test' }),
      );
      expect((await post(personForm('Only', 'Elsewhere', { email: 'only@elsewhere.test' }))).status).toBe(
        201,
      );
    });

    test('nine digits that could be a tax file number are asked about, and refused where the text says what they are', async () => {
      const asked = await post(
        personForm('Nine', 'Digits', { relationshipPurpose: 'Invoice 123 456 782 of May' }),
      );
      expect(asked.problem.questions).toEqual([
        { code: 'notTaxFileNumber', text: expect.any(String), field: 'relationshipPurpose' },
      ]);
      expect(JSON.stringify(asked.problem)).not.toContain('123 456 782');
      const refused = await post(
        personForm('Nine', 'Digits', {
          relationshipPurpose: 'TFN 123 456 782',
          confirmations: ['notTaxFileNumber'],
        }),
      );
      expect(refused.problem.fields).toHaveProperty('relationshipPurpose');
    });
  });

  describe('update', () => {
    test('replaces all details, counts the version up and tells who', async () => {
      const before = await create(
        api,
        owner,
        personForm('Rawiri', 'Tautahi', { email: 'rawiri@example.test', tags: ['family'] }),
      );
      const { answer } = await api.request(
        updateClient,
        {
          params: { id: before.id },
          body: { ...personForm('Rāwiri', 'Tautahi-Brown', { phone: '+64215550102' }), version: 1 },
        },
        { as: api.companies.a.staff },
      );
      expect(answer).toMatchObject({
        id: before.id,
        version: 2,
        displayName: 'Rāwiri Tautahi-Brown',
        email: null,
        phone: '+64215550102',
        tags: [],
        createdBy: { id: owner.id },
        updatedBy: { id: api.companies.a.staff.id },
      });
      const { answer: list } = await api.request(
        listClients,
        { query: { q: 'tautahi brown' } },
        { as: owner },
      );
      expect(list.items.map(({ id }) => id)).toEqual([before.id]);
    });

    test('a client can become a business, and keeps its history', async () => {
      const before = await create(api, owner, personForm('Sole', 'Trading'));
      const { answer } = await api.request(
        updateClient,
        { params: { id: before.id }, body: { ...businessForm('Sole Trading Limited'), version: 1 } },
        { as: owner },
      );
      expect(answer).toMatchObject({
        kind: 'business',
        individual: null,
        business: { legalName: 'Sole Trading Limited' },
      });
    });

    test('a stale version is refused with the record as it is now; of two at once one wins', async () => {
      const before = await create(api, owner, personForm('Stale', 'Record'));
      const send = (familyName: string) =>
        api.request(
          updateClient,
          { params: { id: before.id }, body: { ...personForm('Stale', familyName), version: 1 } },
          { as: owner },
        );
      const outcomes = await Promise.all([send('One'), send('Two'), send('Three')]);
      expect(outcomes.map(({ status }) => status).sort()).toEqual([200, 409, 409]);
      const winner = outcomes.find(({ status }) => status === 200)?.answer;
      for (const { problem } of outcomes.filter(({ status }) => status === 409)) {
        expect(problem.code).toBe('record.stale');
        expect(problem.current).toEqual(winner);
      }
    });

    test('sent again with its key it is not stale', async () => {
      const before = await create(api, owner, personForm('Again', 'Sent'));
      const body = { ...personForm('Again', 'Changed'), version: 1 };
      const input = { params: { id: before.id }, body, requestKey: randomUUID() };
      const first = await api.request(updateClient, input, { as: owner });
      const second = await api.request(updateClient, input, { as: owner });
      expect(second.answer).toEqual(first.answer);
    });

    test('a form that changes nothing writes nothing', async () => {
      const before = await create(
        api,
        owner,
        personForm('No', 'Change', { addresses: [auckland], tags: ['x'], email: 'no@change.test' }),
      );
      const body = {
        ...personForm('No', 'Change', { addresses: [auckland], tags: ['x'], email: 'no@change.test' }),
        version: 1,
      };
      const { answer } = await api.request(updateClient, { params: { id: before.id }, body }, { as: owner });
      expect(answer).toEqual(before);
      const history = await api.request(
        readClientHistory,
        { params: { id: before.id }, query: {} },
        { as: owner },
      );
      expect(history.answer.events).toHaveLength(1);
    });

    test('whoever is responsible and left the team may stay named, and cannot be chosen anew', async () => {
      const leaver = await api.addMember(api.companies.a.id, { name: 'Lee Leaver' });
      const before = await create(
        api,
        owner,
        personForm('Left', 'Behind', { responsibleMemberId: leaver.id }),
      );
      await api.database.asSuperuser(`UPDATE assay.members SET status = 'suspended' WHERE id = $1`, [
        leaver.id,
      ]);
      const body = { ...personForm('Left', 'Still', { responsibleMemberId: leaver.id }), version: 1 };
      const kept = await api.request(updateClient, { params: { id: before.id }, body }, { as: owner });
      expect(kept.answer.responsible).toEqual({ id: leaver.id, name: 'Lee Leaver' });
    });
  });

  describe('other people’s ids', () => {
    test('are nothing here: 404 for every way in', async () => {
      const { id } = await create(api, owner, personForm('Private', 'Person'));
      const stranger = { as: api.companies.b.owner };
      const body = { ...personForm('Taken', 'Over'), version: 1 };
      for (const unknown of [id, randomUUID()]) {
        const params = { id: unknown };
        const outcomes = [
          await api.request(readClient, { params }, stranger),
          await api.request(updateClient, { params, body }, stranger),
          await api.request(readClientHistory, { params, query: {} }, stranger),
        ];
        expect(outcomes.map(({ status }) => status)).toEqual([404, 404, 404]);
      }
      expect((await api.request(readClient, { params: { id } }, { as: owner })).answer.displayName).toBe(
        'Private Person',
      );
    });

    test('an auditor reads and writes nothing', async () => {
      const before = await create(api, owner, personForm('Audited', 'Person'));
      const as = { as: api.companies.a.auditor };
      const update = { params: { id: before.id }, body: { ...personForm('A', 'B'), version: 1 } };
      expect((await api.request(readClient, { params: { id: before.id } }, as)).status).toBe(200);
      expect((await api.request(createClient, { body: personForm('A', 'B') }, as)).status).toBe(403);
      expect((await api.request(updateClient, update, as)).status).toBe(403);
    });
  });

  describe('history', () => {
    test('tells what changed, field by field, newest first, page by page', async () => {
      const created = await create(
        api,
        owner,
        personForm('Hana', 'Tūrei', { tags: ['one', 'two'], preCommencement: true }),
      );
      const params = { id: created.id };
      await api.request(
        updateClient,
        {
          params,
          body: { ...personForm('Hana', 'Turei', { tags: ['two'], addresses: [auckland] }), version: 1 },
        },
        { as: api.companies.a.staff },
      );
      const { answer } = await api.request(
        readClientHistory,
        { params, query: {} },
        { as: api.companies.a.auditor },
      );
      expect(answer.nextBefore).toBeNull();
      expect(answer.events.map(({ action, actorName }) => [action, actorName])).toEqual([
        ['client.updated', api.companies.a.staff.name],
        ['client.created', owner.name],
      ]);
      expect(answer.events[0]?.changes).toEqual([
        { field: 'addresses', before: null, after: '12 Rimu Street, Ponsonby, Auckland, 1011, NZL' },
        { field: 'individual.familyName', before: 'Tūrei', after: 'Turei' },
        { field: 'preCommencement', before: 'Yes', after: 'No' },
        { field: 'tags', before: 'one\ntwo', after: 'two' },
      ]);
      expect(answer.events[1]?.changes).toContainEqual({
        field: 'individual.givenNames',
        before: null,
        after: 'Hana',
      });
      const [newest] = answer.events;
      const older = await api.request(
        readClientHistory,
        { params, query: { before: newest?.seq } },
        { as: owner },
      );
      expect(older.answer.events).toEqual(answer.events.slice(1));
    });
  });

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

    test.each(limits)('%s: a sentence beside the field, nothing stored', async (_what, body, field) => {
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
    ])('%s are kept and found again', async (_what, givenNames, familyName) => {
      const body = personForm(givenNames, familyName, { confirmations: ['likelyDuplicates'] });
      const { answer } = await post(body);
      const { answer: read } = await api.request(readClient, { params: { id: answer.id } }, { as: owner });
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
    ])('a cursor of %s is refused beside its field', async (_what, cursor) => {
      const { status, problem } = await api.request(listClients, { query: { cursor } }, { as: owner });
      expect(status).toBe(422);
      expect(problem.fields).toHaveProperty('cursor');
    });

    test('a cursor of another filter is refused', async () => {
      const { answer } = await api.request(listClients, { query: { limit: 1 } }, { as: owner });
      const cursor = answer.nextCursor ?? '';
      const query = { limit: 1, cursor, kind: 'business' as const };
      expect((await api.request(listClients, { query }, { as: owner })).status).toBe(422);
    });
  });
});
