import { buffer } from 'node:stream/consumers';
import { describe, expect, it } from 'vitest';
import { ZipFile } from 'yazl';
import { getWorkbookRows } from '#app/routes/clients/import/parse-workbook.server.ts';

const main = 'http://schemas.openxmlformats.org/spreadsheetml/2006/main';
const office = 'http://schemas.openxmlformats.org/officeDocument/2006/relationships';

/** Number formats of the styles: 1 to 5 are built-in ones of dates, 6 to 10 own ones of dates, 11 to 13 others. */
const formats = [
  ...[0, 14, 15, 17, 22].map((id) => ({ id, code: undefined })),
  ...['dd/mm/yyyy', 'yyyy\\-mm\\-dd', '[$-1409]d mmmm yyyy;@', 'd"/"m"/"yy', 'ddd, d mmm yyyy h:mm'].map(
    (code, at) => ({ id: 164 + at, code }),
  ),
  ...['000000', '0.00E+00', '"Day "0'].map((code, at) => ({ id: 180 + at, code })),
];
const dateStyles = [1, 2, 3, 4, 5, 6, 7, 8, 9];
const otherStyles = [0, 10, 11, 12];

const styles = `<styleSheet xmlns="${main}"><numFmts>${formats
  .filter(({ code }) => code !== undefined)
  .map(({ id, code }) => `<numFmt numFmtId="${id}" formatCode="${code?.replaceAll('"', '&quot;')}"/>`)
  .join('')}</numFmts><fonts><font/></fonts><cellXfs>${formats
  .map(({ id }) => `<xf numFmtId="${id}" applyNumberFormat="1"/>`)
  .join('')}</cellXfs></styleSheet>`;

interface Sheet {
  rows: readonly (readonly string[])[];
  merged?: string[];
  strings?: string[];
  properties?: string;
}

async function write({ rows, merged = [], strings = [], properties = '' }: Sheet) {
  const lines = rows.map((cells, at) => `<row r="${at + 1}">${cells.join('')}</row>`).join('');
  const merges = merged.map((ref) => `<mergeCell ref="${ref}"/>`).join('');
  const links = ['worksheet', 'styles', 'sharedStrings'].map(
    (kind, at) =>
      `<Relationship Id="rId${at + 1}" Type="${office}/${kind}" Target="${kind === 'worksheet' ? 'worksheets/sheet1' : kind}.xml"/>`,
  );
  const packaged = 'http://schemas.openxmlformats.org/package/2006';
  const parts = {
    '[Content_Types].xml': `<Types xmlns="${packaged}/content-types"/>`,
    '_rels/.rels': `<Relationships xmlns="${packaged}/relationships"><Relationship Id="rId1" Type="${office}/officeDocument" Target="xl/workbook.xml"/></Relationships>`,
    'xl/workbook.xml': `<workbook xmlns="${main}" xmlns:r="${office}">${properties}<sheets><sheet name="A" sheetId="1" r:id="rId1"/></sheets></workbook>`,
    'xl/_rels/workbook.xml.rels': `<Relationships xmlns="${packaged}/relationships">${links.join('')}</Relationships>`,
    'xl/styles.xml': styles,
    'xl/sharedStrings.xml': `<sst xmlns="${main}">${strings.map((text) => `<si>${text}</si>`).join('')}</sst>`,
    'xl/worksheets/sheet1.xml': `<worksheet xmlns="${main}"><sheetData>${lines}</sheetData>${merges && `<mergeCells>${merges}</mergeCells>`}</worksheet>`,
  };
  const zip = new ZipFile();
  for (const [path, text] of Object.entries(parts)) zip.addBuffer(Buffer.from(text), path);
  zip.end();
  return new Uint8Array(await buffer(zip.outputStream as NodeJS.ReadableStream));
}

async function read(sheet: Sheet): Promise<string[][]> {
  const rows: string[][] = [];
  for await (const row of getWorkbookRows(await write(sheet))) rows.push(row);
  return rows;
}

const number = (value: number | string, style = 0) => `<c s="${style}"><v>${value}</v></c>`;
const text = (words: string, ref?: string) =>
  `<c ${ref === undefined ? '' : `r="${ref}" `}t="inlineStr"><is><t>${words}</t></is></c>`;
/** The value of one cell. */
const readCell = async (cell: string, more: Omit<Sheet, 'rows'> = {}) =>
  (await read({ rows: [[cell, text('end')]], ...more }))[0]?.[0];

describe('dates of a workbook', () => {
  it.each(dateStyles)(
    'are read in format %i, with and without a time, by both date systems',
    async (style) => {
      for (const [properties, days] of [
        ['', 30_742],
        ['<workbookPr date1904="0"/>', 30_742],
        ['<workbookPr date1904="1"/>', 29_280],
        ['<workbookPr defaultThemeVersion="1" date1904="true"/>', 29_280],
      ] as const) {
        expect(await readCell(number(days, style), { properties })).toBe('1984-03-01');
        expect(await readCell(number(days + 0.999, style), { properties })).toBe('1984-03-01');
      }
    },
  );

  it.each(otherStyles)('are none in format %i', async (style) => {
    expect(await readCell(number(30_742, style))).toBe('30742');
  });

  it.each([
    [1, '1900-01-01'],
    [61, '1900-03-01'],
    [2_958_465, '9999-12-31'],
  ])('are right at the ends: %i', async (days, date) => {
    expect(await readCell(number(days, 1))).toBe(date);
  });

  it.each([2_958_466, 9_429_046_393_920, 1e300])(
    'refuses %d, which no format shows as a date',
    async (days) => {
      await expect(readCell(number(days, 1))).rejects.toThrow(/Row 1 has a number in column 1 .* date/);
    },
  );

  it('may be written as ISO days', async () => {
    expect(await readCell('<c t="d"><v>1984-03-01</v></c>')).toBe('1984-03-01');
  });
});

describe('numbers of a workbook', () => {
  it.each([
    ['51824753556', '51824753556'],
    ['9429046393920', '9429046393920'],
    ['5.1824753556E10', '51824753556'],
    ['9007199254740991', '9007199254740991'],
    ['0.30000000000000004', '0.3'],
    ['1010.0000000000001', '1010'],
    ['1010.5', '1010.5'],
    ['-3', '-3'],
    ['0', '0'],
    // Digits beyond the sixteenth are lost in the file itself: it is shown as shortened, and refused for an identifier.
    ['12345678901234567890', '1.2345678901234567e+19'],
  ])('%s is %s', async (stored, shown) => {
    expect(await readCell(number(stored))).toBe(shown);
  });
});

describe('texts of a workbook', () => {
  const strings = [
    '<t>Plain</t>',
    '<r><t>Ri</t></r><r><rPr><b/></rPr><t xml:space="preserve">ch text</t></r>',
    '<t>東京</t><rPh sb="0" eb="2"><t>とうきょう</t></rPh>',
    '<t>a_x000D_&#10;b &amp;amp; c</t>',
  ];
  it.each([
    ['<c t="s"><v>0</v></c>', 'Plain'],
    ['<c t="s"><v>1</v></c>', 'Rich text'],
    ['<c t="s"><v>2</v></c>', '東京'],
    ['<c t="s"><v>3</v></c>', 'a\r\nb &amp; c'],
    ['<c t="inlineStr"><is><t> In line </t></is></c>', 'In line'],
    ['<c t="inlineStr"><is><r><t>In </t></r><r><t>line</t></r></is></c>', 'In line'],
    ['<c t="str"><f>A1&amp;"b"</f><v>Of a formula</v></c>', 'Of a formula'],
    ['<c><f>1+1</f><v>2</v></c>', '2'],
    ['<c s="1"><f>TODAY()</f><v>30742</v></c>', '1984-03-01'],
    ['<c t="b"><f>TRUE()</f><v>1</v></c>', 'Yes'],
    ['<c t="b"><v>0</v></c>', 'No'],
    ['<c t="str"><f>""</f><v></v></c>', ''],
  ])('%s', async (cell, shown) => {
    expect(await readCell(cell, { strings })).toBe(shown);
  });

  it('refuses a formula without a result in a cell without a place', async () => {
    await expect(readCell('<c><f>1+1</f></c>')).rejects.toThrow('has a formula without a saved result');
  });
});

describe('merged headings of a workbook', () => {
  const last = [text('Ngata'), text('Aroha'), text('8 Rata Street'), text('Ponsonby')];
  const parts = [text('Street', 'C2'), text('Suburb', 'D2')];

  it('are filled down over rows, and not along columns', async () => {
    const top = [text('Surname'), text('First name'), text('Address')];
    expect(await read({ rows: [top, parts, last], merged: ['A1:A2', 'B1:B2', 'C1:D1'] })).toEqual([
      ['Surname', 'First name', 'Address'],
      ['Surname', 'First name', 'Street', 'Suburb'],
      ['Ngata', 'Aroha', '8 Rata Street', 'Ponsonby'],
    ]);
  });

  it('are filled under titles, also at the right of a row', async () => {
    const rows = [
      [text('All our clients')],
      [],
      [text('Surname'), text('Address', 'B3'), text('Email', 'D3')],
      [text('Street', 'B4'), text('Suburb', 'C4')],
      [text('Ngata'), text('8 Rata Street'), text('Ponsonby'), text('a@example.org')],
    ];
    expect(await read({ rows, merged: ['A1:D2', 'A3:A4', 'B3:C3', 'D3:D4'] })).toEqual([
      ['All our clients'],
      ['All our clients'],
      ['Surname', 'Address', '', 'Email'],
      ['Surname', 'Street', 'Suburb', 'Email'],
      ['Ngata', '8 Rata Street', 'Ponsonby', 'a@example.org'],
    ]);
  });

  it('are filled into a row that the sheet leaves out', async () => {
    const rows = [[text('Surname'), text('First name')], [], [text('Ngata'), text('Aroha')]];
    expect((await read({ rows, merged: ['A1:A2', 'B1:B2'] }))[1]).toEqual(['Surname', 'First name']);
  });

  it('are not the merged cells of clients, nor those further down', async () => {
    const clients = [
      [text('Surname'), text('First name')],
      [text('Ngata'), text('Aroha')],
      [text('Tama', 'B3')],
    ];
    expect((await read({ rows: clients, merged: ['A2:A3'] }))[2]).toEqual(['', 'Tama']);
    const blank = Array.from({ length: 10 }, () => []);
    const rows = [...blank, [text('Surname'), text('First name')], [text('Aroha', 'B12')]];
    expect((await read({ rows, merged: ['A11:A12', 'A1:XFD1048576', 'A0:A2', 'nonsense'] }))[11]).toEqual([
      '',
      'Aroha',
    ]);
  });
});
