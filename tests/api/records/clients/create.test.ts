import { randomUUID } from 'node:crypto';
import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import {
  createClient,
  listClients,
  readClient,
  readClientHistory,
  updateClient,
} from '#contract/clients/clients.ts';
import { clientTypes, getClientKind } from '#rules/clients/client-types.ts';
import { addDays } from '#rules/dates/calendar-dates.ts';
import { companyDay } from '#rules/dates/company-day.ts';
import { openTestApi, type TestApi } from '#tests/support/api/api.ts';
import { testEngines } from '#tests/support/database/database.ts';
import { businessForm, type ClientForm, create, personForm } from './support.ts';

const auckland = {
  addressLine1: '12 Rimu Street',
  suburb: 'Ponsonby',
  state: 'Auckland',
  postcode: '1011',
  countryCode: 'NZL',
} as const;

describe.each(testEngines)('creating clients on %s', (engine) => {
  let api: TestApi;
  let owner: TestApi['companies']['a']['owner'];

  beforeAll(async () => {
    api = await openTestApi(engine);
    owner = api.companies.a.owner;
  });
  afterAll(() => api?.close());

  const post = (body: ClientForm, requestKey?: string) =>
    api.request(createClient, { body, requestKey }, { as: owner });

  /** Replaces a stored response, as another release could have written it. */
  const storeIdAlone = (requestKey: string, body: { id: string }) =>
    api.database.asSuperuser('UPDATE assay.request_keys SET body = $2 WHERE key = $1', [
      requestKey,
      JSON.stringify(body),
    ]);

  describe('create', () => {
    test('stores every field of an individual, as a draft without findings', async () => {
      const { response } = await post({
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
        relationshipStartedOn: '2012-01-31',
        preCommencement: true,
      });
      expect(response).toMatchObject({
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
        relationshipStartedOn: '2012-01-31',
      });
      const read = await api.request(
        readClient,
        { params: { id: response.id } },
        { as: api.companies.a.auditor },
      );
      expect(read.response).toEqual({ ...response, mergedInto: null, mergedRecords: [] });
    });

    test.each(clientTypes)('accepts a client of type %s with its name alone', async (clientType) => {
      const form =
        getClientKind(clientType) === 'individual'
          ? personForm('Given', `Family of ${clientType}`)
          : businessForm(`Business of ${clientType}`);
      const { response } = await post({
        ...form,
        clientType,
        confirmations: ['likelyDuplicates'],
      } as ClientForm);
      expect(response).toMatchObject({ clientType, kind: getClientKind(clientType), status: 'draft' });
    });

    test('normalises identifiers and rejects those of another type or country', async () => {
      const kept = await post(
        businessForm('Ironbark Joinery Pty Ltd', {
          business: { registrationCountry: 'AUS', abn: '51 824 753 556', acn: '004 085 616' },
        }),
      );
      expect(kept.response.business).toMatchObject({ abn: '51824753556', acn: '004085616', nzbn: null });
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

    test('creates one client for a key sent twice, concurrently or later', async () => {
      const requestKey = randomUUID();
      const body = personForm('Twice', 'Sent', { confirmations: ['likelyDuplicates'] });
      const [one, two] = await Promise.all([post(body, requestKey), post(body, requestKey)]);
      const three = await post(body, requestKey);
      expect(two.response).toEqual(one.response);
      expect(three.response).toEqual(one.response);
      const { response } = await api.request(listClients, { query: { q: 'Twice Sent' } }, { as: owner });
      expect(response.items).toHaveLength(1);
      const other = await post(personForm('Twice', 'Changed'), requestKey);
      expect(other.problem).toMatchObject({
        code: 'idempotencyKey.reused',
        current: { id: one.response.id },
      });
    });

    test('reads the client again for a repeated key, whatever another release stored', async () => {
      const requestKey = randomUUID();
      const body = personForm('Sent', 'Formerly');
      const { id, version } = (await post(body, requestKey)).response;
      const params = { id };
      const change = {
        params,
        body: { ...personForm('Sent', 'Latterly'), version },
        requestKey: randomUUID(),
      };
      const update = async () => (await api.request(updateClient, change, { as: owner })).response;
      const changed = await update();
      const moved = { ...personForm('Sent', 'Lastly'), version: changed.version };
      const { response: now } = await api.request(updateClient, { params, body: moved }, { as: owner });
      const countEvents = async () =>
        (await api.request(readClientHistory, { params, query: {} }, { as: owner })).response.events.length;
      const events = await countEvents();
      for (const store of [async () => {}, storeIdAlone]) {
        await store(requestKey, { id });
        await store(change.requestKey, { id });
        expect((await post(body, requestKey)).response).toEqual(now);
        expect(await update()).toEqual(now);
      }
      expect((await post(moved, requestKey)).problem).toMatchObject({
        code: 'idempotencyKey.reused',
        current: now,
      });
      expect(await countEvents()).toBe(events);
      const { response } = await api.request(listClients, { query: { q: 'Sent Lastly' } }, { as: owner });
      expect(response.items).toHaveLength(1);
    });

    test('leaves the key free after a rejected attempt', async () => {
      const requestKey = randomUUID();
      const refused = await post(
        personForm('Key', 'Kept', { responsibleMemberId: randomUUID() }),
        requestKey,
      );
      expect(refused.problem.fields).toEqual({
        responsibleMemberId: ['Select an active member of your company'],
      });
      expect((await post(personForm('Key', 'Kept'), requestKey)).status).toBe(201);
    });

    test('rejects a relationship owner of another company, suspended or unknown', async () => {
      const suspended = await api.addMember(api.companies.a.id, { status: 'suspended' });
      for (const id of [api.companies.b.staff.id, suspended.id, randomUUID()]) {
        const { problem } = await post(personForm('Some', 'One', { responsibleMemberId: id }));
        expect(problem.fields).toHaveProperty('responsibleMemberId');
      }
    });

    test('accepts a reference once per company', async () => {
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

    test('rejects a concurrent use of the same reference', async () => {
      const forms = ['Amber', 'Basil', 'Clover', 'Dill'].map((name) =>
        post(personForm(name, 'Racer', { externalId: 'RACE', confirmations: ['likelyDuplicates'] })),
      );
      const statuses = (await Promise.all(forms)).map(({ status }) => status).sort();
      expect(statuses).toEqual([201, 422, 422, 422]);
    });
  });

  describe('confirmations', () => {
    test('returns a likely duplicate with reasons, and creates the client on confirmation', async () => {
      const first = await create(
        api,
        owner,
        personForm('Moana', 'Pōmare', { addresses: [auckland], individual: { dateOfBirth: '1990-05-05' } }),
      );
      const again = personForm('Pomare', 'Moana', { individual: { dateOfBirth: '1990-05-05' } });
      const { problem } = await post(again);
      expect(problem.code).toBe('confirmation.required');
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
    ])('warns of the same %s', async (_what, shared) => {
      await create(api, owner, personForm('Halima', 'Osman', shared));
      const { problem } = await post(personForm('Halima', 'Osman', shared));
      expect(problem.code).toBe('confirmation.required');
    });

    test.each([
      ['ivy@sample.māori.nz', 'ivy@sample.xn--mori-qsa.nz'],
      ['ivy@xn--bckerei-5wa.example', 'Ivy@BÄCKEREI.example'],
    ])('stores %s as typed, and finds it again as %s', async (email, other) => {
      const first = await create(api, owner, personForm('Ivy', 'Hall', { email }));
      expect(first.email).toBe(email);
      const { problem } = await post(personForm('Oliver', 'Wright', { email: other }));
      expect(problem.questions?.[0]?.records).toEqual([
        expect.objectContaining({ id: first.id, reasons: ['Same email address'] }),
      ]);
    });

    test('finds a business by its number under any name', async () => {
      await create(api, owner, businessForm('Old Name Limited', { business: { nzbn: '9429041561140' } }));
      const { problem } = await post(
        businessForm('Quite Different Limited', { business: { nzbn: '9429041561140' } }),
      );
      expect(problem.questions?.[0]?.records?.[0]).toMatchObject({
        name: 'Old Name Limited',
        reasons: ['Same NZBN'],
      });
    });

    test('never names clients of another company', async () => {
      await create(
        api,
        api.companies.b.owner,
        personForm('Only', 'Elsewhere', { email: 'only@elsewhere.test' }),
      );
      expect((await post(personForm('Only', 'Elsewhere', { email: 'only@elsewhere.test' }))).status).toBe(
        201,
      );
    });

    test('rejects dates that cannot be, and has those confirmed that are likely mistyped', async () => {
      const day = (days: number) => addDays(companyDay(api.clock.now(), 'Pacific/Auckland'), days);
      const future = await post(
        personForm('Not', 'Yetborn', { individual: { dateOfBirth: day(1) }, relationshipStartedOn: day(1) }),
      );
      expect(future.problem.fields).toEqual({
        'individual.dateOfBirth': ['Date of birth must be in the past'],
        relationshipStartedOn: ['“Client since” must not be in the future'],
      });
      const unformed = await post(businessForm('Unformed Limited', { business: { incorporatedOn: day(2) } }));
      expect(unformed.problem.fields).toEqual({
        'business.incorporatedOn': ['Date of formation must not be in the future'],
      });
      const old = personForm('Very', 'Oldperson', { individual: { dateOfBirth: '1885-03-12' } });
      const question = {
        code: 'unlikelyDate',
        text: 'The date of birth, 12 Mar 1885, is more than 120 years ago. Check it against the original.',
        field: 'individual.dateOfBirth',
      };
      expect((await post(old)).problem.questions).toEqual([question]);
      const { response: saved } = await post({ ...old, confirmations: ['unlikelyDate'] });
      expect(saved.individual?.dateOfBirth).toBe('1885-03-12');
      // Confirmed once: another change of the client does not have it confirmed again, another date does.
      const update = (dateOfBirth: string, version: number, more: object = {}) =>
        api.request(
          updateClient,
          {
            params: { id: saved.id },
            body: {
              ...personForm('Very', 'Oldperson', { individual: { dateOfBirth } }),
              phone: '+64 21 555 0101',
              version,
              ...more,
            },
          },
          { as: owner },
        );
      expect((await update('1885-03-12', 1)).response.version).toBe(2);
      expect((await update('1884-03-12', 2)).problem.questions).toMatchObject([{ code: 'unlikelyDate' }]);
      expect((await update(day(0), 2)).problem.fields).toHaveProperty('individual.dateOfBirth');
    });

    test('warns of nine digits that could be a tax file number, and rejects labelled ones', async () => {
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
});
