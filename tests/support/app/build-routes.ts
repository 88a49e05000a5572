import type { ServerBuild } from '@remix-run/server-runtime';

interface RouteEntry {
  id?: string;
  path?: string;
  file: string;
  children?: RouteEntry[];
}

type Route = ServerBuild['routes'][string];

const appFolder = new URL('../../../app/', import.meta.url);

/** The routes of `app/routes.ts` as Remix's build would list them. */
export async function buildRoutes(): Promise<Pick<ServerBuild, 'routes' | 'assets'>> {
  const routes: ServerBuild['routes'] = {};
  const manifest: ServerBuild['assets']['routes'] = {};
  const add = async (id: string, file: string, path: string | undefined, parentId: string | undefined) => {
    // Not by a glob: its list would be cached with this file, without the routes added since.
    const module: Route['module'] = await import(/* @vite-ignore */ new URL(file, appFolder).pathname);
    routes[id] = { id, parentId, path, module };
    manifest[id] = {
      id,
      parentId,
      path,
      module: `/${file}`,
      hasAction: 'action' in module,
      hasLoader: 'loader' in module,
      hasClientAction: false,
      hasClientLoader: false,
      hasErrorBoundary: 'ErrorBoundary' in module,
    };
  };
  const walk = async (entries: RouteEntry[], parentId: string): Promise<void> => {
    for (const entry of entries) {
      const id = entry.id ?? entry.file.replace(/\.tsx?$/, '');
      await add(id, entry.file, entry.path, parentId);
      await walk(entry.children ?? [], id);
    }
  };
  await add('root', 'root.tsx', '', undefined);
  const { default: config } = await import('#app/routes.ts');
  await walk(await config, 'root');
  return {
    routes,
    assets: {
      entry: { imports: [], module: '/entry.client.js' },
      routes: manifest,
      url: '/manifest.js',
      version: 'test',
    },
  };
}
