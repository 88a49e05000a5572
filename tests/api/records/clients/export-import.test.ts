import { parse } from 'csv-parse/sync';
import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import { exportClients } from '#contract/clients/clients.ts';
import { addressKindsFor } from '#rules/clients/address-kinds.ts';
import { guessColumns } from '#rules/clients/client-import-columns.ts';
import { openTestApi, type TestApi, type TestPerson } from '#tests/support/api/api.ts';
import { clientImportsBy, mappingOf } from '#tests/support/api/client-imports.ts';
import { testEngines } from '#tests/support/database/database.ts';
import { businessForm, type ClientForm, create, personForm } from './support.ts';

const addresses = [
  { addressLine1: 'PO Box 12', state: 'Auckland', postcode: '0630', countryCode: 'NZL' },
  {
    addressLine1: 'Level 2',
    addressLine2: '12 Bourke Street',
    suburb: 'Darwin',
    state: 'NT',
    postcode: '0800',
    countryCode: 'AUS',
  },
  { addressLine1: '10 Downing Street', city: 'London', postcode: 'SW1A 2AA', countryCode: 'GBR' },
  { addressLine1: '세종대로 110', city: '서울', state: '', postcode: '04524', countryCode: 'KOR' },
];

const details: ClientForm[] = [
  personForm('Aroha', 'Ngata', {
    externalId: '00123',
    tags: ['3-4', '=sum; May 5', 'May 5'],
    individual: {
      dateOfBirth: '1984-11-30',
      otherNames: ['Ro; Aroha', "'Tāne", '"Bo"'],
      citizenships: ['NZL', 'GBR'],
      residenceCountry: 'NZL',
    },
  }),
  personForm('=Ana', "'t Hooft", {
    externalId: '1E5',
    phone: '+64215550123',
    relationshipPurpose: 'Line one\nline two',
  }),
  personForm("'=Bo", '+Smith', {
    externalId: '3-4',
    email: 'bo@example.org',
    individual: { dateOfBirth: '1910-02-28', occupation: '10:30' },
  }),
  personForm('True', '1/2', { externalId: '2024-03-01' }),
  personForm('明', '東', { externalId: '９', preCommencement: true, relationshipStartedOn: '2010-02-03' }),
  personForm('Ольга', 'Петрова', { externalId: '1.10', relationshipStartedOn: '2020-01-02' }),
  {
    ...personForm('Tina', 'Trader', {
      externalId: "'7",
      individual: { nzbn: '9429046393920', tradingNames: ['007'] },
    }),
    clientType: 'soleTrader',
  },
  businessForm('00 Holdings, Limited', {
    externalId: '-5',
    business: {
      nzbn: '9429036975273',
      nzCompanyNumber: '1234567',
      tradingNames: ['"K"; Kōwhai', '1E5'],
      hasBearerShares: true,
    },
  }),
  businessForm('Bondi Pty Ltd', {
    externalId: '@1',
    business: {
      registrationCountry: 'AUS',
      abn: '51824753556',
      acn: '004085616',
      incorporatedOn: '2015-07-14',
    },
  }),
  {
    ...businessForm('Rata Family Trust', {
      externalId: '9429041535110',
      business: { trustType: 'discretionary', beneficiaryClassDescription: '-the children' },
    }),
    clientType: 'trust',
  },
];

const forms = details.map(
  (form, at): ClientForm => ({ ...form, addresses: pickAddresses(form.clientType, at) }),
);

/** None to all four of the addresses, starting with another one each time, with the kinds that a client of the type can have. */
function pickAddresses(clientType: ClientForm['clientType'], at: number) {
  const kinds = [undefined, ...addressKindsFor(clientType)];
  return [...addresses, ...addresses]
    .slice(at % 4, (at % 4) + (at % 5))
    .map((address, place) => ({ ...address, kind: kinds[(at + place) % kinds.length] }));
}

describe.each(testEngines)('exported clients in another company on %s', (engine) => {
  let api: TestApi;
  beforeAll(async () => {
    api = await openTestApi(engine);
  });
  afterAll(() => api?.close());

  async function readExport(as: TestPerson) {
    const { text } = await api.request(exportClients, { query: {} }, { as });
    const [headings = [], ...rows] = parse(text.replace(/^\ufeff/, '')) as string[][];
    return { headings, rows };
  }

  async function importRows(as: TestPerson, headings: string[], rows: string[][]) {
    const imports = clientImportsBy(api, as);
    const columns = guessColumns(headings).map((field) => (field === 'responsible' ? null : field));
    const review = await imports.review(headings, rows, mappingOf(headings, { columns }));
    const found = await imports.readRows(review.id);
    expect(found.flatMap(({ finding }) => finding?.problems ?? [])).toEqual([]);
    const shown = found.map(({ number }) => number);
    return imports.run((await imports.choose(review, { shown, chosen: shown })).response);
  }

  test('have the same columns', async () => {
    const from = await api.addCompany('Exporting Company');
    const to = await api.addCompany('Importing Company');
    for (const form of forms) await create(api, from.owner, form);
    const { headings, rows } = await readExport(from.owner);
    const done = await importRows(to.owner, headings, rows);
    expect(done).toMatchObject({ status: 'done', counts: { imported: forms.length } });
    const again = await readExport(to.owner);
    expect(again.headings).toEqual(headings);
    const own = new Set(['Created', 'Created by', 'Last updated', 'Last updated by', 'ID']);
    const compared = headings.flatMap((heading, at) => (own.has(heading) ? [] : [at]));
    const byId = (all: string[][]) =>
      all
        .map((row) => Object.fromEntries(compared.map((at) => [headings[at], row[at]])))
        .sort((a, b) => String(a['External ID']).localeCompare(String(b['External ID'])));
    expect(rows).toHaveLength(forms.length);
    expect(byId(again.rows)).toEqual(byId(rows));
  });
});
