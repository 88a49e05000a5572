import { defineConfig } from 'vitest/config';

/**
 * One project per kind of test, so that `npx vitest --project unit` runs in seconds. Files of a project that is not isolated share
 * the modules that a worker has loaded, which for a hundred files that each need the whole API is half of the time. The app reads
 * its environment once per process, so each file of `routes` has its own.
 */
const projects = [
  { name: 'unit', testTimeout: 30_000, isolate: false },
  { name: 'sandbox', testTimeout: 30_000, isolate: false },
  { name: 'api', testTimeout: 60_000, isolate: false },
  { name: 'routes', testTimeout: 60_000 },
  { name: 'server', testTimeout: 180_000 },
  { name: 'soak', testTimeout: 3_600_000 },
  // Lists and names as they are published, which the project does not keep.
  ...(process.env.ASSAY_DATA_DIR ? [{ name: 'real-lists', testTimeout: 300_000 }] : []),
];

export default defineConfig({
  test: {
    projects: projects.map(({ name, testTimeout, isolate = true }) => ({
      test: {
        name,
        include: [`tests/${name}/**/*.test.{ts,tsx}`],
        testTimeout,
        hookTimeout: 120_000,
        maxWorkers: 2,
        isolate,
      },
    })),
  },
});
