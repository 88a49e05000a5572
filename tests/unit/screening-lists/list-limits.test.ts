import { describe, expect, test } from 'vitest';
import {
  maxNameLength,
  maxNames,
  type ReadingLimits,
  widestLimits,
} from '#api/records/screening-lists/parsing/list-format.ts';
import { findLists, findOneList, readList } from '#api/records/screening-lists/parsing/parse-list.ts';
import { getOutcome, getXlsx, readLists, withFiles } from '#tests/support/files/list-files.ts';

/** Reads a list in the template's form within narrower limits. */
async function readWithin(csv: string, limits: Partial<ReadingLimits>): Promise<number> {
  return withFiles({ 'list.csv': csv }, async (files) => {
    let count = 0;
    for (const found of await findLists(files)) {
      for await (const _ of readList(found, { ...widestLimits, ...limits }, '2026-02-27').entities)
        count += 1;
    }
    return count;
  });
}

const row = (cells: Record<number, string>, length: number) =>
  Array.from({ length }, (_, at) => cells[at] ?? '').join(',');
const sdn = (id: string, name = 'INVENTADOR') => row({ 0: id, 1: name, 11: '-0- ' }, 12);
const alt = (id: string, at: number) => row({ 0: id, 1: `${at}`, 2: 'aka', 3: 'FICTIVO', 4: '-0- ' }, 5);
const dfatHead =
  'Reference,Name of Individual or Entity,Type,Name Type,Date of Birth,Place of Birth,Citizenship,Address,Additional Information,Listing Information,Committees,Control Date';
const dfatRow = (id: string, name: string) => `${id},${name},Individual,Aka,,,,,,,1988,46068`;
const openSanctionsHead = 'id,schema,name,aliases,dataset';
const unList = (inside: string) =>
  `<?xml version="1.0"?><CONSOLIDATED_LIST><INDIVIDUALS>${inside}</INDIVIDUALS></CONSOLIDATED_LIST>`;
const names = (count: number) => Array.from({ length: count }, (_, at) => `Inventador ${at}`);

describe('a list beyond the limits', () => {
  const csv = `name\n${names(3).join('\n')}\n`;

  test.each<[string, Partial<ReadingLimits>, string]>([
    ['bytes', { bytes: csv.length - 1 }, 'The list is larger than'],
    ['entries', { entities: 2 }, 'The list has more than 2 entries'],
    ['time', { timeMs: -1 }, 'takes too long'],
  ])('of %s is rejected', async (_, limits, message) => {
    await expect(readWithin(csv, limits)).rejects.toThrow(message);
    await expect(
      readWithin(csv, { bytes: csv.length, entities: 3, timeMs: widestLimits.timeMs }),
    ).resolves.toBe(3);
  });

  test.each<[string, Record<string, string>, string]>([
    [
      'OFAC’s side file',
      {
        'sdn.csv': sdn('1'),
        'alt.csv': Array.from({ length: maxNames + 1 }, (_, at) => alt('1', at)).join('\n'),
      },
      `Number 1 has more than ${maxNames} rows`,
    ],
    [
      'DFAT’s list',
      { 'dfat.csv': [dfatHead, ...names(maxNames + 1).map((name) => dfatRow('1', name))].join('\n') },
      `Number 1 has more than ${maxNames} names`,
    ],
    [
      'OpenSanctions’ list',
      { 't.csv': `${openSanctionsHead}\nNK-1,Person,Inventador,${names(maxNames).join(';')},Invented` },
      `Entry NK-1 has more than ${maxNames} names`,
    ],
    [
      'the template',
      { 'list.csv': `name\n${'x'.repeat(maxNameLength + 1)}\n` },
      `more than ${maxNameLength} characters`,
    ],
  ])('of an entry’s names is rejected in %s', async (_, files, message) => {
    expect(await getOutcome(files)).toContain(message);
  });

  test('of elements in an entry, or of rows in a sheet, is rejected', async () => {
    const alias = '<INDIVIDUAL_ALIAS/>'.repeat(50_000);
    const entry = `<INDIVIDUAL><REFERENCE_NUMBER>ZZi.1</REFERENCE_NUMBER>${alias}</INDIVIDUAL>`;
    expect(await getOutcome({ 'un.xml': unList(entry) })).toContain('One entry holds too many elements');
    const sheet = await getXlsx([['name'], ...Array.from({ length: 200_000 }, () => ['A'])]);
    expect(await getOutcome({ 'list.xlsx': sheet })).toContain('The sheet has more than 200000 rows');
  });

  test('of cells in a sheet is rejected: one cell far to the right makes a wide row', async () => {
    const wide = (name: string) =>
      Array.from({ length: 16_384 }, (_, at) => [name][at] ?? (at === 16_383 ? 'A' : ''));
    const sheet = await getXlsx([
      wide('name'),
      ...Array.from({ length: 620 }, (_, n) => wide(`Inventador ${n}`)),
    ]);
    expect(await getOutcome({ 'list.xlsx': sheet })).toContain('The sheet has more than 10000000 cells');
  });

  test('of rows in a sheet is not reached by a large list', async () => {
    const rows = Array.from({ length: 100_000 }, (_, at) => [`Inventador ${at}`]);
    expect(await getOutcome({ 'list.xlsx': await getXlsx([['name'], ...rows]) })).toContain(' 100000');
  });

  test('of nothing, but with a formula’s error in a cell, is rejected with its line', async () => {
    const sheet = await getXlsx([['name'], ['Inventador'], ['#REF!']]);
    expect(await getOutcome({ 'list.xlsx': sheet })).toContain('line 3: A cell shows the error #REF!');
  });
});

describe('a broken list', () => {
  test.each<[string, Record<string, string | Uint8Array>, string]>([
    ['has bytes that are not text', { 'list.csv': 'name\nA\0B\n' }, 'not one of the supported lists'],
    [
      'ends in the middle of a letter',
      { 'list.csv': Buffer.from('name\nJosé').subarray(0, -1) },
      'it is truncated',
    ],
    ['has no XML', { 'un.xml': '<?xml version="1.0"?>\n<!-- nothing -->\n' }, 'The file holds no XML'],
    [
      'has an entry without a name',
      { 'un.xml': unList('<INDIVIDUAL><UN_LIST_TYPE>Invented</UN_LIST_TYPE></INDIVIDUAL>') },
      'Entry without a number has no name',
    ],
    [
      'has no name in DFAT’s row',
      { 'dfat.csv': `${dfatHead}\n${dfatRow('1', '')}` },
      'line 2: The row has no name',
    ],
    [
      'has a row of OFAC’s without a number',
      { 'sdn.csv': `${sdn('1')}\n${sdn('one')}` },
      'line 2: The row does not start with a number',
    ],
    [
      'has a row of OFAC’s with other columns',
      { 'sdn.csv': `${sdn('1')}\n2,"INVENTADOR",-0-` },
      'line 2: The row has 3 columns instead of 12',
    ],
    [
      'has an empty last column in a row of OFAC’s',
      { 'sdn.csv': `${sdn('1')}\n${sdn('2').replace(/-0- ?$/, '')}` },
      'line 2: The row is truncated in its last column',
    ],
    [
      'has two main files of OFAC’s',
      { 'sdn.csv': sdn('1'), 'sdn-2.csv': sdn('2') },
      'two files of OFAC’s kind sdn',
    ],
    [
      'has a row of OpenSanctions’ with other columns',
      { 't.csv': `${openSanctionsHead}\nNK-1,Person,Inventador` },
      'line 2: The row has 3 columns instead of 5',
    ],
    [
      'has an entry of OpenSanctions’ without an id',
      { 't.csv': `${openSanctionsHead}\n,Person,Inventador,,Invented` },
      'The row has no id or no name',
    ],
    [
      'has an entry of OpenSanctions’ without a name',
      { 't.csv': `${openSanctionsHead}\nNK-1,Person,,,Invented` },
      'The row has no id or no name',
    ],
    [
      'has a name without letters',
      { 't.csv': `${openSanctionsHead}\nNK-1,Person,;,,Invented` },
      'The name holds no letters',
    ],
  ])('that %s is rejected', async (_, files, message) => {
    expect(await getOutcome(files)).toContain(message);
  });

  test('without any file is rejected', async () => {
    await expect(findOneList([])).rejects.toThrow('Select a file');
  });
});

describe('what is in a cell', () => {
  const own = (...rows: string[]) => ({ 'list.csv': ['id,name,date_of_birth,remarks', ...rows].join('\n') });
  const plain = async (contents: Record<string, string>) =>
    (await withFiles(contents, readLists)).entities.map(({ id, remarks }) => [id, remarks]);

  test('cannot slow a reader down', async () => {
    const long = `a${' '.repeat(50_000)}b`;
    for (const text of [long, '.'.repeat(50_000), `1${' 1'.repeat(25_000)}`, '1/'.repeat(25_000)])
      expect(await getOutcome(own(`1,Testperson Alda,${text},`))).toContain('is no date');
    const rows = Array.from({ length: 300 }, (_, n) =>
      dfatRow('101', `Testperson Number${n}`).replace('Aka', 'Primary Name'),
    );
    expect(await getOutcome({ 'dfat.csv': [dfatHead, ...rows].join('\n') })).toContain(
      'more than 100 entries',
    );
    const same = Array.from({ length: 100_000 }, () => ',Testperson Alda,,');
    expect(await getOutcome(own(...same))).toBe('plain 100000');
  });

  test('is stored without what a database cannot', async () => {
    const padding = Array.from({ length: 6000 }, (_, n) => `p${n},Testperson Padding,,`);
    expect(
      (await plain(own(...padding, 'x\u0000y,Testperson Alda,,a\u0000b', '\u0001,Testperson Bero,,'))).slice(
        -2,
      ),
    ).toEqual([
      ['xy', 'ab'],
      ['no-number testperson-bero', undefined],
    ]);
    expect(await getOutcome(own(`${'9'.repeat(5000)},Testperson Alda,,`))).toBe('plain 1');
    const number = '9'.repeat(5000);
    expect(
      await getOutcome({
        'un.xml': unList(
          `<INDIVIDUAL><FIRST_NAME>A B</FIRST_NAME><REFERENCE_NUMBER>${number}</REFERENCE_NUMBER></INDIVIDUAL>`,
        ),
      }),
    ).toContain('more than 300 characters');
  });
});
