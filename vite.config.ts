import { vitePlugin as remix } from '@remix-run/dev';
import tailwind from '@tailwindcss/vite';
import { defineConfig } from 'vite';
import remixConfig from './remix.config.js';

/** Modules that are one chunk each: merged by size, small ones would bring others with them that a page has no use for. */
const chunks: Readonly<Record<string, RegExp>> = {
  // Of the document, its errors, and the parts of nearly every page.
  everywhere:
    /vite\/preload-helper|\/(app\/(components\/(brand|button|counted-heading|error-page|flash-message|navigation-progress|panel|reload-document|reload-when-ready)\.tsx|components\/forms\/(error-summary|field|form-fields|submit|text-input|use-hydrated|warning-box)\.tsx?|components\/layout\/(landing|routed-links|use-closing)\.ts|document\/(form-errors|nonce|page-meta|page-title|plain-document)\.tsx?|main-api\/(company-param|error-response)\.ts|session\/(redirect-to|second-factor-url)\.ts|state\.ts|unsaved-url\.ts)|rules\/pages\/[a-z-]+\.ts)$/,
  // Of the frame around every page of members.
  'member-pages':
    /\/(app\/components\/layout\/(bell|company-banners|global-search|idle-warning|navigation|person-menu|unsaved-banner)\.tsx|rules\/(activity-noun|permissions)\.ts)$/,
  dates: /\/rules\/(dates\/(calendar-dates|company-day)|format\/dates)\.ts$/,
  // Of lists, and of the forms that filter them.
  lists:
    /\/app\/components\/(view-tabs|list-page\/(empty-state|filter-bar|filter-chips|list-count|list-problem|pagination))\.tsx$/,
  table: /\/(app\/components\/table\.tsx|rules\/format\/numbers\.ts)$/,
  choices: /\/app\/components\/forms\/choices\.tsx$/,
  countries: /\/(rules\/countries|app\/components\/forms\/country-choices)\.ts$/,
  'record-forms':
    /\/(app\/components\/(address\/address-row|forms\/(opened-input|three-way-merge|version-conflict))\.tsx?|rules\/records\/fields\.ts)$/,
  // What records and lists of clients say of them.
  'client-types':
    /\/(rules\/(clients\/client-types|pep)\.ts|app\/components\/(badge|sanctions\/sanctions-tag)\.tsx)$/,
  // Of the pages of records alone.
  'record-page':
    /\/(rules\/((clients\/client|record)-tabs|clients\/client-progress)\.ts|app\/components\/(progress-rail\.tsx|panel-pagination\.tsx|record-page\/(menu|record-bar|record-tabs|section-tab)\.tsx?))$/,
};

const manualChunks = (id: string): string | undefined =>
  Object.keys(chunks).find((name) => chunks[name]?.test(id));

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
