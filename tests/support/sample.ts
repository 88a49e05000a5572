/**
 * A seeded share of what is tested: everyday runs test a sample, the soak all of it. The seed is the day unless `ASSAY_TEST_SEED`
 * says otherwise, so that what one day leaves out another takes; a run prints its seed, and the same seed takes the same sample.
 */
import { createHash } from 'node:crypto';

/** What the day's sample and the values of the properties are drawn from. */
export const testSeed = process.env.ASSAY_TEST_SEED ?? new Date().toISOString().slice(0, 10);

/** Whether everything is tested, whatever the share. */
export const wholeSample = process.env.ASSAY_WHOLE_SAMPLE === '1';

/**
 * Whether something named is in the sample.
 * @param name what tells it apart from others of its kind, the same on every machine.
 * @param share of all, 0 to 1.
 */
export function inSample(name: string, share = 0.1): boolean {
  if (wholeSample) return true;
  const hash = createHash('sha256').update(`${testSeed} ${name}`).digest();
  return hash.readUInt32BE(0) / 2 ** 32 < share;
}
