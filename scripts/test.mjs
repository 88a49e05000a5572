/**
 * `npm test`: the build, then types, lint and unused exports beside every vitest project, then the browser journeys with and without JavaScript.
 * Continues after a failure so that one run shows everything, and ends with the totals.
 */
import { spawn } from 'node:child_process';
import { existsSync, mkdtempSync, readFileSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join, relative } from 'node:path';
import { fileURLToPath } from 'node:url';
import { findChromium } from './chromium.mjs';

const root = fileURLToPath(new URL('..', import.meta.url));
const reports = mkdtempSync(join(tmpdir(), 'assay-test-'));
const soak = process.argv.includes('--soak');
/** Parts of the soak, by words of their files' paths; none: all. */
const parts = process.argv.slice(2).filter((argument) => argument !== '--soak');
process.env.CHROMIUM_PATH = findChromium();
process.env.ASSAY_TEST_SEED ??= new Date().toISOString().slice(0, 10);
/** Incremental compiler state, so that only changed files and their dependents are checked again. */
const typesCache = 'node_modules/.cache/types.tsbuildinfo';
const totals = { passed: 0, failed: 0 };
/** Names of failed steps, printed together at the end. */
const failures = [];

/**
 * Runs a program of the project to its end. With `beside`, its output is printed as a whole when it ends. Resolves to whether it succeeded.
 */
function run(title, script, args, { env = {}, beside = false } = {}) {
  if (!beside) console.log(`\n— ${title}`);
  const started = Date.now();
  const child = spawn(process.execPath, [join(root, script), ...args], {
    cwd: root,
    stdio: beside ? ['ignore', 'pipe', 'pipe'] : 'inherit',
    env: { ...process.env, ...env },
  });
  const output = [];
  child.stdout?.on('data', (data) => output.push(data));
  child.stderr?.on('data', (data) => output.push(data));
  return new Promise((resolve) => {
    child.once('close', (status) => {
      if (beside) console.log(`\n— ${title}\n${Buffer.concat(output)}`);
      const seconds = ((Date.now() - started) / 1000).toFixed(1);
      console.log(`— ${title}: ${status === 0 ? 'ok' : 'FAILED'} after ${seconds} s`);
      resolve(status === 0);
    });
  });
}

/** Check with a single result: types, lint, build. */
async function check(title, script, args, options) {
  if (await run(title, script, args, options)) totals.passed += 1;
  else {
    totals.failed += 1;
    failures.push(title);
  }
}

/** A runner that counts its own tests; one that exits without a report counts as one failure. */
async function suite(title, script, args, report, env, count) {
  const ok = await run(title, script, args, { env });
  if (!existsSync(report)) {
    totals.failed += 1;
    failures.push(`${title}: no report`);
    return;
  }
  const counted = count(JSON.parse(readFileSync(report, 'utf8')));
  totals.passed += counted.passed;
  totals.failed += counted.failed.length;
  failures.push(...counted.failed);
  if (!ok && counted.failed.length === 0) {
    totals.failed += 1;
    failures.push(`${title}: ended with an error outside a test`);
  }
}

function vitest(title, args) {
  const report = join(reports, `${title.replaceAll(' ', '-')}.json`);
  return suite(
    title,
    'node_modules/vitest/vitest.mjs',
    ['run', '--reporter=default', '--reporter=json', `--outputFile.json=${report}`, ...args],
    report,
    {},
    ({ numPassedTests, testResults }) => ({
      passed: numPassedTests,
      failed: testResults.flatMap((file) => {
        const failed = file.assertionResults.filter(({ status }) => status === 'failed');
        const path = relative(root, file.name);
        if (file.status === 'failed' && failed.length === 0) return [`${path}: ${file.message}`];
        return failed.map((test) => `${path} › ${test.fullName}\n${test.failureMessages.join('\n')}`);
      }),
    }),
  );
}

/** Journeys of a file or of a group in it. */
const getSpecs = ({ specs, suites = [] }) => [...specs, ...suites.flatMap(getSpecs)];

function journeys() {
  const report = join(reports, 'journeys.json');
  return suite(
    'Browser journeys',
    'node_modules/playwright/cli.js',
    ['test', '--reporter=line,json'],
    report,
    { PLAYWRIGHT_JSON_OUTPUT_NAME: report },
    ({ stats, suites }) => ({
      passed: stats.expected,
      failed: suites
        .flatMap(getSpecs)
        .flatMap(({ title, file, tests }) =>
          tests
            .filter(({ status }) => status === 'unexpected' || status === 'flaky')
            .map(
              ({ projectName, results }) =>
                `[${projectName}] ${file} › ${title}\n${results.flatMap(({ errors }) => errors.map(({ message }) => message)).join('\n')}`,
            ),
        ),
    }),
  );
}

await check('Build', 'scripts/build.mjs', []);
if (soak) {
  process.env.ASSAY_WHOLE_SAMPLE = '1';
  const projects = ['soak', 'api*', 'routes', 'server', 'real-lists'].flatMap((name) => ['--project', name]);
  if (parts.join() !== 'journeys') await vitest('Soak', [...projects, ...parts]);
  if (parts.length === 0 || parts.includes('journeys')) await journeys();
} else {
  // Expensive tests of one kind take turns by day (vitest.config.ts).
  process.env.ASSAY_TEST_TURNS = '1';
  await Promise.all([
    check(
      'Types',
      'node_modules/typescript-native/bin/tsc',
      ['--noEmit', '--incremental', '--tsBuildInfoFile', typesCache],
      {
        beside: true,
      },
    ),
    check('Lint', 'node_modules/@biomejs/biome/bin/biome', ['ci', '.'], { beside: true }),
    check('Unused exports and files', 'node_modules/knip/bin/knip.js', ['--no-progress'], { beside: true }),
    vitest('Tests', ['--project', '!soak']),
  ]);
  await journeys();
}

rmSync(reports, { recursive: true, force: true });
console.log(
  process.env.TEST_DATABASE_URL
    ? `\nThe API was tested on the PostgreSQL server of TEST_DATABASE_URL; ${soak ? 'all of it' : `what is of the engine and a sample (seed ${process.env.ASSAY_TEST_SEED})`}, the servers and the journeys on the embedded database (PGlite).`
    : '\nTested on the embedded database (PGlite) alone. Set TEST_DATABASE_URL to a PostgreSQL server whose login may create databases and roles to test on it too.',
);
for (const failure of failures) console.log(`\nFAILED ${failure.split('\n').slice(0, 12).join('\n')}`);
console.log(`\n${totals.passed} passed, ${totals.failed} failed`);
process.exit(totals.failed === 0 ? 0 : 1);
