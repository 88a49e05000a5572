import { expect, it } from 'vitest';
import { openAlertIn } from '#tests/support/app/alerts.ts';
import { valueIn } from '#tests/support/app/html.ts';
import { openSignedInApp } from '#tests/support/app/signed-in-app.ts';
import { readPage } from './clients/page.ts';

const { app, browser: owner } = await openSignedInApp('owner@demo.test');

const open = async (path: string, as = owner) => readPage(await as.get(path));
const idIn = (path: string) => path.split('/').at(-1) ?? '';

async function createPerson(family: string): Promise<string> {
  const path = '/clients/create?type=individual';
  const form = { ...(await open(path)).form(), 'individual.givenNames': 'Hine' };
  const response = await owner.post(path, { ...form, 'individual.familyName': family });
  return response.headers.get('Location') ?? '';
}

async function recordActivity(customerId: string): Promise<string> {
  const { html } = await open('/activities/create');
  const response = await owner.post('/activities/create', {
    requestKey: valueIn(html, 'requestKey'),
    name: 'Sale of 9 Alert Street',
    activityType: 'propertySale',
    currency: 'NZD',
    'addresses[0].countryCode': 'NZL',
    'parties[0].clientId': customerId,
    'parties[0].name': 'Hine',
    'parties[0].capacity': 'customer',
  });
  return response.headers.get('Location') ?? '';
}

const openedFor = (alert: Parameters<typeof openAlertIn>[1]) => openAlertIn(app, alert);

it('shows a client’s alert on its page and at home with a link to the client, and on no other page', async () => {
  const [path, other] = [await createPerson('Alertona'), await createPerson('Calmington')];
  const summary = 'Calculated risk increased from low to <high>.';
  await openedFor({ resourceType: 'clients', resourceId: idIn(path), summary });
  const page = await open(path);
  expect(page.html).toMatch(/<section[^>]*aria-label="Alerts"/);
  // Its type links to the alert, so the flat text has a space after it.
  expect(page.text).toContain(`Risk increased : ${summary} Open`);
  const home = await open('/home');
  expect(home.html).toMatch(new RegExp(`<a[^>]*href="${path}"[^>]*>Hine Alertona</a>`));
  expect(home.text).toContain(`Risk increased: ${summary}`);
  expect((await open(other)).html).not.toContain('aria-label="Alerts"');
});

it('shows an activity’s alert on its page and at home, and not on its customer’s page', async () => {
  const customer = await createPerson('Busyman');
  const path = await recordActivity(idIn(customer));
  const summary = 'The override of this activity ended.';
  await openedFor({ resourceType: 'activities', resourceId: idIn(path), summary });
  expect((await open(path)).text).toContain(summary);
  expect((await open('/home')).html).toMatch(
    new RegExp(`<a[^>]*href="${path}"[^>]*>A-\\d+ Sale of 9 Alert Street</a>`),
  );
  expect((await open(customer)).text).not.toContain(summary);
});

it('shows the first five alerts of a record’s queue, and none of another company', async () => {
  const path = await createPerson('Manyalerts');
  for (const number of [1, 2, 3, 4, 5, 6]) {
    await openedFor({ resourceType: 'clients', resourceId: idIn(path), summary: `Alert number ${number}.` });
  }
  const { text } = await open(path);
  expect(text.match(/Alert number \d\./g)).toHaveLength(5);
  const auditor = app.browser();
  await auditor.startSession('auditor@demo.test');
  expect((await open(path, auditor)).text).toContain('Alert number 1.');
  const stranger = app.browser();
  await stranger.startSession('new@demo.test');
  expect((await open('/home', stranger)).text).not.toContain('Alert number');
});
