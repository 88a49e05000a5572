import { describe } from 'vitest';
import { testHostileRequests } from '#tests/support/api/hostile-requests.ts';
import { isSecondEngine, testEngines } from '#tests/support/database/database.ts';

const runs = isSecondEngine ? { fitting: 2, changed: 4 } : { fitting: 6, changed: 14 };

describe.each(testEngines)('hostile requests on %s', (engine) => {
  testHostileRequests(engine, { ...runs, withinMs: 10_000 });
});
