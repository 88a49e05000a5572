import { afterAll, beforeAll, expect, it } from 'vitest';
import { openTestApp, type TestApp, type TestBrowser } from '#tests/support/app/app.ts';
import { valueIn } from '#tests/support/app/html.ts';
import { readPage } from '../clients/page.ts';

let app: TestApp;
let browser: TestBrowser;
let customerId: string;
beforeAll(async () => {
  app = await openTestApp();
  browser = app.browser();
  await browser.startSession('owner@demo.test');
  customerId = await createPerson('Aroha', 'Pukekolane');
});
afterAll(() => app.close());

const idIn = (location: string | null) => location?.split('/').at(-1) ?? '';

async function createPerson(given: string, family: string): Promise<string> {
  const opened = await readPage(await browser.get('/clients/create?type=individual'));
  const form = { ...opened.form(), 'individual.givenNames': given, 'individual.familyName': family };
  return idIn((await browser.post('/clients/create?type=individual', form)).headers.get('Location'));
}

/** The opened form with a name, a type and one customer. */
async function newForm(): Promise<Record<string, string>> {
  const { html } = await readPage(await browser.get('/activities/create'));
  return {
    requestKey: valueIn(html, 'requestKey'),
    name: 'Sale of 1 Sample Street',
    activityType: 'propertySale',
    currency: 'NZD',
    'addresses[0].countryCode': 'NZL',
    'parties[0].clientId': customerId,
    'parties[0].name': 'Aroha Pukekolane',
    'parties[0].capacity': 'customer',
  };
}

async function post(path: string, form: Record<string, string>) {
  const response = await browser.post(path, form);
  return { location: response.headers.get('Location'), ...(await readPage(response)) };
}

const open = async (path: string) => readPage(await browser.get(path));

async function record(more: Record<string, string> = {}): Promise<string> {
  const sent = await post('/activities/create', { ...(await newForm()), ...more });
  expect(sent.status).toBe(302);
  return sent.location ?? '';
}

/** Presses one of the page's small buttons. */
async function changeStatus(path: string, form: Record<string, string>) {
  const { html } = await open(path);
  return post(path, {
    requestKey: `${valueIn(html, 'requestKey')}-${form.to ?? ''}`,
    version: valueIn(html, 'version'),
    move: 'to',
    ...form,
  });
}

it('reads an amount as typed, never as cents', async () => {
  for (const [typed, shown] of [
    ['12500', 'NZD 12,500'],
    ['12,500.5', 'NZD 12,500.50'],
    ['$ 0', 'NZD 0'],
  ] as const) {
    const page = await open(await record({ maxTransactionValue: typed }));
    expect(page.text).toContain(shown);
  }
});

it('shows errors at their fields and preserves input', async () => {
  const page = await post('/activities/create', {
    ...(await newForm()),
    name: '',
    maxTransactionValue: 'a lot',
    exchangeOn: '2026-02-30',
    fundsCountries: 'TON',
    cashExpected: 'on',
  });
  expect(page.status).toBe(422);
  expect(page.part('activity-name-error')).toContain('Enter a name');
  expect(page.part('activity-maxTransactionValue-error')).toContain('Enter an amount such as');
  expect(page.part('activity-exchangeOn-error')).toContain('Enter a real date');
  expect(page.html).toContain('href="#activity-maxTransactionValue"');
  expect(page.html).toContain('value="a lot"');
  expect(page.html).toMatch(
    /<option[^>]*value="TON"[^>]*selected=""|<option[^>]*selected=""[^>]*value="TON"/,
  );
  expect(valueIn(page.html, 'parties\\[0\\].clientId')).toBe(customerId);
});

it('finds, adds and removes a party by buttons alone, and saves nothing meanwhile', async () => {
  const form = await newForm();
  const found = await post('/activities/create', {
    ...form,
    clientSearch: 'pukekolane',
    intent: 'findClient',
  });
  expect(found.status).toBe(200);
  expect(found.text).toContain('Select the client to add');
  expect(found.text).toContain('Added');
  const none = await post('/activities/create', { ...form, clientSearch: 'zzzzqqqq' });
  expect(none.text).toContain('No client found');
  const other = await createPerson('Tama', 'Weka');
  const added = await post('/activities/create', { ...form, intent: `addParty:${other}` });
  expect(valueIn(added.html, 'parties\\[1\\].clientId')).toBe(other);
  expect(added.text).toContain('Tama Weka');
  const removed = await post('/activities/create', { ...form, intent: 'removeParty:0' });
  expect(valueIn(removed.html, 'parties\\[0\\].clientId')).toBe('');
  const countries = await post('/activities/create', {
    ...form,
    fundsCountries: 'TON',
    intent: 'addCountry',
  });
  expect(countries.html.match(/name="fundsCountries"/g)).toHaveLength(2);
});

it('rejects an unknown client as a party, with an error at the party', async () => {
  const page = await post('/activities/create', {
    ...(await newForm()),
    'parties[0].clientId': '01900000-0000-7000-8000-000000000000',
  });
  expect(page.status).toBe(422);
  expect(page.html).toContain('href="#activity-parties[0].clientId"');
});

it('creates one activity for a form sent several times', async () => {
  const form = await newForm();
  const first = await post('/activities/create', form);
  const again = await post('/activities/create', form);
  expect(again.location).toBe(first.location);
});

it('merges a concurrent update of other fields and rows', async () => {
  const path = await record();
  const opened = await open(`${path}/edit`);
  const theirs = { ...opened.form(), sourceOfFunds: 'A sale of theirs' };
  expect((await post(`${path}/edit`, theirs)).status).toBe(302);
  const mine = { ...opened.form(), requestKey: crypto.randomUUID(), purpose: 'A purpose of mine' };
  const stale = await post(`${path}/edit`, mine);
  expect(stale.status).toBe(409);
  expect(stale.part('stale')).toContain('You changed different fields. The form below has both changes.');
  const confirmed = { ...stale.form(), overwriteVersion: valueIn(stale.html, 'overwriteVersion') };
  expect((await post(`${path}/edit`, confirmed)).status).toBe(302);
  const merged = await open(`${path}/edit`);
  expect(merged.form()).toMatchObject({
    sourceOfFunds: 'A sale of theirs',
    purpose: 'A purpose of mine',
    'parties[0].clientId': opened.form()['parties[0].clientId'],
  });
});

it('shows both versions after a concurrent update, and overwrites on confirmation', async () => {
  const path = await record();
  const opened = await open(`${path}/edit`);
  const form = { ...(await newForm()), version: valueIn(opened.html, 'version') };
  const theirs = await post(`${path}/edit`, { ...form, purpose: 'Theirs' });
  expect(theirs.status).toBe(302);
  const key = valueIn((await open(`${path}/edit`)).html, 'requestKey');
  const stale = await post(`${path}/edit`, { ...form, requestKey: key, purpose: 'Mine' });
  expect(stale.status).toBe(409);
  expect(stale.part('stale-heading')).toContain('changed this');
  expect(stale.text).toContain('Theirs');
  expect(stale.html).toContain('>Mine</textarea>');
  const over = await post(`${path}/edit`, {
    ...form,
    requestKey: `${key}-over`,
    purpose: 'Mine',
    overwriteVersion: '2',
  });
  expect(over.status).toBe(302);
  expect((await open(path)).text).toContain('Mine');
});

it('lists every blocker with provision and link, and rejects the transition with the same messages', async () => {
  const path = await record({
    capturedActivityNz: 'nz.a6',
    outsideScopeAu: 'au.noAustralianLink',
    noServiceReason: 'Done by the office in Wellington',
  });
  const page = await open(path);
  expect(page.text).toContain('No geographical link with Australia (AU s6(6))');
  expect(page.text).toContain('Done by the office in Wellington');
  expect(page.text).toContain('Describe the purpose of the engagement. NZ s17');
  expect(page.html).toContain(`href="${path}/edit#activity-purpose"`);
  expect(page.html).toContain(`href="/clients/${customerId}#diligence"`);
  expect(page.html).toContain(`href="${path}/risk_assessments/create"`);
  expect((await changeStatus(path, { to: 'inProgress' })).status).toBe(302);
  const refused = await changeStatus(path, { to: 'inReview' });
  expect(refused.status).toBe(422);
  expect(refused.part('refused')).toContain('Describe the purpose of the engagement.');
  const old = await changeStatus(path, { to: 'inReview', version: '1' });
  expect(old.status).toBe(409);
  expect(old.part('refused')).toContain('Someone else changed this engagement');
  const nonsense = await changeStatus(path, { to: 'finished' });
  expect(nonsense.status).toBe(422);
});

it('requires confirmation of a cancellation; the details are read-only afterwards', async () => {
  const path = await record();
  const asked = await open(`${path}?confirm=cancelled`);
  expect(asked.part('confirm-heading')).toBe('Cancel this engagement?');
  const stale = {
    move: 'to',
    to: 'cancelled',
    version: '99',
    reason: 'Typed before',
    requestKey: 'k'.repeat(36),
  };
  const refused = await post(`${path}?confirm=cancelled`, stale);
  expect(refused.status).toBe(409);
  expect(refused.html).toMatch(/<textarea [^>]*name="reason"[^>]*>Typed before</);
  expect((await changeStatus(path, { to: 'cancelled', reason: 'The buyer left' })).status).toBe(302);
  expect((await open(`${path}?tab=history`)).text).toContain('The buyer left');
  const page = await open(path);
  expect(page.html).not.toContain(`href="${path}/edit"`);
  expect((await open(`${path}/edit`)).text).toContain('closed and cannot be edited');
});

it('freezes at completion, shows later changes of its clients, and reopens as a copy', async () => {
  const clientId = await createPerson('Ngaio', 'Titipounamu');
  const path = await record({ 'parties[0].clientId': clientId, 'parties[0].name': 'Ngaio Titipounamu' });
  // Review requires an assessment, which is not tested here.
  await app.database.asSuperuser(`update assay.activities set status = 'inReview' where id = $1`, [
    idIn(path),
  ]);
  expect((await changeStatus(path, { move: 'outcome', outcome: 'declined' })).status).toBe(302);
  expect((await changeStatus(path, { to: 'completed' })).status).toBe(302);
  const completed = await open(`${path}?tab=history`);
  expect(completed.text).toContain('Nothing about the clients has changed since.');
  expect(completed.text).toMatch(/\(SHA-256\): [0-9a-f]{64}/);
  const edited = {
    ...(await open(`/clients/${clientId}/edit`)).form(),
    'individual.occupation': 'Beekeeper',
  };
  expect((await post(`/clients/${clientId}/edit`, edited)).status).toBe(302);
  const since = await open(`${path}?tab=history`);
  expect(since.text).toMatch(/Ngaio Titipounamu\s+Occupation\s+–\s+Beekeeper/);
  const copy = await changeStatus(path, { move: 'reopen' });
  expect(copy.status).toBe(302);
  expect(copy.location).not.toBe(path);
  expect((await open(copy.location ?? '')).html).toContain(`href="${path}"`);
});

it('keeps filters in the URL, reports an invalid one, and exports the same list', async () => {
  await record({ name: 'Zebra crossing lease' });
  const found = await open('/activities?q=zebra');
  expect(found.text).toContain('1 shown, of 1');
  expect(found.html).toContain('/activities/export.csv?q=zebra');
  const board = await open('/activities?view=board&q=zebra');
  expect(board.html).toContain('id="board-toDo"');
  expect(board.text).toContain('Completed: 0');
  const wrong = await open('/activities?status=zebra');
  expect(wrong.status).toBe(422);
  expect(wrong.text).toContain('The link contains an unknown filter, so it was ignored.');
  const csv = await browser.get('/activities/export.csv?q=zebra');
  expect(csv.headers.get('Content-Type')).toContain('text/csv');
  const text = await csv.text();
  expect(text).toContain('Zebra crossing lease');
  expect(text.trim().split('\n')).toHaveLength(2);
});

it('returns the client search as JSON', async () => {
  const response = await browser.get('/activities/client-search?q=pukekolane');
  const { clients } = (await response.json()) as { clients: { id: string; name: string }[] };
  expect(clients).toEqual([expect.objectContaining({ id: customerId, name: 'Aroha Pukekolane' })]);
  expect(await (await browser.get('/activities/client-search?q=')).json()).toEqual({ clients: [] });
});

it('is read-only for an auditor', async () => {
  const path = await record();
  const auditor = app.browser();
  await auditor.startSession('auditor@demo.test');
  const page = await readPage(await auditor.get(path));
  expect(page.status).toBe(200);
  expect(page.html).not.toContain('name="move"');
  expect((await auditor.get('/activities/create')).status).toBe(403);
  expect((await auditor.get(`${path}/edit`)).status).toBe(403);
  const posted = await auditor.post(path, { move: 'to', to: 'inProgress', version: '1' });
  expect(posted.status).toBe(403);
});
