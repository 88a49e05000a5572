import { mkdtemp, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import type { ProgressLine } from '#api/commands/progress.ts';
import { runCommand } from '#api/commands/run-command.ts';
import { readEnv } from '#api/env/read-env.ts';
import { readLock } from '#api/kernel/database/data-dir-lock.ts';
import { type RunningApi, startApi } from '#api/main.ts';
import { withSandboxSecrets } from '#api/sandbox-secrets.ts';
import { login, readMe } from '#contract/company/accounts.ts';
import { createEmptyDatabase, testEngines } from '#tests/support/database/database.ts';
import {
  startTestIdentityService,
  type TestIdentityService,
} from '#tests/support/services/identity-service.ts';

const demoOwner = { subject: 'U2demoowner00000000000000001', loginId: 'owner@demo.test' };

describe.each(testEngines)('the API on %s', (engine) => {
  let dataDir: string;
  let identityService: TestIdentityService;
  let source: Record<string, string | undefined>;
  let drop: (() => Promise<void>) | undefined;

  beforeAll(async () => {
    dataDir = await mkdtemp(join(tmpdir(), 'assay-start-'));
    identityService = await startTestIdentityService();
    source = {
      SANDBOX: '1',
      DATA_DIR: dataDir,
      APP_URL: 'http://localhost:3000',
      LOG_LEVEL: 'silent',
      DESCOPE_PROJECT_ID: identityService.projectId,
      DESCOPE_BASE_URL: identityService.url,
      DESCOPE_MANAGEMENT_KEY: identityService.managementKey,
      VERIFICATION_PROVIDER_URL: 'http://127.0.0.1:9',
      VERIFICATION_PROVIDER_TOKEN: 'token',
      VERIFICATION_CALLBACK_SECRET: 'c'.repeat(32),
      SMTP_URL: 'smtp://127.0.0.1:9',
      MAIL_FROM: 'no-reply@example.test',
    };
    if (engine === 'postgres') {
      const database = await createEmptyDatabase();
      source.DATABASE_URL = database.databaseUrl;
      drop = database.drop;
    }
  });
  afterAll(async () => {
    await identityService.close();
    await drop?.();
    await rm(dataDir, { recursive: true, force: true });
  });

  const start = () => startApi(readEnv(withSandboxSecrets(source)));

  /** Nothing has been signed or written outside the database yet. */
  const accepted = { 'allow-unsigned': 'true', 'without-heads': 'true' };

  async function run(
    name: Parameters<typeof runCommand>[0],
    args: Record<string, string> = {},
    env = source,
  ) {
    const lines: ProgressLine[] = [];
    await runCommand(name, args, env, (line) => lines.push(line));
    return lines.at(-1);
  }

  async function signIn(api: RunningApi) {
    const { loginId, subject } = demoOwner;
    const post = (body: object) =>
      fetch(`${api.url}/api/v1${login.path}`, {
        method: 'POST',
        headers: { 'Content-Type': 'application/json' },
        body: JSON.stringify(body),
      });
    const { nonce } = (await (await post({ kind: 'password', loginId })).json()) as { nonce: string };
    const sessionToken = await identityService.token(subject, undefined, 0, ['pwd'], undefined, nonce);
    const response = await post({ loginId, sessionToken, realm: 'member' });
    const { session } = (await response.json()) as { session: { secret: string } };
    return {
      status: response.status,
      headers: { Authorization: `Bearer ${sessionToken}`, 'Assay-Session': session.secret },
    };
  }

  it('responds over HTTP, retains data over a restart, and runs commands meanwhile', async () => {
    const api = await start();
    try {
      const { status, headers } = await signIn(api);
      expect(status).toBe(200);
      const me = await fetch(`${api.url}/api/v1${readMe.path}`, {
        headers,
      });
      expect(readMe.response.parse(await me.json()).member.loginId).toBe(demoOwner.loginId);

      expect(await run('audit:verify', accepted)).toMatchObject({
        ended: 'well',
        say: expect.stringMatching(/^All \d+ audit chains verified/),
      });
      expect(await run('seed', { clients: '330' })).toEqual({
        ended: 'well',
        say: 'The demo company has 330 clients.',
      });
      expect(await run('seed', { clients: 'many' })).toMatchObject({ ended: 'badly' });

      identityService.addUser({
        userId: 'U2grantee',
        loginIds: ['ops@example.test'],
        name: 'Invented Operator',
      });
      expect(await run('admin:grant', { 'login-id': 'Ops@example.test' })).toMatchObject({
        ended: 'well',
        say: expect.stringContaining('is a platform admin now'),
      });
      expect(await run('admin:grant', { 'login-id': 'ops@example.test' })).toMatchObject({
        ended: 'well',
        say: expect.stringContaining('already'),
      });
      expect(await run('admin:grant', { 'login-id': 'nobody@example.test' })).toMatchObject({
        ended: 'badly',
      });
    } finally {
      await api.close();
    }
    expect(await readLock(dataDir)).toBeNull();

    expect(await run('audit:verify', accepted)).toMatchObject({ ended: 'well' });
    expect(await run('migrate')).toMatchObject({ ended: 'well' });
    const again = await start();
    expect((await signIn(again)).status).toBe(200);
    await again.close();
  });

  it('rejects a sandbox database outside the sandbox', async () => {
    const real = { ...withSandboxSecrets(source), SANDBOX: undefined, NODE_ENV: 'test' };
    await expect(startApi(readEnv(real))).rejects.toThrow('demo accounts whose password is public');
    // Everything was closed: the folder and the database can be opened at once.
    expect(await run('audit:verify', accepted)).toMatchObject({ ended: 'well' });
    await expect(run('seed', {}, { ...real, SANDBOX: '0' })).rejects.toThrow('demo accounts');
  });

  it('rejects a second API on its embedded database, and strangers at its command port', async () => {
    const api = await start();
    try {
      const holder = await readLock(dataDir);
      if (engine === 'postgres') {
        expect(holder).toBeNull();
        await (await start()).close();
        return;
      }
      await expect(start()).rejects.toThrow('in use by another Assay');
      const stranger = await fetch(`http://127.0.0.1:${holder?.control?.port}/commands/audit:verify`, {
        method: 'POST',
        headers: { Authorization: 'Bearer guess', 'Content-Type': 'application/json' },
        body: '{}',
      });
      expect(stranger.status).toBe(404);
    } finally {
      await api.close();
    }
  });
});
