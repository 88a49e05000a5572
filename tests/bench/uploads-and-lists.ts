import { mkdtemp, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { setTimeout as pause } from 'node:timers/promises';
import { withServerDatabase } from '#tests/support/database/server-database.ts';
import { largePicture, withComment } from '#tests/support/files/sample-files.ts';
import { freePort, startServer } from '#tests/support/processes/processes.ts';
import { signInCookie } from '#tests/support/processes/sign-in-cookie.ts';
import { median } from './load.ts';
import { createLinks, sendPicture } from './request-links.ts';
import { isSmallest, sized } from './sizes.ts';

const people = sized(50, 2);
const megabytesEach = 5;
const rounds = sized(3, 1);
/** Number of times that a member opens the list, with and without uploads. */
const everyMs = 100;
const idleSeconds = sized(20, 0.5);
const warmUpSeconds = sized(5, 0.2);
const maxRatio = 2;

/** The 95th of a hundred values, in milliseconds. */
const p95 = (values: number[]) =>
  values.toSorted((a, b) => a - b)[Math.ceil(values.length * 0.95) - 1] ?? Number.NaN;

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
    await idle(warmUpSeconds);
    const found: { idle: number; busy: number; seconds: number; pages: number }[] = [];
    for (let round = 0; round < rounds; round += 1) {
      const links = await createLinks(origin, cookie, people, round);
      const quiet = await idle(idleSeconds);
      let left = people;
      const from = performance.now();
      const uploads = Promise.all(
        links.map(async (link, n) => {
          // No two send the same bytes.
          await sendPicture(origin, link, withComment(picture, `${round} ${n}`));
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
    if (!(ratio <= maxRatio) && !isSmallest) process.exitCode = 1;
  } catch (error) {
    console.error(server.output().split('\n').slice(-20).join('\n'));
    throw error;
  } finally {
    await server.kill();
    await rm(dataDir, { recursive: true, force: true });
  }
});
