/**
 * Set-up of every file with properties: they try the same values all day, as `sample.ts` takes the same sample, so that what fails can be run
 * again. The soak tries others each time.
 */
import { createHash } from 'node:crypto';
import fc from 'fast-check';
import { testSeed, wholeSample } from '#tests/support/sample.ts';

if (!wholeSample) {
  const seed = createHash('sha256').update(testSeed).digest().readInt32BE(0);
  fc.configureGlobal({ ...fc.readConfigureGlobal(), seed });
}
