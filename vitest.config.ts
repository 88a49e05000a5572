import { readdirSync } from 'node:fs';
import { availableParallelism } from 'node:os';
import { configDefaults, defineConfig, type TestProjectInlineConfiguration } from 'vitest/config';
import { inSample, ofTheDay, wholeSample } from './tests/support/sample.ts';

const testsIn = (folder: string, pattern: RegExp): string[] =>
  readdirSync(`tests/${folder}`, { recursive: true, encoding: 'utf8' })
    .filter((file) => file.endsWith('.test.ts') && pattern.test(file))
    .map((file) => `tests/${folder}/${file}`)
    .sort();

/** Where the engine itself is at work: tested on both, half of the files each day. */
const enginePaths = testsIn('api', /^(kernel\/(database|command|idempotency)|jobs|commands)\//).filter(
  // These open the embedded engine by themselves, and so do the same on either.
  (file) =>
    !/(kernel\/database\/(engine-guard|ready-cluster|data-dir-lock|pglite-checkpoints)|commands\/audit-verify)\.test/.test(
      file,
    ),
);

/** The walk over all endpoints as every role, which is about the API's tables alone: on the embedded engine in the soak. */
const walk = 'tests/api/kernel/http/permissions-per-endpoint.test.ts';

/** Sequences of changes made up by a seed. */
const models = testsIn('api', /gate\.model\.test/);

/** Tests of the API that run on the embedded engine too where a server is given: those of the engine, and a sample of the others. */
const onBothEngines = [
  ...ofTheDay(enginePaths, 2),
  ...ofTheDay(models, models.length),
  ...testsIn('api', /./).filter(
    (file) =>
      !enginePaths.includes(file) &&
      !models.includes(file) &&
      (file !== walk || wholeSample) &&
      inSample(`embedded ${file}`, 0.05),
  ),
];

/**
 * Expensive tests of one kind, of which `npm test` runs a share each day in turn: a day tests each kind, as many days as its number all of it,
 * and the soak everything at once. A file named on the command line runs every day.
 */
const rotated: readonly { files: string[]; days: number }[] = [
  { files: testsIn('api', /(^|\/)plans\.test/), days: 3 },
  { files: models, days: models.length },
  { files: testsIn('api', /^demo\/(honest-demo|seed)\.test/), days: 2 },
  // What opens the embedded engine many times.
  {
    files: testsIn(
      'api',
      /^(commands\/audit-verify|kernel\/database\/(engine-guard|pglite-checkpoints))\.test/,
    ),
    days: 3,
  },
  // Whole processes: killed, several at once, from sources, sent more than a server should be sent, and everything that one shows.
  {
    files: [
      'kill',
      'uploads',
      'read-only-auditor',
      'dev',
      'backup',
      'oversized-forms',
      'former-data',
      'scaled-out',
      'monitoring-runs',
      'api-thread',
    ].map((name) => `tests/server/${name}.test.ts`),
    days: 4,
  },
  // The published lists, which stay the same.
  { files: testsIn('real-lists', /./), days: 3 },
];

/** Files whose turn is another day. */
const onOtherDays =
  process.env.ASSAY_TEST_TURNS === '1'
    ? rotated.flatMap(({ files, days }) => {
        const today = ofTheDay(files, days);
        return files.filter((file) => !today.includes(file));
      })
    : [];

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
        exclude: [...configDefaults.exclude, ...onOtherDays],
        hookTimeout: 240_000,
        // Some wait for a disk, a database or a server while the others work.
        maxWorkers: availableParallelism() + 2,
        isolate: true,
        setupFiles: [propertySeed],
        ...project,
      },
    })),
  },
});
