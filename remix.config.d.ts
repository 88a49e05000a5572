import type { VitePluginConfig } from '@remix-run/dev/dist/vite/plugin.js';

declare const config: VitePluginConfig;
export default config;
