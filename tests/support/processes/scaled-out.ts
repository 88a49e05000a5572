import { mkdtemp, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { installSigningKeys } from '#api/kernel/audit/signing-keys.ts';
import { demoAccounts, demoPassword } from '#demo/demo-accounts.ts';
import { startSandbox } from '#sandbox/services.ts';
import { testSigningKeys, testSigningPem } from '../signing-keys.ts';
import { freePort, type RunningProcess, startServer } from './processes.ts';
import { startApiSession } from './sign-in-cookie.ts';

export interface ScaledOut {
  sandbox: Awaited<ReturnType<typeof startSandbox>>;
  /** The environment of every process of this set. */
  env: Record<string, string>;
  apiUrl: string;
  startApi(): Promise<RunningProcess>;
  /** Another web node on a port of its own; they share Redis if `redisUrl` was given. */
  startWeb(): Promise<{ url: string; process: RunningProcess }>;
  close(): Promise<void>;
}

/**
 * The parts of Assay as separate processes, on the built tree, with the mock services inside the test. `databaseUrl` undefined means the
 * embedded database in a folder deleted by `close`.
 */
export async function openScaledOut(
  options: { databaseUrl?: string; redisUrl?: string; sessionTtlSeconds?: number } = {},
): Promise<ScaledOut> {
  const dataDir = await mkdtemp(join(tmpdir(), 'assay-scaled-out-'));
  // A test may write beside these processes.
  installSigningKeys(testSigningKeys);
  const secrets = Object.fromEntries(
    [
      'DESCOPE_MANAGEMENT_KEY',
      'ADDY_API_KEY',
      'SESSION_SECRET',
      'WEB_SECRET',
      'ID_HMAC_KEY',
      'FILE_KEYS',
      'FIELD_KEYS',
    ].map((name) => [name, `${name}-of-a-test`.padEnd(64, '-')]),
  );
  const sandbox = await startSandbox({
    stateDir: join(dataDir, 'sandbox'),
    projectId: 'P2AssayScaledOut000000000000',
    managementKey: secrets.DESCOPE_MANAGEMENT_KEY ?? '',
    addressApiKey: secrets.ADDY_API_KEY ?? '',
    appUrl: 'http://localhost:3000',
    seedUsers: demoAccounts.map(({ loginId, name, userId }) => ({
      loginId,
      name,
      userId,
      password: demoPassword,
    })),
    sessionTtlSeconds: options.sessionTtlSeconds ?? 3600,
  });
  const apiPort = await freePort();
  const apiUrl = `http://127.0.0.1:${apiPort}`;
  const env: Record<string, string> = {
    ...secrets,
    AUDIT_SIGNING_KEY: testSigningPem,
    DATA_DIR: dataDir,
    APP_URL: 'http://localhost:3000',
    MAIN_API_URL: apiUrl,
    DESCOPE_PROJECT_ID: sandbox.projectId,
    DESCOPE_BASE_URL: sandbox.identityUrl,
    ADDY_NZL_URL: sandbox.addressUrls.NZL,
    ADDY_AUS_URL: sandbox.addressUrls.AUS,
    VERIFICATION_PROVIDER_URL: sandbox.verificationUrl,
    VERIFICATION_PROVIDER_TOKEN: sandbox.verificationToken,
    VERIFICATION_CALLBACK_SECRET: sandbox.verificationCallbackSecret,
    SMTP_URL: sandbox.smtpUrl,
    MAIL_FROM: 'Assay <no-reply@assay.test>',
    NODE_ENV: 'test',
    HOST: '127.0.0.1',
    LOG_LEVEL: 'error',
    ...(options.databaseUrl ? { DATABASE_URL: options.databaseUrl } : {}),
    ...(options.redisUrl ? { REDIS_URL: options.redisUrl } : {}),
  };
  const running: RunningProcess[] = [];
  const keep = (process: RunningProcess) => {
    running.push(process);
    return process;
  };
  return {
    sandbox,
    env,
    apiUrl,
    startApi: async () => keep(await startServer('api', { ...env, API_PORT: String(apiPort) })),
    startWeb: async () => {
      const port = await freePort();
      const url = `http://localhost:${port}`;
      return {
        url,
        process: keep(
          await startServer('web', { ...env, PORT: String(port), APP_URL: url, HOST: 'localhost' }),
        ),
      };
    },
    close: async () => {
      await Promise.all(running.map((process) => process.kill()));
      await sandbox.close();
      await rm(dataDir, { recursive: true, force: true });
    },
  };
}

/** Signs a member of the demo company's staff in. @returns `fetch` of paths below the API's `/api/v1`, with the session. */
export async function signInStaff({
  sandbox,
  apiUrl,
}: Pick<ScaledOut, 'sandbox' | 'apiUrl'>): Promise<(path: string, init?: RequestInit) => Promise<Response>> {
  const session = await startApiSession(apiUrl, sandbox, 'staff@demo.test');
  return (path, init = {}) =>
    fetch(`${apiUrl}/api/v1${path}`, {
      ...init,
      headers: {
        ...session,
        'content-type': 'application/json',
        ...init.headers,
      },
    });
}
