import { spawnSync } from 'node:child_process';
import { cp, mkdir, mkdtemp, rm, symlink } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { dirname, join } from 'node:path';
import { fileURLToPath } from 'node:url';
import { afterAll, beforeAll, expect, it } from 'vitest';
import { freePort, startProcess } from '#tests/support/processes/processes.ts';
import {
  createBillOfMaterials,
  isLicenceAllowed,
  librariesIn,
  licenceProblems,
  readLockfile,
} from '../../scripts/dependencies.mjs';

const root = fileURLToPath(new URL('../..', import.meta.url));
const lockfile = readLockfile(root);
const libraries = librariesIn(lockfile);

const buildTools =
  /^(vite|esbuild|rollup|@remix-run\/dev|tailwindcss|lightningcss|@babel\/core|vitest|playwright|@biomejs\/biome)$/;

let folder: string;
beforeAll(async () => {
  folder = await mkdtemp(join(tmpdir(), 'assay-production-'));
});
afterAll(() => rm(folder, { recursive: true, force: true }));

it('a production installation has no build tool', () => {
  const tools = libraries.filter(({ name, isProduction }) => isProduction && buildTools.test(name));
  expect(tools.map(({ path }) => path)).toEqual([]);
});

it('the web starts from a build with the libraries of a production installation alone', async () => {
  for (const part of ['scripts', 'build/node', 'build/server', 'build/client', 'build/sources.sha256']) {
    await cp(join(root, part), join(folder, part), { recursive: true });
  }
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
    'server.ts',
  ];
  const settings = ['enter-sandbox.ts', 'remix.config.js', 'vite.config.ts', 'tsconfig.json', 'package.json'];
  for (const name of [...sources, ...settings, 'package-lock.json'])
    await symlink(join(root, name), join(folder, name));
  for (const { path } of libraries.filter(
    (library) => library.isProduction && /^node_modules\/(@[^/]+\/)?[^/]+$/.test(library.path),
  )) {
    await mkdir(dirname(join(folder, path)), { recursive: true });
    await symlink(join(root, path), join(folder, path));
  }
  const secret = (name: string) => name.padEnd(64, '-');
  const port = await freePort();
  const env = {
    PORT: String(port),
    HOST: '127.0.0.1',
    NODE_ENV: 'production' as const,
    APP_URL: 'https://assay.example.test',
    SESSION_SECRET: secret('session'),
    WEB_SECRET: secret('web'),
    MAIN_API_URL: 'http://127.0.0.1:9',
    DESCOPE_PROJECT_ID: 'P2AssayProduction00000000000',
    ADDY_API_KEY: secret('address'),
    ADDY_NZL_URL: 'https://nz.example.test',
    ADDY_AUS_URL: 'https://au.example.test',
    SECURITY_CONTACT: 'mailto:security@example.test',
    SECURITY_EXPIRES: '2031-05-31',
    METRICS_TOKEN: secret('metrics'),
  };
  const web = await startProcess(join(folder, 'scripts/start.mjs'), ['web'], env, /^Assay is at /m);
  try {
    const at = (path: string) => fetch(`http://127.0.0.1:${port}${path}`);
    expect(await (await at('/login')).text()).toContain('Sign in');
    const contact = await (await at('/.well-known/security.txt')).text();
    expect(contact.split('\n')).toEqual([
      'Contact: mailto:security@example.test',
      'Expires: 2031-05-31T00:00:00.000Z',
      'Preferred-Languages: en',
      'Canonical: https://assay.example.test/.well-known/security.txt',
      '',
    ]);
    expect((await at('/readyz')).status).toBe(503);
    expect((await at('/metrics')).status).toBe(404);
    expect(await web.stop()).toBe(0);
  } finally {
    await web.kill();
  }
  // A changed source needs the tools, and the start says so.
  await rm(join(folder, 'build/sources.sha256'));
  const { stderr, status } = spawnSync(process.execPath, [join(folder, 'scripts/start.mjs'), 'web'], {
    env: { ...process.env, ...env },
    encoding: 'utf8',
  });
  expect([status, stderr]).toEqual([1, expect.stringContaining('its tools are not installed')]);
});

it('the bill of materials lists every library of a production installation, each with version, hash and licence', () => {
  const bill = createBillOfMaterials(root, lockfile);
  expect(bill).toMatchObject({ bomFormat: 'CycloneDX', specVersion: '1.6', version: 1 });
  expect(bill.serialNumber).toMatch(/^urn:uuid:[0-9a-f]{8}(-[0-9a-f]{4}){3}-[0-9a-f]{12}$/);
  const names = new Set(bill.components.map(({ name }) => name));
  const production = libraries.filter(({ isProduction }) => isProduction);
  expect(production.filter(({ name }) => !names.has(name))).toEqual([]);
  expect(names.has('vitest')).toBe(false);
  const known = new Set(bill.components.map((component) => component['bom-ref']));
  expect(known.size).toBe(bill.components.length);
  for (const component of bill.components) {
    expect(component).toMatchObject({
      version: expect.stringMatching(/^\d+\.\d+/),
      hashes: [{ content: expect.stringMatching(/^[0-9a-f]{128}$/) }],
      licenses: [{ expression: expect.any(String) }],
    });
  }
  for (const { dependsOn } of bill.dependencies) for (const ref of dependsOn) expect(known).toContain(ref);
  expect(createBillOfMaterials(root, lockfile)).toEqual(bill);
});

it('every library has an allowed licence', () => {
  expect(licenceProblems(root, lockfile)).toEqual([]);
  const forbidden = structuredClone(lockfile);
  const relicense = (path: string, license: string) =>
    Object.assign(forbidden.packages[path] ?? {}, { license });
  relicense('node_modules/hono', 'AGPL-3.0-only');
  relicense('node_modules/pg', 'MPL-2.0');
  expect(licenceProblems(root, forbidden)).toEqual([
    expect.stringMatching(/^hono .*AGPL-3.0-only$/),
    expect.stringMatching(/^pg .*MPL-2.0$/),
  ]);
  const isMit = (name: string) => name === 'MIT';
  const verdicts = [
    'MIT',
    'ISC',
    '(MIT OR ISC)',
    'MIT AND ISC',
    'MIT AND (ISC OR MIT)',
    '(ISC AND MIT) OR MIT',
  ].map((expression) => isLicenceAllowed(expression, isMit));
  expect(verdicts).toEqual([true, false, true, false, true, true]);
});
