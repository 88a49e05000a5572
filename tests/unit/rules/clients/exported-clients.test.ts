import { parse } from 'csv-parse/sync';
import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { csvLines } from '#api/kernel/csv.ts';
import { exportColumns } from '#api/records/clients/list/export-columns.ts';
import { type ClientInput, clientInput } from '#contract/clients/client-input.ts';
import type { Client } from '#contract/clients/client-record.ts';
import { type AddressKind, addressKinds, addressKindsFor } from '#rules/clients/address-kinds.ts';
import { type ClientPart, clientFields } from '#rules/clients/client-fields.ts';
import { readImportRow } from '#rules/clients/client-import-cells.ts';
import { guessColumns, isRedundantColumn } from '#rules/clients/client-import-columns.ts';
import { csvCell, getCellText, textCell } from '#rules/csv-cells.ts';
import { type DescribedField, fieldsOf, isRequired } from '#rules/records/fields.ts';

const months = 'Jan Feb Mar Apr May Jun Jul Aug Sep Oct Nov Dec'.split(' ');
const pad = (value: string | number) => String(value).padStart(2, '0');

/** A cell as a spreadsheet with New Zealand's or Australia's settings saves it again, once it has opened the file. */
function asExcelSaves(cell: string): string {
  const text = cell.trim();
  const amount = text.replace(/^[($€£¥+\s-]+|[)%\s]+$/g, '').replace(/(\d),(?=\d{3})/g, '$1');
  if (/^(?:\d+\.?\d*|\.\d+)(?:e[+-]?\d+)?$/i.test(amount)) {
    const value = Number(amount);
    return /e/i.test(amount) || value >= 1e10 ? value.toExponential(5).toUpperCase() : String(value);
  }
  const iso = /^((?:19|20)\d\d)[-/](\d{1,2})[-/](\d{1,2})$/.exec(text);
  if (iso) return `${Number(iso[3])}/${pad(iso[2] ?? '')}/${iso[1]}`;
  const day = /^(\d{1,2})[-/](\d{1,2})(?:[-/](\d{2,4}))?$/.exec(text);
  if (day && Number(day[2]) <= 12)
    return day[3] ? text.replaceAll('-', '/') : `${day[1]}-${months[Number(day[2]) - 1]}`;
  const named = /^(\d{1,2})[ -]?([a-z]{3})$|^([a-z]{3})[ -]?(\d{1,2})$/i.exec(text);
  const month = months.find((name) => name.toLowerCase() === (named?.[2] ?? named?.[3])?.toLowerCase());
  if (named && month) return `${named[1] ?? named[4]}-${month}`;
  if (/^\d{1,2}:\d{2}$/.test(text)) return `${pad(text)}:00`;
  return /^(?:true|false)$/i.test(text) ? text.toUpperCase() : cell;
}

const headings = exportColumns.map(({ heading }) => heading);
// A relationship owner is a member of one company alone.
const columns = guessColumns(headings).map((field) => (field === 'responsible' ? null : field));

/** A client's row as it is read again after a spreadsheet has saved the file; the columns that are not imported are blank. */
function exportAndRead(client: ClientInput, save: (cell: string) => string) {
  const cells = exportColumns.map(({ cell }, at) =>
    columns[at] ? csvCell(cell(client as unknown as Client, { decidedByOne: [], getDay: String })) : '',
  );
  const [row = []] = parse(csvLines([cells]), { relax_column_count: true }) as string[][];
  const read = readImportRow(row.map(save), { columns, clientType: 'partnership', country: 'FRA' });
  return { read, parsed: clientInput.safeParse(read.input) };
}

const awkward = [
  '00123',
  '1E5',
  '3-4',
  '12/3',
  '2024-03-01',
  '9429046393920',
  '1.10',
  '10:30',
  '5 Mar',
  'May 5',
  'TRUE',
  'false',
  '(12)',
  '$5',
  '50%',
  '1,234',
  '=1+1',
  '+64',
  '-5',
  '@home',
  "'Aroha",
  "'=x",
  "''00123",
  "'3-4",
  '٣-٤',
  '０１２',
  '東京',
  'Željko',
  '"quoted"',
  'a,b',
  'O’Brien',
  '12345678901',
  '1 1/2',
  'No',
  'E5',
  '1d',
  '7 am',
  'Ngata; Aroha',
  '"Kōwhai"; Ltd',
  '"',
  '; ',
  'a"b;c"',
];
const text = fc.oneof(
  fc.constantFrom(...awkward),
  fc.string({ unit: fc.constantFrom(..."0123456789-/.:eE+= 'aäM,$%"), minLength: 1, maxLength: 12 }),
  fc.string({ unit: 'grapheme', minLength: 1, maxLength: 20 }),
);
const optional = <T>(value: fc.Arbitrary<T>) => fc.option(value, { nil: undefined });
const texts = fc.array(text, { maxLength: 3 });
const day = fc
  .date({ min: new Date('1890-01-01'), max: new Date('2024-12-31'), noInvalidDate: true })
  .map((date) => date.toISOString().slice(0, 10));
const country = fc.constantFrom('NZL', 'AUS', 'GBR', 'KOR', 'CIV', 'USA');
const place = fc.oneof(
  fc.record({
    addressLine1: text,
    addressLine2: optional(text),
    suburb: optional(text),
    state: text,
    postcode: fc.constantFrom('0630', '1010'),
    countryCode: fc.constant('NZL'),
  }),
  fc.record({
    addressLine1: text,
    suburb: text,
    state: fc.constantFrom('NSW', 'NT'),
    postcode: fc.constantFrom('0800', '2010'),
    countryCode: fc.constant('AUS'),
  }),
  fc.record({
    addressLine1: text,
    city: optional(text),
    state: optional(text),
    postcode: optional(fc.constantFrom('00184', '123456', 'SW1A 1AA', '1E5', '12.0')),
    countryCode: fc.constantFrom('GBR', 'USA'),
  }),
);
const addressOf = (kinds: readonly AddressKind[]) =>
  fc
    .tuple(place, optional(fc.constantFrom<AddressKind | undefined>(undefined, ...kinds)))
    .map(([found, kind]) => ({ ...found, kind }));
const numbers: Readonly<Record<string, readonly string[]>> = {
  nzbn: ['9429046393920'],
  nzCompanyNumber: ['7', '12345678'],
  abn: ['51824753556'],
  acn: ['004085616'],
  arbn: ['004085616'],
};
const lines = fc.oneof(text, fc.constant('Line one\n"two"; three'));

/** Values of a field as a form sends them, by its kind. */
function valuesOf(name: string, field: DescribedField): fc.Arbitrary<unknown> {
  switch (field.kind) {
    case 'name':
      return isRequired(field) ? text : optional(text);
    case 'text':
      return optional(field.isMultiline ? lines : text);
    case 'texts':
      return texts;
    case 'date':
      return optional(day);
    case 'country':
      return isRequired(field) ? country : optional(country);
    case 'countries':
      return fc.uniqueArray(country, { maxLength: 3 });
    case 'choice':
      return optional(fc.constantFrom(...field.values));
    case 'flag':
      return fc.boolean();
    case 'identifier':
      return optional(fc.constantFrom(...(numbers[name] ?? [])));
  }
}

/** Every described field of a part, so that a further one is exported and read here too. */
const drawn = (part: ClientPart | 'none') =>
  Object.fromEntries(fieldsOf(clientFields, part).map(([name, field]) => [name, valuesOf(name, field)]));

const sharedBy = (kinds: readonly AddressKind[]) => ({
  ...drawn('none'),
  email: optional(fc.constantFrom('aroha@example.org', "'o@example.org", '-a@example.org')),
  phone: optional(fc.constantFrom('+64215550123', '+61293744000', '+442079460000')),
  addresses: fc.array(addressOf(kinds), { maxLength: 5 }),
});
const personOf = (clientType: 'individual' | 'soleTrader') =>
  fc.record({
    ...sharedBy(addressKindsFor(clientType)),
    clientType: fc.constant(clientType),
    individual: fc
      .record({ ...drawn('individual'), hasOneName: fc.boolean() })
      .map((names) =>
        names.hasOneName ? { ...names, givenNames: undefined, middleNames: undefined } : names,
      ),
  });
const business = fc.record({
  ...sharedBy(addressKinds),
  clientType: fc.constantFrom('company', 'trust', 'partnership', 'estate', 'joint'),
  business: fc.record(drawn('business')),
});

describe('exported clients', () => {
  it.each([
    ['as it was written', (cell: string) => cell],
    ['as a spreadsheet saves it', asExcelSaves],
  ])('are read again from the file %s', (_what, save) => {
    let compared = 0;
    const places = new Set<number>();
    fc.assert(
      fc.property(fc.oneof(personOf('individual'), personOf('soleTrader'), business), (form) => {
        const client = clientInput.safeParse(form);
        if (!client.success) return;
        compared += 1;
        const { read, parsed } = exportAndRead(client.data, save);
        expect(read.problems).toEqual([]);
        expect(parsed.error?.issues).toBeUndefined();
        expect(parsed.data).toEqual(client.data);
        places.add(client.data.addresses.length);
      }),
      { seed: 20, numRuns: 1500 },
    );
    expect(compared).toBeGreaterThan(300);
    expect([...places].sort()).toEqual([0, 1, 2, 3, 4, 5]);
  });

  it('lose no column of a client’s details but the relationship owner', () => {
    const left = headings.filter(
      (heading, at) => columns[at] === null && !isRedundantColumn(heading, columns),
    );
    expect(left).toEqual(['Relationship owner']);
  });

  it.each(awkward)('have a cell for %j that a spreadsheet leaves alone and an import reads', (original) => {
    const cell = textCell(original);
    expect(asExcelSaves(cell)).toBe(cell);
    expect(cell).not.toMatch(/^[\t\r\n]|^\s*[=+\-@]/);
    expect(getCellText(cell)).toBe(original);
  });

  it.each(['Aroha', '123', '0', '1234567890', 'Flat 3-4', 'May', 'March Ltd', 'a=b', '12B', '3 Mary', ''])(
    'have no apostrophe before %j, which stays as it is',
    (original) => {
      expect(textCell(original)).toBe(original);
      expect(asExcelSaves(original)).toBe(original);
    },
  );
});
