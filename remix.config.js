/**
 * Remix's own options, and nothing else. `vite.config.ts` hands them to the Remix plugin, which does not
 * read this file by itself.
 *
 * @type {import('@remix-run/dev').VitePluginConfig}
 */
export default {
  appDirectory: 'app',
  buildDirectory: 'build',
  ssr: true,
  future: {
    v3_fetcherPersist: true,
    // The whole table of routes is one file, which a browser keeps: no navigation asks for a part of it.
    v3_lazyRouteDiscovery: false,
    v3_relativeSplatPath: true,
    v3_routeConfig: true,
    v3_singleFetch: true,
    v3_throwAbortReason: true,
  },
};
