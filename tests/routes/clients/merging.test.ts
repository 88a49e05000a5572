import { afterAll, beforeAll, expect, it } from 'vitest';
import { openTestApp, type TestApp, type TestBrowser } from '#tests/support/app/app.ts';
import { parsePage, postedFields } from '#tests/support/app/html.ts';
import { readPage } from './page.ts';

let app: TestApp;
let owner: TestBrowser;
let staff: TestBrowser;
beforeAll(async () => {
  app = await openTestApp();
  [owner, staff] = [app.browser(), app.browser()];
  await owner.startSession('owner@demo.test');
  await staff.startSession('staff@demo.test');
});
afterAll(() => app.close());

/** A new individual. @returns the path of its page */
async function create(givenNames: string, email: string): Promise<string> {
  const path = '/clients/create?type=individual';
  const typed = {
    'individual.givenNames': givenNames,
    'individual.familyName': 'Mergeroutesample',
    email,
    confirmations: 'likelyDuplicates',
  };
  const made = await owner.post(path, { ...(await readPage(await owner.get(path))).form(), ...typed });
  return made.headers.get('Location') ?? '';
}

const idOf = (path: string) => path.split('/').at(-1) ?? '';

/** Fields that the form of the second step posts. */
const formOf = (html: string): Record<string, string> =>
  Object.fromEntries(postedFields(parsePage(html).querySelector('form#merge')));
const mergeFields = async (path: string) => formOf(await (await owner.get(path)).text());

it('offers likely duplicates with reasons and a search, and neither to a member without permission', async () => {
  const [one, two] = [await create('Ana', 'ana@example.com'), await create('Ana', 'ana@example.com')];
  const page = await readPage(await owner.get(`${one}/merge?find=Mergeroutesample`));
  expect(page.status).toBe(200);
  expect(page.text).toContain('Same email address');
  expect(page.html).toContain(`${one}/merge?with=${idOf(two)}`);
  expect((await staff.get(`${one}/merge`)).status).toBe(403);
  expect((await readPage(await owner.get(one))).html).toContain(`${one}/merge`);
  expect((await readPage(await staff.get(one))).html).not.toContain(`${one}/merge`);
});

it('asks for a reason, retains what was chosen, and merges with the chosen values', async () => {
  const [one, two] = [await create('Bea', 'bea@example.com'), await create('Beatrix', 'beatrix@example.com')];
  const path = `${one}/merge?with=${idOf(two)}`;
  const fields = { ...(await mergeFields(path)), 'detail-email': 'theirs', intent: 'merge' };
  const blank = await readPage(await owner.post(path, { ...fields, reason: ' ' }));
  expect(blank.status).toBe(422);
  expect(blank.text).toContain('Enter a reason');
  expect(formOf(blank.html)['detail-email']).toBe('theirs');
  const done = await owner.post(path, { ...fields, reason: 'Entered twice' });
  expect(done.headers.get('Location')).toBe(one);
  const page = await readPage(await owner.follow(done));
  expect(page.text).toContain('Beatrix Mergeroutesample was merged into Bea Mergeroutesample.');
  expect(page.text).toContain('beatrix@example.com');
  const former = await readPage(await owner.get(two));
  expect(former.text).toContain('This record is read-only.');
  expect(former.html).not.toContain(`${two}/edit`);
  for (const tab of ['identity', 'people', 'risk', 'activities', 'documents', 'monitoring', 'history'])
    expect((await owner.get(`${two}/${tab}`)).status, tab).toBe(200);
});

it('says why two records cannot be merged, and offers no button', async () => {
  const one = await create('Cara', 'cara@example.com');
  const page = await readPage(await owner.get(`${one}/merge?with=${idOf(one)}`));
  expect(page.text).toContain('cannot be merged with itself');
  expect(page.html).not.toContain('value="merge"');
});
