import { rm } from 'node:fs/promises';
import { setTimeout as pause } from 'node:timers/promises';
import { demoFolder } from './demo-folder.ts';
import { freePort, startServer } from './processes.ts';
import { sessionTokenIn, signInCookie } from './sign-in-cookie.ts';

/** Milliseconds of GET /me: the median, the 95th percentile and the maximum; and the number of failures. */
interface Latency {
  median: number;
  p95: number;
  slowest: number;
  failed: number;
}

export interface DocsRun {
  alone: Latency;
  /** While the readers read. */
  meanwhile: Latency;
  /** Responses to the readers by status; 0 for a failed connection. */
  statuses: Record<number, number>;
}

function getLatency(milliseconds: number[]): Omit<Latency, 'failed'> {
  const sorted = milliseconds.toSorted((a, b) => a - b);
  const at = (part: number) => Math.round((sorted[Math.floor((sorted.length - 1) * part)] ?? 0) * 10) / 10;
  return { median: at(0.5), p95: at(0.95), slowest: at(1) };
}

/**
 * Starts the built server and measures GET /me for a signed-in member, first alone, then while `readers` without a session request the
 * OpenAPI document and its page continuously.
 */
export async function docsRun({ readers, calls }: { readers: number; calls: number }): Promise<DocsRun> {
  const [port, dataDir] = [await freePort(), await demoFolder('docs')];
  const origin = `http://localhost:${port}`;
  const server = await startServer('all', {
    PORT: String(port),
    DATA_DIR: dataDir,
    SANDBOX: '1',
    LOG_LEVEL: 'error',
  });
  try {
    const authorization = `Bearer ${sessionTokenIn(await signInCookie(origin, 'staff@demo.test'))}`;
    const measure = async (count: number) => {
      const taken: number[] = [];
      let failed = 0;
      for (let at = 0; at < count; at += 1) {
        const startedAt = performance.now();
        const response = await fetch(`${origin}/api/v1/me`, { headers: { authorization } });
        await response.text();
        if (response.status !== 200) failed += 1;
        taken.push(performance.now() - startedAt);
      }
      return { ...getLatency(taken), failed };
    };
    await measure(calls);
    const alone = await measure(calls);

    let isDone = false;
    const statuses: Record<number, number> = {};
    const read = async (path: string) => {
      while (!isDone) {
        const status = await fetch(`${origin}/api/v1/${path}`)
          .then(async (response) => (await response.arrayBuffer()) && response.status)
          .catch(() => 0);
        statuses[status] = (statuses[status] ?? 0) + 1;
      }
    };
    const reading = Array.from({ length: readers }, (_, at) => read(at % 2 === 0 ? 'openapi.json' : 'docs'));
    await pause(500);
    const meanwhile = await measure(calls);
    isDone = true;
    await Promise.all(reading);
    return { alone, meanwhile, statuses };
  } finally {
    await server.kill();
    await rm(dataDir, { recursive: true, force: true });
  }
}
