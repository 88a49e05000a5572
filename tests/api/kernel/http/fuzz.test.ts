import { describe } from 'vitest';
import { testHostileRequests } from '#tests/support/api/hostile-requests.ts';
import { testEngines } from '#tests/support/database/database.ts';

describe.each(testEngines)('hostile requests on %s', (engine) => {
  testHostileRequests(engine, { fitting: 6, changed: 14, withinMs: 10_000 });
});
