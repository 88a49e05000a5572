import { defineConfig } from 'vitest/config';

/** One project per kind of test, so that `npx vitest --project unit` runs in seconds. */
const projects = [
  { name: 'unit', testTimeout: 30_000 },
  { name: 'sandbox', testTimeout: 30_000 },
  { name: 'api', testTimeout: 60_000 },
  { name: 'routes', testTimeout: 60_000 },
  { name: 'server', testTimeout: 180_000 },
  { name: 'soak', testTimeout: 3_600_000 },
];

export default defineConfig({
  test: {
    projects: projects.map(({ name, testTimeout }) => ({
      test: {
        name,
        include: [`tests/${name}/**/*.test.{ts,tsx}`],
        testTimeout,
        hookTimeout: 120_000,
        maxWorkers: 2,
      },
    })),
  },
});
