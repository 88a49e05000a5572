import fc from 'fast-check';
import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import { createListEngine } from '#api/records/screening-engine/list-engine.ts';
import { readScreeningLists } from '#contract/monitoring/screening-lists.ts';
import type { ScreeningSubject } from '#rules/screening/screening-records.ts';
import { openTestApi, type TestApi } from '#tests/support/api/api.ts';
import { importList, postOwnList } from '#tests/support/api/screening-lists.ts';
import { testEngines } from '#tests/support/database/database.ts';

/** Whoever is in the odd row. */
const name = 'Testperson Odd Row';
/** Rows that are as they should be: enough for one odd row among them not to be another format. */
const usual = Array.from({ length: 60 }, (_, n) => ({
  number: String(900 + n),
  name: `Filler Numberr ${'abcdefghij'[n % 10]}${n}`,
}));

const csv = (rows: readonly (readonly string[])[]) => rows.map((row) => row.join(',')).join('\n');
const none = '-0-';
const ofacRow = (cells: readonly string[], columns: number) =>
  Array.from({ length: columns }, (_, at) => cells[at] ?? none);

/** Cells that readers take for numbers, kinds, kinds of names, dates or marks, or for nothing of the sort. */
const oddCells = [
  '',
  '*',
  '501',
  '501a',
  '5-1',
  'RUS-501',
  '900',
  'Individual',
  'individual',
  'Person',
  'Entity',
  'vessel',
  'ghost',
  'Primary Name',
  'Alias',
  'aka',
  'weak',
  '1/02/70',
  '2 June 2019',
  none,
  'x',
];

interface OddList {
  source: 'un' | 'ofac' | 'dfat' | 'nzPolice' | 'nzRussia' | 'opensanctions' | 'own';
  /** What the row is made of, besides the name. */
  cells: number;
  /** The list's files with the odd row at a place among the usual ones. */
  files(cells: readonly string[], at: number): Record<string, string>;
}

function among<T>(rows: readonly T[], row: T, at: number): T[] {
  return [...rows.slice(0, at), row, ...rows.slice(at)];
}

const un = (records: readonly string[]) =>
  `<?xml version="1.0"?><CONSOLIDATED_LIST dateGenerated="2026-02-27T00:00:09.554Z"><INDIVIDUALS>${records.join('')}</INDIVIDUALS><ENTITIES></ENTITIES></CONSOLIDATED_LIST>`;
const unRecord = (element: string, number: string, inner: string) =>
  `<${element}><REFERENCE_NUMBER>${number}</REFERENCE_NUMBER>${inner}</${element}>`;
const unNames = ['FIRST_NAME', 'SECOND_NAME', 'FOURTH_NAME', 'NAME', 'NAME_ORIGINAL_SCRIPT'];
const pick = <T>(from: readonly T[], by: string): T => from[oddCells.indexOf(by) % from.length] as T;

const lists: OddList[] = [
  {
    source: 'un',
    cells: 3,
    files: ([number = '', kind = '', part = ''], at) => ({
      'un.xml': un(
        among(
          usual.map((one) =>
            unRecord('INDIVIDUAL', `ZZi.${one.number}`, `<FIRST_NAME>${one.name}</FIRST_NAME>`),
          ),
          unRecord(
            pick(['INDIVIDUAL', 'ENTITY', 'GROUP', 'FIRST_NAME'], kind),
            number,
            `<${pick(unNames, part)}>${name}</${pick(unNames, part)}>`,
          ),
          at,
        ),
      ),
    }),
  },
  {
    source: 'ofac',
    cells: 4,
    files: ([number = '', kind = '', third = '', last = ''], at) => ({
      'sdn.csv': csv(
        among(
          usual.map((one) => ofacRow([one.number, one.name, 'individual'], 12)),
          ofacRow([number, name, kind, third, ...Array<string>(7).fill(none), last], 12),
          at,
        ),
      ),
    }),
  },
  {
    source: 'ofac',
    cells: 4,
    files: ([number = '', second = '', kind = '', last = ''], at) => ({
      'sdn.csv': csv(usual.map((one) => ofacRow([one.number, one.name, 'individual'], 12))),
      'alt.csv': csv(
        among(
          usual.map((one, n) => [one.number, String(n), 'aka', `${one.name} other`, none]),
          [number, second, kind, name, last],
          at,
        ),
      ),
    }),
  },
  {
    source: 'dfat',
    cells: 4,
    files: ([reference = '', ...others], at) => ({
      'dfat.csv': csv([
        ['Reference', 'Name of Individual or Entity', 'Type', 'Name Type', 'Date of Birth'],
        ...among(
          usual.map((one) => [one.number, one.name, 'Individual', 'Primary Name', '']),
          [reference, name, ...others],
          at,
        ),
      ]),
    }),
  },
  {
    source: 'nzPolice',
    cells: 2,
    files: (cells, at) => ({
      'police.csv': csv([
        ['Terrorist entity', 'Date of designation', 'Remarks'],
        ...among(
          usual.map((one) => [one.name, '2 June 2019', '']),
          [name, ...cells],
          at,
        ),
      ]),
    }),
  },
  {
    source: 'nzRussia',
    cells: 4,
    files: ([number = '', kind = '', date = '', title = ''], at) => ({
      'register.csv': csv([
        ['Unique Identifier', 'Type', 'First name', 'Last name', 'DOB', 'Title'],
        ...among(
          usual.map((one) => [`RUS-${one.number}`, 'Individual', 'Filler', one.name, '', '']),
          [number, kind, 'Testperson', 'Odd Row', date, title],
          at,
        ),
      ]),
    }),
  },
  {
    source: 'opensanctions',
    cells: 3,
    files: ([id = '', schema = '', date = ''], at) => ({
      'targets.simple.csv': csv([
        ['id', 'schema', 'name', 'aliases', 'birth_date', 'countries', 'dataset'],
        ...among(
          usual.map((one) => [`NK-${one.number}`, 'Person', one.name, '', '', '', 'Invented sanctions']),
          [id, schema, name, '', date, '', 'Invented sanctions'],
          at,
        ),
      ]),
    }),
  },
  {
    source: 'own',
    cells: 3,
    files: ([id = '', kind = '', date = ''], at) => ({
      'list.csv': csv([
        ['id', 'name', 'type', 'date_of_birth'],
        ...among(
          usual.map((one) => [one.number, one.name, 'person', '']),
          [id, name, kind, pick(['', '1/02/70', 'x'], date)],
          at,
        ),
      ]),
    }),
  },
];

describe.each(testEngines)('a row in which anything may be, on %s', (engine) => {
  let api: TestApi;
  beforeAll(async () => {
    api = await openTestApi(engine);
  });
  afterAll(() => api.close());

  /** Whether the list is imported; whatever a doubt, it is activated. */
  async function isImported(list: OddList, files: Record<string, string>): Promise<boolean> {
    if (list.source !== 'own') return !(await importList(api, list.source, files)).includes('failed: ');
    return (await postOwnList(api, api.companies.a.owner, files)).status < 300;
  }
  /** Whether a person, body or ship of that name is found on a list. */
  async function isFound(source: OddList['source']): Promise<boolean> {
    const subjects = (['Person', 'Organization', 'Vessel'] as const).map(
      (schema): ScreeningSubject => ({ id: schema, schema, names: [name], countries: [], identifiers: [] }),
    );
    const answers = await createListEngine({ db: api.database.db }).screen(subjects, {
      companyId: api.companies.a.id,
      threshold: 0.8,
      birthDateMatching: 'exact',
    });
    return answers.some(
      (answer) => answer.status === 'screened' && answer.hits.some(({ list }) => list.source === source),
    );
  }
  const unreadRows = async (source: string) => {
    const { lists: shown } = (await api.request(readScreeningLists, {}, { as: api.companies.a.staff }))
      .response;
    return shown.find((list) => list.source === source)?.inUse?.unreadRows ?? 0;
  };

  test.each(
    lists.map((list, at) => [`${list.source}, ${Object.keys(list.files([], 0)).at(-1)}`, at] as const),
  )('is found, makes screening incomplete, or fails the import: %s', async (_title, at) => {
    const list = lists[at] as OddList;
    let imported = 0;
    await fc.assert(
      fc.asyncProperty(
        fc.array(fc.constantFrom(...oddCells), { minLength: list.cells, maxLength: list.cells }),
        fc.nat(usual.length),
        async (cells, place) => {
          if (!(await isImported(list, list.files(cells, place)))) return;
          imported += 1;
          const isKnown = (await isFound(list.source)) || (await unreadRows(list.source)) > 0;
          expect([cells, isKnown]).toEqual([cells, true]);
        },
      ),
      { numRuns: 15 },
    );
    expect(imported).toBeGreaterThan(0);
  });
});
