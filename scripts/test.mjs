/**
 * `npm test`: types, lint, every vitest project, then the browser journeys with and without JavaScript.
 * Goes on after a failure so that one run shows everything, and ends with the true totals.
 */
import { spawnSync } from 'node:child_process';
import { existsSync, mkdtempSync, readFileSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { fileURLToPath } from 'node:url';
import { findChromium } from './chromium.mjs';

const root = fileURLToPath(new URL('..', import.meta.url));
const reports = mkdtempSync(join(tmpdir(), 'assay-test-'));
const soak = process.argv.includes('--soak');
process.env.CHROMIUM_PATH = findChromium();
const totals = { passed: 0, failed: 0 };

function run(title, file, args, env = {}) {
  console.log(`\n— ${title}`);
  const started = Date.now();
  const { status } = spawnSync(file, args, { cwd: root, stdio: 'inherit', env: { ...process.env, ...env } });
  console.log(
    `— ${title}: ${status === 0 ? 'ok' : 'FAILED'} after ${((Date.now() - started) / 1000).toFixed(1)} s`,
  );
  return status === 0;
}

/** A check that is one thing to pass or fail: the types, the lint, the build. */
function check(title, script, args) {
  if (run(title, process.execPath, [join(root, script), ...args])) totals.passed += 1;
  else totals.failed += 1;
}

/** A runner that counts its tests itself; one that dies without a report counts as one failure. */
function suite(title, script, args, report, env, count) {
  const ok = run(title, process.execPath, [join(root, script), ...args], env);
  if (!existsSync(report)) {
    totals.failed += 1;
    return;
  }
  const counted = count(JSON.parse(readFileSync(report, 'utf8')));
  totals.passed += counted.passed;
  totals.failed += counted.failed;
  if (!ok && counted.failed === 0) totals.failed += 1;
}

function vitest(title, args) {
  const report = join(reports, `${title.replaceAll(' ', '-')}.json`);
  suite(
    title,
    'node_modules/vitest/vitest.mjs',
    ['run', '--reporter=default', '--reporter=json', `--outputFile.json=${report}`, ...args],
    report,
    {},
    ({ numPassedTests, numFailedTests, testResults }) => ({
      passed: numPassedTests,
      failed:
        numFailedTests +
        testResults.filter((file) => file.status === 'failed' && file.assertionResults.length === 0).length,
    }),
  );
}

check('Build', 'scripts/build.mjs', []);
if (soak) {
  vitest('Soak', ['--project', 'soak']);
} else {
  check('Types', 'node_modules/typescript/bin/tsc', ['--noEmit']);
  check('Lint', 'node_modules/@biomejs/biome/bin/biome', ['ci', '.']);
  vitest('Tests', ['--project', '!soak']);
  const report = join(reports, 'journeys.json');
  suite(
    'Browser journeys',
    'node_modules/playwright/cli.js',
    ['test', '--reporter=line,json'],
    report,
    { PLAYWRIGHT_JSON_OUTPUT_NAME: report },
    ({ stats }) => ({ passed: stats.expected, failed: stats.unexpected + stats.flaky }),
  );
}

rmSync(reports, { recursive: true, force: true });
console.log(`\n${totals.passed} passed, ${totals.failed} failed`);
process.exit(totals.failed === 0 ? 0 : 1);
