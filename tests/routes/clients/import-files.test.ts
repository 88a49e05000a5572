import { buffer } from 'node:stream/consumers';
import { inflateRawSync } from 'node:zlib';
import { describe, expect, it } from 'vitest';
import { ZipFile } from 'yazl';
import { writeWorkbook } from '#app/routes/clients/import/template.server.ts';
import { getZipParts } from '#rules/documents/zip-parts.ts';
import { valueIn } from '#tests/support/app/html.ts';
import { openSignedInApp } from '#tests/support/app/signed-in-app.ts';
import { readPage } from './page.ts';

const { browser } = await openSignedInApp('owner@demo.test');

type Content = string | Uint8Array<ArrayBuffer>;

const url = '/clients/import';
const open = async (at: string) => readPage(await browser.get(at));

async function upload(content: Content, name = 'clients.csv', to = url) {
  const form = new FormData();
  form.set('requestKey', valueIn((await open(url)).html, 'requestKey'));
  form.set('file', new File([content], name, { type: 'text/csv' }));
  return browser.post(to, {}, { body: form });
}

/** The text of the page on which the columns of an accepted file are mapped, and the number of its columns. */
async function accept(content: Content, name?: string) {
  const sent = await upload(content, name);
  const problem = sent.status === 302 ? undefined : (await readPage(sent)).part('import-file-error');
  expect([sent.status, problem]).toEqual([302, undefined]);
  const { html, text } = await open(sent.headers.get('Location') ?? '');
  // The file's own words are before the lists to choose from and within them: these are the same for every file.
  const words = text
    .replace(/ Choose Do not import .*? Pre-commencement client/g, '')
    .split(' Default values')[0];
  return { text: words, columns: html.split(/name="column\d+"/).length - 1 };
}

const listImports = async () => (await open(url)).html.match(/import=[0-9a-f-]{36}/g);

/** The message about a file that is refused, of which no row remains. */
async function refuse(content: Content, name?: string) {
  const before = await listImports();
  const page = await readPage(await upload(content, name));
  expect(await listImports()).toEqual(before);
  expect(page.status).toBe(422);
  return page.part('import-file-error') ?? '';
}

/** One byte for each letter: those of Windows-1252 are written as escapes. */
const bytesOf = (text: string) => Uint8Array.from(Buffer.from(text, 'latin1'));
const utf16le = (text: string) => Uint8Array.from(Buffer.from(`\ufeff${text}`, 'utf16le'));
const utf16be = (text: string) => Uint8Array.from(Buffer.from(`\ufeff${text}`, 'utf16le').swap16());

describe('the encoding of a file', () => {
  it.each([
    ['O\x92Brien', 'O’Brien'],
    ['Smith \x96 Co', 'Smith – Co'],
    ['\x80 500', '€ 500'],
    ['\x8aimek', 'Šimek'],
    ['\x9fsa\xff', 'Ÿsaÿ'],
    ['\x8eelezn\xfd', 'Železný'],
    ['\x93Anna\x94', '“Anna”'],
    ['b\x9cuf \x9c\x8c', 'bœuf œŒ'],
    ['Tree\x99 \x85', 'Tree™ …'],
    ['\x82\x83\x84\x86\x87\x88\x89\x8b', '‚ƒ„†‡ˆ‰‹'],
    ['\x91\x95\x97\x98\x9a\x9b\x9e', '‘•—˜š›ž'],
    ['M\xfcller \xdeorn', 'Müller Þorn'],
  ])('reads %j as Windows-1252', async (written, shown) => {
    expect((await accept(bytesOf(`Family name,First name\r\n${written},Ann\r\n`))).text).toContain(shown);
  });

  it.each([
    ['UTF-16, little end first', utf16le('Family name\tFirst name\r\nŽelezný’s\t–\r\n')],
    ['UTF-16, big end first', utf16be('Family name;First name\r\nŽelezný’s;–\r\n')],
    ['UTF-8', 'Family name;First name\r\nŽelezný’s;–\r\n'],
    ['UTF-8 with a byte-order mark', '\ufeffFamily name;First name\r\nŽelezný’s;–\r\n'],
  ])('reads %s', async (_what, content) => {
    expect((await accept(content)).text).toContain('Železný’s');
  });

  const headings = 'Family name,First name\r\n';
  it.each<[string, Content, number, number]>([
    ['0x81 in an ANSI file', bytesOf(`${headings}M\xfcller,A\x81\r\n`), 2, 2],
    ['0x8D in an ANSI file', bytesOf(`${headings}M\xfcller,A\r\n\x8d,B\r\n`), 3, 1],
    ['0x8F in an ANSI file', bytesOf(`Family \x8fname,First\r\nM\xfcller,A\r\n`), 1, 1],
    ['0x90 in an ANSI file', bytesOf(`${headings}M\xfc\x90ller,A\r\n`), 2, 1],
    ['0x9D in an ANSI file', bytesOf(`${headings}M\xfcller,A\r\n"B\nC",\x9d\r\n`), 3, 2],
    ['a replacement character', `${headings}Siobh\ufffdn,A\r\n`, 2, 1],
    ['replacement characters in a heading', 'Family name,First n\ufffd\ufffdme\r\nA,B\r\n', 1, 2],
    ['a replacement character far down', `${headings}${'A,B\r\n'.repeat(700)}C,\ufffd\r\n`, 702, 2],
    ['a lone surrogate in UTF-16', utf16le('Family name,First name\r\nA,B\ud800C\r\n'), 2, 2],
    ['half a letter after a byte-order mark', bytesOf(`\xef\xbb\xbf${headings}A,Siobh\xc3n\r\n`), 2, 2],
    ['a bell', `${headings}A\x07,B\r\n`, 2, 1],
    ['an escape', `${headings}A,B\r\nC,\x1b[1mD\r\n`, 3, 2],
    ['DEL', `${headings}A,B\x7fC\r\n`, 2, 2],
    ['C1 control characters in UTF-8', `${headings}A,B\r\nO\u0092Brien,C\r\n`, 3, 1],
    ['a next-line character', `${headings}A\u0085,B\r\n`, 2, 1],
  ])('refuses %s, and says where and why', async (_what, content, row, column) => {
    const message = await refuse(content);
    expect(message).toContain(`Row ${row} `);
    expect(message).toContain(`column ${column}`);
    expect(message).toContain('encoding');
    expect(message).toContain('CSV UTF-8');
  });

  it('reads line breaks and tabs within a cell, and form feeds around it', async () => {
    const page = await accept(`${headings}"Lines\r\nand\ttabs",A\f\r\n`);
    expect(page.text).toContain('Lines');
  });

  it.each([
    ['a replacement character', 'Siobh\ufffdn'],
    ['a control character', 'O&#x92;Brien'],
    ['an escaped control character', 'A_x0001_B'],
  ])('refuses a workbook with %s, and says where', async (_what, text) => {
    const message = await refuse(await workbookWith(text));
    expect(message).toMatch(/Row 2 .* column 1.*encoding/);
    expect(message).not.toContain('CSV UTF-8');
  });
});

/** A workbook with one row, of which the first cell has this XML as its text. */
async function workbookWith(text: string) {
  const template = Buffer.from(await writeWorkbook([['Surname'], ['Placeholder']]));
  const zip = new ZipFile();
  for (const { name, method, start, size } of getZipParts(template) ?? []) {
    const packed = template.subarray(start, start + size);
    const xml = (method === 0 ? packed : inflateRawSync(packed)).toString();
    zip.addBuffer(Buffer.from(xml.replace('Placeholder', text)), name);
  }
  zip.end();
  return new Uint8Array(await buffer(zip.outputStream as NodeJS.ReadableStream));
}

describe('the separator of a file', () => {
  it.each([
    ['bars', 'Family name|First name|DOB\r\nBarred|Ann, B.|3/4/1970\r\n'],
    ['bars around quotation marks', '"Family name"|"First name"|"DOB"\n"Barred"|"Ann|B"|"3/4/1970"\n'],
    ['bars in UTF-16', utf16le('Family name|First name|DOB\r\nBarred|Ann|3/4/1970\r\n')],
    ['bars and commas in a heading', 'Family name, or surname|First name|DOB\nBarred|Ann|3/4/1970\n'],
    ['a line that says bars', 'sep=|\r\nFamily name|First name|DOB\r\nBarred|Ann|3/4/1970\r\n'],
    ['a bar in a heading between commas', 'Family name,First|given names,DOB\nBarred,Ann,3/4/1970\n'],
    ['tabs', 'Family name\tFirst name\tDOB\nBarred\tAnn|B\t3/4/1970\n'],
  ])('is recognised: %s', async (_what, content) => {
    const { text, columns } = await accept(content);
    expect(text).toContain('1 row read');
    expect(columns).toBe(3);
  });
});

describe('the name of a file', () => {
  const content = 'Family name,First name\nNamed,Ann\n';
  const names = [
    'Clients; Smith & Co.csv',
    'clients=2026.csv',
    'a"b.csv',
    'naïve – list.csv',
    'a;b=c;"d".csv',
    '客户名单.csv',
    "O'Brien’s 100% list (final).csv",
    'filename="x"; name="y".csv',
    '👩‍👧 whānau.csv',
    'back\\"slash".csv',
  ];
  it.each(names)('may be %s', async (name) => {
    expect((await accept(content, name)).text).toContain(name.split('\\').at(-1));
  });

  it.each(names)('may be %s with script', async (name) => {
    const sent = await upload(content, name, `${url}.data`);
    expect(sent.status).toBe(202);
    expect(await sent.text()).toContain('import=');
  });

  it.each([
    ['a path', 'C:\\lists\\clients 1.csv', 'clients 1.csv'],
    ['line breaks', 'clients\r\n2.csv', 'clients 2.csv'],
    ['NUL', 'clients\0-3.csv', 'clients -3.csv'],
    ['half an emoji at the cut', `😀${'x'.repeat(235)}.csv`, 'xxx.csv'],
    ['spaces alone', '   ', 'Unnamed file'],
  ])('is cleaned of %s', async (_what, name, shown) => {
    expect((await accept(content, name)).text).toContain(shown);
  });

  it('is missing where no file was selected', async () => {
    expect(await refuse('', '')).toContain('Select a CSV file or an Excel workbook');
  });

  it.each(['', '--x', '--x\r\nContent-Disposition: form-data; name="file\r\n\r\nA\r\n--x--', 'A\r\n'])(
    'is no fault of ours in a form that cannot be read: %j',
    async (body) => {
      const headers = { 'Content-Type': 'multipart/form-data; boundary=x' };
      expect([400, 422]).toContain((await browser.post(url, {}, { body, headers })).status);
    },
  );
});

describe('a quotation mark without its second', () => {
  const headings = 'Family name,First name\n';
  it.each([
    ['in the second row', `${headings}"A,B\nC,D\n`, 2],
    ['in the headings', 'Family name,"First name\nA,B\n', 1],
    ['after other rows', `${headings}A,B\nC,D\n"E,F\nG,H\n`, 4],
    ['after cells of several lines', `${headings}"A\nA\nA",B\n"C\r\nC",D\nE,"F\nG,H\n`, 4],
    ['after blank rows', `${headings}A,B\n\n,\n"C,D\n`, 5],
    ['in the last row', `${headings}A,B\nC,"D`, 3],
    ['far down', `${headings}${'A,B\n'.repeat(900)}"C,D\n${'E,F\n'.repeat(300)}`, 902],
    ['far down after cells of several lines', `${headings}${'"A\nA",B\n'.repeat(900)}"C,D\nE,F\n`, 902],
    ['before a cell in quotation marks', `${headings}A,B\n"C,D\nE,"F"\nG,H\n`, 3],
    ['before two cells in quotation marks', `${headings}"A,B\nC,D\n"E","F"\nG,H\n`, 2],
    ['below a line that says the separator', `sep=;\nFamily name;First name\nA;B\nC;"D\n`, 3],
  ])('is reported %s', async (_where, content, row) => {
    expect(await refuse(content)).toContain(`Row ${row} has an unclosed quotation mark`);
  });

  it.each([
    ['around a word', `${headings}Smith "Smithy",A\n`, 'Smithy'],
    ['at the start of a cell of several lines', `${headings}"""Al"" Smith\nSmithson",A\n`, 'Al'],
    ['alone within a cell', `${headings}6" Smith,A\n`, '6'],
  ])('is no fault %s', async (_where, content, shown) => {
    const { text } = await accept(content);
    expect(text).toContain('1 row read');
    expect(text).toContain(shown);
  });
});
