import { execFileSync } from 'node:child_process';
import { mkdtempSync, readFileSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { createListEngine } from '#api/records/screening-engine/list-engine.ts';
import { importOperatorList } from '#api/records/screening-lists/operator-import.ts';
import { readPartialDate } from '#api/records/screening-lists/parsing/partial-dates.ts';
import type { ScreeningSubject } from '#rules/screening/screening-records.ts';
import { insertCompany } from '#tests/support/api/companies.ts';
import { openTestDatabase } from '#tests/support/database/database.ts';
import { sized } from './sizes.ts';

const folder = process.env.ASSAY_DATA_DIR;
if (folder === undefined) {
  console.error('Set ASSAY_DATA_DIR to the folder of real lists and names.');
  process.exit(1);
}

const publishers = (
  [
    { source: 'un', names: ['un_consolidated.xml'] },
    { source: 'ofac', names: ['ofac_sdn.csv', 'ofac_alt.csv', 'ofac_add.csv'] },
  ] as const
).slice(0, sized(2, 1));
const getPath = (name: string) => join(folder, 'lists', name);
const namesPath = join(folder, 'names/people_not_listed.csv');
const seconds = (ms: number) => `${(ms / 1000).toFixed(1)} s`;

const subjects = readFileSync(namesPath, 'utf8')
  .split('\n')
  .slice(1, 1 + sized(500, 20))
  .map((row, index): ScreeningSubject => {
    const [name = '', , , , , born = ''] = row.split(',');
    const birthDate = readPartialDate(born);
    return {
      id: String(index),
      schema: 'Person',
      names: [name],
      ...(birthDate === undefined ? {} : { birthDate }),
      countries: [],
      identifiers: [],
    };
  });

async function benchApi(): Promise<void> {
  const database = await openTestDatabase('pglite');
  try {
    const deps = { db: database.db, now: () => new Date(), storage: undefined };
    for (const { source, names } of publishers) {
      const files = names.map((name) => ({ name, path: getPath(name) }));
      const started = performance.now();
      await importOperatorList(deps, { source, files, receivedBy: 'command' });
      console.log(`import ${source}: ${seconds(performance.now() - started)}`);
    }
    const { companyId } = await insertCompany(database, 'Bench');
    const engine = createListEngine({
      db: database.db,
      onIndexed: ({ list, entities, names, ms }) =>
        console.log(`index ${list}: ${entities} entries, ${names} names, ${ms} ms`),
    });
    const options = { companyId, threshold: 0.7, birthDateMatching: 'exact' as const };
    const before = process.memoryUsage().heapUsed;
    await engine.screen(subjects.slice(0, 50), options);
    console.log(
      `memory of the indexes: about ${Math.round((process.memoryUsage().heapUsed - before) / 1e6)} MB`,
    );
    const times: number[] = [];
    for (const subject of subjects) {
      const started = performance.now();
      await engine.screen([subject], options);
      times.push(performance.now() - started);
    }
    times.sort((a, b) => a - b);
    const at = (share: number) => (times[Math.floor(times.length * share)] ?? 0).toFixed(1);
    console.log(
      `one name against ${publishers.length} lists, database included: median ${at(0.5)} ms, p95 ${at(0.95)} ms`,
    );
  } finally {
    await database.close();
  }
}

/** 10,000 names through the command, on one core where affinity can be set. */
function benchSearch(folderOfNames: string): void {
  const searched = join(folderOfNames, 'names.csv');
  const rows = readFileSync(namesPath, 'utf8').split('\n');
  writeFileSync(searched, rows.slice(0, sized(rows.length, 21)).join('\n'));
  const lists = publishers.flatMap(({ names }) => names.map(getPath));
  const args = ['scripts/screening-search.mjs', '--list', ...lists, '--names', searched];
  const started = performance.now();
  const lines = execFileSync('taskset', ['-c', '0', process.execPath, ...args], {
    maxBuffer: 1e9,
    stdio: ['ignore', 'pipe', 'ignore'],
  })
    .toString()
    .trim()
    .split('\n')
    .map((line) => JSON.parse(line) as { hits: unknown[]; ms: number });
  const all = performance.now() - started;
  const searching = lines.reduce((sum, { ms }) => sum + ms, 0);
  const hits = lines.filter(({ hits }) => hits.length > 0).length;
  console.log(
    `screening:search on one core: ${lines.length} names in ${seconds(all)}; ${Math.round(lines.length / (searching / 1000))} names a second once the lists are read; ${hits} with hits`,
  );
}

await benchApi();
const temporary = mkdtempSync(join(tmpdir(), 'assay-bench-'));
try {
  benchSearch(temporary);
} finally {
  rmSync(temporary, { recursive: true });
}
