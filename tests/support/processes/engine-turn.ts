import type { TestEngine } from '#tests/support/database/database.ts';
import { hasTurn } from '#tests/support/sample.ts';

const engines: readonly TestEngine[] = process.env.TEST_DATABASE_URL ? ['pglite', 'postgres'] : ['pglite'];

/** Whether a test of whole processes runs on this engine: on one of those available in turn, on each in the soak. */
export const hasTurnOnServer = (name: string, engine: TestEngine): boolean => hasTurn(name, engines, engine);
