import { execFile } from 'node:child_process';
import { expect, it } from 'vitest';
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

/** Without the variables by which vitest would change what is built and served. */
const env = Object.fromEntries(
  Object.entries(process.env).filter(([name]) => name !== 'NODE_ENV' && name !== 'VITEST'),
) as NodeJS.ProcessEnv;

/** Runs a benchmark at its smallest size. @returns its exit code, and what it printed to each stream */
const runSmallest = (name: string) =>
  new Promise<{ code: unknown; stdout: string; stderr: string }>((done) => {
    execFile(
      process.execPath,
      ['scripts/bench.mjs', '--smallest', name],
      { cwd: projectRoot, env },
      (error, stdout, stderr) => done({ code: error === null ? 0 : error.code, stdout, stderr }),
    );
  });

it('knows the figures of every benchmark', () => {
  expect(Object.keys(figures)).toEqual(Object.keys(benchmarks));
});

// Those that need a server or the real lists run where these are given.
const runnable = Object.entries(benchmarks).filter(
  ([, { needsServer = false, needsLists = false }]) =>
    (!needsServer || process.env.TEST_DATABASE_URL) && (!needsLists || process.env.ASSAY_DATA_DIR),
);

it.each(runnable.map(([name]) => name))('`npm run bench %s` prints its figures', async (name) => {
  const { code, stdout, stderr } = await runSmallest(name);
  expect(code, stderr).toBe(0);
  expect(stdout).toMatch(figures[name] ?? /^$/);
});
