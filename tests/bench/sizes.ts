/** Whether a benchmark is started with as little as it can, to show that it works: its figures and targets then mean nothing. */
export const isSmallest = process.argv.includes('--smallest');

/** A number of the benchmark, and the least that it works with. */
export const sized = (full: number, least: number): number => (isSmallest ? least : full);
