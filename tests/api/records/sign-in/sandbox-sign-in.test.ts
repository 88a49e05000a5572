import { mkdtemp, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import createDescope from '@descope/node-sdk';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { assembleApi } from '#api/create-api.ts';
import { createRequestLinks } from '#api/follow-up/document-requests/links.ts';
import type { Api } from '#api/kernel/http/api.ts';
import { createLog } from '#api/kernel/log.ts';
import { ensureAdmin } from '#api/records/sign-in/grant-admin.ts';
import { createIdentity, type Identity } from '#api/records/sign-in/identity.ts';
import { login, nonceClaim, signup } from '#contract/company/accounts.ts';
import { type Sandbox, startSandbox } from '#sandbox/services.ts';
import { testWebSecret } from '#tests/support/api/api.ts';
import { openTestDatabase, type TestDatabase, testEngine } from '#tests/support/database/database.ts';
import { openTestFiles } from '#tests/support/files/document-files.ts';
import { unreachableVerification } from '#tests/support/services/verification-service.ts';
import { testSigningKeys } from '../../../support/signing-keys.ts';

const password = 'long-enough-2026';
const person = { loginId: 'mere@example.test', name: 'Mere Invented', userId: 'U2mere000000000000000000000' };
const operator = { loginId: 'ops@example.test', name: 'Ops Invented', userId: 'U2ops0000000000000000000000' };

describe('sign-up and sign-in with the vendor’s own protocol', () => {
  let stateDir: string;
  let sandbox: Sandbox;
  let database: TestDatabase;
  let files: Awaited<ReturnType<typeof openTestFiles>>;
  let identity: Identity;
  let api: Api;

  beforeAll(async () => {
    stateDir = await mkdtemp(join(tmpdir(), 'assay-sign-in-'));
    sandbox = await startSandbox({
      stateDir,
      projectId: 'P2AssaySignIn000000000000000',
      managementKey: 'management-key',
      addressApiKey: 'address-key',
      appUrl: 'http://localhost:3000',
      seedUsers: [person, operator].map((user) => ({ ...user, password })),
    });
    database = await openTestDatabase(testEngine);
    files = await openTestFiles();
    identity = createIdentity({
      projectId: sandbox.projectId,
      baseUrl: sandbox.identityUrl,
      managementKey: sandbox.managementKey,
    });
    api = assembleApi({
      isSandbox: true,
      database,
      identity,
      files: files.files,
      verification: unreachableVerification(() => new Date()),
      appUrl: 'http://localhost:3000',
      links: createRequestLinks({ secret: testWebSecret, appUrl: 'http://localhost:3000' }),
      now: () => new Date(),
      log: createLog('silent'),
      webSecret: testWebSecret,
      signingKeys: testSigningKeys,
      readJournal: { note: () => undefined, flush: async () => undefined, close: async () => undefined },
      trustedProxies: 0,
      checkAnswers: true,
    });
  });
  afterAll(async () => {
    await database.close();
    await sandbox.close();
    await files.close();
    await rm(stateDir, { recursive: true, force: true });
  });

  async function getSession({ loginId }: { loginId: string }) {
    const sdk = createDescope({ projectId: sandbox.projectId, baseUrl: sandbox.identityUrl });
    const { body } = await post(login.path, { kind: 'password', loginId });
    const customClaims = { [nonceClaim]: String(body.nonce) };
    const { data } = await sdk.password.signIn(loginId, password, { customClaims });
    return { sessionToken: data?.sessionJwt ?? '', refreshToken: data?.refreshJwt ?? '' };
  }

  const post = async (path: string, body: unknown, token?: string) => {
    const response = await api.request(`/api/v1${path}`, {
      method: 'POST',
      headers: { 'Content-Type': 'application/json', ...(token ? { Authorization: `Bearer ${token}` } : {}) },
      body: JSON.stringify(body),
    });
    return { status: response.status, body: (await response.json()) as Record<string, unknown> };
  };

  it('takes a person from the first password to a company, and signs in again', async () => {
    const early = await getSession(person);
    const noAccount = { loginId: person.loginId, sessionToken: early.sessionToken, realm: 'member' };
    expect(await post(login.path, noAccount)).toMatchObject({
      status: 403,
      body: { code: 'login.noAccount' },
    });
    const { sessionToken, refreshToken } = await getSession(person);
    const form = { ...noAccount, sessionToken };

    const details = {
      loginId: person.loginId,
      name: person.name,
      companyName: 'Mere Ltd',
      billingCountryCode: 'NZL',
    };
    expect((await post(signup.path, details, refreshToken)).status).toBe(401);
    expect((await post(signup.path, details, sessionToken)).status).toBe(201);

    expect(await post(login.path, form)).toMatchObject({
      status: 200,
      body: { company: { name: 'Mere Ltd' } },
    });
    expect(await post(login.path, form)).toMatchObject({ status: 401, body: { code: 'token.invalid' } });
    expect((await post(login.path, { ...form, sessionToken: refreshToken })).status).toBe(401);
  });

  it('creates a platform admin from an identity without a company', async () => {
    const deps = { db: database.db, now: () => new Date(), identity };
    expect(await ensureAdmin(deps, ` ${operator.loginId.toUpperCase()} `, 'request-1')).toBe('created');
    expect(await ensureAdmin(deps, operator.loginId, 'request-2')).toBe('unchanged');
    await database.asSuperuser("UPDATE assay.admins SET status = 'suspended'");
    expect(await ensureAdmin(deps, operator.loginId, 'request-3')).toBe('activated');
    const { rows } = await database.asSuperuser(
      "SELECT action FROM assay.audit_events WHERE chain = 'platform'",
    );
    expect(rows).toEqual([{ action: 'admin.granted' }, { action: 'admin.granted' }]);

    const { sessionToken } = await getSession(operator);
    const form = { loginId: operator.loginId, sessionToken, realm: 'admin' };
    expect(await post(login.path, form)).toMatchObject({
      status: 200,
      body: { admin: { loginId: operator.loginId } },
    });

    await expect(ensureAdmin(deps, 'nobody@example.test', 'request-4')).rejects.toThrow(
      'has no user with the login ID',
    );
    await expect(ensureAdmin(deps, person.loginId, 'request-5')).rejects.toThrow('is a member of a company');
  });
});
