import { type ChildProcess, spawn } from 'node:child_process';
import { once } from 'node:events';
import { chmod, mkdtemp, rm, writeFile } from 'node:fs/promises';
import { connect } from 'node:net';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { vi } from 'vitest';
import { runtimeLogin } from '#tests/support/database/database.ts';
import { freePort } from './processes.ts';

/** A PgBouncer in transaction mode in front of a server, for any database as the login of tests. @throws if it is not installed. */
export async function startPgBouncer(serverUrl: string): Promise<{ url: string; stop(): Promise<void> }> {
  const folder = await mkdtemp(join(tmpdir(), 'assay-pgbouncer-'));
  const [port, server] = [await freePort(), new URL(serverUrl)];
  const users = join(folder, 'users.txt');
  await writeFile(users, `"${runtimeLogin.name}" "${runtimeLogin.password}"\n`);
  const settings = join(folder, 'pgbouncer.ini');
  await writeFile(
    settings,
    `[databases]
* = host=${server.hostname} port=${server.port || 5432}
[pgbouncer]
listen_addr = 127.0.0.1
listen_port = ${port}
unix_socket_dir =
auth_type = plain
auth_file = ${users}
pool_mode = transaction
default_pool_size = 4
max_client_conn = 1000
${process.getuid?.() === 0 ? 'user = nobody' : ''}
`,
  );
  for (const path of [folder, users, settings]) await chmod(path, 0o755);
  const child: ChildProcess = spawn('pgbouncer', ['-q', settings], { stdio: 'inherit' });
  const ended = once(child, 'exit');
  const answers = () =>
    new Promise<void>((done, fail) => {
      const socket = connect(port, '127.0.0.1', () => {
        socket.destroy();
        done();
      });
      socket.once('error', fail);
    });
  await Promise.race([
    vi.waitFor(answers, { timeout: 60_000, interval: 50 }),
    ended.then(() => {
      throw new Error('PgBouncer ended before it listened.');
    }),
  ]);
  return {
    url: `postgres://127.0.0.1:${port}/`,
    async stop() {
      child.kill('SIGINT');
      await ended;
      await rm(folder, { recursive: true, force: true });
    },
  };
}
