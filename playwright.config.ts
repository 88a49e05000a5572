import { availableParallelism } from 'node:os';
import { defineConfig } from 'playwright/test';
import { shiftToTestStart, shiftVariable } from './tests/support/clock/moved-clock.mjs';
import { processClock } from './tests/support/clock/process-clock.ts';

// Decided once, by the main process: journeys, the server and the browsers take it over.
process.env[shiftVariable] ??= String(shiftToTestStart());

/** Named by the server once it listens. */
const port = process.env.JOURNEYS_PORT;

/** Axe is script that runs in the page; the walk by keyboard is about what script may do to the focus. */
const scriptOnly = /(axe|keyboard)\.spec/;

/** Journeys in a real browser against the built product, each with JavaScript and without. */
export default defineConfig({
  testDir: 'tests/e2e',
  // Some wait for their page while the others work.
  workers: availableParallelism() + 2,
  fullyParallel: true,
  // They end what hangs; speed is measured by `npm run bench`.
  timeout: 240_000,
  expect: { timeout: 30_000 },
  forbidOnly: true,
  outputDir: 'test-results',
  webServer: {
    command: 'node tests/support/browser/serve-for-e2e.mjs',
    wait: { stdout: /Journeys begin at port (?<journeys_port>\d+)/ },
    env: processClock(),
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
    { name: 'no-js', testIgnore: scriptOnly, use: { javaScriptEnabled: false } },
  ],
});
