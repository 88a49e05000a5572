import { availableParallelism } from 'node:os';
import { defineConfig } from 'playwright/test';

const port = Number(process.env.E2E_PORT ?? 3917);

/** Journeys in a real browser against the built product, each with and without JavaScript. */
export default defineConfig({
  testDir: 'tests/e2e',
  // One waits for its page while the others work.
  workers: availableParallelism() + 1,
  fullyParallel: true,
  // They end what hangs; speed is measured by `npm run bench`.
  timeout: 240_000,
  expect: { timeout: 30_000 },
  forbidOnly: true,
  outputDir: 'test-results',
  webServer: {
    command: 'node tests/support/serve-for-e2e.mjs',
    // Journeys begin when the demo is complete.
    url: `http://localhost:${port}/sandbox/demo`,
    env: { PORT: String(port) },
    timeout: 240_000,
    gracefulShutdown: { signal: 'SIGTERM', timeout: 10_000 },
  },
  use: {
    baseURL: `http://localhost:${port}`,
    locale: 'en-NZ',
    // A trace of every journey costs a third of the time of all; `--trace retain-on-failure` where one is wanted.
    screenshot: 'only-on-failure',
    launchOptions: {
      executablePath: process.env.CHROMIUM_PATH ?? '/usr/bin/chromium',
      args: [
        '--no-sandbox',
        '--disable-gpu',
        '--disable-background-networking',
        '--disable-component-update',
        '--disable-sync',
        '--no-first-run',
      ],
    },
  },
  projects: [
    { name: 'chromium', use: { javaScriptEnabled: true } },
    // axe is script that runs in the page; the walk by keyboard is about what script may do to the focus.
    { name: 'no-js', testIgnore: /(axe|keyboard)\.spec/, use: { javaScriptEnabled: false } },
  ],
});
