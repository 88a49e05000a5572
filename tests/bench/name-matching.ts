/** Speed of name matching in memory, without the database: the UN's and OFAC's lists, and people who are on none. */
import { readFileSync } from 'node:fs';
import { join } from 'node:path';
import { readPartialDate } from '#api/records/screening-lists/parsing/partial-dates.ts';
import { screenChanged } from '#rules/screening/rescreen-changes.ts';
import { buildScreeningIndex, type IndexedList, indexInSteps } from '#rules/screening/screening-index.ts';
import type { ScreeningSubject } from '#rules/screening/screening-records.ts';
import { readLists } from '#tests/support/files/list-files.ts';
import { sized } from './sizes.ts';

const folder = process.env.ASSAY_DATA_DIR;
if (folder === undefined) {
  console.error('Set ASSAY_DATA_DIR to the folder of real lists and names.');
  process.exit(1);
}

const names = sized(10_000, 20);
const clients = sized(100_000, 100);
const changedEntities = sized(100, 2);
const options = { threshold: 0.7, birthDateMatching: 'exact' } as const;

const listFile = (name: string) => ({ name, path: join(folder, 'lists', name) });
const cpuMs = (since?: NodeJS.CpuUsage) => {
  const { user, system } = process.cpuUsage(since);
  return (user + system) / 1000;
};

const people = readFileSync(join(folder, 'names/people_not_listed.csv'), 'utf8')
  .trim()
  .split('\n')
  .slice(1)
  .map((row, at): ScreeningSubject => {
    const [name = '', , , , , born = ''] = row.split(',');
    const birthDate = readPartialDate(born);
    return {
      id: String(at),
      schema: 'Person',
      names: [name],
      ...(birthDate === undefined ? {} : { birthDate }),
      countries: [],
      identifiers: [],
    };
  });

const publishers = [
  { id: 'un', files: ['un_consolidated.xml'] },
  { id: 'ofac', files: ['ofac_sdn.csv', 'ofac_alt.csv', 'ofac_add.csv'] },
].slice(0, sized(2, 1));
const lists: IndexedList[] = [];
for (const { id, files } of publishers) {
  lists.push({ id, entities: (await readLists(files.map(listFile))).entities });
}

const steps = indexInSteps(lists);
const began = process.cpuUsage();
let longest = 0;
let count = 0;
for (let done = false; !done; count += 1) {
  const started = performance.now();
  done = steps.next().done === true;
  longest = Math.max(longest, performance.now() - started);
}
const index = buildScreeningIndex(lists);
const { entities, names: indexed } = index.size;
console.log(
  `index of ${entities} entries, ${indexed} names: ${Math.round(cpuMs(began) / 2)} ms of a core, in ${count} steps, the longest ${Math.round(longest)} ms`,
);

const took: number[] = [];
const searching = process.cpuUsage();
let alerts = 0;
for (const subject of people.slice(0, names)) {
  const started = performance.now();
  if (index.search(subject, options).length > 0) alerts += 1;
  took.push(performance.now() - started);
}
const searched = cpuMs(searching);
took.sort((a, b) => a - b);
const at = (share: number) => (took[Math.floor(took.length * share)] ?? 0).toFixed(1);
console.log(
  `one name against ${lists.length} lists: median ${at(0.5)} ms, p95 ${at(0.95)} ms, p99 ${at(0.99)} ms; ${(searched / names).toFixed(2)} ms of a core`,
);
console.log(
  `${names} names against ${lists.length} lists on one core: ${Math.round((1000 * names) / searched)} a second of its time; ${alerts} alert`,
);

/** The same people repeatedly: only the words of a name are cached between rounds. */
function* manyClients(): Generator<ScreeningSubject> {
  for (let made = 0; made < clients; made += 1) {
    const person = people[made % people.length];
    if (person !== undefined) yield person;
  }
}

const { id: changedList, entities: all } = lists.at(-1) ?? { id: '', entities: [] };
const changed = all.filter((_, place) => place % Math.floor(all.length / changedEntities) === 0);
const comparing = process.cpuUsage();
const started = performance.now();
const found = [...screenChanged(changedList, changed.slice(0, changedEntities), manyClients(), options)]
  .length;
console.log(
  `${clients} clients against ${changedEntities} changed entries: ${((performance.now() - started) / 1000).toFixed(1)} s, ${(cpuMs(comparing) / 1000).toFixed(1)} s of a core; ${found} alert`,
);
