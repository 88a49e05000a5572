import { createHash } from 'node:crypto';
import { mkdtemp, readFile, rm, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterAll, beforeAll, expect, test } from 'vitest';
import { createListEngine } from '#api/records/screening-engine/list-engine.ts';
import { importOperatorList } from '#api/records/screening-lists/operator-import.ts';
import type { ListFile } from '#api/records/screening-lists/parsing/files/list-file.ts';
import type { OperatorSourceKey } from '#api/records/screening-lists/sources.ts';
import { insertCompany } from '#tests/support/api/companies.ts';
import { openTestDatabase, type TestDatabase } from '#tests/support/database/database.ts';
import { readLists } from '#tests/support/files/list-files.ts';
import { dataFolder, ofacFiles, ofacList, unFiles, unList } from '#tests/support/files/real-lists.ts';
import { isSoak } from '#tests/support/soak.ts';

const folder = join(dataFolder, 'lists');
const un = unFiles;
const ofac = ofacFiles;

/** Positions at which each file is truncated; in the soak four times as many. */
const cuts = isSoak ? 12 : 3;

let own: string;
beforeAll(async () => {
  own = await mkdtemp(join(tmpdir(), 'assay-real-lists-'));
});
afterAll(() => rm(own, { recursive: true }));

const bySchema = (entities: readonly { schema: string }[]) =>
  Object.fromEntries(
    [...new Set(entities.map(({ schema }) => schema))].map((schema) => [
      schema,
      entities.filter((entity) => entity.schema === schema).length,
    ]),
  );

test('the UN’s list is parsed to the last entry', async () => {
  const { entities, summaries } = await unList();
  expect(bySchema(entities)).toEqual({ Person: 730, Organization: 273 });
  expect(summaries).toEqual([
    {
      format: 'un',
      publishedOn: '2026-02-27',
      entities: 1003,
      notes: [],
      columns: [],
      filledColumns: [],
      unreadRows: 0,
    },
  ]);
  expect(
    entities.filter(({ names }) => names.some(({ quality }) => quality === 'weakAlias')).length,
  ).toBeGreaterThan(200);
  expect(
    entities.filter(({ schema, birthDates }) => schema === 'Person' && birthDates.length > 0).length,
  ).toBeGreaterThan(600);
});

/*
 * Counted in the files by a script in another language: rows of each type in the main file, and distinct names and remarks of the form
 * "a.k.a. '…'" by entity.
 */
test('OFAC’s three files of one day are parsed to the last row, without a remainder', async () => {
  const { entities, summaries } = await ofacList();
  expect(bySchema(entities)).toEqual({ Organization: 3673, Person: 4620, Vessel: 406, Aircraft: 277 });
  expect(summaries).toEqual([
    {
      format: 'ofac',
      publishedOn: null,
      entities: 8976,
      notes: [],
      columns: [],
      filledColumns: [],
      unreadRows: 0,
    },
  ]);
  const names = entities.flatMap((entity) => entity.names);
  const weak = names.filter(({ quality }) => quality === 'weakAlias');
  expect({ good: names.length - weak.length, weak: weak.length }).toEqual({ good: 20_876, weak: 2435 });
  expect(entities.flatMap(({ addresses }) => addresses)).toHaveLength(11_440);
  const born = entities.filter(({ birthDates }) => birthDates.length > 0);
  expect(bySchema(born)).toEqual({ Person: 4428 });
  expect(entities.filter(({ identifiers }) => identifiers.length > 0).length).toBeGreaterThan(4000);
});

test('OFAC’s files of different days, with converted lines, are read to the last alias, with doubts', async () => {
  const converted = async (name: string, rows: number) => {
    const lines = (await readFile(join(folder, name), 'latin1')).split('\r\n');
    const path = join(own, name);
    await writeFile(path, `${lines.slice(0, rows).join('\n')}\n`, 'latin1');
    return { name, path };
  };
  const { entities, summaries } = await readLists([
    await converted('ofac_sdn.csv', 8000),
    await converted('ofac_alt.csv', 11_910),
    await converted('ofac_add.csv', 13_837),
  ]);
  expect(entities).toHaveLength(8549);
  expect(summaries[0]?.notes.map(({ kind, text }) => [kind, text.slice(0, 40)])).toEqual([
    ['note', expect.stringContaining('1,259 aliases have numbers that no')],
    ['note', expect.stringContaining('ofac_alt.csv does not end with')],
    ['note', expect.stringContaining('ofac_add.csv does not end with')],
    ['note', expect.stringContaining('ofac_sdn.csv does not end with')],
    ['note', expect.stringContaining('ofac_add.csv holds addresses of')],
    ['doubt', expect.stringContaining('ofac_alt.csv holds aliases of 549 number')],
  ]);
});

/** Positions to truncate a file at, all over it. */
function placesIn(size: number, count: number, name: string): number[] {
  return Array.from({ length: count }, (_, index) => {
    const digest = createHash('sha256').update(`${name} ${index}`).digest();
    return digest.readUInt32LE(0) % size;
  });
}

test('a file truncated anywhere is rejected or held as pending', async () => {
  for (const [index, name] of [
    'un_consolidated.xml',
    'ofac_sdn.csv',
    'ofac_alt.csv',
    'ofac_add.csv',
  ].entries()) {
    const whole = await readFile(join(folder, name));
    for (const at of placesIn(whole.length, cuts, name)) {
      const path = join(own, name);
      await writeFile(path, whole.subarray(0, at));
      const files =
        index === 0 ? [{ name, path }] : ofac.map((item) => (item.name === name ? { name, path } : item));
      const outcome = await readLists(files).then(
        ({ summaries }) => {
          if (summaries[0]?.notes.some(({ kind }) => kind === 'doubt')) return 'doubted';
          return 'taken';
        },
        (error: Error & { code?: string }) => (error.code === 'list.fault' ? 'refused' : error.message),
      );
      expect([name, at, outcome]).toEqual([name, at, expect.stringMatching(/^(refused|doubted)$/)]);
    }
  }
});

test('both are imported, a new version differs by its changes, and a truncated one is pending', async () => {
  const database: TestDatabase = await openTestDatabase('pglite');
  try {
    const { companyId } = await insertCompany(database, 'Kauri Conveyancing');
    const deps = { db: database.db, now: () => new Date(), storage: undefined };
    const taken = async (source: OperatorSourceKey, files: readonly ListFile[]) => {
      const started = performance.now();
      const outcome = await importOperatorList(deps, { source, files, receivedBy: 'command' });
      console.info(`${source}: ${outcome.outcome} in ${((performance.now() - started) / 1000).toFixed(1)} s`);
      return outcome;
    };
    expect(await taken('ofac', ofac)).toMatchObject({ outcome: 'inUse', counts: { added: 8976 } });
    expect(await taken('un', un)).toMatchObject({ outcome: 'inUse', counts: { added: 1003 } });
    expect(await taken('un', un)).toMatchObject({ outcome: 'identical' });

    const text = await readFile(join(folder, 'un_consolidated.xml'), 'utf8');
    const [, first = ''] = /(<INDIVIDUAL>[\s\S]*?<\/INDIVIDUAL>)/.exec(text) ?? [];
    const path = join(own, 'un.xml');
    await writeFile(
      path,
      text.replace(first, '').replace('<GENDER>Male</GENDER>', '<GENDER>Female</GENDER>'),
    );
    expect(await taken('un', [{ name: 'un.xml', path }])).toMatchObject({
      outcome: 'inUse',
      counts: { entities: 1002, added: 0, changed: 1, reworded: 0, removed: 1 },
    });
    const engine = createListEngine({ db: database.db });
    const list = (await engine.listsInUse(companyId)).find(({ name }) => name.startsWith('UN'));
    const changes = await engine.changedSince({ companyId, listId: list?.id ?? '', since: '1' });
    expect(changes?.changes.map(({ change }) => change).sort()).toEqual(['changed', 'removed']);

    const sdn = await readFile(join(folder, 'ofac_sdn.csv'), 'utf8');
    const half = join(own, 'sdn.csv');
    await writeFile(half, sdn.split('\n').slice(0, 3000).join('\n'));
    const cut = await taken('ofac', [{ name: 'sdn.csv', path: half }, ...ofac.slice(1)]);
    expect(cut).toMatchObject({ outcome: 'held', counts: { removed: 3177 } });
    expect((await engine.listsInUse(companyId)).find(({ name }) => name.startsWith('OFAC'))).toMatchObject({
      version: '1',
      entities: 8976,
    });
  } finally {
    await database.close();
  }
}, 300_000);
