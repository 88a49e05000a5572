/** The lists and names of `ASSAY_DATA_DIR`, each read and indexed once for all tests of a worker. */
import { join } from 'node:path';
import { buildScreeningIndex, type ScreeningIndex } from '#rules/screening/screening-index.ts';
import { isSoak } from '#tests/support/soak.ts';
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

/** Every nth item, the same in each run; all in the soak. */
export const fixedShare = <Item>(items: readonly Item[], every: number): Item[] =>
  isSoak ? [...items] : items.filter((_, at) => at % every === 0);
