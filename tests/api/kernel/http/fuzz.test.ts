import { describe } from 'vitest';
import { testEngines } from '../../../support/database.ts';
import { testHostileRequests } from '../../../support/hostile-requests.ts';

describe.each(testEngines)('hostile requests on %s', (engine) => {
  testHostileRequests(engine, { fitting: 6, changed: 14, withinMs: 10_000 });
});
