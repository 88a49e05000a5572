/**
 * A seeded sample of tests: everyday runs test a sample, the soak all of it. The seed is the day unless `ASSAY_TEST_SEED` is set, so that
 * samples differ by day; a run prints its seed, and the same seed selects the same sample.
 */
import { createHash } from 'node:crypto';

/** Seed of the day's sample and of the properties' values. */
export const testSeed = process.env.ASSAY_TEST_SEED ?? new Date().toISOString().slice(0, 10);

/** Whether everything is tested, at any share. */
export const wholeSample = process.env.ASSAY_WHOLE_SAMPLE === '1';

/** Days since 1970 of a seed that is a date; the hash of another seed. */
const day = Number.isNaN(Date.parse(testSeed))
  ? createHash('sha256').update(testSeed).digest().readUInt32BE(0)
  : Math.floor(Date.parse(testSeed) / 86_400_000);

/**
 * Whether it is a variant's turn, of variants that test the same in several ways: one of them for four days, in rotation. The soak tests all of them.
 * @param name identifies the test among others, so that not all of them have the same variant on a day.
 */
export function hasTurn<Variant>(
  name: string,
  variants: readonly Variant[],
  variant: Variant,
  today = day,
): boolean {
  if (wholeSample) return true;
  const phase = createHash('sha256').update(name).digest().readUInt32BE(0);
  // Four days each, so that a test whose own turn is every second or third day does not meet the same variant each time.
  const turn = (phase + Math.floor(today / 4)) % variants.length;
  return variants[turn] === variant;
}

/**
 * Items of the day: an equal share of them each day, so that as many consecutive days as `days` have all. The soak has all at once.
 * @param phase lets one list take several turns: those of two phases have no item in common.
 */
export function ofTheDay<Item>(items: readonly Item[], days: number, phase = 0, today = day): Item[] {
  return items.filter((_, index) => wholeSample || (index + today + phase) % days === 0);
}

/**
 * Whether a named case is in the sample.
 * @param name identifies it among others of its kind, the same on every machine.
 * @param share of all, 0 to 1.
 */
export function inSample(name: string, share = 0.1): boolean {
  if (wholeSample) return true;
  const hash = createHash('sha256').update(`${testSeed} ${name}`).digest();
  return hash.readUInt32BE(0) / 2 ** 32 < share;
}
