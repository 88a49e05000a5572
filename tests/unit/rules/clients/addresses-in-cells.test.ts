import { describe, expect, it } from 'vitest';
import { clientInput } from '#contract/clients/client-input.ts';
import { readAddresses } from '#rules/clients/addresses-in-cells.ts';
import { readImportRow } from '#rules/clients/client-import-cells.ts';
import { guessColumns } from '#rules/clients/client-import-columns.ts';

const nowhere = { addressLine2: undefined, suburb: undefined, kind: undefined };

describe('several addresses in one cell', () => {
  it.each([
    [
      'by their parts',
      'Level 2; 12 Bourke Street; Surry Hills; ; NSW; 2010; Australia; Registered office\n10 Downing Street; ; ; London; ; SW1A 2AA; United Kingdom',
      [
        {
          addressLine1: 'Level 2',
          addressLine2: '12 Bourke Street',
          suburb: 'Surry Hills',
          state: 'NSW',
          postcode: '2010',
          countryCode: 'AUS',
          kind: 'registeredOffice',
        },
        {
          ...nowhere,
          addressLine1: '10 Downing Street',
          city: 'London',
          postcode: 'SW1A 2AA',
          countryCode: 'GBR',
        },
      ],
    ],
    [
      'with the country of the file',
      'PO Box 7;;;Gore;;9710;\r\n\r\n"1; the Mews";;;Napier;Hawke’s Bay;4110;;other',
      [
        { ...nowhere, addressLine1: 'PO Box 7', state: 'Gore', postcode: '9710', countryCode: 'NZL' },
        {
          ...nowhere,
          addressLine1: '1; the Mews',
          state: 'Napier',
          postcode: '4110',
          countryCode: 'NZL',
          kind: 'other',
        },
      ],
    ],
    [
      'with commas, one a line or with semicolons between them',
      '8 Rata Street, Ponsonby, Auckland, 1011, New Zealand; 3/12 Bourke St, Surry Hills NSW 2010, Australia\nPO Box 12, Gore 9710',
      [
        {
          addressLine1: '8 Rata Street',
          suburb: 'Ponsonby',
          state: 'Auckland',
          postcode: '1011',
          countryCode: 'NZL',
        },
        {
          addressLine1: '3/12 Bourke St',
          suburb: 'Surry Hills',
          state: 'NSW',
          postcode: '2010',
          countryCode: 'AUS',
        },
        { addressLine1: 'PO Box 12', state: 'Gore', postcode: '9710', countryCode: 'NZL' },
      ],
    ],
  ])('are read %s', (_how, text, addresses) => {
    expect(readAddresses(text, 'NZL')).toEqual({ value: addresses });
  });

  it.each([
    ['somewhere in Auckland', 'Write each address on a line of its own'],
    ['Unit 4\n8 Rata Street\nPonsonby\nAuckland 1011', 'Write each address on a line of its own'],
    ['8 Rata Street; Ponsonby; Auckland; 1011', 'Write each address on a line of its own'],
    [
      '8 Rata Street, Ponsonby, Auckland 1011; 10 Downing Street, London',
      'Write each address on a line of its own',
    ],
    ['1 Rue A; ; ; Paris; ; 75001; Atlantis', 'Enter the country’s English name or three-letter code'],
    ['1 Rata St; ; ; Gore; ; 9710; New Zealand; Home', 'Enter one of: Registered office, Principal place'],
    ['1 Rata St; ; ; Gore; ; 9710; NZ; Postal', 'Enter one of: Registered office, Principal place'],
    ['1 Rata St; ; ; Gore; ; 9710; NZ; 1', 'Enter one of: Registered office, Principal place'],
  ])('are refused with the reason if one cannot be read: %j', (text, problem) => {
    expect(readAddresses(text, 'NZL')).toEqual({ problem: expect.stringContaining(problem) });
  });
});

describe('the columns of addresses', () => {
  const headings = ['Legal name', 'Address', 'Address type', 'Other addresses'];
  const read = (cells: string[]) =>
    readImportRow(cells, { columns: guessColumns(headings), clientType: 'company', country: 'NZL' });

  it('have the type of a whole address, and the others after it', () => {
    const { input, problems } = read([
      'Rata Limited',
      '8 Rata Street, Ponsonby, Auckland 1011',
      'registered office and principal place of business',
      'PO Box 12, Gore 9710',
    ]);
    expect(problems).toEqual([]);
    expect(clientInput.parse(input).addresses).toMatchObject([
      { addressLine1: '8 Rata Street', kind: 'registeredOfficeAndPrincipalPlace' },
      { addressLine1: 'PO Box 12', state: 'Gore' },
    ]);
  });

  it('are refused one by one', () => {
    const { problems } = read(['Rata Limited', '8 Rata Street, Ponsonby, Auckland 1011', 'Postal', 'Gore']);
    expect(problems.map(({ field }) => field)).toEqual(['addressKind', 'otherAddresses']);
  });
});
