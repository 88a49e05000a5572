import { afterAll, beforeAll, expect, it } from 'vitest';
import { announceListProblems } from '#api/follow-up/monitoring-runs/announce-lists-job.ts';
import { createListEngine } from '#api/records/screening-engine/list-engine.ts';
import { withRequiredLists } from '#tests/support/api/required-lists.ts';
import { openTestApp, type TestApp, type TestBrowser } from '#tests/support/app/app.ts';
import { readPage } from './clients/page.ts';

let app: TestApp;
let owner: TestBrowser;
beforeAll(async () => {
  app = await openTestApp();
  owner = app.browser();
  await owner.startSession('owner@demo.test');
  await withRequiredLists({
    database: app.database,
    clock: { now: () => new Date(), advance: async () => undefined },
  });
  const path = '/clients/create?type=individual';
  const form = { ...(await open(path)).form(), 'individual.givenNames': 'Hine' };
  await owner.post(path, { ...form, 'individual.familyName': 'Currentlists' });
});
afterAll(() => app.close());

const open = async (path: string) => readPage(await owner.get(path));
const daysAgo = (days: number) => new Date(Date.now() - days * 86_400_000).toISOString();
const change = (source: string, list: string, version = 'notes = notes') =>
  app.database.asSuperuser(
    `WITH changed AS (UPDATE assay.screening_lists SET ${list} WHERE source = $1 RETURNING id)
     UPDATE assay.screening_list_versions v SET ${version} FROM changed WHERE v.list_id = changed.id AND v.status = 'inUse'`,
    [source],
  );

it('shows since when and why a list is not current, on its page and at home, with an alert that leads there', async () => {
  const before = await open('/settings/lists');
  expect(before.text).not.toContain('could not be updated');
  expect(before.text).toMatch(/Active, version \d+ since \d/);
  await change(
    'nzRussia',
    `not_fetched_since = '${daysAgo(2)}', failed_at = '${daysAgo(0)}', failure = 'The source responded with 503.'`,
  );
  await change('un', 'name = name', 'reader_version = 1');
  await change('dfat', 'name = name', 'unread_rows = 2');
  const page = await open('/settings/lists');
  expect(page.text).toMatch(
    /Not fetched The list could not be updated since \d.{5,30}: The source responded with 503\. Screenings are incomplete until it is\./,
  );
  expect(page.text).toContain(
    'Read by an older reader Screenings are incomplete until the list is read again.',
  );
  expect(page.text).toContain('Not read whole 2 rows could not be read.');
  expect(page.text).toContain('Screening is incomplete until each of these lists');
  const home = await open('/home');
  expect(home.text).toMatch(
    /NZ Russia sanctions register could not be updated since \d.{5,30} \(NZ Russia Sanctions Act 2022\): The source responded with 503/,
  );
  expect(home.text).toContain('UN Security Council Consolidated List was read by an older reader on');

  const { db } = app.database;
  await announceListProblems({
    db,
    now: () => new Date(),
    screening: createListEngine({ db }),
    addresses: {},
  });
  const queue = await open('/monitoring?type=listNotCurrent');
  const alert = /href="(\/monitoring\/alerts\/[^"]+)"/.exec(queue.html)?.[1]?.replaceAll('&amp;', '&') ?? '';
  const detail = await open(alert);
  expect(detail.text).toContain('Screening list not current');
  expect(detail.html).toContain('href="/settings/lists"');
});
