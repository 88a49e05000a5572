/**
 * `npm run bench`: measures the figures of README and docs/benchmarks.md, each as a ratio in one run on one machine,
 * and prints them as tables. `npm run bench start risk-scoring` runs these two; without a name all run. With `-- --smallest` each runs
 * once with as little as it can, which shows that it works and measures nothing.
 */
import { spawnSync } from 'node:child_process';
import { readFileSync } from 'node:fs';
import { fileURLToPath } from 'node:url';
import { build as bundle } from 'esbuild';
import { benchmarks } from './benchmarks.mjs';
import { build, rawImports } from './build.mjs';

const root = fileURLToPath(new URL('..', import.meta.url));

function stopWith(message) {
  console.error(message);
  process.exit(1);
}

const smallest = '--smallest';
const isSmallest = process.argv.includes(smallest);
const named = process.argv.slice(2).filter((argument) => argument !== smallest);
const unknown = named.filter((name) => !Object.hasOwn(benchmarks, name));
if (unknown.length > 0) {
  stopWith(
    `There is no benchmark "${unknown.join('", "')}". There are: ${Object.keys(benchmarks).join(', ')}.`,
  );
}
const chosen = (named.length > 0 ? named : Object.keys(benchmarks)).map((name) => benchmarks[name]);
if (chosen.some(({ needsServer }) => needsServer) && !process.env.TEST_DATABASE_URL) {
  stopWith('Set TEST_DATABASE_URL to a PostgreSQL server whose login may create databases and roles.');
}
if (chosen.some(({ needsLists }) => needsLists) && !process.env.ASSAY_DATA_DIR) {
  stopWith('Set ASSAY_DATA_DIR to the folder of real lists and names.');
}

/** Runs a program of the project; a failure ends the run. */
function run(script, args, stdio) {
  const { status } = spawnSync(process.execPath, [script, ...args], { cwd: root, stdio });
  if (status !== 0) process.exit(status ?? 1);
}

const builds = new Set(chosen.flatMap(({ builds = [] }) => builds));
if (builds.has('assay')) await build();
if (builds.has('bare-remix')) {
  run(
    'node_modules/@remix-run/dev/dist/cli.js',
    ['vite:build', '--config', 'tests/bench/bare-remix/vite.config.ts'],
    ['ignore', 'ignore', 'inherit'],
  );
}
const files = ['calibration', ...chosen.flatMap(({ file, beside = [] }) => [file, ...beside])];
await bundle({
  absWorkingDir: root,
  entryPoints: Object.fromEntries(files.map((file) => [file, `tests/bench/${file}.ts`])),
  outdir: 'build/bench',
  bundle: true,
  platform: 'node',
  target: 'node20.19',
  format: 'esm',
  packages: 'external',
  logLevel: 'warning',
  plugins: [rawImports],
});

/** Duration of the calibration loops on the machine of docs/benchmarks.md, in ms. */
function referenceMs() {
  const page = readFileSync(`${root}docs/benchmarks.md`, 'utf8');
  const of = (name) => Number(new RegExp(`\\| ${name} \\| ([\\d.]+) \\|`).exec(page)?.[1] ?? Number.NaN);
  return { processorMs: of('processor loop'), commitsMs: of('commit loop') };
}

/** What a benchmark is started with. */
const sizeArguments = isSmallest ? [smallest] : [];

/** Runs the calibration loops and prints them with their factor to the reference: above 1 is slower than it. */
function calibrate(when) {
  const { status, stdout } = spawnSync(process.execPath, ['build/bench/calibration.js', ...sizeArguments], {
    cwd: root,
    stdio: ['ignore', 'pipe', 'inherit'],
    encoding: 'utf8',
  });
  if (status !== 0) process.exit(status ?? 1);
  const measured = JSON.parse(stdout);
  const reference = referenceMs();
  const parts = Object.entries({ processorMs: 'processor loop', commitsMs: 'commit loop' })
    .filter(([key]) => measured[key] !== null)
    .map(
      ([key, name]) => `${name} ${measured[key]} ms (factor ${(measured[key] / reference[key]).toFixed(2)})`,
    );
  console.log(`Calibration ${when}: ${parts.join(', ')}`);
  return measured;
}

/** Two calibrations further apart than this indicate that the machine was busy. */
const maxDrift = 0.15;

function hasDrifted(before, after) {
  return Object.keys(before).some(
    (key) => before[key] !== null && Math.abs(after[key] / before[key] - 1) > maxDrift,
  );
}

/** Runs a benchmark between two calibrations; again if they differ, because its figures are then unreliable. */
for (const { file } of chosen) {
  for (let attempt = 1; attempt <= 2; attempt += 1) {
    const before = calibrate('before');
    run(`build/bench/${file}.js`, sizeArguments, 'inherit');
    if (isSmallest || !hasDrifted(before, calibrate('after'))) break;
    console.log(
      attempt === 1
        ? 'The calibrations differ by more than 15 %: running it again.'
        : 'The calibrations differ again: do not quote these figures.',
    );
  }
}
