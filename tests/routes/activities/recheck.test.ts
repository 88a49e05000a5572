import { afterAll, beforeAll, expect, it } from 'vitest';
import { openTestApp, type TestApp, type TestBrowser } from '#tests/support/app/app.ts';
import { parsePage, valueIn } from '#tests/support/app/html.ts';
import { readPage } from '../clients/page.ts';

let app: TestApp;
let owner: TestBrowser;
let staff: TestBrowser;

beforeAll(async () => {
  app = await openTestApp();
  [owner, staff] = [app.browser(), app.browser()];
  await owner.startSession('owner@demo.test');
  await staff.startSession('staff@demo.test');
});
afterAll(() => app?.close());

const open = async (path: string, as = owner) => readPage(await as.get(path));
const list = '/monitoring/evidence';
const recorders =
  'The recheck can be recorded by those who may approve exceptions from CDD (an owner, a compliance officer or a senior manager)';

/** Both lists as a reader without script sees them: the links of their rows, and of their other pages. */
async function read(path: string | null) {
  const document = parsePage(await (await owner.get(path ?? '')).text());
  const hrefs = (selector: string) =>
    [...document.querySelectorAll(selector)].map((link) => link.getAttribute('href') ?? '');
  const [clientPages = [], activityPages = []] = [
    ...document.querySelectorAll('nav[aria-label="Pages"]'),
  ].map((nav) => [...nav.querySelectorAll('a')]);
  const of = (rows: string, pages: typeof clientPages) => {
    const to = (label: string) =>
      pages.find((link) => link.textContent === label)?.getAttribute('href') ?? null;
    return { rows: hrefs(`table a[href^="${rows}"]`), first: to('First page'), next: to('Next') };
  };
  return { clients: of('/clients/', clientPages), activities: of('/activities/', activityPages) };
}

async function create(name: string, more: Record<string, string> = {}): Promise<string> {
  const { html } = await open('/activities/create', staff);
  const made = await staff.post('/activities/create', {
    requestKey: valueIn(html, 'requestKey'),
    name,
    activityType: 'matter',
    currency: 'NZD',
    'addresses[0].countryCode': 'NZL',
    ...more,
  });
  expect(made.status).toBe(302);
  return made.headers.get('Location') ?? '';
}

/** The path of a completed activity as an upgrade leaves it, which no command does any more. */
async function found(name: string, risk: string): Promise<string> {
  const path = await create(name);
  await app.database.asSuperuser(
    `UPDATE assay.activities SET status = 'completed', completed_at = created_at, snapshot_hash = 'h', risk_level = $2,
       recheck_causes = '{delayNotApproved,delayMoved}', recheck_due_at = created_at WHERE name = $1`,
    [name, risk],
  );
  return path;
}

async function createPerson(familyName: string): Promise<string> {
  const path = '/clients/create?type=individual';
  const form = (await open(path, staff)).form();
  const made = await staff.post(path, {
    ...form,
    'individual.givenNames': 'Aroha',
    'individual.familyName': familyName,
  });
  return made.headers.get('Location')?.split('/').at(-1) ?? '';
}

it('is listed by risk with the reasons, and recorded on the page by who may, without script', async () => {
  expect((await open(list)).text).toMatch(/No \w+ to recheck\./);
  const low = await found('Sale of 3 Sample Street', 'low');
  const high = await found('Sale of 4 Sample Street', 'high');
  const listed = await open(list);
  expect(listed.html.indexOf(`${high}#recheck`)).toBeGreaterThan(0);
  expect(listed.html.indexOf(`${high}#recheck`)).toBeLessThan(listed.html.indexOf(`${low}#recheck`));
  const why =
    'It relies on a delay of CDD that was never approved. A day of its delayed CDD was moved to a later one.';
  expect(listed.text).toContain(why);

  const reading = await open(high, staff);
  expect(reading.part('recheck')).toContain(why);
  expect(reading.part('recheck')).toContain(`${recorders}. Your role does not allow you to approve`);
  expect(reading.html).not.toContain('Record the recheck');

  const page = await open(high);
  const form = { move: 'recheck', version: valueIn(page.html, 'version') };
  const post = (reason: string, requestKey: string) => owner.post(high, { ...form, requestKey, reason });
  const refused = await readPage(await post('', `${valueIn(page.html, 'requestKey')}`));
  expect([refused.status, refused.text]).toEqual([
    422,
    expect.stringContaining('Enter what you checked and why it stays as it is'),
  ]);
  const again = valueIn(refused.html, 'requestKey');
  expect((await post('The deposit stayed in trust', again)).status).toBe(302);
  const after = await open(high);
  expect(after.html).not.toContain('id="recheck"');
  expect(after.text).toContain('Completed');
  const history = await open(`${high}?tab=history`);
  expect(history.text).toContain('Rechecked');
  expect(history.text).toContain('The deposit stayed in trust');
  expect((await open(list)).html).not.toContain(`${high}#recheck`);
});

it('lists what comes before the recheck of open work once, in the checklist, and says what else settles it', async () => {
  const name = 'Sale of 5 Sample Street';
  const path = await create(name, {
    designatedServiceAu: 'au.t6.1',
    'parties[0].clientId': await createPerson('Pukekolane'),
    'parties[0].name': 'Aroha Pukekolane',
    'parties[0].capacity': 'customer',
  });
  await app.database.asSuperuser(
    `UPDATE assay.activities SET status = 'inProgress', recheck_causes = '{factsChanged}', recheck_due_at = created_at WHERE name = $1`,
    [name],
  );
  const page = await open(path);
  const panel = page.part('recheck');
  expect(panel).toContain('Approving a new risk assessment settles this, or setting the details back.');
  expect(panel).toContain(`${recorders}, once the requirements under Before the recheck are met.`);
  expect(panel).not.toContain('Your role');
  expect(page.html).toContain('href="#recheck-requirements"');
  expect(page.html).not.toContain('Record the recheck');
  const unverified = 'CDD on Aroha Pukekolane is not complete.';
  expect(page.part('recheck-requirements')).toContain(unverified);
  // In the item and in the label of its link.
  expect(page.text.split(unverified)).toHaveLength(3);
  const checklist = page.part('next') ?? '';
  expect(checklist.indexOf('Before completion')).toBeLessThan(checklist.indexOf('Set the outcome'));
  expect(page.part('recheck-requirements')).not.toContain('Set the outcome');
  expect(panel).not.toContain(unverified);
  const reading = await open(path, staff);
  expect(reading.part('recheck')).toContain('are met. Your role does not allow you to approve');
});

it('is found by a filter of the list, and marked in it', async () => {
  const due = await found('Sale of 6 Sample Street', 'low');
  await create('Sale of 7 Sample Street');
  const listed = await open('/activities?recheck=due');
  expect(listed.html).toContain(`href="${due}"`);
  expect(listed.text).toMatch(/Completed\s+Recheck due/);
  expect(listed.text).not.toContain('Sale of 7 Sample Street');
  expect(listed.html).toContain('/activities/export.csv?recheck=due');
  const other = await open('/activities?q=Sale+of+7');
  expect(other.text).toContain('1 shown, of 1');
  expect(other.text).not.toContain('Recheck due');
  expect((await open('/activities?view=board&recheck=due')).text).not.toContain('Sale of 7 Sample Street');
  expect((await open('/activities?recheck=never')).status).toBe(422);
});

it('is read in one call with the clients to approve again, and each list pages without the other', async () => {
  const activity = (await found('Sale of 8 Sample Street', 'medium')).split('/').at(-1);
  await app.database.asSuperuser(
    `INSERT INTO assay.activities (company_id, id, reference, name, search_text, activity_type, status, risk_level, currency, cash_expected,
       funds_countries, recheck_causes, recheck_due_at, created_at, created_by, updated_at, updated_by)
     SELECT a.company_id, gen_random_uuid(), 'B-' || n, a.name, a.search_text, a.activity_type, 'toDo', a.risk_level, a.currency, false,
            '{}', a.recheck_causes, a.recheck_due_at, a.created_at, a.created_by, a.updated_at, a.updated_by
       FROM assay.activities a, generate_series(1, 40) AS n WHERE a.id = $1`,
    [activity],
  );
  const create = '/clients/create?type=individual';
  const made = await owner.post(create, {
    ...(await open(create)).form(),
    'individual.givenNames': 'Hinemoa',
    'individual.familyName': 'Beforeson',
  });
  await app.database.asSuperuser(
    `INSERT INTO assay.clients SELECT (jsonb_populate_record(c, jsonb_build_object('id', gen_random_uuid(), 'status', 'active', 'cdd_status', 'verified'))).*
       FROM assay.clients c, generate_series(1, 40) AS n WHERE c.id = $1`,
    [made.headers.get('Location')?.split('/').at(-1)?.split('?')[0]],
  );
  const before = app.apiRequests.length;
  const first = await read(list);
  // The member is read as well unless cached.
  const calls = app.apiRequests.slice(before).filter(({ path }) => path !== '/api/v1/me');
  expect(calls.map(({ path }) => path)).toEqual(['/api/v1/evidence-gaps']);

  expect(first.clients.next).not.toBeNull();
  expect(first.activities.next).not.toBeNull();
  const second = await read(first.clients.next);
  expect(second.clients.rows).not.toEqual(first.clients.rows);
  expect(second.activities.rows).toEqual(first.activities.rows);
  const both = await read(second.activities.next);
  expect(both.clients.rows).toEqual(second.clients.rows);
  expect(both.activities.rows).not.toEqual(first.activities.rows);
  const back = await read(both.clients.first);
  expect(back.clients.rows).toEqual(first.clients.rows);
  expect(back.activities.rows).toEqual(both.activities.rows);

  const wrong = await open(`${list}?rechecks=nonsense`);
  expect(wrong.text).toContain('This page is no longer available');
  expect(wrong.html).toContain('href="/monitoring/evidence"');
});
