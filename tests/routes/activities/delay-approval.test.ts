import { afterAll, beforeAll, expect, it } from 'vitest';
import { addDays } from '#rules/dates/calendar-dates.ts';
import { openTestApp, type TestApp, type TestBrowser } from '#tests/support/app/app.ts';
import { parsePage, postedFields, valueIn } from '#tests/support/app/html.ts';
import { testDay } from '#tests/support/clock/test-day.ts';
import { readPage } from '../clients/page.ts';

/* Siblings tried: staff, owner and auditor on the page; each condition missing; the form opened again after it is saved. */

let app: TestApp;
let owner: TestBrowser;
let staff: TestBrowser;
let auditor: TestBrowser;

beforeAll(async () => {
  app = await openTestApp();
  await app.database.asSuperuser(`UPDATE assay.companies SET regulated_in = ARRAY['AUS']`);
  [owner, staff, auditor] = [app.browser(), app.browser(), app.browser()];
  await owner.startSession('owner@demo.test');
  await staff.startSession('staff@demo.test');
  await auditor.startSession('auditor@demo.test');
});
afterAll(() => app?.close());

const open = async (path: string, as = owner) => readPage(await as.get(path));
const day = (days: number) => addDays(testDay('Australia/Sydney'), days);

async function record(more: Record<string, string>) {
  const { html } = await open('/activities/create', staff);
  return staff.post('/activities/create', {
    requestKey: valueIn(html, 'requestKey'),
    name: 'Purchase of 24 Sample Street',
    activityType: 'propertyPurchase',
    designatedServiceAu: 'au.t6.1',
    currency: 'AUD',
    'addresses[0].countryCode': 'AUS',
    exchangeOn: day(-3),
    settlementOn: day(60),
    delayedCddBasis: 'property',
    delayedCddGround: 'The buyer signed at an auction',
    delayedCddRiskLimits: 'The deposit stays in trust',
    ...more,
  });
}

it('is refused without a condition, or with an exchange to come, beside the field, and what was typed stays', async () => {
  for (const [field, value, message] of [
    ['delayedCddRiskLimits', '', 'Enter why the additional risk is low'],
    ['delayedCddGround', '', 'Enter a reason for delayed CDD'],
    ['exchangeOn', day(2), 'exchange must be today or earlier'],
  ] as const) {
    const page = await readPage(await record({ [field]: value }));
    expect([field, page.status]).toEqual([field, 422]);
    expect(page.part(`activity-${field}-error`)).toContain(message);
    const kept = field === 'delayedCddRiskLimits' ? 'signed at an auction' : 'stays in trust';
    expect(page.html).toContain(kept);
  }
});

it('recorded by staff waits on the page, and is approved there by who may, without script', async () => {
  const made = await record({});
  expect(made.status).toBe(302);
  const path = made.headers.get('Location') ?? '';
  for (const browser of [staff, auditor, owner]) {
    const page = await open(path, browser);
    const section = page.part('delay');
    for (const text of [
      'Last day: ',
      'AU Rules 6-32',
      'Why it is essential: The buyer signed at an auction',
      'Why the risk is low: The deposit stays in trust',
      'Recorded by',
      'Awaiting approval by someone who may grant exceptions from CDD',
    ]) {
      expect(section).toContain(text);
    }
    expect([browser === owner, section?.includes('Approve the delay')]).toEqual([
      browser === owner,
      browser === owner,
    ]);
  }
  const edited = await open(`${path}/edit`, staff);
  expect(edited.html).toContain('The deposit stays in trust');
  const { html } = await open(path);
  const form = parsePage(html).querySelector('#delay form');
  const posted = Object.fromEntries(postedFields(form));
  // The same form is refused to staff.
  const forbidden = await staff.post(path, posted);
  expect(forbidden.status).toBe(403);
  const approved = await owner.post(path, posted);
  expect(approved.headers.get('Location')).toBe(`${path}#delay`);
  const after = await open(path);
  expect(after.part('delay')).toContain('Approved by');
  expect(after.part('delay')).not.toContain('Approve the delay');
  const history = await open(`${path}?tab=history`);
  expect(history.text).toContain('Approved the delay of CDD');
  expect(history.text).toContain('Limits of the risk while CDD is delayed');
});
