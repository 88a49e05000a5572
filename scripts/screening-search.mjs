/** Screens names against lists in files: `npm run --silent screening:search -- --list FILE… --names FILE`. Builds only what it needs. */
import { fileURLToPath } from 'node:url';
import { build as bundle } from 'esbuild';
import { nodeBundle } from './build.mjs';

const outfile = fileURLToPath(new URL('../node_modules/.cache/assay/screening-search.mjs', import.meta.url));

try {
  const { outdir: _, splitting: __, ...shared } = nodeBundle;
  await bundle({ ...shared, entryPoints: ['api/records/screening-lists/search-cli.ts'], outfile });
} catch (error) {
  console.error(error instanceof Error ? error.message.split('\n')[0] : error);
  process.exit(2);
}
await import(outfile);
