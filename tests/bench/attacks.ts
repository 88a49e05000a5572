import { rm } from 'node:fs/promises';
import { setTimeout as pause } from 'node:timers/promises';
import { largePicture, samplePicture } from '#tests/support/files/sample-files.ts';
import { demoFolder } from '#tests/support/processes/demo-folder.ts';
import { oversizedRun } from '#tests/support/processes/oversized-run.ts';
import { freePort, startServer } from '#tests/support/processes/processes.ts';
import { sessionHeadersIn, signInCookie } from '#tests/support/processes/sign-in-cookie.ts';
import { median } from './load.ts';
import { createLinks, openUpload, sendPicture } from './request-links.ts';
import { sized } from './sizes.ts';

/** Attacks from one machine without an account, or with one link, and what other users notice of each. */

const readers = sized(8, 2);
const guesses = sized(60, 2);
const slowUploads = sized(8, 1);
/** Bytes that a slow upload sends every tenth of a second. */
const slowBytes = 100;
const seconds = sized(10, 0.2);
const warmUpMs = sized(2000, 100);
const forms = { count: sized(6, 2), megabytes: sized(450, 16) };

const printRow = (...cells: (string | number)[]) => console.log(`| ${cells.join(' | ')} |`);

/** Milliseconds of the same request, one after the other, while `isOver` is false. */
async function timeRequests(
  url: string,
  headers: Record<string, string>,
  isOver: () => boolean,
): Promise<number[]> {
  const times: number[] = [];
  while (!isOver()) {
    const started = performance.now();
    const response = await fetch(url, { headers });
    await response.arrayBuffer();
    if (response.status !== 200) throw new Error(`${url} answered ${response.status}.`);
    times.push(performance.now() - started);
    await pause(50);
  }
  return times;
}

const after = (ms: number) => {
  const until = performance.now() + ms;
  return () => performance.now() >= until;
};

/** Median milliseconds of /me idle and while anonymous readers download the API's document without pause. */
async function readDocument(origin: string, cookie: string) {
  const me = `${origin}/api/v1/me`;
  const headers = sessionHeadersIn(cookie);
  await timeRequests(me, headers, after(warmUpMs));
  const idle = median(await timeRequests(me, headers, after(seconds * 1000)));
  const isOver = after(seconds * 1000);
  const read = async () => {
    while (!isOver()) await (await fetch(`${origin}/api/v1/openapi.json`)).arrayBuffer();
  };
  const reading = Array.from({ length: readers }, read);
  const attacked = median(await timeRequests(me, headers, isOver));
  await Promise.all(reading);
  return { idle, attacked };
}

/** Wrong passwords for as many accounts from one address: how many the identity service was called with. */
async function guessPasswords(origin: string): Promise<number> {
  let reached = 0;
  for (let n = 0; n < guesses; n += 1) {
    const response = await fetch(`${origin}/login`, {
      method: 'POST',
      redirect: 'manual',
      headers: { origin, 'x-forwarded-for': '203.0.113.7' },
      body: new URLSearchParams({
        intent: 'password',
        loginId: `account-${n}@example.test`,
        password: 'not the password',
      }),
    });
    await response.arrayBuffer();
    if (response.status !== 429) reached += 1;
  }
  return reached;
}

/** Milliseconds of a small upload by another link: idle, and while one link sends large pictures slowly. */
async function uploadBesideSlowOnes(origin: string, cookie: string) {
  const [attacker, ...others] = await createLinks(origin, cookie, sized(7, 3), 1);
  if (attacker === undefined) throw new Error('There are no links.');
  const small = [await samplePicture('jpeg')];
  const time = async (links: typeof others) => {
    const times: number[] = [];
    for (const link of links) {
      const started = performance.now();
      await sendPicture(origin, link, small);
      times.push(performance.now() - started);
    }
    return median(times);
  };
  const half = others.length / 2;
  const idle = await time(others.slice(0, half));
  const large = await largePicture();
  const posts = Array.from({ length: slowUploads }, () => {
    const { post, parts } = openUpload(origin, attacker, [large]);
    post.on('error', () => undefined);
    post.write(parts[0] ?? '');
    return post;
  });
  const trickle = setInterval(() => {
    for (const post of posts) if (!post.destroyed) post.write(large.subarray(0, slowBytes));
  }, 100);
  try {
    await pause(warmUpMs);
    return { idle, attacked: await time(others.slice(half)) };
  } finally {
    clearInterval(trickle);
    for (const post of posts) post.destroy();
  }
}

const oversized = await oversizedRun({ posts: forms.count, megabytes: forms.megabytes, paths: ['/logout'] });
const [port, dataDir] = [await freePort(), await demoFolder('attacks')];
const origin = `http://localhost:${port}`;
const server = await startServer('all', {
  PORT: String(port),
  DATA_DIR: dataDir,
  SANDBOX: '1',
  LOG_LEVEL: 'error',
  TRUST_PROXY: '1',
});
try {
  const cookie = await signInCookie(origin, 'staff@demo.test');
  const document = await readDocument(origin, cookie);
  const uploads = await uploadBesideSlowOnes(origin, cookie);
  const reached = await guessPasswords(origin);
  console.log('\nAttacks, embedded database\n');
  printRow('attack', 'idle', 'attacked');
  printRow('---', '---', '---');
  printRow(
    `${forms.count} forms of ${forms.megabytes} MB: memory, MB`,
    oversized.memory.before,
    oversized.memory.most,
  );
  printRow('the same: slowest sign-in page, ms', '', oversized.others.slowest);
  printRow(
    `${readers} readers of the API's document: /me, ms`,
    document.idle.toFixed(1),
    document.attacked.toFixed(1),
  );
  printRow(`${guesses} guesses from one address: let through`, '', reached);
  printRow(
    `${slowUploads} slow uploads by one link: a small one by another, ms`,
    uploads.idle.toFixed(0),
    uploads.attacked.toFixed(0),
  );
} finally {
  await server.kill();
  await rm(dataDir, { recursive: true, force: true });
}
