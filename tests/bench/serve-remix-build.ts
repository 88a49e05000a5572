import { createServer } from 'node:http';
import { pathToFileURL } from 'node:url';
import { getRequestListener } from '@hono/node-server';
import { createRequestHandler, type ServerBuild } from '@remix-run/server-runtime';
import { createPagesBySection } from '#app/route-index.server.ts';

/**
 * Serves a Remix build on its own. With `memoise`, each loader runs once per URL and its result is reused: the same markup from constants,
 * without session, API or query. Arguments: the build's file, the port, and optionally `memoise`.
 */
const [file = '', port = '0', memoise] = process.argv.slice(2);
const build = (await import(pathToFileURL(file).href)) as ServerBuild;

function withLoadersMemoised(original: ServerBuild): ServerBuild {
  const routes = Object.fromEntries(
    Object.entries(original.routes).map(([id, route]) => {
      const loader = route?.module.loader;
      if (!route || !loader) return [id, route];
      const results = new Map<string, unknown>();
      const remembered: typeof loader = async (args) => {
        if (!results.has(args.request.url)) results.set(args.request.url, await loader(args));
        return results.get(args.request.url);
      };
      return [id, { ...route, module: { ...route.module, loader: remembered } }];
    }),
  );
  return { ...original, routes };
}

const handle =
  memoise === 'memoise'
    ? createPagesBySection(withLoadersMemoised(build), 'production')
    : createRequestHandler(build, 'production');
const listener = getRequestListener((request) => handle(request, { clientIp: '127.0.0.1' }), {
  overrideGlobalObjects: false,
});
createServer(listener).listen(Number(port), '127.0.0.1', () => console.log('Serving'));
