/** `npm run dev`: pages reload by Vite; a change on the Node side restarts the server. */
import { spawn } from 'node:child_process';
import { once } from 'node:events';
import { fileURLToPath } from 'node:url';
import { context } from 'esbuild';
import { nodeBundle } from './build.mjs';

const entry = fileURLToPath(new URL('./serve-built.mjs', import.meta.url));
let server;
let restarting = Promise.resolve();
let stopping = false;

async function end() {
  if (!server || server.exitCode !== null || server.signalCode !== null) return;
  const ended = once(server, 'exit');
  server.kill('SIGTERM');
  await ended;
}

async function restart() {
  await end();
  if (stopping) return;
  server = spawn(process.execPath, ['--enable-source-maps', entry], {
    stdio: 'inherit',
    env: { ...process.env, ASSAY_DEV: '1', NODE_ENV: 'development', SANDBOX: process.env.SANDBOX ?? '1' },
  });
}

const watcher = await context({
  ...nodeBundle,
  // Separate from the build of `npm start`, whose stamp would not detect the replacement.
  outdir: 'build/dev',
  plugins: [
    ...nodeBundle.plugins,
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

for (const signal of ['SIGINT', 'SIGTERM']) {
  process.on(signal, async () => {
    if (stopping) return;
    stopping = true;
    await watcher.dispose();
    await restarting;
    await end();
    process.exit(0);
  });
}
