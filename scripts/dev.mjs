/** `npm run dev`: pages reload by Vite; a change on the Node side restarts the server. */
import { spawn } from 'node:child_process';
import { fileURLToPath } from 'node:url';
import { context } from 'esbuild';
import { nodeBundle } from './build.mjs';

const entry = fileURLToPath(new URL('./serve-built.mjs', import.meta.url));
let server;
let restarting = Promise.resolve();

async function restart() {
  if (server && server.exitCode === null) {
    const ended = new Promise((resolve) => server.once('exit', resolve));
    server.kill('SIGTERM');
    await ended;
  }
  server = spawn(process.execPath, ['--enable-source-maps', entry], {
    stdio: 'inherit',
    env: { ...process.env, ASSAY_DEV: '1', NODE_ENV: 'development', SANDBOX: process.env.SANDBOX ?? '1' },
  });
}

const watcher = await context({
  ...nodeBundle,
  plugins: [
    {
      name: 'restart',
      setup(bundler) {
        bundler.onEnd((result) => {
          if (result.errors.length > 0) return;
          restarting = restarting.then(restart);
        });
      },
    },
  ],
});
await watcher.watch();
process.on('SIGINT', () => {
  server?.kill('SIGTERM');
  process.exit(0);
});
