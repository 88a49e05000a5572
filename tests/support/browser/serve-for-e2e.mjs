/** The product as `npm start` serves it, on a temporary copy of the complete demo with law changes to sign off. */
import { rmSync } from 'node:fs';
import { fileURLToPath } from 'node:url';
import { build as bundle } from 'esbuild';
import { build } from '../../../scripts/build.mjs';

await build();
// At the same depth in the project as its source, which finds the project relative to itself.
const bundled = fileURLToPath(new URL('../../../build/tests/processes/journeys-folder.mjs', import.meta.url));
await bundle({
  entryPoints: [fileURLToPath(new URL('../processes/journeys-folder.ts', import.meta.url))],
  bundle: true,
  platform: 'node',
  format: 'esm',
  packages: 'external',
  outfile: bundled,
});
const { journeysFolder } = await import(bundled);

process.env.DATA_DIR = await journeysFolder();
process.env.SANDBOX = '1';
// Each journey sends its client address in X-Forwarded-For.
process.env.TRUST_PROXY = '1';
process.on('exit', () => rmSync(process.env.DATA_DIR, { recursive: true, force: true }));

const { run } = await import('../../../build/node/server.js');
await run('all');
