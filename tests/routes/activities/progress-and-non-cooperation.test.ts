import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { openDueAlerts } from '#api/records/alerts/due-alerts.ts';
import { activityPageTabs, activitySections, activityTabs } from '#rules/activities/activity-tabs.ts';
import { addDays } from '#rules/dates/calendar-dates.ts';
import { openTestApp, type TestApp, type TestBrowser } from '#tests/support/app/app.ts';
import { valueIn } from '#tests/support/app/html.ts';
import { testDay } from '#tests/support/clock/test-day.ts';
import { readPage } from '../clients/page.ts';

let app: TestApp;
let owner: TestBrowser;
let staff: TestBrowser;
let auditor: TestBrowser;
let seller: string;
let buyer: string;
let sale: string;

beforeAll(async () => {
  app = await openTestApp();
  // The demo company also sells in Australia.
  await app.database.asSuperuser(
    `UPDATE assay.companies SET regulated_in = ARRAY['NZL', 'AUS'], sector = 'realEstate'`,
  );
  [owner, staff, auditor] = [app.browser(), app.browser(), app.browser()];
  await owner.startSession('owner@demo.test');
  await staff.startSession('staff@demo.test');
  await auditor.startSession('auditor@demo.test');
  [seller, buyer] = [await createPerson('Rangi', 'Vendor'), await createPerson('Bella', 'Refuser')];
  sale = await recordSale();
});
afterAll(() => app.close());

const open = async (path: string, as = owner) => readPage(await as.get(path));
const idIn = (location: string | null) => location?.split('/').at(-1) ?? '';

async function createPerson(given: string, family: string): Promise<string> {
  const path = '/clients/create?type=individual';
  const form = {
    ...(await open(path)).form(),
    'individual.givenNames': given,
    'individual.familyName': family,
  };
  return idIn((await owner.post(path, form)).headers.get('Location'));
}

async function recordSale(more: Record<string, string> = {}): Promise<string> {
  const { html } = await open('/activities/create');
  const response = await owner.post('/activities/create', {
    requestKey: valueIn(html, 'requestKey'),
    name: 'Sale of 24 Sample Street',
    activityType: 'propertySale',
    designatedServiceAu: 'au.t5.1',
    currency: 'AUD',
    purpose: 'The vendor moves away',
    'addresses[0].countryCode': 'AUS',
    'parties[0].clientId': seller,
    'parties[0].name': 'Rangi Vendor',
    'parties[0].capacity': 'customer',
    'parties[1].clientId': buyer,
    'parties[1].name': 'Bella Refuser',
    'parties[1].capacity': 'otherParty',
    ...more,
  });
  expect(response.status).toBe(302);
  return response.headers.get('Location') ?? '';
}

const recordPage = () => `${sale}/non-cooperation/${buyer}`;

async function post(form: Record<string, string>, as = owner) {
  const { html } = await open(recordPage(), as);
  const response = await as.post(recordPage(), {
    requestKey: valueIn(html, 'requestKey'),
    version: valueIn(html, 'version'),
    clientId: buyer,
    ...form,
  });
  return { location: response.headers.get('Location'), ...(await readPage(response)) };
}

describe('the steps on the activity’s page', () => {
  it('name each status and offer the next transition by one primary button without script', async () => {
    const page = await open(sale);
    expect(page.html).toMatch(/<nav[^>]*aria-label="[A-Z][a-z]+ progress"/);
    expect(page.text).toMatch(/Record\s*: Current step\./);
    expect(page.text).toMatch(/Parties\s*: Not complete\./);
    expect(page.html.match(/aria-current="step"/g)).toHaveLength(1);
    expect(page.html.match(/class="[^"]*button-primary/g)).toHaveLength(1);
    expect(page.html).toMatch(
      new RegExp(`<a[^>]*href="${sale}/edit#activity-nature"[^>]*>Complete details</a>`),
    );
  });

  it('are part of the activity’s response, and have no button for read-only roles', async () => {
    const before = app.apiRequests.length;
    const page = await open(sale, auditor);
    const calls = app.apiRequests.slice(before).map(({ path }) => path);
    expect(calls.filter((path) => path.includes(idIn(sale)))).toEqual([
      `/api/v1/activities/${idIn(sale)}/page`,
    ]);
    expect(page.text).toMatch(/Funds\s*: /);
    expect(page.html).not.toContain('button-primary');
  });
});

describe('each tab of the activity’s page', () => {
  it('is a link, one call of the API, and beside the completion checklist', async () => {
    const { html } = await open(sale);
    for (const tab of activityTabs) {
      const href = activityPageTabs.tabUrl(idIn(sale), tab);
      expect(html).toContain(`href="${href}"`);
      const before = app.apiRequests.length;
      const page = await open(href);
      const calls = app.apiRequests.slice(before).map(({ path }) => path);
      expect(
        calls.filter((path) => path.includes(idIn(sale))),
        tab,
      ).toEqual([`/api/v1/activities/${idIn(sale)}/page`]);
      expect(page.html, tab).toMatch(new RegExp(`href="${href.replace('?', '[?]')}" aria-current="page"`));
      expect(page.part('next-heading'), tab).toBe('Completion checklist');
      const sections = Object.entries(activitySections).filter(([, of]) => of === tab);
      expect(
        sections.some(([section]) => page.html.includes(`id="${section}"`)),
        tab,
      ).toBe(true);
    }
  });
});

describe('another party who does not cooperate', () => {
  it('is offered on the party to those who may approve an exception alone', async () => {
    expect((await open(`${sale}?tab=parties`)).html).toContain(`href="${recordPage()}"`);
    expect((await open(`${sale}?tab=parties`, staff)).html).not.toContain(recordPage());
    const page = await open(recordPage(), staff);
    expect(page.text).toContain('No record yet.');
    expect(page.html).not.toContain('name="steps"');
    const own = await open(`${sale}/non-cooperation/${seller}`);
    expect(own.text).toContain('No record can replace it');
    expect((await open(`${sale}/non-cooperation/01900000-0000-7000-8000-000000000000`)).status).toBe(404);
  });

  it('shows field errors and preserves input', async () => {
    const refused = await post({
      intent: 'record',
      steps: 'Asked in writing on 10 August',
      difficulties: '',
    });
    expect(refused.status).toBe(422);
    expect(refused.part('refusal-difficulties-error')).toContain('Describe the difficulties');
    expect(refused.part('refusal-reportConsidered-error')).toContain('Consider whether to report');
    expect(refused.html).toContain('>Asked in writing on 10 August</textarea>');
  });

  it('is recorded, shown on the activity with its history, and withdrawn', async () => {
    const recorded = await post({
      intent: 'record',
      steps: 'Asked in writing on 10 and 17 August',
      difficulties: 'Bella refuses all papers',
      reportConsidered: 'on',
    });
    expect([recorded.status, recorded.location]).toEqual([302, `${sale}?tab=parties#parties`]);
    expect((await open(`${sale}?tab=parties`)).text).toContain('Does not cooperate with CDD, recorded');
    const page = await open(`${sale}?tab=history`);
    expect(page.text).toMatch(/Whether to report a suspicious matter was considered\s*.*Yes/);
    expect(page.text).not.toContain('CDD on Bella Refuser is not complete');
    const shown = await open(recordPage(), auditor);
    expect(shown.text).toContain('Bella refuses all papers');
    expect(shown.html).not.toContain('<textarea');
    const nothing = await post({ intent: 'withdraw', reason: '' });
    expect(nothing.part('withdrawal-reason-error')).toContain('Enter the reason');
    const withdrawn = await post({ intent: 'withdraw', reason: 'Bella has sent a passport' }, staff);
    expect(withdrawn.status).toBe(302);
    const after = await open(`${sale}?tab=history`);
    expect(after.text).toContain('CDD on Bella Refuser is not complete');
    expect(after.text).toContain('Withdrew a record of non-cooperation');
  });
});

/** A day so many days from today. */
const day = (days: number) => addDays(testDay(), days);

describe('delayed CDD', () => {
  /** A sale of the owner's, exchanged so many days ago: CDD on the buyer is due on the 28th day. */
  const delayed = async (name: string, exchangedDaysAgo: number) =>
    recordSale({
      name,
      exchangeOn: day(-exchangedDaysAgo),
      settlementOn: day(90),
      delayedCddBasis: 'property',
      delayedCddGround: 'The buyer signed at an auction',
      delayedCddRiskLimits: 'The deposit stays in the trust account meanwhile',
    });
  const runJob = () => openDueAlerts(app.database.db, { now: () => new Date() });
  const getAlerts = async () => (await open('/monitoring?type=delayedCdd')).text;

  it('is announced before its day and followed when overdue, at home, in alerts, lists and on the records, until a record replaces it', async () => {
    const [soon, late] = [await delayed('Sale due soon', 26), await delayed('Sale overdue', 40)];
    await runJob();
    const home = await open('/home');
    expect(home.text).toMatch(/Sale overdue .*Delayed CDD was due on .*do not proceed until they are/);
    expect(home.text).toMatch(/Sale due soon .*Delayed CDD is due on /);
    const alerts = await getAlerts();
    expect(alerts).toContain('Sale due soon');
    expect(alerts).toContain('Sale overdue');
    expect((await open('/activities?sort=due')).text).toMatch(/Sale overdue.*Sale due soon/s);
    expect((await open(`/clients/${buyer}/activities`)).text).toMatch(/Sale overdue/);
    const [soonPage, latePage] = [await open(soon), await open(late)];
    expect(soonPage.text).toContain('Delayed CDD is due on');
    expect(soonPage.text).not.toContain('CDD on Bella Refuser is not complete');
    expect(latePage.text).toContain(
      'One party is not verified: do not proceed until they are (AU Rules 6-32)',
    );
    expect(latePage.text).toMatch(/CDD on Bella Refuser is not complete\. Delayed CDD was due on/);

    const { html } = await open(`${late}/non-cooperation/${buyer}`);
    const recorded = await owner.post(`${late}/non-cooperation/${buyer}`, {
      requestKey: valueIn(html, 'requestKey'),
      version: valueIn(html, 'version'),
      clientId: buyer,
      intent: 'record',
      steps: 'Asked in writing on 10 and 17 August',
      difficulties: 'Bella refuses all papers',
      reportConsidered: 'on',
    });
    expect(recorded.status).toBe(302);
    expect(await getAlerts()).not.toContain('Sale overdue');
    expect(await getAlerts()).toContain('Sale due soon');
    const after = await open(late);
    expect(after.text).not.toContain('do not proceed until they are');
    expect(after.text).not.toContain('CDD on Bella Refuser is not complete');
    // The client's own page is about the client: its CDD stays as it is, whatever one activity may rest on.
    expect((await open(`/clients/${buyer}`)).text).toContain('Verify the client’s identity');
  });
});

describe('an arrangement with another participant of the sale', () => {
  const arrangementPage = () => `${sale}/arrangements/${buyer}`;

  async function postArrangement(form: Record<string, string>, as = owner) {
    const { html } = await open(arrangementPage(), as);
    const response = await as.post(arrangementPage(), {
      requestKey: valueIn(html, 'requestKey'),
      version: valueIn(html, 'version'),
      clientId: buyer,
      ...form,
    });
    return { location: response.headers.get('Location'), ...(await readPage(response)) };
  }

  it('asks for the dates of the sale first, and is offered to those who may approve an exception alone', async () => {
    expect((await open(`${sale}?tab=parties`)).html).toContain(`href="${arrangementPage()}"`);
    expect((await open(`${sale}?tab=parties`, staff)).html).not.toContain(arrangementPage());
    expect((await open(arrangementPage(), staff)).text).toContain('No arrangement yet.');
    const undated = await open(arrangementPage());
    expect(undated.html).toContain(`href="${sale}/edit#activity-exchangeOn"`);
    expect(undated.html).not.toContain('name="participant"');
  });

  it('shows a day beyond the law’s limit beside its field, is recorded, shown and withdrawn', async () => {
    await app.database.asSuperuser(
      `UPDATE assay.activities SET exchange_on = $2, settlement_on = $3, settlement_first_agreed_on = $3 WHERE id = $1`,
      [idIn(sale), day(-40), day(60)],
    );
    const words = {
      intent: 'record',
      participant: 'Example Conveyancing',
      responsibilities: 'They do CDD on the buyer',
      agreedOn: day(-30),
      receivedOn: day(-1),
    };
    const late = await postArrangement({ ...words, cddDoneOn: day(-2) });
    expect(late.status).toBe(422);
    expect(late.part('arrangement-cddDoneOn-error')).toContain('28 days after exchange');
    expect(late.html).toContain('value="Example Conveyancing"');
    const recorded = await postArrangement({ ...words, cddDoneOn: day(-20) });
    expect([recorded.status, recorded.location]).toEqual([302, `${sale}?tab=parties#parties`]);
    expect((await open(`${sale}?tab=parties`)).text).toContain('CDD by Example Conveyancing, done on');
    expect((await open(`${sale}?tab=history`)).text).toContain('Recorded a participants’ arrangement');
    const shown = await open(arrangementPage(), auditor);
    expect(shown.text).toContain('They do CDD on the buyer');
    expect(shown.html).not.toContain('<textarea');
    const withdrawn = await postArrangement({ intent: 'withdraw', reason: 'We do CDD ourselves' }, staff);
    expect(withdrawn.status).toBe(302);
    expect((await open(`${sale}?tab=history`)).text).toContain('Withdrew a participants’ arrangement');
  });
});
