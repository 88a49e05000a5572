import { spawn } from 'node:child_process';
import { once } from 'node:events';
import { text } from 'node:stream/consumers';
import { expect, it, onTestFinished } from 'vitest';
import { shiftVariable } from '#tests/support/clock/moved-clock.mjs';
import { projectRoot } from '#tests/support/project-root.ts';
import { benchmarks } from '../../scripts/benchmarks.mjs';

/** What each prints of its figures: the head of its table, or the line without one. */
const figures: Record<string, RegExp> = {
  queries: /^\| list \| .+\n(\|.+\n)+\n.+\n\n\| search \| .+\n(\|.+\n)+/m,
  pages: /^\| page \| requests a second \| .+\n(\|.+\n){4}/m,
  'client-page': /^\| page \| requests a second \| .+\n(\|.+\n){3}/m,
  uploads: /^\| round \| p95 idle, ms \| .+\n(\|.+\n){2}/m,
  attacks: /^\| attack \| idle \| attacked \|\n(\|.+\n){6}/m,
  start: /^\| data \| seconds \| .+\n(\|.+\n){4}/m,
  monitoring: /^\| clients \| listed people changed \| .+\n(\|.+\n){2}/m,
  'risk-scoring': /^\d+ assessments, .+: median \d+ ms, from \d+ ms to \d+ ms$/m,
  'cdd-rules': /^\d+ clients assessed against both rule packs: median \d+ ms, from \d+ ms to \d+ ms$/m,
  'template-impact': /^impact of \d+ assessments, .+: median \d+ ms, from \d+ ms to \d+ ms$/m,
  ownership: /│ 60 nodes, 4 layers +│( +[^ ]+ +│){7}/,
  screening: /^screening:search on one core: \d+ names in [\d.]+ s; \d+ names a second/m,
  'name-matching': /^one name against \d lists: median [\d.]+ ms, .+\n\d+ names .+\n\d+ clients against \d+/m,
  home: /^\| clients of the company \| .+\n(\|.+\n){3}/m,
  'evidence-pack': /^\| what \| measured \| at most \|\n(\|.+\n){4}/m,
};

/**
 * Without the variables by which vitest would change what is built and served, and on the machine's clock, as figures are measured: a queue on a
 * server repeats no job whose hour differs between the two.
 */
const env = Object.fromEntries(
  Object.entries(process.env).filter(([name]) => !['NODE_ENV', 'VITEST', shiftVariable].includes(name)),
) as NodeJS.ProcessEnv;

/** Runs a benchmark at its smallest size. @returns its exit code, and what it printed to each stream */
async function runSmallest(name: string): Promise<{ code: unknown; stdout: string; stderr: string }> {
  const args = ['scripts/bench.mjs', '--smallest', name];
  // A group of processes, so that a benchmark that hangs leaves no server behind.
  const child = spawn(process.execPath, args, { cwd: projectRoot, env, detached: true });
  onTestFinished(() => {
    if (child.exitCode === null && child.pid !== undefined) process.kill(-child.pid, 'SIGKILL');
  });
  const [stdout, stderr, [code]] = await Promise.all([
    text(child.stdout),
    text(child.stderr),
    once(child, 'close'),
  ]);
  return { code, stdout, stderr };
}

it('knows the figures of every benchmark', () => {
  expect(Object.keys(figures)).toEqual(Object.keys(benchmarks));
});

// Those that need a server or the real lists run where these are given.
const runnable = Object.entries(benchmarks).filter(
  ([, { needsServer = false, needsLists = false }]) =>
    (!needsServer || process.env.TEST_DATABASE_URL) && (!needsLists || process.env.ASSAY_DATA_DIR),
);

// Some wait for the jobs of a new demo, which run once a minute.
it.each(runnable.map(([name]) => name))('`npm run bench %s` prints its figures', async (name) => {
  const { code, stdout, stderr } = await runSmallest(name);
  expect(code, stderr).toBe(0);
  expect(stdout).toMatch(figures[name] ?? /^$/);
});
