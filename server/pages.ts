import { readFile } from 'node:fs/promises';
import type { Server } from 'node:http';
import { join } from 'node:path';
import { pathToFileURL } from 'node:url';
import type { ServerBuild } from '@remix-run/server-runtime';
import { projectRoot } from './project-root.ts';
import type { WebParts } from './web.ts';

const pagesFile = join(projectRoot, 'build/server/index.js');

/** Preloads the libraries of the built pages while the API starts. */
export async function readInPagesLibraries(): Promise<void> {
  const code = await readFile(pagesFile, 'utf8');
  const names = [...code.matchAll(/^import .*?"([^"./][^"]*)";$/gm)].flatMap(([, name]) => name ?? []);
  await Promise.all(names.map((name) => import(name)));
}

interface Pages {
  build: WebParts['build'];
  vite?: import('vite').ViteDevServer;
}

/** The built pages. */
export async function openBuiltPages(): Promise<Pages> {
  return { build: (await import(pathToFileURL(pagesFile).href)) as ServerBuild };
}

/** In development, what Vite makes of the pages' sources as they are now. */
export async function openSourcePages(server: Server): Promise<Pages> {
  const { createServer: createVite } = await import('vite');
  // Hot reload uses the web's own port: Vite's default port would conflict between two instances.
  const vite = await createVite({ root: projectRoot, server: { middlewareMode: true, hmr: { server } } });
  return { vite, build: () => vite.ssrLoadModule('virtual:remix/server-build') as Promise<ServerBuild> };
}
