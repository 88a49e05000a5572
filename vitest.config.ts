import { readdirSync } from 'node:fs';
import { availableParallelism } from 'node:os';
import { defineConfig, type TestProjectInlineConfiguration } from 'vitest/config';
import { hasTurn, inSample } from './tests/support/sample.ts';

/** Where the engine itself is at work: tested on both in every run. */
const ofEngines = /^(kernel\/(database|command|idempotency)|jobs|commands)\//;

/** Sequences of changes made up by a seed, one of these files on both each day in turn. */
const models = ['activities/gate', 'cdd/entity-gate', 'cdd/gate'].map(
  (name) => `checks/${name}.model.test.ts`,
);

/** Tests that open the embedded engine by themselves, and so do the same on either. */
const ofEmbeddedAlone =
  /^(kernel\/database\/(engine-guard|ready-cluster|data-dir-lock|pglite-checkpoints)|commands\/audit-verify)\.test/;

/** Tests of the API that run on the embedded engine too where a server is given: those of the engine, and a sample of the others. */
const onBothEngines = readdirSync('tests/api', { recursive: true, encoding: 'utf8' })
  .filter((file) => file.endsWith('.test.ts') && !ofEmbeddedAlone.test(file))
  .filter(
    (file) =>
      ofEngines.test(file) ||
      (models.includes(file) ? hasTurn('models', models, file) : inSample(`embedded ${file}`, 0.05)),
  )
  .map((file) => `tests/api/${file}`);

const propertySeed = 'tests/support/property-seed.ts';

type Project = TestProjectInlineConfiguration['test'] & { name: string };

const engine = (name: string) => ({ TEST_ENGINE: name });

/** A server's, where one is given: it costs half of the processor's time. */
const mainEngine = engine(process.env.TEST_DATABASE_URL ? 'postgres' : 'pglite');

/**
 * One project per kind of test, so that `npx vitest --project unit` runs in seconds. Files of a project that is not isolated share
 * the modules that a worker has loaded, which for a hundred files that each need the whole API is half of the time. The app reads
 * its environment once, so each file of `routes` evaluates it anew. A timeout is there to end what hangs, never to judge speed.
 */
const projects: readonly Project[] = [
  { name: 'unit', testTimeout: 60_000, isolate: false },
  { name: 'sandbox', testTimeout: 60_000, isolate: false },
  {
    name: 'api',
    testTimeout: 240_000,
    isolate: false,
    env: mainEngine,
  },
  ...(process.env.TEST_DATABASE_URL
    ? [
        {
          name: 'api-embedded',
          include: onBothEngines,
          testTimeout: 240_000,
          isolate: false,
          env: engine('pglite'),
        },
      ]
    : []),
  {
    name: 'routes',
    testTimeout: 120_000,
    isolate: false,
    setupFiles: [propertySeed, 'tests/support/app/fresh-modules.ts'],
    env: mainEngine,
  },
  { name: 'server', testTimeout: 300_000 },
  { name: 'soak', testTimeout: 3_600_000 },
  // Lists and names as they are published, which the project does not keep. Files of one worker share lists and indexes.
  ...(process.env.ASSAY_DATA_DIR ? [{ name: 'real-lists', testTimeout: 300_000, isolate: false }] : []),
];

export default defineConfig({
  test: {
    // Eight projects and every later run share what was compiled once.
    experimental: { fsModuleCache: true },
    projects: projects.map((project) => ({
      test: {
        include: [`tests/${project.name}/**/*.test.{ts,tsx}`],
        hookTimeout: 240_000,
        // One waits for its disk, its database or its server while the others work.
        maxWorkers: availableParallelism() + 1,
        isolate: true,
        setupFiles: [propertySeed],
        ...project,
      },
    })),
  },
});
