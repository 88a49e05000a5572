import { afterAll, beforeAll, expect, it } from 'vitest';
import { openTestApp, type TestApp, type TestBrowser } from '#tests/support/app.ts';
import { readPage } from './clients/page.ts';

let app: TestApp;
let owner: TestBrowser;
beforeAll(async () => {
  app = await openTestApp();
  owner = app.browser();
  await owner.startSession('owner@demo.test');
});
afterAll(() => app.close());

const settings = '/settings?view=company';
const open = async (path: string) => readPage(await owner.get(path));
const post = async (path: string, form: Record<string, string>) => {
  const response = await owner.post(path, form);
  return {
    status: response.status,
    location: response.headers.get('Location'),
    ...(await readPage(response)),
  };
};

it('says what is missing and what counts until then, and what follows once it is recorded', async () => {
  const opened = await open(settings);
  const cleared = { ...opened.form(), firstServiceAu: '', enrolmentNumber: '' };
  expect((await post(settings, cleared)).status).toBe(302);
  const lacking = await open(settings);
  expect(lacking.text).toContain('First day of designated services in Australia');
  expect(lacking.text).toContain('the stricter rule applies');
  expect((await open('/home')).text).toContain('Details of your company are missing');

  const form = { ...lacking.form(), firstServiceAu: '2026-09-14', enrolmentNumber: '100 012 337' };
  expect((await post(settings, form)).status).toBe(302);
  const saved = await open(settings);
  expect(saved.form()).toMatchObject({ firstServiceAu: '2026-09-14', enrolmentNumber: '100012337' });
  expect(saved.text).toContain('By 12 Oct 2026');
  expect(saved.text).toContain('Supervisor in Australia');
  expect((await open('/home')).text).not.toContain('Details of your company are missing');
});

it('refuses what does not fit beside its field, and keeps what was typed', async () => {
  const form = { ...(await open(settings)).form(), enrolmentNumber: 'AB-12', firstServiceAu: '0026-07-01' };
  const refused = await post(settings, form);
  expect(refused.status).toBe(422);
  expect(refused.form()).toMatchObject({ enrolmentNumber: 'AB-12', firstServiceAu: '0026-07-01' });
  expect(refused.text).toContain('3 to 9 digits, without letters');
  const second = await post(settings, { ...form, enrolmentNumber: '100012337' });
  expect(second.text).toContain('Enter the year in full');
});

it('offers captured services by country and sector, and refuses a delay that does not fit beside its field', async () => {
  const opened = await open('/activities/create');
  expect(opened.text).toContain(
    'Helping to sell, buy or transfer real estate (au.t6.1, AU s6 table 6 item 1)',
  );
  const form = {
    ...opened.form(),
    name: 'Sale for a vendor',
    activityType: 'propertySale',
    designatedServiceAu: 'au.t6.1',
    delayedCddBasis: 'property',
    delayedCddGround: 'The vendor is abroad',
    exchangeOn: '2026-11-16',
  };
  const refused = await post('/activities/create', form);
  expect(refused.status).toBe(422);
  expect(refused.text).toContain('For the seller, choose the 20 business days');
  const general = { ...refused.form(), delayedCddBasis: 'general', serviceStartedOn: '2026-11-16' };
  const saved = await post('/activities/create', general);
  expect(saved.status).toBe(302);
  const shown = await open(saved.location ?? '');
  expect(shown.text).toContain('Helping to sell, buy or transfer real estate');
  expect(shown.text).toContain('Due by 14 Dec 2026');
  expect(shown.text).toContain('AU Rules 6-12');
});

it('opens the page of permits, and refuses one that says nothing, beside each field', async () => {
  const created = await open('/clients/create?type=individual');
  const person = {
    ...created.form(),
    'individual.givenNames': 'Aroha',
    'individual.familyName': 'Permitted',
  };
  const { location } = await post('/clients/create?type=individual', person);
  const path = `${location}/permits`;
  const opened = await open(path);
  expect(opened.text).toContain('None recorded');
  const refused = await post(path, { ...opened.form(), intent: 'record', number: 'SAN-1' });
  expect(refused.status).toBe(422);
  expect(refused.text).toContain('Select the document');
  expect(refused.text).toContain('Select at least one law');
  expect(refused.form()).toMatchObject({ number: 'SAN-1' });
});
