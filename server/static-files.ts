import { readdirSync } from 'node:fs';
import { join } from 'node:path';
import { serveStatic } from '@hono/node-server/serve-static';
import type { Web } from './pass-on.ts';
import { projectRoot } from './project-root.ts';

/** Serves the files that the build has made for browsers, and those of `public/`. */
export function serveFiles(web: Web): void {
  const files = join(projectRoot, 'build/client');
  web.use(
    '/assets/*',
    serveStatic({
      root: files,
      precompressed: true,
      onFound: (_path, c) => c.header('cache-control', 'public, max-age=31536000, immutable'),
    }),
  );
  // By name, so that a page is not looked for among the files first.
  const names = process.env.ASSAY_DEV ? [] : readdirSync(files);
  for (const name of names.filter((name) => name.includes('.') && !/\.(br|gz)$/.test(name))) {
    web.use(
      `/${name}`,
      serveStatic({
        root: files,
        precompressed: true,
        onFound: (_path, c) => c.header('cache-control', 'public, max-age=3600'),
      }),
    );
  }
}
