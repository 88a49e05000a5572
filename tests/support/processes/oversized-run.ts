import { readFile, rm } from 'node:fs/promises';
import { request } from 'node:http';
import { setTimeout as pause } from 'node:timers/promises';
import { demoFolder } from './demo-folder.ts';
import { freePort, startServer } from './processes.ts';

export interface OversizedRun {
  /** Statuses of the posts, in the order of sending; 0 for one disconnected without a response. */
  statuses: number[];
  /** Statuses of two posts of 8 MB each, a plausible size: with their length declared, and without. */
  modest: number[];
  /** Resident memory of the server in megabytes: before the posts, and the peak while they ran. */
  memory: { before: number; most: number };
  /** Milliseconds that another user's sign-in page took meanwhile. */
  others: { answered: number; slowest: number };
  seconds: number;
}

const megabyte = 1024 * 1024;
const piece = Buffer.alloc(megabyte, 'x');

/** Posts a number of megabytes as a form, as fast as they are accepted. @returns the status of the response */
function postForm(url: string, megabytes: number, isDeclared: boolean): Promise<number> {
  return new Promise((done) => {
    const headers = {
      origin: new URL(url).origin,
      'content-type': 'application/x-www-form-urlencoded',
      ...(isDeclared ? { 'content-length': megabytes * megabyte } : {}),
    };
    const sending = request(url, { method: 'POST', agent: false, headers }, (response) => {
      response.resume();
      done(response.statusCode ?? 0);
    });
    sending.once('error', () => done(0));
    let sent = 0;
    const next = (): void => {
      if (sending.destroyed) return;
      if (sent >= megabytes) {
        sending.end();
        return;
      }
      sent += 1;
      if (sending.write(piece)) setImmediate(next);
      else sending.once('drain', next);
    };
    next();
  });
}

/**
 * Starts the built server and sends it far too large forms concurrently, half of them without a declared length, while another user
 * requests the sign-in page repeatedly.
 * @param paths targets of the posts in turn, such as `/logout`
 */
export async function oversizedRun({
  posts,
  megabytes,
  paths,
}: {
  posts: number;
  megabytes: number;
  paths: readonly string[];
}): Promise<OversizedRun> {
  const [port, dataDir] = [await freePort(), await demoFolder('oversized')];
  const origin = `http://localhost:${port}`;
  const server = await startServer('all', {
    PORT: String(port),
    DATA_DIR: dataDir,
    SANDBOX: '1',
    LOG_LEVEL: 'error',
  });
  const readMemory = async () => {
    const status = await readFile(`/proc/${server.child.pid}/status`, 'utf8');
    return Math.round(Number(/^VmRSS:\s+(\d+) kB/m.exec(status)?.[1]) / 1024);
  };
  try {
    // The first pages allocate memory of their own.
    for (let count = 0; count < 100; count += 1) await (await fetch(`${origin}/login`)).text();
    const modest = await Promise.all(
      [true, false].map((isDeclared) => postForm(`${origin}${paths[0]}`, 8, isDeclared)),
    );
    const memory = { before: await readMemory(), most: 0 };

    let isDone = false;
    const others = { answered: 0, slowest: 0 };
    const visit = async () => {
      while (!isDone) {
        const startedAt = performance.now();
        const response = await fetch(`${origin}/login`);
        await response.text();
        if (response.status === 200) others.answered += 1;
        others.slowest = Math.max(others.slowest, Math.round(performance.now() - startedAt));
      }
    };
    const watch = async () => {
      while (!isDone) {
        memory.most = Math.max(memory.most, await readMemory());
        await pause(20);
      }
    };
    const startedAt = performance.now();
    const watching = [visit(), watch()];
    const statuses = await Promise.all(
      Array.from({ length: posts }, (_, at) =>
        postForm(`${origin}${paths[at % paths.length]}`, megabytes, at % 2 === 0),
      ),
    );
    const seconds = Math.round((performance.now() - startedAt) / 100) / 10;
    isDone = true;
    await Promise.all(watching);
    return { statuses, modest, memory, others, seconds };
  } finally {
    await server.kill();
    await rm(dataDir, { recursive: true, force: true });
  }
}
