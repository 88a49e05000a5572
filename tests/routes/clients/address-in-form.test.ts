import { afterAll, beforeAll, expect, it } from 'vitest';
import { openTestApp, type TestApp, type TestBrowser } from '#tests/support/app/app.ts';
import { autoCompletes } from '#tests/support/app/html.ts';
import { type Page, readPage } from './page.ts';

let app: TestApp;
let browser: TestBrowser;
let blank: Record<string, string>;
beforeAll(async () => {
  app = await openTestApp();
  browser = app.browser();
  await browser.startSession('owner@demo.test');
  blank = (await readPage(await browser.get('/clients/create?type=individual'))).form();
});
afterAll(() => app.close());

const send = async (form: Record<string, string>) =>
  readPage(await browser.post('/clients/create?type=individual', form));

const find = (query: string, more: Record<string, string> = {}) =>
  send({ ...blank, 'addresses[0].find': query, intent: 'find:addresses[0]', ...more });

/** Ids of the suggestions to choose from. */
const choicesIn = (page: Page) =>
  [...page.html.matchAll(/name="addresses\[0\]\.choice"[^>]*value="([^"]+)"/g)].map(([, id]) => id ?? '');

it.each(['NZL', 'AUS', 'FJI'])(
  'offers no address of the member’s own for a client in %s',
  async (countryCode) => {
    const page = await send({ ...blank, 'addresses[0].countryCode': countryCode, intent: 'refresh' });
    expect(page.value('addresses[0].countryCode')).toBe(countryCode);
    const address = autoCompletes(page.html, 'addresses[0].');
    expect(address).toMatchObject({ addressLine1: 'off', postcode: 'off', state: 'off' });
    const filled = Object.entries(autoCompletes(page.html, '')).filter(
      ([, value]) => !['', 'off'].includes(value),
    );
    expect(filled).toEqual([]);
  },
);

it('lists suggestions to choose from, and preserves other input', async () => {
  const page = await find('queen', { 'individual.givenNames': 'Mere' });
  expect(page.status).toBe(200);
  expect(choicesIn(page).length).toBeGreaterThan(1);
  expect(page.text).toContain('Use this address');
  expect(page.value('individual.givenNames')).toBe('Mere');
  expect(page.value('addresses[0].find')).toBe('queen');
  expect(page.part('client-errors')).toBeUndefined();
});

it('fills the fields from the selected address, and saves its provider', async () => {
  const page = await find('rd 1');
  const [, second = ''] = choicesIn(page);
  const filled = await send({ ...page.form(), 'addresses[0].choice': second, intent: 'use:addresses[0]' });
  expect(filled.value('addresses[0].addressLine1')).not.toBe('');
  expect(filled.value('addresses[0].addressLine2')).toBe('RD 1');
  expect(filled.value('addresses[0].provider')).toBe('addy');
  expect(filled.value('addresses[0].providerId')).toBe(second);
  expect(filled.value('addresses[0].find')).toBe('');

  const saved = await browser.post('/clients/create?type=individual', {
    ...filled.form(),
    'individual.givenNames': 'Found',
    'individual.familyName': 'Addressed',
  });
  const edit = await readPage(await browser.get(`${saved.headers.get('Location')}/edit`));
  expect(edit.value('addresses[0].provider')).toBe('addy');
  expect(edit.value('addresses[0].providerId')).toBe(second);

  // Saved again with a line edited, its source is no longer the provider.
  const changed = { ...edit.form(), 'addresses[0].addressLine1': '999 Changed Road' };
  await browser.post(`${saved.headers.get('Location')}/edit`, changed);
  const after = await readPage(await browser.get(`${saved.headers.get('Location')}/edit`));
  expect(after.value('addresses[0].addressLine1')).toBe('999 Changed Road');
  expect(after.value('addresses[0].provider')).toBe('manual');
  expect(after.value('addresses[0].providerId')).toBe('');
});

it('looks an address up instead of saving when Enter is pressed in the search', async () => {
  const page = await send({
    ...blank,
    'individual.givenNames': 'Pressed',
    'individual.familyName': 'Enter',
    'addresses[0].find': 'queen',
  });
  expect(page.status).toBe(200);
  expect(choicesIn(page).length).toBeGreaterThan(1);
});

it('saves an address entered manually, whatever is left in the search', async () => {
  const response = await browser.post('/clients/create?type=individual', {
    ...blank,
    'individual.givenNames': 'Typed',
    'individual.familyName': 'Byhand',
    'addresses[0].find': 'queen',
    'addresses[0].addressLine1': '1 Nowhere Lane',
    'addresses[0].state': 'Levin',
    'addresses[0].postcode': '5510',
  });
  expect(response.status).toBe(302);
});

it('shows why there are no suggestions', async () => {
  expect((await find('qu')).text).toContain('Type at least 3 characters of the address');
  expect((await find('zzzzzz qqqqqq')).text).toContain('No address found.');
  const foreign = await find('rue de', { 'addresses[0].countryCode': 'FRA' });
  expect(foreign.status).toBe(200);
  const fault = { kind: 'status', path: '/search', status: 429 };
  await fetch(`${app.sandbox.addressUrls.NZL}/__sandbox/faults`, {
    method: 'POST',
    headers: { 'Content-Type': 'application/json' },
    body: JSON.stringify(fault),
  });
  const page = await find('victoria street', { 'individual.givenNames': 'Mere' });
  expect(page.text).toContain('Too many requests. Please try again in a moment.');
  expect(page.value('individual.givenNames')).toBe('Mere');
});

it('changes the fields with the country', async () => {
  const inAustralia = await send({ ...blank, 'addresses[0].countryCode': 'AUS', intent: 'refresh' });
  expect(inAustralia.html).toMatch(/<select[^>]*name="addresses\[0\]\.state"/);
  const inFrance = await send({ ...blank, 'addresses[0].countryCode': 'FRA', intent: 'refresh' });
  expect(inFrance.html).toContain('name="addresses[0].city"');
  expect(inFrance.html).not.toContain('name="addresses[0].find"');
});

it('rejects an unknown country code', async () => {
  const page = await send({
    ...blank,
    'individual.givenNames': 'A',
    'individual.familyName': 'B',
    'addresses[0].countryCode': 'XXX',
    'addresses[0].addressLine1': '1 Sample Street',
  });
  expect(page.status).toBe(422);
  expect(page.error('addresses[0].countryCode')).toBe('Select a country from the list');
});
