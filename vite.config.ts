import { vitePlugin as remix } from '@remix-run/dev';
import tailwind from '@tailwindcss/vite';
import { defineConfig } from 'vite';
import remixConfig from './remix.config.js';

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
      output: { experimentalMinChunkSize: 1500 },
    },
  },
});
