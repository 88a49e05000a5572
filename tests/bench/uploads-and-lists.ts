import { randomBytes } from 'node:crypto';
import { once } from 'node:events';
import { mkdtemp, rm } from 'node:fs/promises';
import { type IncomingMessage, request } from 'node:http';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { setTimeout as pause } from 'node:timers/promises';
import {
  createDocumentRequest,
  type DocumentRequest,
} from '#contract/document-requests/document-requests.ts';
import { withServerDatabase } from '#tests/support/database/server-database.ts';
import { largePicture, withComment } from '#tests/support/files/sample-files.ts';
import { freePort, startServer } from '#tests/support/processes/processes.ts';
import { sessionHeadersIn, signInCookie } from '#tests/support/processes/sign-in-cookie.ts';
import { median } from './load.ts';

const people = 50;
const megabytesEach = 5;
const rounds = 3;
/** Number of times that a member opens the list, with and without uploads. */
const everyMs = 100;
const idleSeconds = 20;
const maxRatio = 2;

interface Link {
  /** Path of the page. */
  path: string;
  itemId: string;
  /** Each person has an address of their own. */
  ip: string;
}

/** The 95th of a hundred values, in milliseconds. */
const p95 = (values: number[]) =>
  values.toSorted((a, b) => a - b)[Math.ceil(values.length * 0.95) - 1] ?? Number.NaN;

/** Links of started requests, one per person. */
async function createLinks(origin: string, cookie: string, round: number): Promise<Link[]> {
  const headers = {
    ...sessionHeadersIn(cookie),
    'content-type': 'application/json',
  };
  const list = await fetch(`${origin}/api/v1/clients?type=individual&status=active`, { headers });
  const { items: clients } = (await list.json()) as { items: { id: string }[] };
  const links: Link[] = [];
  for (let n = 0; n < people; n += 1) {
    const client = clients[n % clients.length];
    const path = createDocumentRequest.path.replace(':id', client?.id ?? '');
    const made = await fetch(`${origin}/api/v1${path}`, {
      method: 'POST',
      headers: { ...headers, 'Idempotency-Key': crypto.randomUUID() },
      body: JSON.stringify({
        recipientName: `Person ${n}`,
        dueOn: new Date(Date.now() + 7 * 86_400_000).toISOString().slice(0, 10),
        items: [{ label: 'Passport', kind: 'document', documentType: 'passport' }],
      }),
    });
    const response = (await made.json()) as DocumentRequest;
    if (made.status !== 201)
      throw new Error(`A request answered ${made.status}: ${JSON.stringify(response)}`);
    const link = new URL(response.link ?? '');
    const ip = `198.51.${100 + round}.${n + 1}`;
    const started = await fetch(`${origin}${link.pathname}`, {
      method: 'POST',
      redirect: 'manual',
      headers: { origin, 'x-forwarded-for': ip },
      body: new URLSearchParams({ intent: 'start' }),
    });
    if (started.status !== 302) throw new Error(`Starting answered ${started.status}.`);
    links.push({ path: link.pathname, itemId: response.items[0]?.id ?? '', ip });
    // At most the commands per minute that one member may send.
    await pause(20);
  }
  return links;
}

/** Sends one picture by the page's form, as a browser without script does; retries when rate limited. */
async function give(origin: string, link: Link, picture: readonly Buffer[]): Promise<void> {
  const boundary = `----form${randomBytes(12).toString('hex')}`;
  const parts = [
    Buffer.from(
      `--${boundary}\r\nContent-Disposition: form-data; name="file"; filename="passport.jpg"\r\n\r\n`,
    ),
    ...picture,
    Buffer.from(`\r\n--${boundary}--\r\n`),
  ];
  for (let attempt = 0; attempt < 20; attempt += 1) {
    const post = request(`${origin}${link.path}?item=${link.itemId}`, {
      method: 'POST',
      agent: false,
      headers: {
        origin,
        'x-forwarded-for': link.ip,
        'content-type': `multipart/form-data; boundary=${boundary}`,
        'content-length': parts.reduce((sum, part) => sum + part.length, 0),
      },
    });
    const answered = once(post, 'response') as Promise<[IncomingMessage]>;
    for (const part of parts) if (!post.write(part)) await once(post, 'drain');
    post.end();
    const [response] = await answered;
    response.resume();
    await once(response, 'close');
    if (response.statusCode === 302) return;
    if (response.statusCode !== 429) throw new Error(`An upload answered ${response.statusCode}.`);
    await pause(Number(response.headers['retry-after'] ?? 1) * 1000);
  }
  throw new Error('An upload was asked to wait twenty times.');
}

/** Opens the list at a steady pace, regardless of pending responses, until `isOver`; milliseconds of each. */
async function openLists(origin: string, cookie: string, isOver: () => boolean): Promise<number[]> {
  const waits: number[] = [];
  const pages: Promise<void>[] = [];
  const from = performance.now();
  for (let n = 0; !isOver(); n += 1) {
    await pause(Math.max(0, from + n * everyMs - performance.now()));
    const asked = performance.now();
    pages.push(
      fetch(`${origin}/clients`, { headers: { cookie }, redirect: 'manual' }).then(async (response) => {
        await response.arrayBuffer();
        if (response.status !== 200) throw new Error(`/clients answered ${response.status}.`);
        waits.push(performance.now() - asked);
      }),
    );
  }
  await Promise.all(pages);
  return waits;
}

/** Duration of opening the list while 50 people send a picture each, against an idle server; alternating. */
await withServerDatabase(async (databaseUrl) => {
  const dataDir = await mkdtemp(join(tmpdir(), 'assay-bench-'));
  const port = await freePort();
  const origin = `http://localhost:${port}`;
  const server = await startServer('all', {
    PORT: String(port),
    DATA_DIR: dataDir,
    SANDBOX: '1',
    DATABASE_URL: databaseUrl,
    LOG_LEVEL: 'error',
    TRUST_PROXY: '1',
  });
  try {
    const cookie = await signInCookie(origin, 'staff@demo.test');
    const picture = await largePicture();
    const idle = (seconds: number) => {
      const until = performance.now() + seconds * 1000;
      return openLists(origin, cookie, () => performance.now() >= until);
    };
    await idle(5);
    const found: { idle: number; busy: number; seconds: number; pages: number }[] = [];
    for (let round = 0; round < rounds; round += 1) {
      const links = await createLinks(origin, cookie, round);
      const quiet = await idle(idleSeconds);
      let left = people;
      const from = performance.now();
      const uploads = Promise.all(
        links.map(async (link, n) => {
          // No two send the same bytes.
          await give(origin, link, withComment(picture, `${round} ${n}`));
          left -= 1;
        }),
      );
      const busy = await openLists(origin, cookie, () => left === 0);
      await uploads;
      const seconds = (performance.now() - from) / 1000;
      found.push({ idle: p95(quiet), busy: p95(busy), seconds, pages: busy.length });
    }
    const ratio = median(found.map(({ idle: quiet, busy }) => busy / quiet));
    console.log(
      `\n/clients opened every ${everyMs} ms while ${people} people send ${megabytesEach} MB each at once, PostgreSQL\n`,
    );
    console.log(
      '| round | p95 idle, ms | p95 with uploads, ms | ratio | uploads took, s | pages meanwhile |',
    );
    console.log('|---|---|---|---|---|---|');
    for (const [round, { idle: quiet, busy, seconds, pages }] of found.entries()) {
      console.log(
        `| ${round + 1} | ${quiet.toFixed(1)} | ${busy.toFixed(1)} | ${(busy / quiet).toFixed(2)} | ${seconds.toFixed(1)} | ${pages} |`,
      );
    }
    console.log(`\nMedian ${ratio.toFixed(2)}, at most ${maxRatio}`);
    if (!(ratio <= maxRatio)) process.exitCode = 1;
  } catch (error) {
    console.error(server.output().split('\n').slice(-20).join('\n'));
    throw error;
  } finally {
    await server.kill();
    await rm(dataDir, { recursive: true, force: true });
  }
});
