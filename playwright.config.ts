import { readdirSync } from 'node:fs';
import { availableParallelism } from 'node:os';
import { defineConfig } from 'playwright/test';
import { ofTheDay } from './tests/support/sample.ts';

const port = Number(process.env.E2E_PORT ?? 3917);

/** Axe is script that runs in the page; the walk by keyboard is about what script may do to the focus. */
const scriptOnly = /(axe|keyboard)\.spec/;

const files = readdirSync('tests/e2e', { recursive: true, encoding: 'utf8' })
  .filter((file) => file.endsWith('.spec.ts'))
  .sort();
const journeys = files.filter((file) => !scriptOnly.test(file));

/** Each journey runs every day, with JavaScript on one and without on the next; what is of script alone runs every fourth day. */
const withScript = [
  ...ofTheDay(journeys, 2),
  ...ofTheDay(
    files.filter((file) => scriptOnly.test(file)),
    4,
  ),
];
const withoutScript = ofTheDay(journeys, 2, 1);

const inFolders = (names: readonly string[]) => names.map((name) => `**/${name}`);

/**
 * Journeys in a real browser against the built product, with JavaScript and without. Named on the command line, a file runs both ways:
 * `ASSAY_WHOLE_SAMPLE=1 npx playwright test clients`.
 */
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
    { name: 'chromium', testMatch: inFolders(withScript), use: { javaScriptEnabled: true } },
    { name: 'no-js', testMatch: inFolders(withoutScript), use: { javaScriptEnabled: false } },
  ],
});
