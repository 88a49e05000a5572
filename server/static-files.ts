import { readdirSync } from 'node:fs';
import { join } from 'node:path';
import { serveStatic } from '@hono/node-server/serve-static';
import type { MiddlewareHandler } from 'hono';
import type { Web } from './pass-on.ts';
import { projectRoot } from './project-root.ts';

/** Headers of a served file; `serveStatic` has created its response before it calls `onFound`. */
function withFileHeaders(cacheControl: string): MiddlewareHandler {
  return async (c, next) => {
    await next();
    if (!c.res.ok && c.res.status !== 304) return;
    c.header('cache-control', cacheControl);
    c.header('x-content-type-options', 'nosniff');
  };
}

/** Serves the files that the build has made for browsers, and those of `public/`; in development Vite serves the latter. */
export function serveFiles(web: Web, isDevelopment: boolean): void {
  const root = join(projectRoot, 'build/client');
  const files = serveStatic({ root, precompressed: true });
  web.use('/assets/*', withFileHeaders('public, max-age=31536000, immutable'), files);
  // By name, so that a page is not looked for among the files first.
  const names = isDevelopment ? [] : readdirSync(root);
  for (const name of names.filter((name) => name.includes('.') && !/\.(br|gz)$/.test(name))) {
    web.use(`/${name}`, withFileHeaders('public, max-age=3600'), files);
  }
}
