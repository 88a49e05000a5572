import { describe } from 'vitest';
import { testEngines } from '#tests/support/database.ts';
import { testHostileRequests } from '#tests/support/hostile-requests.ts';

/** `ASSAY_SOAK` makes the long runs longer or shorter: 2 doubles them, 0.01 tries them out. */
const scale = Number(process.env.ASSAY_SOAK ?? 1);

describe.each(testEngines)('hostile requests in thousands on %s', (engine) => {
  testHostileRequests(engine, {
    // Of each of some 190 endpoints: more than 20,000 requests together.
    fitting: Math.ceil(40 * scale),
    changed: Math.ceil(100 * scale),
    withinMs: 120_000 * scale,
  });
});
