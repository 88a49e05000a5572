import { createServer, type IncomingMessage, type ServerResponse } from 'node:http';
import { getRequestListener } from '@hono/node-server';
import { prepareApiThread } from '#api/api-thread.ts';
import { checkDataDir } from '#api/kernel/database/data-dir.ts';
import { serverTimeouts } from '#api/kernel/http/server-timeouts.ts';
import { closeSlowRequests } from '#api/kernel/http/slow-requests.ts';
import { isStreamingUpload } from '#app/body-limit.server.ts';
import { appEnv, preserveNodeEnv } from '#app/env.server.ts';
import { checkEnvironment } from './check-environment.ts';
import { openBuiltPages, openSourcePages, readInPagesLibraries } from './pages.ts';
import { listen, reportAndExit, stopOnSignals } from './process.ts';
import { readServerEnv } from './server-env.ts';
import { createWeb } from './web.ts';

const apiThreadEvents = {
  onEnded: (reason: string) => console.error(`The API's thread ended (${reason}). Starting it again …`),
  onGivenUp: (reason: string) => reportAndExit(new Error(`The API could not be started again: ${reason}`)),
};

/**
 * Runs the web, and with `all` the API, its jobs and, where it is asked for, the sandbox beside it, until a signal ends it.
 *
 * @param variables the environment of the process: the API and the pages read their settings there, so what the start decides is set in it
 * @throws Error in words for the operator when a variable is missing, or a port or the data folder is taken.
 */
export async function runWeb(role: 'all' | 'web', variables: NodeJS.ProcessEnv): Promise<void> {
  const { port, host, isSandboxed, isDevelopment, dataDir, hasEmbeddedDatabase } = readServerEnv(
    variables,
    role,
  );
  if (isSandboxed) variables.APP_URL ??= `http://localhost:${port}`;
  if (role === 'all') {
    variables.DATA_DIR = dataDir;
    if (hasEmbeddedDatabase) checkDataDir(dataDir);
    if (!isSandboxed) await checkEnvironment(variables);
  }

  // Started first: the thread loads its libraries while this one opens the services it depends on.
  const apiThread = role === 'all' ? prepareApiThread() : undefined;
  const sandbox = isSandboxed
    ? await (await import('../enter-sandbox.ts')).enterSandbox(variables, dataDir)
    : undefined;
  const starting = apiThread?.start({ ...variables }, apiThreadEvents);
  // From here on the libraries of the pages read it, to choose their quick builds; the operator's word is with the API.
  preserveNodeEnv();
  if (!isDevelopment) variables.NODE_ENV = 'production';
  const [api] = await Promise.all([starting, isDevelopment ? undefined : readInPagesLibraries()]);
  if (api) variables.MAIN_API_URL = api.url;
  const env = appEnv();
  const server = createServer(serverTimeouts());
  closeSlowRequests(server, ({ url, headers }) => isStreamingUpload(url ?? '/', headers['content-type']));
  const { build, vite } = await (isDevelopment ? openSourcePages(server) : openBuiltPages());
  const web = createWeb({
    env,
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
  await listen(server, port, host);
  // Signals first: a caller that reads the readiness message may stop the process at once.
  stopOnSignals(async () => {
    server.closeAllConnections();
    await new Promise((closed) => server.close(closed));
    await vite?.close();
    await api?.stop();
    await sandbox?.close();
  });

  console.log(`Assay is at ${env.appUrl}`);
  if (sandbox) {
    const { demoAccounts, demoPassword } = await import('#demo/demo-accounts.ts');
    console.log(`Demo sign-ins, password ${demoPassword}:`);
    for (const { loginId, note } of demoAccounts) console.log(`  ${loginId.padEnd(20)} ${note}`);
  }
}
