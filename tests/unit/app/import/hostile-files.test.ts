import { buffer } from 'node:stream/consumers';
import { gzipSync, inflateRawSync } from 'node:zlib';
import { describe, expect, it } from 'vitest';
import { ZipFile } from 'yazl';
import { getFileRows, getFileText, isUnreadableFile } from '#app/routes/clients/import/parse-file.server.ts';
import { getWorkbookRows, isWorkbook } from '#app/routes/clients/import/parse-workbook.server.ts';
import { writeWorkbook } from '#app/routes/clients/import/template.server.ts';
import { getZipParts } from '#rules/documents/zip-parts.ts';

/** Rows read before the end, and the sentence at it; undefined for a file that is read to its end. Any other error fails the test. */
async function read(bytes: Uint8Array, most = 100_000) {
  const opened = isWorkbook(bytes) ? { ok: true as const, rows: getWorkbookRows(bytes) } : openText(bytes);
  if (!opened.ok) return { rows: [], problem: opened.problem };
  const rows: string[][] = [];
  try {
    for await (const row of opened.rows) {
      rows.push(row);
      if (rows.length >= most) break;
    }
  } catch (error) {
    if (!isUnreadableFile(error)) throw error;
    return { rows, problem: error.message };
  }
  return { rows, problem: undefined };
}

function openText(bytes: Uint8Array) {
  const text = getFileText(bytes);
  return text.ok ? { ok: true as const, rows: getFileRows(text.text) } : text;
}

const sentence = /^[A-Z].{10,}\.$/;

/** Bytes of a linear congruential generator: the same for a seed. */
function randomBytes(seed: number, length: number): Buffer {
  const bytes = Buffer.alloc(length);
  let state = seed;
  for (let at = 0; at < length; at += 1) {
    state = (Math.imul(state, 1_664_525) + 1_013_904_223) >>> 0;
    bytes[at] = state >>> 24;
  }
  return bytes;
}

const starts: [string, number[]][] = [
  ['nothing', []],
  ['the mark of a ZIP archive', [0x50, 0x4b, 3, 4]],
  ['the mark of an old workbook', [0xd0, 0xcf, 0x11, 0xe0]],
  ['the mark of UTF-16', [0xff, 0xfe]],
  ['the mark of UTF-16, big end first', [0xfe, 0xff]],
  ['the mark of UTF-8', [0xef, 0xbb, 0xbf]],
  ['the mark of gzip', [0x1f, 0x8b, 8]],
];

describe('random bytes', () => {
  it.each(starts)('after %s are refused with a sentence', async (_what, start) => {
    for (const [seed, length] of [1, 100, 5000, 300_000].flatMap((most) => [
      [most + 1, most],
      [most + 2, most],
    ])) {
      const bytes = Buffer.concat([Buffer.from(start), randomBytes(seed ?? 0, length ?? 0)]);
      const { problem, rows } = await read(bytes);
      if (problem === undefined) expect([length, rows.length]).toEqual([1, 1]);
      else expect(problem).toMatch(sentence);
    }
  });

  it.each(starts)('of 5 MB after %s are refused with a sentence', async (_what, start) => {
    const bytes = Buffer.concat([Buffer.from(start), randomBytes(7, 5 * 1024 * 1024 - start.length)]);
    expect((await read(bytes)).problem).toMatch(sentence);
  });

  it('without NUL, as text, and packed are refused with a sentence', async () => {
    const letters = randomBytes(8, 1_000_000).map((byte) => (byte < 32 ? 65 : byte));
    expect((await read(letters)).problem).toMatch(sentence);
    expect((await read(gzipSync('Surname,First name\nA,B\n'))).problem).toMatch(sentence);
  });
});

describe('a CSV file that is cut off', () => {
  const whole = Buffer.from(
    '\ufeffSurname,First name,Notes\r\nNgāta,"Aroha ""Ro""","two\r\nlines"\r\n東京,👩‍👧,"a,b"\r\nŽelezný,Ö,x\r\n',
  );
  it('at any byte loses no row above the cut, and no letter in silence', async () => {
    const { rows: all } = await read(whole);
    for (let end = 1; end < whole.length; end += 1) {
      const { rows, problem } = await read(whole.subarray(0, end));
      if (problem !== undefined) expect(problem, `${end}`).toMatch(sentence);
      const kept = problem === undefined ? rows.slice(0, -1) : rows;
      expect(all.slice(0, kept.length), `${end}`).toEqual(kept);
    }
  });
});

/** Parts of a workbook, with its sheet's XML changed, and others beside them. */
async function write(
  change: (xml: string) => string,
  more: [string, string | Buffer][] = [],
  path = sheetPath,
) {
  const template = Buffer.from(await writeWorkbook([['Surname'], ['Placeholder'], ['Last']]));
  const zip = new ZipFile();
  for (const { name, method, start, size } of getZipParts(template) ?? []) {
    const packed = template.subarray(start, start + size);
    const xml = (method === 0 ? packed : inflateRawSync(packed)).toString();
    zip.addBuffer(Buffer.from(name === path ? change(xml) : xml), name);
  }
  for (const [name, content] of more) zip.addBuffer(Buffer.from(content), name);
  zip.end();
  return new Uint8Array(await buffer(zip.outputStream as NodeJS.ReadableStream));
}

const sheetPath = 'xl/worksheets/sheet1.xml';
const same = (xml: string) => xml;
const withRows = (rows: string) => (xml: string) =>
  xml.replace(/<sheetData>.*<\/sheetData>/, () => `<sheetData>${rows}</sheetData>`);
const inside = (text: string) => (xml: string) => xml.replace('Placeholder', () => text);
const ahead = (text: string) => (xml: string) => xml.replace('<sheetData>', () => `${text}<sheetData>`);

describe('a workbook that is damaged', () => {
  const read3 = [['Surname'], ['Placeholder'], ['Last']];

  it('by a cut at any place is refused', async () => {
    const whole = await write(same);
    for (let end = 4; end < whole.length - 1; end += 11) {
      expect((await read(whole.subarray(0, end))).problem, `${end}`).toMatch(sentence);
    }
  });

  it('by a changed byte is refused, or read as it was', async () => {
    const whole = await write(same);
    for (let at = 0; at < whole.length; at += 13) {
      const changed = Uint8Array.from(whole);
      changed[at] = (changed[at] ?? 0) ^ 0x55;
      const { rows, problem } = await read(changed);
      if (problem === undefined) expect(rows, `${at}`).toEqual(read3);
      else expect(problem, `${at}`).toMatch(sentence);
    }
  });

  it('in the middle of its sheet is refused', async () => {
    expect((await read(await write((xml) => xml.slice(0, xml.indexOf('Last'))))).problem).toContain(
      'damaged',
    );
  });

  it('by two sheets at one path is refused', async () => {
    const other = '<worksheet><sheetData/></worksheet>';
    expect((await read(await write(same, [[sheetPath, other]]))).problem).toContain('damaged');
  });

  it('by a sheet of the same name as another is read by its first', async () => {
    const twice = (xml: string) => xml.replace(/<sheet [^>]*>/, (tag) => tag + tag);
    expect((await read(await write(twice, [], 'xl/workbook.xml'))).rows).toEqual(read3);
  });

  it('by paths out of its archive is refused, and writes nothing', async () => {
    const bytes = await write(same, [['xl/aaaaaaaaaa.xml', 'x']]);
    const slipped = Buffer.from(
      Buffer.from(bytes).toString('latin1').replaceAll('xl/aaaaaaaaaa', '../../../tmp/s'),
      'latin1',
    );
    const { rows, problem } = await read(Uint8Array.from(slipped));
    if (problem === undefined) expect(rows).toEqual(read3);
    else expect(problem).toMatch(sentence);
  });
});

describe('a workbook that unpacks to much', () => {
  const million = 1_000_000;
  const cases: [string, (xml: string) => string, RegExp][] = [
    ['two million rows', withRows('<row><c><v>1</v></c></row>'.repeat(2 * million)), /more than 48 MB/],
    ['a tag of 4 MB', ahead(`<x ${'a'.repeat(4 * million)}/>`), /damaged/],
    ['an attribute of 4 MB', ahead(`<x a="${'>'.repeat(4 * million)}"/>`), /damaged/],
    ['a comment of 4 MB', ahead(`<!--${'a>'.repeat(2 * million)}-->`), /damaged/],
    ['a comment without end', ahead(`<!--${'a>'.repeat(2 * million)}`), /damaged/],
    ['a section without end', inside(`<![CDATA[${'a>'.repeat(2 * million)}`), /damaged/],
    ['signs that open a tag', inside('<'.repeat(4 * million)), /damaged/],
    ['a text of 4 MB', inside('a'.repeat(4 * million)), /2,000 characters/],
    ['16,385 columns', withRows('<row><c r="XFE1"><v>1</v></c></row>'), /damaged/],
    ['16,384 columns', withRows('<row><c r="XFD1"><v>1</v></c></row>'), /more than 100 columns/],
  ];
  it.each(cases)('is refused: %s', async (_what, change, problem) => {
    expect((await read(await write(change), 6000)).problem).toMatch(problem);
  });

  it('is read row by row, of which the upload takes no more than it needs', async () => {
    const bytes = await write(withRows('<row><c><v>1</v></c></row>'.repeat(million)));
    expect(bytes.length).toBeLessThan(200_000);
    expect((await read(bytes, 5002)).rows).toHaveLength(5002);
  });

  it('by elements within elements is read without them', async () => {
    const deep = '<a>'.repeat(300_000);
    expect((await read(await write(ahead(deep)))).rows.length).toBeLessThanOrEqual(3);
    const { problem } = await read(
      await write((xml) => xml.replace('<sheets>', `${deep}<sheets>`), [], 'xl/workbook.xml'),
    );
    expect(problem).toContain('damaged');
  });

  it('by entities is read with their names', async () => {
    const entities = Array.from(
      { length: 9 },
      (_, at) => `<!ENTITY e${at + 1} "${`&e${at};`.repeat(10)}">`,
    ).join('');
    const declared = (xml: string) =>
      inside('&e9;')(xml).replace('<worksheet', `<!DOCTYPE x [<!ENTITY e0 "ha">${entities}]><worksheet`);
    const { rows, problem } = await read(await write(declared));
    if (problem === undefined) expect(rows.flat().join('').length).toBeLessThan(2000);
    else expect(problem).toMatch(sentence);
  });

  it('by a format that is read again for each cell is refused', async () => {
    const formats = `<numFmts><numFmt numFmtId="200" formatCode="${'0'.repeat(million)}"/></numFmts>`;
    const endless = (xml: string) => xml.replace('<fonts', `${formats}<fonts`);
    expect((await read(await write(endless, [], 'xl/styles.xml'))).problem).toContain('damaged');
    // The formats of a workbook are in the part that its relationships name.
    const renamed = (xml: string) => xml.replace('styles.xml', 'formats.xml');
    const other = `<styleSheet>${formats}</styleSheet>`;
    const elsewhere = await write(renamed, [['xl/formats.xml', other]], 'xl/_rels/workbook.xml.rels');
    expect((await read(elsewhere)).problem).toContain('damaged');
  });
});
