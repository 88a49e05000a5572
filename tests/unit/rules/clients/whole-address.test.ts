import { expect, test } from 'vitest';
import { readImportRow } from '#rules/clients/client-import-cells.ts';
import { guessColumns } from '#rules/clients/client-import-columns.ts';
import { readWholeAddress } from '#rules/clients/whole-address.ts';

const read: [string, string, object][] = [
  [
    '8 Rata Street, Ponsonby, Auckland 1011',
    'NZL',
    {
      addressLine1: '8 Rata Street',
      suburb: 'Ponsonby',
      state: 'Auckland',
      postcode: '1011',
      countryCode: 'NZL',
    },
  ],
  [
    'Unit 4\n8 Rata Street\nPonsonby\nAuckland\n1011\nNew Zealand',
    'AUS',
    {
      addressLine1: 'Unit 4',
      addressLine2: '8 Rata Street',
      suburb: 'Ponsonby',
      state: 'Auckland',
      countryCode: 'NZL',
    },
  ],
  ['PO Box 12, Gore 9710', 'NZL', { addressLine1: 'PO Box 12', state: 'Gore', postcode: '9710' }],
  [
    '3/12 Bourke St, Surry Hills NSW 2010, Australia',
    'NZL',
    {
      addressLine1: '3/12 Bourke St',
      suburb: 'Surry Hills',
      state: 'NSW',
      postcode: '2010',
      countryCode: 'AUS',
    },
  ],
  [
    '1 Hay Street, Perth, Western Australia, 6000',
    'AUS',
    { addressLine1: '1 Hay Street', suburb: 'Perth', state: 'WA', postcode: '6000' },
  ],
  [
    'Rata House, 8 Queen Street, Auckland 1010',
    'NZL',
    { addressLine1: 'Rata House', addressLine2: '8 Queen Street', state: 'Auckland' },
  ],
  [
    '8 Rata Road, RD 2, Gore 9772',
    'NZL',
    { addressLine1: '8 Rata Road', addressLine2: 'RD 2', state: 'Gore', postcode: '9772' },
  ],
  [
    'PO Box 1234, Newmarket, Auckland 1149',
    'NZL',
    { addressLine1: 'PO Box 1234', suburb: 'Newmarket', state: 'Auckland' },
  ],
  ['Private Bag 3010, Rotorua 3046', 'NZL', { addressLine1: 'Private Bag 3010', state: 'Rotorua' }],
  ['8 Rata Street, Flat Bush, Auckland 2019', 'NZL', { suburb: 'Flat Bush', state: 'Auckland' }],
  ['12 Pirie Street, Mount Victoria, Wellington 6011', 'NZL', { suburb: 'Mount Victoria' }],
  ['GPO Box 99, Sydney NSW 2001', 'AUS', { addressLine1: 'GPO Box 99', suburb: 'Sydney', state: 'NSW' }],
];
test.each(read)('reads the lines of “%s”', (text, country, lines) => {
  expect(readWholeAddress(text, country)).toMatchObject(lines);
});

test.each([
  ['8 Rata Street, Ponsonby, Auckland', 'NZL'],
  ['Auckland 1011', 'NZL'],
  ['3/12 Bourke St Surry Hills 2010', 'AUS'],
  ['10 Downing Street, London SW1A 2AA', 'GBR'],
  ['A, B, C, D, E 1011', 'NZL'],
  // Of Australia, in a file of New Zealand addresses.
  ['12 Bourke Street, Surry Hills NSW 2010', 'NZL'],
  ['12 Bourke Street, Surry Hills, New South Wales, 2010', 'NZL'],
  ['12 Bourke Street, Surry Hills NSW, Sydney 2010', 'NZL'],
  // Four digits that are no postcode.
  ['8 Rata Street, Auckland, PO Box 1234', 'NZL'],
  ['8 Rata Street, Auckland, P.O. Box 1234', 'NZL'],
  ['Rotorua, Private Bag 3010', 'NZL'],
  ['8 Rata Street, Auckland, Unit 1234', 'NZL'],
  ['Auckland, Great South Road 1234', 'NZL'],
  ['12 Bourke Street, Surry Hills NSW, Locked Bag 2010', 'AUS'],
  // A street, building or box is neither a suburb nor a town.
  ['Rata House, Queen Street, Auckland 1010', 'NZL'],
  ['Level 3, Rata House, Auckland 1010', 'NZL'],
  ['Rata House, Queen Street, NSW 2000', 'AUS'],
  ['8 Rata Street, PO Box, Auckland 1010', 'NZL'],
  // A suburb or a building is no street, and two addresses are not one.
  ['Ponsonby, Auckland 1011', 'NZL'],
  ['Level 3, Ponsonby, Auckland 1011', 'NZL'],
  ['8 Rata Street, Surry Hills, Sydney NSW 2010', 'AUS'],
  ['8 Rata Street, PO Box 99, Auckland 1010', 'NZL'],
  ['8 Rata Street, 9 Kauri Road, Auckland 1010', 'NZL'],
  ['', 'NZL'],
])('leaves “%s” to a person', (text, country) => {
  expect(readWholeAddress(text, country)).toBeUndefined();
});

test('an address in one cell is imported, or reported beside its column; it is never left out', () => {
  const columns = guessColumns(['Surname', 'First name', 'Address']);
  expect(columns).toEqual(['familyName', 'givenNames', 'address']);
  const reading = { columns, clientType: 'individual', country: 'NZL' } as const;
  const { input } = readImportRow(['Ngata', 'Aroha', '8 Rata Street, Ponsonby, Auckland 1011'], reading);
  expect(input.addresses).toEqual([
    expect.objectContaining({ addressLine1: '8 Rata Street', postcode: '1011' }),
  ]);
  const { problems } = readImportRow(['Ngata', 'Aroha', 'somewhere in Gore'], reading);
  expect(problems).toEqual([{ field: 'address', sentence: expect.stringContaining('with commas') }]);
});

test.each(['Smith, John, Peter', 'Smith, John, , of Gore'])(
  'a name in more than two parts, “%s”, is reported',
  (name) => {
    const reading = { columns: ['fullName'], clientType: 'individual', country: 'NZL' } as const;
    expect(readImportRow([name], reading).problems).toEqual([
      { field: 'fullName', sentence: expect.stringContaining('one comma') },
    ]);
    const { input, problems } = readImportRow(['Smith, John,'], reading);
    expect(problems).toEqual([]);
    expect(input.individual).toMatchObject({ familyName: 'Smith', givenNames: 'John' });
    // The name of a business is taken as it is.
    const business = readImportRow(['Smith, John, Junior'], { ...reading, clientType: 'company' });
    expect(business.problems).toEqual([]);
  },
);

test('beside a suburb or postcode, “Address” is the first line', () => {
  expect(guessColumns(['Address', 'Suburb', 'Postcode'])[0]).toBe('addressLine1');
});
