/** The product as `npm start` serves it, on a data folder of its own that is gone afterwards. */
import { mkdtempSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { build } from '../../scripts/build.mjs';

process.env.DATA_DIR = mkdtempSync(join(tmpdir(), 'assay-journeys-'));
process.env.SANDBOX = '1';
process.on('exit', () => rmSync(process.env.DATA_DIR, { recursive: true, force: true }));

await build();
const { run } = await import('../../build/node/server.js');
await run('all');
