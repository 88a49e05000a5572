/**
 * `npm test`: the build, then types, lint and unused exports beside every vitest project, then the browser journeys with and without JavaScript:
 * the same tests on every day and machine. Continues after a failure so that one run shows everything, and ends with the totals.
 * `npm run test:soak` runs what is too dear for that, by parts; `npm run test:changed` what a change touches.
 */
import { randomInt } from 'node:crypto';
import { findChromium } from './chromium.mjs';
import { findChanges } from './test-changed.mjs';
import { openRunFolder } from './test-folder.mjs';
import { findMeans } from './test-means.mjs';
import { openRun } from './test-steps.mjs';

const [mode = '--all', ...rest] = process.argv.slice(2);
const folder = openRunFolder();
const run = openRun(folder.path);
const { check, vitest, journeys, totals } = run;

/** Incremental compiler state, so that only changed files and their dependents are checked again. */
const typesCache = 'node_modules/.cache/types.tsbuildinfo';
const yearMs = 365 * 24 * 60 * 60 * 1000;

const types = () =>
  check(
    'Types',
    'node_modules/typescript-native/bin/tsc',
    ['--noEmit', '--incremental', '--tsBuildInfoFile', typesCache],
    {
      beside: true,
    },
  );
const lint = () => check('Lint', 'node_modules/@biomejs/biome/bin/biome', ['ci', '.'], { beside: true });

async function testAll() {
  await check('Build', 'scripts/build.mjs', []);
  await Promise.all([
    types(),
    lint(),
    check('Unused exports and files', 'node_modules/knip/bin/knip.js', ['--no-progress'], { beside: true }),
    vitest('Tests', ['--project', '!soak']),
  ]);
  await journeys();
}

/** @param parts words of the paths of files to run; none for all */
async function testSoak(parts) {
  process.env.ASSAY_SOAK ??= '1';
  process.env.ASSAY_TEST_SEED ??= String(randomInt(2 ** 31));
  console.log(`Seed of the properties: ${process.env.ASSAY_TEST_SEED} (ASSAY_TEST_SEED repeats it).`);
  await check('Build', 'scripts/build.mjs', []);
  const projects = (names) => names.flatMap((name) => ['--project', name]);
  await vitest('Soak', [...projects(['soak', 'api*', 'routes', 'server', 'real-lists']), ...parts]);
  const byDate = [...projects(['unit', 'api']), ...parts];
  await vitest('On the date of the machine', byDate, { ASSAY_TEST_CLOCK: 'real' });
  const inAYear = new Date(Date.now() + yearMs).toISOString();
  await vitest('A year ahead', byDate, { ASSAY_TEST_CLOCK: inAYear });
}

/** @param base the commit or branch that was changed */
async function testChanged(base) {
  const { specs, leftOut } = findChanges(base);
  await check('Build', 'scripts/build.mjs', []);
  await Promise.all([
    types(),
    lint(),
    vitest('Tests that import a change', ['--project', '!soak', '--changed', base]),
  ]);
  if (specs.length > 0) await journeys(specs);
  console.log(`\nTested what changed since ${base}. Left out: ${leftOut}.`);
}

const { has, lacks, problems } = await findMeans();
for (const problem of problems) run.fail(problem);
if (problems.length === 0) {
  console.log(`Tests on ${has.join(', ')}.`);
  process.env.CHROMIUM_PATH = findChromium();
  if (mode === '--soak') await testSoak(rest);
  else if (mode === '--changed') await testChanged(rest[0] ?? 'main');
  else await testAll();
  if (lacks.length > 0) console.log(`\nNot tested: ${lacks.join('; ')}.`);
}
folder.remove();
for (const note of run.notes) console.log(`\n${note}`);
for (const failure of run.failures) console.log(`\nFAILED ${failure.split('\n').slice(0, 12).join('\n')}`);
console.log(`\n${totals.passed} passed, ${totals.failed} failed`);
process.exit(totals.failed === 0 ? 0 : 1);
