import { rm } from 'node:fs/promises';
import { afterAll, beforeAll, expect, test } from 'vitest';
import { demoFolder } from '#tests/support/processes/demo-folder.ts';
import { freePort, type RunningProcess, startServer } from '#tests/support/processes/processes.ts';
import { signInCookie } from '#tests/support/processes/sign-in-cookie.ts';
import { isSoak } from '#tests/support/soak.ts';

/** Pages visited of each shape: most differ in their record alone. */
const pagesOfAShape = isSoak ? 4 : 2;

/** Responses with a file, and pages of mock services. */
const notPages = /^\/(sandbox|api|logout|assets|evidence-packs)\b|\.csv$|\/(download|preview|thumbnail)$/;

/**
 * Posts that change no record: the person's own session, account, password and notifications; verifying the chain, sample answers and
 * downloads.
 */
const harmlessPosts = [
  /^\/logout$/,
  /^\/settings\/(audit|notifications|sessions)/,
  /^\/login\?view=(change-password|second-factor)/,
  /[?&]view=preview/,
  /^\/evidence-packs\//,
];

let dataDir: string;
let server: RunningProcess;
let origin: string;

beforeAll(async () => {
  const port = await freePort();
  dataDir = await demoFolder('reading');
  origin = `http://localhost:${port}`;
  server = await startServer('all', { PORT: String(port), DATA_DIR: dataDir, SANDBOX: '1' });
});

afterAll(async () => {
  await server.kill();
  await rm(dataDir, { recursive: true, force: true });
});

const unescaped = (text: string) => text.replaceAll('&amp;', '&');

/** A page's address without its record ids and cursors. */
function getShape(path: string): string {
  const { pathname, searchParams } = new URL(path, origin);
  const asked = [...searchParams].map(([name, value]) =>
    /^(cursor|before|after)$/.test(name) ? name : `${name}=${value}`,
  );
  return `${pathname}?${asked.sort().join('&')}`.replace(/[0-9a-f]{8}-[0-9a-f-]{27}/g, ':id');
}

function linksIn(html: string, path: string): string[] {
  return [...html.matchAll(/<a [^>]*href="([^"]+)"/g)]
    .map(([, href = '']) => new URL(unescaped(href), origin + path))
    .filter((url) => url.origin === origin && !notPages.test(url.pathname))
    .map(({ pathname, search }) => pathname + search);
}

/** Targets of a page's forms; a form without an action posts to the page. */
function postsIn(html: string, path: string): string[] {
  return [...html.matchAll(/<form [^>]*method="post"[^>]*>/gi)].map(([form]) => {
    const action = /action="([^"]+)"/.exec(form)?.[1];
    const { pathname, search } = new URL(action ? unescaped(action) : path, origin);
    return pathname + search;
  });
}

interface Walk {
  /** Pages that failed, with their status. */
  refused: string[];
  /** Forms that post, by their page. */
  posts: string[];
  shapes: Map<string, number>;
}

/** Clients whose records lead to all kinds of pages. */
const verifiedClients = '/clients?status=active&cdd=verified&type=individual';

/** Opens every link reachable from the home page. `first`: other pages that it begins with. */
async function followEveryLink(
  loginId: string,
  { ofAShape = pagesOfAShape, first = [] }: { ofAShape?: number; first?: readonly string[] } = {},
): Promise<Walk> {
  const cookie = await signInCookie(origin, loginId);
  const waiting = [...first, '/home', '/onboard'];
  const seen = new Set<string>();
  const found: Walk = { refused: [], posts: [], shapes: new Map() };
  for (let path = waiting.shift(); path !== undefined; path = waiting.shift()) {
    const shape = getShape(path);
    const looked = found.shapes.get(shape) ?? 0;
    if (seen.has(path) || looked >= ofAShape) continue;
    seen.add(path);
    found.shapes.set(shape, looked + 1);
    const response = await fetch(origin + path, { headers: { cookie } });
    const html = await response.text();
    if (response.status !== 200) found.refused.push(`${path}: ${response.status}`);
    // A page without permission redirects home instead of rendering.
    const landed = new URL(response.url).pathname;
    if (response.redirected && landed === '/home') found.refused.push(`${path}: leads home`);
    found.posts.push(...postsIn(html, path).map((post) => `${path}: ${post}`));
    waiting.push(...linksIn(html, path));
  }
  return found;
}

test('an auditor who follows every link finds no forbidden page and no form that changes anything', async () => {
  const { refused, posts, shapes } = await followEveryLink('auditor@demo.test', { first: [verifiedClients] });
  expect(refused).toEqual([]);
  const isHarmless = (post: string) =>
    harmlessPosts.some((harmless) => harmless.test(post.slice(post.indexOf(': ') + 2)));
  expect(posts.filter((post) => !isHarmless(post))).toEqual([]);
  // The crawl reached records, not just lists.
  for (const part of ['/clients/:id?', '/activities/:id?', '/clients/:id/individual_verifications/:id?'])
    expect([...shapes.keys()]).toContain(part);
});

test.each(['staff@demo.test', 'new@demo.test'])(
  '%s finds no link to a page without permission',
  async (loginId) => {
    const { refused, shapes } = await followEveryLink(loginId, { ofAShape: 1 });
    expect(refused).toEqual([]);
    expect([...shapes.keys()]).toContain(loginId === 'new@demo.test' ? '/settings/team?' : '/clients/:id?');
  },
);
