/**
 * Builds everything that runs: the Remix app (Vite) into build/client and build/server, and the Node side (esbuild)
 * into build/node, with an empty embedded database for first starts. Does nothing if no source changed since the last
 * build.
 */
import { spawn } from 'node:child_process';
import { createHash } from 'node:crypto';
import { once } from 'node:events';
import { existsSync, mkdirSync, readdirSync, readFileSync, renameSync, rmSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { fileURLToPath } from 'node:url';
import { brotliCompressSync, gzipSync } from 'node:zlib';
import { createBillOfMaterials, readLockfile } from './dependencies.mjs';
import { checkBudgets } from './javascript-budgets.mjs';

const root = fileURLToPath(new URL('..', import.meta.url));
const stampFile = join(root, 'build/sources.sha256');
const besideBuild = join(root, 'build.preparing');
const sources = [
  'app',
  'api',
  'demo',
  'contract',
  'diagrams',
  'rules',
  'sandbox',
  'server',
  'public',
  'scripts',
  'server.ts',
  'enter-sandbox.ts',
  'remix.config.js',
  'vite.config.ts',
  'tsconfig.json',
  'package-lock.json',
];

/** Bundles with esbuild, which a production installation lacks. */
async function bundle(options) {
  const esbuild = await import('esbuild').catch((error) => {
    if (error.code !== 'ERR_MODULE_NOT_FOUND') throw error;
    throw new Error(
      'The build is missing or older than its sources, and its tools are not installed. Run "npm ci && npm run build", then "npm prune --omit=dev" if they should not stay.',
    );
  });
  return esbuild.build(options);
}

/** Imports of `file?raw`, which give the text of the file, as with Vite. */
export const rawImports = {
  name: 'raw-imports',
  setup(bundler) {
    bundler.onResolve({ filter: /\?raw$/ }, async ({ path, importer, resolveDir, kind }) => {
      const file = await bundler.resolve(path.slice(0, -'?raw'.length), { importer, resolveDir, kind });
      return { path: file.path, errors: file.errors, namespace: 'raw' };
    });
    bundler.onLoad({ filter: /./, namespace: 'raw' }, ({ path }) => {
      return { contents: readFileSync(path, 'utf8'), loader: 'text', watchFiles: [path] };
    });
  },
};

/** Entry points of the Node bundle; libraries stay in node_modules. */
export const nodeBundle = {
  absWorkingDir: root,
  entryPoints: {
    server: 'server.ts',
    worker: 'api/worker.ts',
    command: 'api/commands/cli.ts',
  },
  outdir: 'build/node',
  bundle: true,
  splitting: true,
  platform: 'node',
  target: 'node20.19',
  format: 'esm',
  packages: 'external',
  sourcemap: true,
  logLevel: 'warning',
  plugins: [rawImports],
};

function filesUnder(path) {
  return readdirSync(path, { withFileTypes: true })
    .sort((a, b) => (a.name < b.name ? -1 : 1))
    .flatMap((entry) =>
      entry.isDirectory() ? filesUnder(join(path, entry.name)) : [join(path, entry.name)],
    );
}

function sourcesDigest() {
  const digest = createHash('sha256').update(process.version);
  for (const source of sources) {
    const path = join(root, source);
    if (!existsSync(path)) continue;
    const files = source.includes('.') ? [path] : filesUnder(path);
    for (const file of files)
      digest.update(file.slice(root.length)).update('\0').update(readFileSync(file)).update('\0');
  }
  return digest.digest('hex');
}

/** Compressed once at build time, so that a request for a script costs no processor time. */
function compressAssets() {
  for (const file of filesUnder(join(root, 'build/client'))) {
    if (!/\.(js|css|svg|txt|webmanifest)$/.test(file)) continue;
    const content = readFileSync(file);
    writeFileSync(`${file}.gz`, gzipSync(content, { level: 9 }));
    writeFileSync(`${file}.br`, brotliCompressSync(content));
  }
}

/** Runs one of the build's programs, and throws with its output if it fails. */
async function runProgram(script, args, failure) {
  const child = spawn(process.execPath, [script, ...args], {
    cwd: root,
    stdio: ['ignore', 'pipe', 'pipe'],
    env: { ...process.env, NODE_ENV: 'production' },
  });
  let printed = '';
  for (const stream of [child.stdout, child.stderr]) stream.on('data', (chunk) => (printed += chunk));
  const [code] = await once(child, 'close');
  if (code !== 0) throw new Error(`${failure}\n${printed}`);
}

/**
 * Creates the cluster that first starts copy, outside the build that Remix empties. Reuses the former one, which detects by
 * itself whether it is current.
 */
async function prepareReadyCluster() {
  const former = join(root, 'build/ready-cluster');
  if (existsSync(former)) {
    rmSync(join(besideBuild, 'ready-cluster'), { recursive: true, force: true });
    renameSync(former, join(besideBuild, 'ready-cluster'));
  }
  const outfile = join(besideBuild, 'node/prepare-ready-cluster.js');
  const { outdir: _, splitting: __, ...shared } = nodeBundle;
  await bundle({ ...shared, entryPoints: ['api/kernel/database/prepare-ready-cluster.ts'], outfile });
  await runProgram(outfile, [], 'The embedded database could not be prepared.');
}

/** Builds the OpenAPI document and its page, which would delay the first request. */
async function prepareDocs() {
  const outfile = join(root, 'build/node/prepare-docs.js');
  const { outdir: _, splitting: __, ...shared } = nodeBundle;
  await bundle({ ...shared, entryPoints: ['api/kernel/http/prepare-docs.ts'], outfile });
  await runProgram(outfile, [], 'The API’s document could not be made.');
}

/**
 * Builds if a source changed, else returns at once, and logs each step as it starts. Throws with the builder's own message on failure.
 * `logBudget`: takes the weight of each page; one above its budget fails the build in any case.
 */
export async function build({ log = console.log, logBudget = log } = {}) {
  const digest = sourcesDigest();
  if (existsSync(stampFile) && readFileSync(stampFile, 'utf8') === digest) return;
  log('Building: the pages and the embedded database, about a minute …');
  rmSync(stampFile, { force: true });
  mkdirSync(besideBuild, { recursive: true });
  // In this order: the former ready cluster is out of the way before Remix empties the folder.
  const cluster = prepareReadyCluster();
  const pages = runProgram(
    join(root, 'node_modules/@remix-run/dev/dist/cli.js'),
    ['vite:build'],
    'The app could not be built.',
  );
  for (const outcome of await Promise.allSettled([cluster, pages])) {
    if (outcome.status === 'rejected') throw outcome.reason;
  }
  log('Building: the server …');
  await bundle(nodeBundle);
  renameSync(join(besideBuild, 'ready-cluster'), join(root, 'build/ready-cluster'));
  rmSync(besideBuild, { recursive: true });
  log('Building: the API’s document …');
  await prepareDocs();
  const billOfMaterials = createBillOfMaterials(root, readLockfile(root));
  writeFileSync(
    join(root, 'build/bill-of-materials.cdx.json'),
    `${JSON.stringify(billOfMaterials, null, 2)}\n`,
  );
  log('Building: compressed copies of the pages’ files …');
  checkBudgets(root, logBudget);
  compressAssets();
  writeFileSync(stampFile, digest);
  log('Built.');
}

if (process.argv[1] === fileURLToPath(import.meta.url)) {
  try {
    await build();
  } catch (error) {
    console.error(error instanceof Error ? error.message : error);
    process.exit(1);
  }
}
