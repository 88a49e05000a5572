/**
 * The product as `npm start` serves it, on a temporary copy of the complete demo with law changes to sign off. Prints the port once journeys can
 * begin.
 */
import { rmSync } from 'node:fs';
import { fileURLToPath } from 'node:url';
import { build as bundle } from 'esbuild';
import { build, rawImports } from '../../../scripts/build.mjs';

await build();
const bundled = fileURLToPath(new URL('../../../build/tests/processes/journeys-folder.mjs', import.meta.url));
await bundle({
  entryPoints: [fileURLToPath(new URL('../processes/journeys-folder.ts', import.meta.url))],
  bundle: true,
  platform: 'node',
  format: 'esm',
  packages: 'external',
  plugins: [rawImports],
  outfile: bundled,
});
const { journeysEnv } = await import(bundled);

Object.assign(process.env, await journeysEnv(), { SANDBOX: '1' });
// Each journey sends its client address in X-Forwarded-For.
process.env.TRUST_PROXY = '1';
process.on('exit', () => rmSync(process.env.DATA_DIR, { recursive: true, force: true }));

const { run } = await import('../../../build/node/server.js');
await run('all');
const demo = `http://localhost:${process.env.PORT}/sandbox/demo`;
while ((await fetch(demo)).status !== 200) await new Promise((resume) => setTimeout(resume, 200));
console.log(`Journeys begin at port ${process.env.PORT}.`);
