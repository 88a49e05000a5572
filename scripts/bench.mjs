/**
 * `npm run bench`: measures what README and docs/benchmarks.md speak of, each as a ratio in one run on one
 * machine, and prints it as tables. Needs a PostgreSQL server (TEST_DATABASE_URL). `npm run bench pages` runs one part.
 */
import { spawnSync } from 'node:child_process';
import { fileURLToPath } from 'node:url';
import { build as bundle } from 'esbuild';
import { build } from './build.mjs';

const root = fileURLToPath(new URL('..', import.meta.url));
const parts = ['queries', 'pages', 'start'];
const chosen = process.argv[2] ? [process.argv[2]] : parts;

if (!process.env.TEST_DATABASE_URL) {
  console.error('Set TEST_DATABASE_URL to a PostgreSQL server whose login may create databases and roles.');
  process.exit(1);
}

await build();
spawnSync(
  process.execPath,
  [
    'node_modules/@remix-run/dev/dist/cli.js',
    'vite:build',
    '--config',
    'tests/bench/bare-remix/vite.config.ts',
  ],
  {
    cwd: root,
    stdio: ['ignore', 'ignore', 'inherit'],
  },
);
await bundle({
  absWorkingDir: root,
  entryPoints: {
    queries: 'tests/bench/clients-queries.ts',
    pages: 'tests/bench/pages.ts',
    start: 'tests/bench/start-up.ts',
    'serve-remix-build': 'tests/bench/serve-remix-build.ts',
  },
  outdir: 'build/bench',
  bundle: true,
  platform: 'node',
  target: 'node20.19',
  format: 'esm',
  packages: 'external',
  logLevel: 'warning',
});
for (const part of chosen) {
  const { status } = spawnSync(process.execPath, [`build/bench/${part}.js`], { cwd: root, stdio: 'inherit' });
  if (status !== 0) process.exit(status ?? 1);
}
