import { describe } from 'vitest';
import { testHostileRequests } from '#tests/support/api/hostile-requests.ts';
import { testEngines } from '#tests/support/database/database.ts';

/** `ASSAY_SOAK` scales the long runs: 2 doubles them, 0.01 is a trial. */
const scale = Number(process.env.ASSAY_SOAK ?? 1);

describe.each(testEngines)('thousands of hostile requests on %s', (engine) => {
  testHostileRequests(engine, {
    // For each of some 190 endpoints: more than 20,000 requests in total.
    fitting: Math.ceil(40 * scale),
    changed: Math.ceil(100 * scale),
    withinMs: 120_000 * scale,
  });
});
