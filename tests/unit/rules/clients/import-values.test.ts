import { describe, expect, it } from 'vitest';
import { type RowReading, readImportRow } from '#rules/clients/client-import-cells.ts';
import { guessColumns } from '#rules/clients/client-import-columns.ts';
import { readDateCell } from '#rules/clients/client-import-dates.ts';
import { readNumberCell, readPhoneCell } from '#rules/clients/client-import-values.ts';

describe('cells of an imported file', () => {
  it.each([
    ['31372', '1985-11-21'],
    ['31372.0', '1985-11-21'],
    ['10000', '1927-05-18'],
    ['45993', '2025-12-02'],
    ['73050', '2099-12-31'],
  ])('a date lost to the number %s is asked about', (text, value) => {
    expect(readDateCell(text)).toEqual({ value, ask: expect.stringContaining('spreadsheet’s number') });
  });

  it.each(['3137', '99999', '313721', '31372.5', '-31372', '1985'])('%s is no date', (text) => {
    expect(readDateCell(text)).toHaveProperty('problem');
  });

  it.each(['9.42904E+12', '5.18248E+10', '9,42904E+12', '1E+11', '6.42112e+10', '5.1E11'])(
    'of %s digits are lost',
    (text) => {
      const lost = { problem: 'Excel shortened this number. Take it from the original' };
      expect(readNumberCell(text)).toEqual(lost);
      expect(readPhoneCell(text)).toEqual(lost);
    },
  );

  it.each([
    ['51 824 753 556.0', '51 824 753 556'],
    ['1010.0', '1010'],
    ['9429046393920.00', '9429046393920'],
    ['0630', '0630'],
    ['1010.5', '1010.5'],
    ['AB.0', 'AB.0'],
    ['12E', '12E'],
  ])('the number %s is %s', (text, value) => {
    expect(readNumberCell(text)).toEqual({ value });
  });

  it.each([
    ['021 123 4567/8', '021 123 4567'],
    ['09 300 1234/5', '09 300 1234'],
    ['0412 345 678 / 02 9374 4000', '0412 345 678'],
    ['021 123 4567; 09 300 1234', '021 123 4567'],
    ['021 123 4567 or 09 300 1234', '021 123 4567'],
    ['+64 21 123 4567, +64 9 300 1234', '+64 21 123 4567'],
    ['(09) 300 1234 & 021 123 4567', '(09) 300 1234'],
    ['0800 123 456\n021 123 4567', '0800 123 456'],
  ])('of the phone numbers %j the first is read and the rest asked about', (text, value) => {
    expect(readPhoneCell(text)).toEqual({ value, ask: expect.stringContaining(value) });
  });

  it.each(['09/300 1234', '+49 30/901820', '021 123 4567', 'unknown', '(09) 300-1234'])(
    'the phone number %s is one',
    (text) => {
      expect(readPhoneCell(text)).toEqual({ value: text });
    },
  );
});

describe('a row of an imported file', () => {
  const readRow = (cells: Record<string, string>, reading: Partial<RowReading> = {}) =>
    readImportRow(Object.values(cells), {
      columns: guessColumns(Object.keys(cells)),
      clientType: 'individual',
      country: 'NZL',
      ...reading,
    });

  it('names the column of each question and of each fault', () => {
    const { asks, problems, input } = readRow({
      'First name': 'Ana',
      'Last name': 'Sample',
      DOB: '31372',
      Phone: '021 123 4567/8',
      NZBN: '9.42904E+12',
      Postcode: '1010.0',
      City: 'Auckland',
    });
    expect(asks).toEqual([
      expect.stringMatching(/^Date of birth: 31372 is read as a spreadsheet’s number for 21 Nov 1985\./),
      expect.stringMatching(/^Phone: Only the first phone number is saved: 021 123 4567\./),
    ]);
    expect(problems).toEqual([
      { field: 'nzbn', sentence: 'Excel shortened this number. Take it from the original' },
    ]);
    expect(input).toMatchObject({ individual: { dateOfBirth: '1985-11-21' }, phone: '021 123 4567' });
    expect(input.addresses).toMatchObject([{ postcode: '1010', state: 'Auckland' }]);
  });

  it.each([
    ['isCompany', 'T', 'company'],
    ['isCompany', 'F', 'individual'],
    ['Is company', 'yes', 'company'],
    ['Is company', 'No', 'individual'],
    ['isCompany', 'Trust', 'trust'],
    ['isCompany', '', 'company'],
  ])('with %s %j is of the type %s', (heading, answer, clientType) => {
    const person = { firstName: 'Ana', lastName: 'Sample' };
    const cells = {
      [heading]: answer,
      ...(clientType === 'individual' ? person : { companyName: 'Sample Builders' }),
    };
    const { input, problems } = readRow(cells, { headings: Object.keys(cells) });
    expect(input.clientType).toBe(clientType);
    expect(problems).toEqual([]);
  });

  it.each([
    ['isCompany', 'maybe'],
    ['isCompany', '?'],
    // Among the types of another system, T may be a trust.
    ['Type', 'T'],
  ])('with %s %j has an unknown type', (heading, answer) => {
    const cells = { [heading]: answer, companyName: 'Sample Builders' };
    expect(readRow(cells, { headings: Object.keys(cells) }).problems).toEqual([
      { field: 'clientType', sentence: expect.stringMatching(/^Enter one of: Individual/) },
    ]);
  });

  it('with the company where a person works asks before it is not saved', () => {
    const { asks, problems, input } = readRow({
      'First Name': 'Ana',
      'Last Name': 'Sample',
      Company: 'Sample Ltd',
    });
    expect(problems).toEqual([]);
    expect(asks).toEqual([expect.stringContaining('“Sample Ltd” is not saved for a person')]);
    expect(input.business).toBeUndefined();
  });

  it.each([
    ['Sample Builders Ltd', 'company'],
    ['Sample Holdings Pty Limited', 'company'],
    ['The Sample Family Trust', 'trust'],
    ['Sample Society Incorporated', 'company'],
  ])('with the last name %s alone is asked about as a business', (name, clientType) => {
    const { asks, problems, input } = readRow({ 'Co./Last Name': name, 'First Name': '' });
    expect(input).toMatchObject({ clientType, business: { legalName: name } });
    expect(input.individual).toBeUndefined();
    expect(problems).toEqual([]);
    expect(asks).toEqual([expect.stringContaining('is read as the name of a client of the type')]);
  });

  it.each([
    { 'Co./Last Name': 'Trustman', 'First Name': '' },
    { 'Co./Last Name': 'Limited', 'First Name': 'Ana' },
  ])('with %o is a person', (cells) => {
    expect(readRow(cells).input.clientType).toBe('individual');
  });
});
