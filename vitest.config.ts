import { availableParallelism } from 'node:os';
import { configDefaults, defineConfig, type TestProjectInlineConfiguration } from 'vitest/config';

type Project = TestProjectInlineConfiguration['test'] & { name: string };

const engine = (name: string) => ({ TEST_ENGINE: name });

/** A server's, where one is given: it costs half of the processor's time. */
const mainEngine = engine(process.env.TEST_DATABASE_URL ? 'postgres' : 'pglite');

const setup = 'tests/support/setup.ts';

/** These open the embedded engine by themselves, and do the same beside a server. */
const ofTheEmbeddedEngine = [
  'kernel/database/{engine-guard,ready-cluster,data-dir-lock,pglite-checkpoints}',
  'commands/audit-verify',
].map((file) => `tests/api/${file}.test.ts`);

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
    testTimeout: 480_000,
    isolate: false,
    env: mainEngine,
  },
  ...(process.env.TEST_DATABASE_URL
    ? [
        {
          name: 'api-embedded',
          include: ['tests/api/**/*.test.ts'],
          exclude: [...configDefaults.exclude, ...ofTheEmbeddedEngine],
          testTimeout: 480_000,
          isolate: false,
          env: engine('pglite'),
        },
      ]
    : []),
  {
    name: 'routes',
    testTimeout: 120_000,
    isolate: false,
    setupFiles: [setup, 'tests/support/app/fresh-modules.ts'],
    env: mainEngine,
  },
  { name: 'server', testTimeout: 900_000 },
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
        // Some wait for a disk, a database or a server while the others work.
        maxWorkers: availableParallelism() + 2,
        isolate: true,
        setupFiles: [setup],
        ...project,
      },
    })),
  },
});
