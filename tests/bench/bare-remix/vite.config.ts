import { vitePlugin as remix } from '@remix-run/dev';
import { defineConfig } from 'vite';
import remixConfig from '../../../remix.config.js';

/** The smallest Remix app with the same options, as baseline for Assay's pages. */
export default defineConfig({
  plugins: [
    remix({
      ...remixConfig,
      appDirectory: 'tests/bench/bare-remix/app',
      buildDirectory: 'build/bench/bare-remix',
    }),
  ],
});
