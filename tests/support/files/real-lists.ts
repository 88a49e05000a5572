/** The lists and names of `ASSAY_DATA_DIR`, each read and indexed once for all tests of a worker. */
import { join } from 'node:path';
import { buildScreeningIndex, type ScreeningIndex } from '#rules/screening/screening-index.ts';
import type { ListedEntity } from '#rules/screening/screening-records.ts';
import { inSample, wholeSample } from '#tests/support/sample.ts';
import { readLists } from './list-files.ts';

export const dataFolder = process.env.ASSAY_DATA_DIR ?? '';

const listFile = (name: string) => ({ name, path: join(dataFolder, 'lists', name) });
export const unFiles = [listFile('un_consolidated.xml')];
export const ofacFiles = ['ofac_sdn.csv', 'ofac_alt.csv', 'ofac_add.csv'].map(listFile);

/** Creates a value on first use, and returns the same from then on. */
function once<Made>(make: () => Promise<Made>): () => Promise<Made> {
  let made: Promise<Made> | undefined;
  return () => {
    made ??= make();
    return made;
  };
}

type Read = Awaited<ReturnType<typeof readLists>>;

export const unList: () => Promise<Read> = once(() => readLists(unFiles));
export const ofacList: () => Promise<Read> = once(() => readLists(ofacFiles));

/** The UN's list alone. */
export const unIndex: () => Promise<ScreeningIndex> = once(async () =>
  buildScreeningIndex([{ id: 'un', entities: (await unList()).entities }]),
);

/** The UN's and OFAC's lists. */
export const bothIndex: () => Promise<ScreeningIndex> = once(async () => {
  const lists = [
    { id: 'un', entities: (await unList()).entities },
    { id: 'ofac', entities: (await ofacList()).entities },
  ];
  const started = performance.now();
  const index = buildScreeningIndex(lists);
  const { entities, names } = index.size;
  console.info(`index: ${entities} entities, ${names} names, ${Math.round(performance.now() - started)} ms`);
  return index;
});

/** The day's share of listed people, for properties of each of them: all in the soak. `ASSAY_TEST_SEED` determines the selection. */
export const sampledPeople = <Entity extends Pick<ListedEntity, 'id'>>(
  people: readonly Entity[],
  share: number,
): Entity[] => people.filter(({ id }) => inSample(`listed ${id}`, share));

/** Always the same of every nth, for a share that another selection would change by chance alone: all in the soak. */
export const fixedShare = <Item>(items: readonly Item[], every: number): Item[] =>
  wholeSample ? [...items] : items.filter((_, at) => at % every === 0);
