import { defineConfig } from 'vitest/config';

/** One project per kind of test, so that `vitest --project unit` runs in seconds. */
export default defineConfig({
  test: {
    projects: ['unit', 'sandbox', 'api', 'routes'].map((name) => ({
      test: {
        name,
        include: [`tests/${name}/**/*.test.{ts,tsx}`],
        testTimeout: 30_000,
        hookTimeout: 60_000,
      },
    })),
  },
});
