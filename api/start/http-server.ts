import { createServer, type Server } from 'node:http';
import { join } from 'node:path';
import { getRequestListener } from '@hono/node-server';
import { endpoints } from '#contract/endpoints.ts';
import { assembleApi } from '../create-api.ts';
import type { Env } from '../env/read-env.ts';
import { createTxtReader } from '../integrations/dns/txt-records.ts';
import type { Database } from '../kernel/database/pool.ts';
import type { Api } from '../kernel/http/api.ts';
import { serverTimeouts } from '../kernel/http/server-timeouts.ts';
import { closeSlowRequests, createUploadCheck } from '../kernel/http/slow-requests.ts';
import { openReadJournal, type ReadJournal } from '../kernel/read-events/journal.ts';
import type { Identity } from '../records/sign-in/identity.ts';
import type { SharedServices, StartDeps } from './services.ts';
import type { Undo } from './undo.ts';

/** Maximum wait for active requests at shutdown. */
const closeWithinMs = 10_000;

/** Serves the API over HTTP; closing waits for active requests. */
export async function listen(api: Api, env: Env, undo: Undo): Promise<{ url: string; port: number }> {
  const server: Server = createServer(
    serverTimeouts(),
    getRequestListener(api.fetch, { overrideGlobalObjects: false }),
  );
  closeSlowRequests(server, createUploadCheck(endpoints));
  // Without a port of its own the API is internal to this machine, regardless of HOST.
  const host = env.apiPort === undefined ? '127.0.0.1' : env.host;
  await new Promise<void>((resolve, reject) => {
    server.once('error', (error: NodeJS.ErrnoException) =>
      reject(
        error.code === 'EADDRINUSE'
          ? new Error(`Port ${env.apiPort} is in use. Set API_PORT to another one.`)
          : error,
      ),
    );
    server.listen(env.apiPort ?? 0, host, resolve);
  });
  undo.add(
    () =>
      new Promise<void>((done) => {
        const impatient = setTimeout(() => server.closeAllConnections(), closeWithinMs);
        server.close(() => {
          clearTimeout(impatient);
          done();
        });
        server.closeIdleConnections();
      }),
  );
  const address = server.address();
  if (address === null || typeof address === 'string') throw new Error('The API has no port.');
  return { url: `http://${host.includes(':') ? `[${host}]` : host}:${address.port}`, port: address.port };
}

/** The API of a process with its services. */
export function assemble(
  { env, log }: StartDeps,
  shared: SharedServices,
  own: {
    identity: Identity;
    readJournal: ReadJournal;
    wakeOutbox: (() => void) | undefined;
    wakeBulkActions: (() => void) | undefined;
  },
): Api {
  return assembleApi({
    isSandbox: env.sandbox,
    ...shared,
    ...own,
    screeningService: env.screening.service && {
      name: 'OpenSanctions matching API',
      address: env.screening.service.url,
    },
    appUrl: env.appUrl,
    readTxtRecords: createTxtReader(env.dnsServer),
    log,
    webSecret: env.webSecrets[0] ?? '',
    pastWebSecrets: env.webSecrets.slice(1),
    auditKeys: env.auditKeys,
    headsFolder: env.auditHeads.folder,
    trustedProxies: env.trustedProxies,
    metricsToken: env.metricsToken,
    checkAnswers: env.checkAnswers,
  });
}

/** The journal of opened records; closing saves what is noted. */
export function openJournal({ env, log, now }: StartDeps, { db }: Database, undo: Undo): ReadJournal {
  const journal = openReadJournal({
    db,
    folder: join(env.dataDir, 'read-events'),
    now,
    onError: (error) => log.error({ error }, 'access log was not saved'),
  });
  undo.add(journal.close);
  return journal;
}
