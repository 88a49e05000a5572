import { vitePlugin as remix } from '@remix-run/dev';
import tailwind from '@tailwindcss/vite';
import { defineConfig } from 'vite';
import remixConfig from './remix.config.js';

/** What nearly every page uses, in one chunk: merged by size, each piece would bring others that the sign-in page has no use for. */
const everywhere =
  /\/app\/(components\/(brand|button|counted-heading|flash-message|panel)\.tsx|components\/forms\/(error-summary|field|form-fields|submit|text-input|use-hydrated|warning-box)\.tsx?|components\/layout\/landing\.ts|document\/page-title\.ts)$/;

function manualChunks(id: string): string | undefined {
  if (everywhere.test(id)) return 'everywhere';
  // Of use to the pages of records alone.
  return /\/rules\/(clients\/client|record)-tabs\.ts$/.test(id) ? 'record-tabs' : undefined;
}

export default defineConfig({
  plugins: [tailwind(), remix(remixConfig)],
  build: {
    target: 'es2022',
    // What a module needs is preloaded by the document; the loader that would do it again weighs on every page.
    modulePreload: false,
    // Fonts and images stay files: a data: URL would need an opening in the content security policy.
    assetsInlineLimit: 0,
    // The browser's source maps would publish the source.
    sourcemap: false,
    rollupOptions: {
      // Bytes: the pieces that several pages share are not asked for by the dozen.
      output: {
        experimentalMinChunkSize: 1000,
        manualChunks,
      },
    },
  },
});
