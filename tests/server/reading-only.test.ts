import { mkdtemp, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterAll, beforeAll, expect, test, vi } from 'vitest';
import { freePort, type RunningProcess, startServer } from '#tests/support/processes.ts';
import { signInCookie } from '#tests/support/sign-in-cookie.ts';

/** Pages of one shape that are looked at: most differ in their record alone. */
const pagesOfAShape = 4;

/** What is answered with a file, or belongs to a stand-in. */
const notPages = /^\/(sandbox|api|logout|assets|evidence-packs)\b|\.csv$|\/(download|preview|thumbnail)$/;

/** Posts that keep nothing: leaving, checking the chain, trying answers, taking a pack along. */
const harmlessPosts = [/^\/logout$/, /^\/settings\?view=audit/, /[?&]view=preview/, /^\/evidence-packs\//];

let dataDir: string;
let server: RunningProcess;
let origin: string;

beforeAll(async () => {
  const port = await freePort();
  dataDir = await mkdtemp(join(tmpdir(), 'assay-reading-'));
  origin = `http://localhost:${port}`;
  server = await startServer('all', { PORT: String(port), DATA_DIR: dataDir, SANDBOX: '1' });
  const demo = async () => expect((await fetch(`${origin}/sandbox/demo`)).status).toBe(200);
  await vi.waitFor(demo, { timeout: 120_000, interval: 200 });
}, 180_000);

afterAll(async () => {
  await server.kill();
  await rm(dataDir, { recursive: true, force: true });
});

const unescaped = (text: string) => text.replaceAll('&amp;', '&');

/** A page's address without what tells one record or place in a list from another. */
function shapeOf(path: string): string {
  const { pathname, searchParams } = new URL(path, origin);
  const asked = [...searchParams].map(([name, value]) =>
    /^(cursor|before|after)$/.test(name) ? name : `${name}=${value}`,
  );
  return `${pathname}?${asked.sort().join('&')}`.replace(/[0-9a-f]{8}-[0-9a-f-]{27}/g, ':id');
}

function linksIn(html: string): string[] {
  return [...html.matchAll(/<a [^>]*href="([^"]+)"/g)]
    .map(([, href = '']) => new URL(unescaped(href), origin))
    .filter((url) => url.origin === origin && !notPages.test(url.pathname))
    .map(({ pathname, search }) => pathname + search);
}

/** Where the forms of a page post to; one without an address posts to the page. */
function postsIn(html: string, path: string): string[] {
  return [...html.matchAll(/<form [^>]*method="post"[^>]*>/gi)].map(([form]) => {
    const action = /action="([^"]+)"/.exec(form)?.[1];
    const { pathname, search } = new URL(action ? unescaped(action) : path, origin);
    return pathname + search;
  });
}

test('an auditor who follows every link finds no page that is refused and no form that changes anything', async () => {
  const cookie = await signInCookie(origin, 'auditor@demo.test');
  const waiting = ['/home', '/onboard'];
  const seen = new Set<string>();
  const shapes = new Map<string, number>();
  const refused: string[] = [];
  const changing: string[] = [];
  for (let path = waiting.shift(); path !== undefined; path = waiting.shift()) {
    const shape = shapeOf(path);
    const looked = shapes.get(shape) ?? 0;
    if (seen.has(path) || looked >= pagesOfAShape) continue;
    seen.add(path);
    shapes.set(shape, looked + 1);
    const answer = await fetch(origin + path, { headers: { cookie } });
    const html = await answer.text();
    if (answer.status !== 200) refused.push(`${path}: ${answer.status}`);
    for (const post of postsIn(html, path))
      if (!harmlessPosts.some((harmless) => harmless.test(post))) changing.push(`${path}: ${post}`);
    waiting.push(...linksIn(html));
  }
  expect(refused).toEqual([]);
  expect(changing).toEqual([]);
  // The walk reached the records and not just the lists of them.
  for (const part of ['/clients/:id?', '/activities/:id?', '/clients/:id/individual_verifications/:id?'])
    expect([...shapes.keys()]).toContain(part);
}, 180_000);
