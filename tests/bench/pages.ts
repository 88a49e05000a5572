import { mkdtemp, readFile, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join, resolve } from 'node:path';
import { withServerDatabase } from '#tests/support/database/server-database.ts';
import { freePort, startProcess, startServer } from '#tests/support/processes/processes.ts';
import { signInCookie } from '#tests/support/processes/sign-in-cookie.ts';
import { median, requestsPerSecond } from './load.ts';
import { sized } from './sizes.ts';
import { untilAtRest } from './wait-until-idle.ts';

const clients = Number(process.env.BENCH_CLIENTS ?? sized(100_000, 20));
const rounds = sized(5, 1);
const secondsPerRound = sized(4, 0.2);
const warmUpSeconds = sized(2, 0.1);

/** /clients as served, against the same markup from constants and a bare Remix page of as many rows. */
await withServerDatabase(async (databaseUrl) => {
  const dataDir = await mkdtemp(join(tmpdir(), 'assay-bench-'));
  const [port, constantPort, barePort] = [await freePort(), await freePort(), await freePort()];
  const env = {
    PORT: String(port),
    DATA_DIR: dataDir,
    SANDBOX: '1',
    DATABASE_URL: databaseUrl,
    LOG_LEVEL: 'error',
    SESSION_SECRET: 'secret-of-the-measured-cookies-of-pages',
  };
  const server = await startServer('all', env);
  const servers = [server];
  try {
    const seed = await startProcess(
      'build/node/command.js',
      ['seed', '--clients', String(clients)],
      { ...env, ...(await sandboxSecrets(dataDir)) },
      /./,
    );
    if (seed.child.exitCode === null) await new Promise((done) => seed.child.once('exit', done));

    await untilAtRest(databaseUrl);
    const cookie = await signInCookie(`http://localhost:${port}`, 'staff@demo.test');
    const servePages = (
      file: string,
      at: number,
      extra: string[] = [],
      extraEnv: Record<string, string> = {},
    ) =>
      startProcess(
        'build/bench/serve-remix-build.js',
        [resolve(file), String(at), ...extra],
        { NODE_ENV: 'production', ...extraEnv },
        /Serving/,
      );
    servers.push(
      await servePages('build/server/index.js', constantPort, ['memoise'], {
        ...(await sandboxSecrets(dataDir)),
        APP_URL: `http://localhost:${port}`,
        MAIN_API_URL: `http://localhost:${port}`,
        DESCOPE_PROJECT_ID: 'P2AssaySandbox00000000000000',
        SESSION_SECRET: env.SESSION_SECRET,
        ADDY_API_KEY: 'not-used-here',
        ADDY_NZL_URL: 'http://127.0.0.1:9',
        ADDY_AUS_URL: 'http://127.0.0.1:9',
      }),
      await servePages('build/bench/bare-remix/server/index.js', barePort),
    );

    const measured = {
      real: { url: `http://127.0.0.1:${port}/clients`, headers: { cookie }, perSecond: [] as number[] },
      constants: {
        url: `http://127.0.0.1:${constantPort}/clients`,
        headers: { cookie },
        perSecond: [] as number[],
      },
      bare: { url: `http://127.0.0.1:${barePort}/`, headers: {}, perSecond: [] as number[] },
    };
    for (const page of Object.values(measured))
      await requestsPerSecond(page.url, warmUpSeconds, page.headers);
    for (let round = 0; round < rounds; round += 1) {
      for (const page of Object.values(measured)) {
        page.perSecond.push(await requestsPerSecond(page.url, secondsPerRound, page.headers));
      }
    }
    const ratio = (against: 'constants' | 'bare') =>
      median(
        measured.real.perSecond.map(
          (value, round) => value / (measured[against].perSecond[round] ?? Number.NaN),
        ),
      );
    console.log(`\n/clients, 50 of ${clients} rows, PostgreSQL; median of ${rounds} rounds\n`);
    console.log('| page | requests a second | /clients against it | at least |');
    console.log('|---|---|---|---|');
    console.log(`| /clients | ${median(measured.real.perSecond).toFixed(1)} | | |`);
    console.log(
      `| the same markup from constants | ${median(measured.constants.perSecond).toFixed(1)} | ${ratio('constants').toFixed(2)} | 0.5 |`,
    );
    console.log(
      `| a bare Remix page of 50 rows | ${median(measured.bare.perSecond).toFixed(1)} | ${ratio('bare').toFixed(2)} | 0.2 |`,
    );
  } finally {
    await Promise.all(servers.map((running) => running.kill()));
    await rm(dataDir, { recursive: true, force: true });
  }
});

async function sandboxSecrets(dataDir: string): Promise<Record<string, string>> {
  return JSON.parse(await readFile(join(dataDir, 'secrets.json'), 'utf8')) as Record<string, string>;
}
