import { mkdir, mkdtemp, readdir, readFile, rm, stat, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterEach, describe, expect, it, vi } from 'vitest';
import { demoAccounts, demoAdmin } from '#demo/demo-accounts.ts';
import { demoFolder } from '#tests/support/processes/demo-folder.ts';
import {
  freePort,
  type RunningProcess,
  startProcess,
  startServer,
} from '#tests/support/processes/processes.ts';
import { signInCookie } from '#tests/support/processes/sign-in-cookie.ts';

const undo: (() => Promise<unknown>)[] = [];
afterEach(async () => {
  for (const step of undo.splice(0).reverse()) await step();
});

async function folder(): Promise<string> {
  const path = await mkdtemp(join(tmpdir(), 'assay-start-'));
  undo.push(() => rm(path, { recursive: true, force: true }));
  return path;
}

async function started(running: Promise<RunningProcess>): Promise<RunningProcess> {
  const process = await running;
  undo.push(() => process.kill());
  return process;
}

describe('npm start on a built tree', () => {
  it('serves the sign-in page, the API and the outbox, and prints the demo sign-ins', async () => {
    const [port, dataDir] = [await freePort(), await demoFolder('start')];
    undo.push(() => rm(dataDir, { recursive: true, force: true }));
    const server = await started(startServer('all', { PORT: String(port), DATA_DIR: dataDir, SANDBOX: '1' }));
    const at = (path: string) => fetch(`http://localhost:${port}${path}`);
    expect(await (await at('/login')).text()).toContain('Sign in');
    expect((await at('/api/v1/openapi.json')).status).toBe(200);
    expect((await at('/api/v1/clients')).status).toBe(401);
    expect((await at('/sandbox/outbox')).status).toBe(200);
    expect((await at('/readyz')).status).toBe(200);
    // A redirect and a resource route are not documents, and protected as well.
    for (const path of [
      '/home',
      '/login.data',
      '/address-lookup?country=NZL&query=queen',
      '/favicon-that-is-none',
    ]) {
      const { headers } = await fetch(`http://localhost:${port}${path}`, { redirect: 'manual' });
      expect(headers.get('x-content-type-options'), path).toBe('nosniff');
      expect(headers.get('x-frame-options'), path).toBe('DENY');
      expect(headers.get('content-security-policy'), path).toContain("default-src 'none'");
      expect(headers.get('cache-control'), path).not.toBeNull();
    }
    const script = /(\/assets\/[\w.-]+\.js)/.exec(await (await at('/login')).text())?.[1] ?? '';
    for (const [path, cacheControl] of [
      [script, 'public, max-age=31536000, immutable'],
      ['/favicon.svg', 'public, max-age=3600'],
    ] as const) {
      const { status, headers } = await at(path);
      expect([status, headers.get('x-content-type-options')], path).toEqual([200, 'nosniff']);
      expect(headers.get('cache-control'), path).toBe(cacheControl);
    }
    const missing = await at('/assets/none.js');
    expect([missing.status, missing.headers.get('cache-control')]).toEqual([404, 'no-store']);
    const readme = await readFile('README.md', 'utf8');
    const origin = `http://localhost:${port}`;
    // Passed on for anybody, and no attempts: they stop none of the sign-ins below.
    for (const outcome of [...Array(35).fill(undefined), 'refused', 'limited']) {
      const posted = await fetch(`${origin}/api/v1/login`, {
        method: 'POST',
        headers: { 'content-type': 'application/json' },
        body: JSON.stringify({ kind: 'password', loginId: demoAdmin.loginId, outcome }),
      });
      expect(posted.status).toBe(200);
    }
    for (const { loginId, name } of demoAccounts) {
      expect(
        [server.output(), readme].map((text) => text.includes(loginId)),
        loginId,
      ).toEqual([true, true]);
      const isAdmin = loginId === demoAdmin.loginId;
      const cookie = await signInCookie(origin, loginId, isAdmin ? '/admin/login' : '/login');
      const home = await fetch(`${origin}${isAdmin ? '/admin/home' : '/home'}`, { headers: { cookie } });
      expect([home.status, (await home.text()).includes(name)], loginId).toEqual([200, true]);
    }
    expect(await server.stop()).toBe(0);
    // Other users of the machine can read nothing: the embedded database writes to a private folder.
    const open: string[] = [];
    for (const name of await readdir(dataDir)) {
      if (((await stat(join(dataDir, name))).mode & 0o077) !== 0) open.push(name);
    }
    expect(open).toEqual([]);
  });

  it('rejects a second process on the same data folder, and the first continues', async () => {
    const [port, other, dataDir] = [await freePort(), await freePort(), await folder()];
    await started(startServer('all', { PORT: String(port), DATA_DIR: dataDir, SANDBOX: '1' }));
    await expect(
      startServer('all', { PORT: String(other), DATA_DIR: dataDir, SANDBOX: '1' }),
    ).rejects.toThrow(/in use by another Assay \(process \d+\)/);
    // While the demo is being created the database may respond later than the readiness timeout.
    const isReady = async () => expect((await fetch(`http://localhost:${port}/readyz`)).status).toBe(200);
    await vi.waitFor(isReady, { timeout: 60_000, interval: 100 });
  });

  it('has demo sign-ins in the sandbox alone', async () => {
    const secrets = Object.fromEntries(
      [
        'AUDIT_KEY',
        'ID_HMAC_KEY',
        'FILE_KEYS',
        'FIELD_KEYS',
        'WEB_SECRET',
        'DESCOPE_MANAGEMENT_KEY',
        'VERIFICATION_PROVIDER_TOKEN',
        'VERIFICATION_CALLBACK_SECRET',
      ].map((name) => [name, name.padEnd(32, '-')]),
    );
    const env = {
      ...secrets,
      DATA_DIR: await folder(),
      API_PORT: '0',
      NODE_ENV: 'production',
      APP_URL: 'https://assay.example.test',
      DESCOPE_PROJECT_ID: 'P2AssayProduction00000000000',
      VERIFICATION_PROVIDER_URL: 'https://checks.example.test',
      SMTP_URL: 'smtp://mail.example.test',
      MAIL_FROM: 'no-reply@example.test',
    };
    await expect(startServer('api', env)).rejects.toThrow(/DATABASE_URL is missing/);
    await expect(
      startServer('api', { ...env, DATABASE_URL: 'postgres://nobody@127.0.0.1:9/none', SANDBOX: '1' }),
    ).rejects.toThrow(/SANDBOX must not be 1 in production/);
    const all = { PORT: '0', DATA_DIR: await folder(), NODE_ENV: 'production', SANDBOX: '1' };
    await expect(startServer('all', all)).rejects.toThrow(/SANDBOX must not be 1 with NODE_ENV=production/);
  });

  it('reports missing variables', async () => {
    await expect(startServer('web', { PORT: String(await freePort()) })).rejects.toThrow(/MAIN_API_URL/);
  });

  it('reports variables missing for API and pages in one message', async () => {
    const dataDir = await folder();
    const starting = startServer('all', {
      DATA_DIR: dataDir,
      DESCOPE_PROJECT_ID: 'P2x',
      SMTP_URL: 'http://x',
    });
    const message = await starting.then(
      () => '',
      ({ message: text }: Error) => text,
    );
    for (const name of [
      'AUDIT_SIGNING_KEY',
      'WEB_SECRET',
      'VERIFICATION_PROVIDER_URL',
      'SESSION_SECRET',
      'ADDY_API_KEY',
    ])
      expect(message.split(`  ${name} is missing`), name).toHaveLength(2);
    expect(message).toContain('SMTP_URL must be a smtp or smtps URL');
    expect(message).not.toContain('MAIN_API_URL');
    expect(await readdir(dataDir)).toEqual([]);
  });

  it.each(['abc', '70000', '-1', '80.5'])('rejects PORT=%s', async (port) => {
    await expect(startServer('all', { PORT: port, DATA_DIR: await folder(), SANDBOX: '1' })).rejects.toThrow(
      `PORT must be a number from 0 to 65535, such as 3000. It is “${port}”.`,
    );
  });

  it('rejects a data folder that is a file or damaged, and says how to fix it', async () => {
    const dataDir = await folder();
    const start = (path: string) => startServer('all', { PORT: '0', DATA_DIR: path, SANDBOX: '1' });
    await writeFile(join(dataDir, 'file'), '');
    await expect(start(join(dataDir, 'file'))).rejects.toThrow(
      /is a file, not a folder\. Move the file away, or set/,
    );
    await mkdir(join(dataDir, 'postgres'));
    await writeFile(join(dataDir, 'postgres/PG_VERSION'), '17');
    const damaged =
      /postgres is damaged: global is missing\. Restore the whole data folder from a backup, or set/;
    await expect(start(dataDir)).rejects.toThrow(damaged);
    expect((await readdir(dataDir)).sort()).toEqual(['file', 'postgres']);
  });

  it('audit:verify exits with an error where there is no data', async () => {
    const dataDir = await folder();
    const args = [
      'build/node/command.js',
      ['audit:verify'],
      { DATA_DIR: dataDir },
      /audit chains verified/,
    ] as const;
    await expect(startProcess(args[0], [...args[1]], args[2], args[3])).rejects.toThrow(
      /^It ended with code 1 .*\n.* holds no data of Assay, so nothing was verified/,
    );
    expect(await readdir(dataDir)).toEqual([]);
  });
});

describe('the same build under remix-serve', () => {
  it('refuses the sandbox and settings that are unsafe in production', async () => {
    const serve = startProcess(
      'node_modules/@remix-run/serve/dist/cli.js',
      ['build/server/index.js'],
      {
        PORT: String(await freePort()),
        SANDBOX: '1',
        APP_URL: 'http://assay.example.test',
        MAIN_API_URL: 'http://127.0.0.1:9',
        SESSION_SECRET: 'short-and-equal-secret',
        WEB_SECRET: 'short-and-equal-secret',
        DESCOPE_PROJECT_ID: 'P2AssaySandbox00000000000000',
        ADDY_API_KEY: 'key',
        ADDY_NZL_URL: 'http://127.0.0.1:9',
        ADDY_AUS_URL: 'http://127.0.0.1:9',
      },
      /http:\/\/localhost:\d+/,
    );
    const message = await serve.then(
      (server) => server.stop().then(() => ''),
      (error: Error) => error.message,
    );
    for (const fault of [
      'SANDBOX must not be 1 in production',
      'APP_URL must be https in production',
      'SESSION_SECRET must have at least 32',
      'WEB_SECRET must differ from SESSION_SECRET',
    ]) {
      expect(message).toContain(fault);
    }
  });

  it('serves the sign-in page', async () => {
    const [port, webPort] = [await freePort(), await freePort()];
    const dataDir = await folder();
    await started(startServer('all', { PORT: String(port), DATA_DIR: dataDir, SANDBOX: '1' }));
    const server = await started(
      startProcess(
        'node_modules/@remix-run/serve/dist/cli.js',
        ['build/server/index.js'],
        {
          PORT: String(webPort),
          NODE_ENV: 'production',
          APP_URL: `http://localhost:${webPort}`,
          MAIN_API_URL: `http://localhost:${port}`,
          SESSION_SECRET: 'a-secret-for-the-test-of-remix-serve',
          WEB_SECRET: 'another-secret-for-the-test-of-remix',
          DESCOPE_PROJECT_ID: 'P2AssaySandbox00000000000000',
          DESCOPE_BASE_URL: 'http://127.0.0.1:9',
          ADDY_API_KEY: 'key',
          ADDY_NZL_URL: 'http://127.0.0.1:9',
          ADDY_AUS_URL: 'http://127.0.0.1:9',
        },
        /http:\/\/localhost:\d+/,
      ),
    );
    const page = await fetch(`http://localhost:${webPort}/login`);
    expect(page.status, server.output()).toBe(200);
    expect(await page.text()).toContain('Sign in');
  });
});
