import { afterAll, beforeAll, expect, it } from 'vitest';
import { openAlertIn } from '#tests/support/app/alerts.ts';
import { openTestApp, type TestApp, type TestBrowser } from '#tests/support/app/app.ts';
import { getText, parsePage } from '#tests/support/app/html.ts';

let app: TestApp;
let owner: TestBrowser;
beforeAll(async () => {
  app = await openTestApp();
  owner = app.browser();
  await owner.startSession('owner@demo.test');
  const created = await owner.post('/clients/create?type=individual', {
    clientType: 'individual',
    'individual.givenNames': 'Ana',
    'individual.familyName': 'Queued',
    requestKey: crypto.randomUUID(),
  });
  const resourceId = created.headers.get('Location')?.split('/').at(-1) ?? '';
  for (let number = 1; number <= 45; number += 1) {
    await openAlertIn(app, {
      resourceType: 'clients',
      resourceId,
      summary: `Alert number ${number}.`,
      // A day and an hour ago: three are overdue.
      dueAt: number <= 3 ? new Date(Date.now() - 25 * 3_600_000).toISOString() : null,
    });
  }
});
afterAll(() => app.close());

/** The queue of a page: its lines, and where its next page is. */
async function openQueue(path: string) {
  const document = parsePage(await (await owner.get(path)).text());
  const lines = [...document.querySelectorAll('#work ol > li')].map((line) => getText(line));
  return { lines, next: document.querySelector('#work a[rel="next"]')?.getAttribute('href') ?? null };
}

it('shows each item once over the pages of the queue, to its end', async () => {
  const pages: string[][] = [];
  for (let path: string | null = '/home'; path !== null && pages.length < 10; ) {
    const page = await openQueue(path);
    pages.push(page.lines);
    path = page.next;
  }
  const lines = pages.flat();
  expect(pages.length).toBe(3);
  expect(new Set(lines).size).toBe(lines.length);
  for (let number = 1; number <= 45; number += 1) {
    expect(lines.filter((line) => line.includes(`Alert number ${number}.`))).toHaveLength(1);
  }
});

it('shows the part that a tile leads to', async () => {
  const { lines, next } = await openQueue('/home?due=overdue');
  expect(lines.map((line) => /Alert number \d+/.exec(line)?.[0]).sort()).toEqual([
    'Alert number 1',
    'Alert number 2',
    'Alert number 3',
  ]);
  expect(next).toBeNull();
});

it('leads back to the first page from a link of another list', async () => {
  const { next } = await openQueue('/home');
  const response = await owner.get(`${next}&due=week`);
  expect(response.status).toBe(302);
  expect(response.headers.get('Location')).toBe('/home?due=week');
});

it('claims of no list that it is empty while the demo is still loading', async () => {
  const early = app.browser({ isDemoFilling: true });
  await early.startSession('owner@demo.test');
  const open = async (browser: TestBrowser, path: string) =>
    getText(parsePage(await (await browser.get(path)).text()));
  const lists = [
    ['/monitoring?status=closed', 'No alerts'],
    ['/clients?q=nothing-of-this-name', 'No clients found'],
    ['/activities', /No \w+ yet/],
    ['/home?due=week', 'Nothing is due in the next seven days.'],
  ] as const;
  for (const [path, claim] of lists) {
    expect(await open(owner, path)).toMatch(claim);
    const text = await open(early, path);
    expect(text).not.toMatch(claim);
    expect(text).toContain('Demo data is still loading.');
    expect(text).toMatch(/as the demo loads/);
    expect(text).not.toContain('Reload the page');
  }
});
