import { execFile } from 'node:child_process';
import { mkdtemp, readFile, rm, symlink, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { fileURLToPath } from 'node:url';
import { promisify } from 'node:util';
import { afterEach, expect, it } from 'vitest';
import { demoPassword } from '#demo/demo-accounts.ts';
import { filesInZip, getManifest } from '#tests/support/api/evidence-packs.ts';
import { prepareCompany } from '#tests/support/processes/company-without-demo.ts';
import { openScaledOut, type ScaledOut } from '#tests/support/processes/scaled-out.ts';

const projectRoot = fileURLToPath(new URL('../..', import.meta.url));
const loginId = 'staff@demo.test';

/** A program of another company's engineer: it knows the API by the types generated from its document, and by nothing else. */
const program = `
import { writeFile } from 'node:fs/promises';
import createClient from 'openapi-fetch';
import type { components, paths } from './types.js';

const { API_URL = '', IDENTITY_URL = '', PROJECT_ID = '', LOGIN_ID = '', PASSWORD = '' } = process.env;
const client = createClient<paths>({ baseUrl: API_URL + '/api/v1' });

type Problem = components['schemas']['Problem'];
function orStop<T>(step: string, { data, error }: { data?: T; error?: Problem }): NonNullable<T> {
  if (data === undefined || data === null) throw new Error(step + ': ' + (error?.detail ?? error?.title));
  return data;
}

const begun = orStop(
  'Attempt',
  await client.POST('/login', { body: { kind: 'password', loginId: LOGIN_ID } }),
);
if (begun.realm !== 'none') throw new Error('Attempt: signed in');
const proved = await fetch(IDENTITY_URL + '/v1/auth/password/signin', {
  method: 'POST',
  headers: { 'Content-Type': 'application/json', Authorization: 'Bearer ' + PROJECT_ID },
  body: JSON.stringify({
    loginId: LOGIN_ID,
    password: PASSWORD,
    loginOptions: { customClaims: { assayNonce: begun.nonce } },
  }),
});
const { sessionJwt } = (await proved.json()) as { sessionJwt: string };
const signedIn = orStop(
  'Sign-in',
  await client.POST('/login', {
    body: { loginId: LOGIN_ID, sessionToken: sessionJwt, realm: 'member' },
  }),
);
if (signedIn.realm === 'none') throw new Error('Sign-in: no session');
client.use({
  onRequest({ request }) {
    request.headers.set('Authorization', 'Bearer ' + sessionJwt);
    request.headers.set('Assay-Session', signedIn.session.secret);
    return request;
  },
});

const made = orStop(
  'New client',
  await client.POST('/clients', {
    params: { header: { 'Idempotency-Key': 'generated-client-1' } },
    body: {
      clientType: 'company',
      business: { legalName: 'Generated Types Limited', registrationCountry: 'NZL' },
    },
  }),
);
const refused = await client.POST('/clients', {
  body: { clientType: 'company', business: { legalName: '', registrationCountry: 'NZL' } },
});
if (refused.error?.code !== 'request.invalid') throw new Error('An empty name was not refused.');

const pack = orStop(
  'Evidence pack',
  await client.POST('/evidence-packs/of/{scope}/{scopeId}', {
    params: { path: { scope: 'client', scopeId: made.id } },
    body: { purpose: 'audit' },
    parseAs: 'arrayBuffer',
  }),
);
await writeFile('pack.zip', Buffer.from(pack));
console.log(JSON.stringify({ id: made.id, name: made.displayName }));
`;

const undo: (() => Promise<unknown>)[] = [];
afterEach(async () => {
  for (const step of undo.splice(0).reverse()) await step();
});

async function openFolder(): Promise<string> {
  const folder = await mkdtemp(join(tmpdir(), 'assay-generated-client-'));
  undo.push(() => rm(folder, { recursive: true, force: true }));
  await symlink(join(projectRoot, 'node_modules'), join(folder, 'node_modules'));
  await writeFile(join(folder, 'package.json'), '{"type":"module"}');
  await writeFile(join(folder, 'client.ts'), program);
  return folder;
}

async function openApi(): Promise<ScaledOut> {
  const parts = await openScaledOut();
  undo.push(() => parts.close());
  await prepareCompany(parts.env);
  await parts.startApi();
  return parts;
}

it('a client made of the generated types signs in, creates a client and downloads its evidence pack', async () => {
  const [folder, { apiUrl, sandbox }] = [await openFolder(), await openApi()];
  const run = (file: string, args: string[], env: Record<string, string> = {}) =>
    promisify(execFile)(process.execPath, [file, ...args], {
      cwd: folder,
      env: { ...process.env, ...env },
    }).catch((error: { stdout?: string; stderr?: string }) => {
      throw new Error(`${file} failed: ${error.stdout}${error.stderr}`);
    });
  const tool = (path: string) => join(projectRoot, 'node_modules', path);

  const document = await fetch(`${apiUrl}/api/v1/openapi.json`);
  await writeFile(join(folder, 'openapi.json'), await document.text());
  // A field with a default may be left out of a request.
  const optionalDefaults = '--default-non-nullable=false';
  await run(tool('openapi-typescript/bin/cli.js'), ['openapi.json', '-o', 'types.ts', optionalDefaults]);
  const options = ['--strict', '--skipLibCheck', '--target', 'es2022', '--module', 'nodenext'];
  await run(tool('typescript/bin/tsc'), [...options, '--types', 'node', 'client.ts', 'types.ts']);

  const { stdout } = await run('client.js', [], {
    API_URL: apiUrl,
    IDENTITY_URL: sandbox.identityUrl,
    PROJECT_ID: sandbox.projectId,
    LOGIN_ID: loginId,
    PASSWORD: demoPassword,
  });
  const made = JSON.parse(stdout) as { id: string; name: string };
  expect(made.name).toBe('Generated Types Limited');
  const manifest = getManifest(await filesInZip(await readFile(join(folder, 'pack.zip'))));
  expect([manifest.scopeId, manifest.subject]).toEqual([made.id, made.name]);
});
