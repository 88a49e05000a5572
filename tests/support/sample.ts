/**
 * A seeded sample of tests: everyday runs test a sample, the soak all of it. The seed is the day unless `ASSAY_TEST_SEED` is set, so that
 * samples differ by day; a run prints its seed, and the same seed selects the same sample.
 */
import { createHash } from 'node:crypto';

/** Seed of the day's sample and of the properties' values. */
export const testSeed = process.env.ASSAY_TEST_SEED ?? new Date().toISOString().slice(0, 10);

/** Whether everything is tested, at any share. */
export const wholeSample = process.env.ASSAY_WHOLE_SAMPLE === '1';

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
