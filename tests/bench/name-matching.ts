/** Speed of name matching in memory, without the database: the UN's and OFAC's lists, and people who are on none. */
import { readFileSync } from 'node:fs';
import { join } from 'node:path';
import { readPartialDate } from '#api/records/screening-lists/parsing/partial-dates.ts';
import { screenChanged } from '#rules/screening/rescreen-changes.ts';
import { buildScreeningIndex, type IndexedList, indexInSteps } from '#rules/screening/screening-index.ts';
import type { ScreeningSubject } from '#rules/screening/screening-records.ts';
import { readLists } from '#tests/support/files/list-files.ts';

const folder = process.env.ASSAY_DATA_DIR;
if (folder === undefined) {
  console.error('Set ASSAY_DATA_DIR to the folder of real lists and names.');
  process.exit(1);
}

const names = 10_000;
const clients = 100_000;
const changedEntities = 100;
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

const un = await readLists([listFile('un_consolidated.xml')]);
const ofac = await readLists(['ofac_sdn.csv', 'ofac_alt.csv', 'ofac_add.csv'].map(listFile));
const lists: IndexedList[] = [
  { id: 'un', entities: un.entities },
  { id: 'ofac', entities: ofac.entities },
];

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
  `one name against both lists: median ${at(0.5)} ms, p95 ${at(0.95)} ms, p99 ${at(0.99)} ms; ${(searched / names).toFixed(2)} ms of a core`,
);
console.log(
  `${names} names against both lists on one core: ${Math.round((1000 * names) / searched)} a second of its time; ${alerts} alert`,
);

/** The same people repeatedly: only the words of a name are cached between rounds. */
function* manyClients(): Generator<ScreeningSubject> {
  for (let made = 0; made < clients; made += 1) {
    const person = people[made % people.length];
    if (person !== undefined) yield person;
  }
}

const changed = ofac.entities.filter(
  (_, place) => place % Math.floor(ofac.entities.length / changedEntities) === 0,
);
const comparing = process.cpuUsage();
const started = performance.now();
const found = [...screenChanged('ofac', changed.slice(0, changedEntities), manyClients(), options)].length;
console.log(
  `${clients} clients against ${changedEntities} changed entries: ${((performance.now() - started) / 1000).toFixed(1)} s, ${(cpuMs(comparing) / 1000).toFixed(1)} s of a core; ${found} alert`,
);
