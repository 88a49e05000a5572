/**
 * Scores pairs of names with the screening's matcher: `npm run --silent screening:score -- --pairs FILE`. Bundles only the matcher, so
 * that a fresh clone needs no build, database or variable.
 */
import { fileURLToPath } from 'node:url';
import { build as bundle } from 'esbuild';

const root = fileURLToPath(new URL('..', import.meta.url));

try {
  await bundle({
    absWorkingDir: root,
    entryPoints: { 'score-pairs': 'api/commands/score-pairs-cli.ts' },
    outdir: 'build/screening',
    bundle: true,
    platform: 'node',
    target: 'node20.19',
    format: 'esm',
    packages: 'external',
    logLevel: 'warning',
  });
} catch (error) {
  console.error(error instanceof Error ? error.message : error);
  process.exit(1);
}
await import('../build/screening/score-pairs.js');
