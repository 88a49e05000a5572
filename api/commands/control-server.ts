import { randomBytes, timingSafeEqual } from 'node:crypto';
import { serve } from '@hono/node-server';
import { Hono } from 'hono';
import type { ProgressLine } from './progress.ts';

/** Runs a command by name and reports progress; an error is the last line. */
export type CommandRunner = (
  name: string,
  args: Record<string, string>,
  report: (line: ProgressLine) => void,
) => Promise<void>;

export interface ControlServer {
  port: number;
  /** Readers of the data folder's lock file may run commands. */
  secret: string;
  close(): Promise<void>;
}

function sameSecret(header: string | undefined, secret: string): boolean {
  const [received, expected] = [Buffer.from(header ?? ''), Buffer.from(`Bearer ${secret}`)];
  return received.length === expected.length && timingSafeEqual(received, expected);
}

/**
 * Lets other processes on this machine run commands on a database that only this process can open. Listens on its own
 * loopback port, and requires the secret.
 */
export async function startControlServer(run: CommandRunner): Promise<ControlServer> {
  const secret = randomBytes(32).toString('base64url');
  const running = new Set<Promise<void>>();
  const app = new Hono();
  app.post('/commands/:name', async (context) => {
    if (!sameSecret(context.req.header('Authorization'), secret)) return context.text('', 404);
    const args = await context.req.json<Record<string, string>>();
    const encoder = new TextEncoder();
    let isRead = true;
    const body = new ReadableStream<Uint8Array>({
      start(controller) {
        const report = (line: ProgressLine) => {
          if (isRead) controller.enqueue(encoder.encode(`${JSON.stringify(line)}\n`));
        };
        const work = run(context.req.param('name'), args, report).finally(() => {
          running.delete(work);
          if (isRead) controller.close();
        });
        running.add(work);
      },
      cancel() {
        // The command continues without a listener.
        isRead = false;
      },
    });
    return new Response(body, { headers: { 'Content-Type': 'application/x-ndjson' } });
  });
  const server = await new Promise<{ port: number; stop: () => Promise<void> }>((resolve, reject) => {
    const listening = serve(
      { overrideGlobalObjects: false, fetch: app.fetch, hostname: '127.0.0.1', port: 0 },
      ({ port }) => {
        resolve({
          port,
          stop: () => new Promise((done) => listening.close(() => done())),
        });
      },
    );
    listening.once('error', reject);
  });
  return {
    port: server.port,
    secret,
    async close() {
      await Promise.allSettled(running);
      await server.stop();
    },
  };
}
