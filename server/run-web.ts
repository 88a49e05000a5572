import { createServer, type IncomingMessage, type ServerResponse } from 'node:http';
import { resolve } from 'node:path';
import { getRequestListener } from '@hono/node-server';
import { prepareApiThread } from '#api/api-thread.ts';
import { checkDataDir } from '#api/kernel/database/data-dir.ts';
import { serverTimeouts } from '#api/kernel/http/server-timeouts.ts';
import { isStreamingUpload } from '#app/body-limit.server.ts';
import { readAppEnv } from '#app/env.server.ts';
import { demoAccounts, demoPassword } from '#demo/demo-accounts.ts';
import { checkEnvironment } from './check-environment.ts';
import { openPages, readInPagesLibraries } from './pages.ts';
import { listen, portFrom, reportAndExit, stopOnSignals } from './process.ts';
import { closeSlowRequests } from './slow-requests.ts';
import { createWeb } from './web.ts';

const apiThreadEvents = {
  onEnded: (reason: string) => console.error(`The API's thread ended (${reason}). Starting it again …`),
  onGivenUp: (reason: string) => reportAndExit(new Error(`The API could not be started again: ${reason}`)),
};

/**
 * Runs the web and, with `all`, the API, its jobs and, if enabled, the sandbox, until a signal ends it.
 * @throws Error with a message for the operator if a variable is missing, or a port or the data folder is in use.
 */
export async function runWeb(role: 'all' | 'web'): Promise<void> {
  if (process.env.SANDBOX === '1' && process.env.NODE_ENV === 'production') {
    throw new Error(
      'SANDBOX must not be 1 with NODE_ENV=production: demo accounts and mock services would be open to everyone. Unset one of them.',
    );
  }
  const port = portFrom(process.env.PORT);
  const sandboxed = process.env.SANDBOX === '1' && role === 'all';
  const host = process.env.HOST ?? (sandboxed ? '127.0.0.1' : '0.0.0.0');
  if (sandboxed) process.env.APP_URL ??= `http://localhost:${port}`;
  const dataDir = resolve(process.env.DATA_DIR ?? './data');
  if (role === 'all') {
    process.env.DATA_DIR = dataDir;
    if (!process.env.DATABASE_URL) checkDataDir(dataDir);
    if (!sandboxed) await checkEnvironment();
  }

  // Started first: the thread loads its libraries while this one opens the services it depends on.
  const apiThread = role === 'all' ? prepareApiThread() : undefined;
  const sandbox = sandboxed
    ? await (await import('../enter-sandbox.ts')).enterSandbox(dataDir, process.env.APP_URL ?? '')
    : undefined;
  const starting = apiThread?.start({ ...process.env }, apiThreadEvents);
  // The libraries of the pages read it from here on, to select their production builds; the operator's setting is
  // already with the API.
  if (!process.env.ASSAY_DEV) process.env.NODE_ENV = 'production';
  const [api] = await Promise.all([starting, readInPagesLibraries()]);
  if (api) process.env.MAIN_API_URL = api.url;
  readAppEnv(process.env);
  const server = createServer(serverTimeouts());
  closeSlowRequests(server, ({ url, headers }) => isStreamingUpload(url ?? '/', headers['content-type']));
  const { build, vite } = await openPages(server);
  const web = createWeb({
    build,
    ...(api ? { api } : {}),
    ...(sandbox ? { sandboxUrl: sandbox.outboxUrl } : {}),
  });
  // Replacing the platform's Response breaks libraries that modify a response, including the identity service's.
  const response = getRequestListener((request, bindings) => web.fetch(request, bindings), {
    overrideGlobalObjects: false,
  });
  server.on('request', (incoming: IncomingMessage, outgoing: ServerResponse) => {
    if (vite) vite.middlewares(incoming, outgoing, () => void response(incoming, outgoing));
    else void response(incoming, outgoing);
  });
  const boundPort = await listen(server, port, host);
  // Signals first: readers of the startup message may stop the process at once.
  stopOnSignals(async () => {
    server.closeAllConnections();
    await new Promise((closed) => server.close(closed));
    await vite?.close();
    await api?.stop();
    await sandbox?.close();
  });

  console.log(`Assay is at ${process.env.APP_URL ?? `http://localhost:${boundPort}`}`);
  if (sandbox) {
    console.log(`Demo sign-ins, password ${demoPassword}:`);
    for (const { loginId, note } of demoAccounts) console.log(`  ${loginId.padEnd(20)} ${note}`);
  }
}
