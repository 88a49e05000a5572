/**
 * A seeded sample of tests: everyday runs test a sample, the soak all of it. The seed is the day unless `ASSAY_TEST_SEED` is set, so that
 * samples differ by day; a run prints its seed, and the same seed selects the same sample.
 */
import { createHash } from 'node:crypto';

/** Seed of the day's sample and of the properties' values. */
export const testSeed = process.env.ASSAY_TEST_SEED ?? new Date().toISOString().slice(0, 10);

/** Whether everything is tested, at any share. */
export const wholeSample = process.env.ASSAY_WHOLE_SAMPLE === '1';

/** Days since 1970 of a seed that is a date; another seed counts as its hash does. */
const day = Math.floor(Date.parse(testSeed) / 86_400_000);

/**
 * Whether it is a variant's turn, of variants that test the same in several ways: one of them each day, in rotation, so that consecutive days
 * test all. The soak tests all of them.
 * @param name identifies the test among others, so that not all of them have the same variant on a day.
 */
export function hasTurn<Variant>(name: string, variants: readonly Variant[], variant: Variant): boolean {
  if (wholeSample) return true;
  const hash = createHash('sha256').update(Number.isNaN(day) ? `${testSeed} ${name}` : name);
  const turn = (hash.digest().readUInt32BE(0) + (Number.isNaN(day) ? 0 : day)) % variants.length;
  return variants[turn] === variant;
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
