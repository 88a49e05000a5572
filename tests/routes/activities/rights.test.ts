import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { clientSectionUrl, clientTabs } from '#rules/clients/client-tabs.ts';
import { openTestApp, type TestApp, type TestBrowser } from '#tests/support/app/app.ts';
import { valueIn } from '#tests/support/app/html.ts';
import { readPage } from '../clients/page.ts';

let app: TestApp;
let staff: TestBrowser;
let auditor: TestBrowser;
let client: string;
let activity: string;
beforeAll(async () => {
  app = await openTestApp();
  [staff, auditor] = [app.browser(), app.browser()];
  await staff.startSession('staff@demo.test');
  await auditor.startSession('auditor@demo.test');
  client = await createPerson();
  activity = await recordActivity('Sale of 1 Sample Street');
});
afterAll(() => app.close());

const open = async (path: string, as: TestBrowser) => readPage(await as.get(path));

async function createPerson(): Promise<string> {
  const path = '/clients/create?type=individual';
  const response = await staff.post(path, {
    ...(await open(path, staff)).form(),
    'individual.givenNames': 'Hine',
    'individual.familyName': 'Rightston',
  });
  return response.headers.get('Location') ?? '';
}

async function recordActivity(name: string): Promise<string> {
  const { html } = await open('/activities/create', staff);
  const response = await staff.post('/activities/create', {
    requestKey: valueIn(html, 'requestKey'),
    name,
    activityType: 'propertySale',
    currency: 'NZD',
    'addresses[0].countryCode': 'NZL',
    'parties[0].clientId': client.split('/').at(-1) ?? '',
    'parties[0].name': 'Hine Rightston',
    'parties[0].capacity': 'customer',
  });
  return response.headers.get('Location') ?? '';
}

/** Forms that change something, apart from signing out. */
const changingForms = (html: string) =>
  (html.match(/<form[^>]*method="post"[^>]*>/g) ?? []).filter((tag) => !tag.includes('action="/logout"'));

const linksToForms = (html: string) =>
  html
    .replaceAll(/href="\/settings\/access[^"]*"/g, '')
    .match(/href="[^"]*(\/create|\/edit|[?;](party|record|withdraw|confirm|remove)=)[^"]*"/g) ?? [];

describe('staff', () => {
  it('record, edit and change the status of activities, without a senior manager’s approval', async () => {
    expect((await open('/activities', staff)).html).toContain('href="/activities/create"');
    const page = await open(activity, staff);
    expect(page.html).toContain(`href="${activity}/edit"`);
    expect(page.html).toContain(`href="${activity}/risk_assessments/create"`);
    expect(page.text).toContain('Start work');
    expect(page.text).not.toContain('Approve as senior manager');
    const form = { requestKey: 'approval-by-staff', version: valueIn(page.html, 'version') };
    const refused = await readPage(await staff.post(activity, { ...form, move: 'seniorApproval' }));
    expect(refused.status).toBe(403);
  });
});

describe('an auditor', () => {
  it('reads the list, the board and an activity, without forbidden actions', async () => {
    for (const path of ['/activities', '/activities?view=board', activity, `${activity}?confirm=cancelled`]) {
      const page = await open(path, auditor);
      expect(page.status, path).toBe(200);
      expect(page.text, path).toContain('Sale of 1 Sample Street');
      expect(changingForms(page.html), path).toEqual([]);
      expect(linksToForms(page.html), path).toEqual([]);
    }
  });

  it('gets 403 for forms, and writes nothing by posting', async () => {
    expect((await open('/activities/create', auditor)).status).toBe(403);
    expect((await open(`${activity}/edit`, auditor)).status).toBe(403);
    const { html } = await open(activity, staff);
    const form = { requestKey: 'a-move-by-an-auditor', version: valueIn(html, 'version') };
    const moved = await auditor.post(activity, { ...form, move: 'to', to: 'inProgress' });
    expect(moved.status).toBe(403);
    expect((await open(activity, staff)).text).toContain('Start work');
  });

  it('reads a client’s page with its activities, without an action to start one', async () => {
    expect((await open(`${client}/activities`, auditor)).html).toContain(`href="${activity}"`);
    for (const tab of clientTabs) {
      const page = await open(`${client}?tab=${tab}`, auditor);
      expect(page.status, tab).toBe(200);
      expect(changingForms(page.html), tab).toEqual([]);
      expect(page.html, tab).not.toContain('aria-label="Actions"');
      expect(linksToForms(page.html), tab).toEqual([]);
    }
  });
});

describe('a client’s page', () => {
  it('shows the newest five activities with their total, and links to all of them', async () => {
    for (const number of [2, 3, 4, 5, 6]) await recordActivity(`Sale of ${number} Sample Street`);
    const page = await open(`${client}/activities`, staff);
    expect(page.part('activities-heading')).toBe('Engagements 6');
    expect(page.html.match(/>Sale of \d Sample Street</g)).toEqual(
      [6, 5, 4, 3, 2].map((number) => `>Sale of ${number} Sample Street<`),
    );
    const all = `/activities?clientId=${client.split('/').at(-1)}`;
    expect(page.html).toContain(`href="${all}"`);
    expect(page.text).toContain('All 6 engagements');
    expect((await open(all, staff)).text).toContain('6 shown, of 6');
  });

  it('links to each of its tabs, which has its sections once', async () => {
    const { html } = await open(client, staff);
    const tabs = /<nav[^>]*aria-label="Client"[\s\S]*?<\/nav>/.exec(html)?.[0] ?? '';
    const hrefs = [...tabs.matchAll(/href="([^"]+)"/g)].map(([, href]) => href ?? '');
    expect(hrefs).toEqual([client, ...clientTabs.slice(1).map((tab) => `${client}/${tab}`)]);
    expect(tabs).toMatch(/>Overview<span[^>]*>[^\d]*\d+<\/span>/);
    const always = [
      'diligence',
      'parties',
      'activities',
      'documents',
      'history',
      'screening',
      'funds',
    ] as const;
    for (const id of always) {
      const page = await open(clientSectionUrl(client.split('/').at(-1) ?? '', id), staff);
      expect(page.html.match(new RegExp(`\\sid="${id}"`, 'g')), id).toHaveLength(1);
      expect(page.html, id).toContain('aria-current="page"');
    }
  });
});
