/**
 * Setup of every file with properties: they use the same values all day, as `sample.ts` selects the same sample, so that a failure can be
 * reproduced. The soak uses others each time.
 */
import { createHash } from 'node:crypto';
import fc from 'fast-check';
import { testSeed, wholeSample } from '#tests/support/sample.ts';

if (!wholeSample) {
  const seed = createHash('sha256').update(testSeed).digest().readInt32BE(0);
  fc.configureGlobal({ ...fc.readConfigureGlobal(), seed });
}
