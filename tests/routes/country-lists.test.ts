import { afterAll, beforeAll, expect, it } from 'vitest';
import { openTestApp, type TestApp, type TestBrowser } from '#tests/support/app/app.ts';
import { parsePage, postedFields, valueIn } from '#tests/support/app/html.ts';

let app: TestApp;
let owner: TestBrowser;
let auditor: TestBrowser;
beforeAll(async () => {
  app = await openTestApp();
  owner = app.browser();
  auditor = app.browser();
  await owner.startSession('owner@demo.test');
  await auditor.startSession('auditor@demo.test');
});
afterAll(() => app.close());

const all = '/templates?view=countries';
const getPath = (key: string) => `${all}&list=${key}`;

/** What the page's form would post without script: ticked countries, and every other field. */
function formIn(html: string): URLSearchParams {
  return new URLSearchParams(postedFields(parsePage(html).querySelector('main')));
}

const open = async (browser: TestBrowser, path: string) => (await browser.get(path)).text();
const send = async (browser: TestBrowser, path: string, body: URLSearchParams) => {
  const response = await browser.post(path, {}, { body });
  return { status: response.status, location: response.headers.get('Location'), html: await response.text() };
};

it('shows every list with its countries, date and source, read-only without permission', async () => {
  const html = await open(auditor, all);
  for (const text of ['FATF call for action', 'FATF increased monitoring', 'Internal list of countries']) {
    expect(html).toContain(text);
  }
  expect(html).toContain('Myanmar');
  expect(html).toContain('as at <!-- -->19 Jun 2026');
  const one = await open(auditor, getPath('firm'));
  expect(one).toContain('Your company has not changed the list.');
  expect(one).toContain('On the FATF’s list of <!-- -->19 Jun 2026');
  expect(one).toContain('cannot be removed');
  expect(one).not.toContain('Save the list');
  const form = formIn(await open(owner, getPath('firm')));
  expect((await send(auditor, getPath('firm'), form)).status).toBe(403);
  expect((await auditor.get(getPath('blacklist'))).status).toBe(404);
});

it('adds countries and removes those added, with entries in the history', async () => {
  const form = formIn(await open(owner, getPath('firm')));
  expect(form.getAll('countries')).toEqual(['IRN', 'MMR', 'PRK']);
  form.append('countries', 'PAN');
  form.set('source', 'Our assessment, page 4');
  form.set('note', 'Panama: shell companies');
  const saved = await send(owner, getPath('firm'), form);
  expect(saved).toMatchObject({ status: 302, location: all });
  expect(await open(owner, all)).toContain('Panama');
  const html = await open(auditor, getPath('firm'));
  expect(html).toMatch(/Added[^P]*<\/span>Panama/);
  expect(html).toContain('Our assessment, page 4');
  const again = formIn(await open(owner, getPath('firm')));
  expect(again.getAll('countries').sort()).toEqual(['IRN', 'MMR', 'PAN', 'PRK']);
  again.delete('countries', 'PAN');
  expect((await send(owner, getPath('firm'), again)).status).toBe(302);
  expect(await open(auditor, getPath('firm'))).toMatch(/Removed[^P]*<\/span>Panama/);
});

it('shows why a list cannot be emptied, or lose a country of the FATF’s', async () => {
  const form = formIn(await open(owner, getPath('callForAction')));
  form.delete('countries', 'IRN');
  const lacking = await send(owner, getPath('callForAction'), form);
  expect(lacking.status).toBe(422);
  expect(lacking.html).toContain('Iran cannot be removed');
  form.delete('countries');
  const emptied = await send(owner, getPath('callForAction'), form);
  expect(emptied.status).toBe(422);
  expect(emptied.html).toContain('The list cannot be emptied');
  expect(emptied.html).toContain('AU s32(d)');
  expect(emptied.html).toContain('href="#list-countries"');
});

it('shows field errors, and preserves ticks and input', async () => {
  const path = getPath('increasedMonitoring');
  const form = formIn(await open(owner, path));
  form.set('asAt', '2999-01-01');
  form.set('note', 'Typed before');
  form.append('countries', 'PAN');
  const refused = await send(owner, path, form);
  expect(refused.status).toBe(422);
  expect(refused.html).toContain('href="#list-asAt"');
  const kept = formIn(refused.html);
  expect(kept.getAll('countries')).toContain('PAN');
  expect(kept.get('note')).toBe('Typed before');
  kept.append('countries', 'XYZ');
  const strange = await send(owner, path, kept);
  expect(strange.status).toBe(422);
  expect(strange.html).toContain('href="#list-countries"');
  for (const body of [new URLSearchParams(), new URLSearchParams({ version: 'x', countries: '' })]) {
    expect((await send(owner, path, body)).status).toBe(422);
  }
});

it('shows both versions after a concurrent update, and overwrites on confirmation', async () => {
  const path = getPath('increasedMonitoring');
  const officer = app.browser();
  await officer.startSession('officer@demo.test');
  const mine = formIn(await open(owner, path));
  const theirs = formIn(await open(officer, path));
  theirs.append('countries', 'PAN');
  expect((await send(officer, path, theirs)).status).toBe(302);
  mine.set('note', 'Mine');
  const stale = await send(owner, path, mine);
  expect(stale.status).toBe(409);
  expect(stale.html).toContain('Overwrite with my version');
  expect(stale.html).toMatch(/<td[^>]*>[^<]*Panama[^<]*<\/td>/);
  const kept = formIn(stale.html);
  expect(kept.get('note')).toBe('Mine');
  expect(kept.getAll('countries')).not.toContain('PAN');
  kept.set('overwriteVersion', valueIn(stale.html, 'overwriteVersion'));
  expect((await send(owner, path, kept)).status).toBe(302);
  expect(await open(owner, path)).toMatch(/Removed[^P]*<\/span>Panama/);
});

it('previews the clients affected with everything typed, beside errors as saving has them, and saves nothing', async () => {
  const path = getPath('increasedMonitoring');
  const form = formIn(await open(owner, path));
  form.append('countries', 'PAN');
  form.set('note', 'Panama, as typed');
  form.set('intent', 'preview');
  const shown = await send(owner, path, form);
  expect(shown.status).toBe(200);
  expect(shown.html).toContain('Preview: clients affected');
  expect(shown.html).toMatch(/\d+ of \d+ clients checked would be affected/);
  const typed = formIn(shown.html);
  expect(typed.getAll('countries')).toContain('PAN');
  expect(typed.get('note')).toBe('Panama, as typed');
  expect(formIn(await open(owner, path)).getAll('countries')).not.toContain('PAN');
  form.set('asAt', '2100-01-01');
  const rejected = await send(owner, path, form);
  expect(rejected.status).toBe(422);
  expect(rejected.html).toContain('href="#list-asAt"');
  expect(rejected.html).not.toContain('Preview: clients affected');
  const same = formIn(await open(owner, path));
  same.set('intent', 'preview');
  expect((await send(owner, path, same)).html).toContain('No client is affected');
  expect((await send(auditor, path, form)).status).toBe(403);
});
