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
  const mine = { ...form, requestKey: crypto.randomUUID(), purpose: 'Mine' };
  const stale = await post(`${path}/edit`, mine);
  expect(stale.status).toBe(409);
  expect(stale.part('stale-heading')).toContain('changed this');
  expect(stale.part('stale')).toMatch(/Purpose Yours: Mine Saved by .*: Theirs/);
  expect(stale.html).toContain('>Mine</textarea>');
  const over = { ...stale.form(), overwriteVersion: valueIn(stale.html, 'overwriteVersion') };
  const again = await post(`${path}/edit`, over);
  expect([again.status, again.part('keep-purpose-error')]).toEqual([
    409,
    expect.stringContaining('Choose one of the two versions'),
  ]);
  expect((await post(`${path}/edit`, { ...over, 'keep:purpose': 'mine' })).status).toBe(302);
  expect((await open(path)).text).toContain('Mine');
});

it('asks about the parties, and about an amount with its currency, as one field each, also after another button', async () => {
  const path = await record({ maxTransactionValue: '1000', fundsCountries: 'TON' });
  const opened = (await open(`${path}/edit`)).form();
  const [mineParty, theirParty] = [
    await createPerson('Kahu', 'Mineparty'),
    await createPerson('Kiri', 'Theirs'),
  ];
  const added = (id: string, name: string) => ({
    'parties[1].clientId': id,
    'parties[1].name': name,
    'parties[1].capacity': 'otherParty',
  });
  const theirs = {
    ...opened,
    ...added(theirParty, 'Kiri Theirs'),
    currency: 'AUD',
    fundsCountries: 'FJI',
    'addresses[0].addressLine1': '1 Sample Street',
    'addresses[0].state': 'Napier',
    'addresses[0].postcode': '4110',
  };
  expect((await post(`${path}/edit`, theirs)).status).toBe(302);
  const untouched = await post(`${path}/edit`, { ...opened, requestKey: crypto.randomUUID() });
  expect(untouched.part('stale')).toContain('You changed different fields.');
  expect(untouched.part('stale')).not.toContain('that only you changed');
  expect(untouched.part('stale')).toMatch(/that only .* changed: 4/);

  const mine = { ...opened, ...added(mineParty, 'Kahu Mineparty'), maxTransactionValue: '2000' };
  const stale = await post(`${path}/edit`, { ...mine, requestKey: crypto.randomUUID() });
  expect(stale.part('stale')).toMatch(/Parties Yours: .*Kahu Mineparty.* Saved by .*: .*Kiri Theirs/);
  expect(stale.part('stale')).toMatch(/Maximum transaction value Yours: NZD 2,000 Saved by .*: AUD 1,000/);
  // A button that saves nothing shows the form without the conflict. The conflict is found again.
  const shown = await post(`${path}/edit`, { ...stale.form(), intent: 'removeParty:9' });
  expect(shown.part('stale')).toBe(undefined);
  const again = await post(`${path}/edit`, { ...shown.form(), requestKey: crypto.randomUUID() });
  expect(again.part('stale')).toMatch(/Parties Yours.*Maximum transaction value Yours/);
  const chosen = { 'keep:parties': 'theirs', 'keep:maxTransactionValue': 'theirs' };
  expect((await post(`${path}/edit`, { ...again.form(), ...chosen })).status).toBe(302);
  expect((await open(`${path}/edit`)).form()).toMatchObject({
    'parties[1].clientId': theirParty,
    maxTransactionValue: '1000',
    currency: 'AUD',
    fundsCountries: 'FJI',
  });
});

it('withdraws the outcome after a merge as after any other edit, and merges nothing into completed work', async () => {
  const path = await record({
    outsideScopeNz: 'nz.notListed',
    outsideScopeAu: 'au.notListed',
    noServiceReason: 'Advice on a fence',
  });
  // Review requires an assessment, which is not tested here.
  await app.database.asSuperuser(`update assay.activities set status = 'inReview' where id = $1`, [
    idIn(path),
  ]);
  expect((await changeStatus(path, { move: 'outcome', outcome: 'declined' })).status).toBe(302);
  const opened = (await open(`${path}/edit`)).form();
  const theirs = { ...opened, requestKey: crypto.randomUUID(), externalId: 'M-1' };
  expect((await post(`${path}/edit`, theirs)).status).toBe(302);
  expect((await open(path)).text).toContain('Outcome Declined');
  const mine = { ...opened, requestKey: crypto.randomUUID(), cashExpected: 'on' };
  const stale = await post(`${path}/edit`, mine);
  expect(stale.status).toBe(409);
  const merged = { ...stale.form(), requestKey: crypto.randomUUID() };
  expect((await post(`${path}/edit`, merged)).status).toBe(302);
  expect((await open(path)).text).not.toContain('Outcome Declined');
  expect((await open(`${path}/edit`)).form()).toMatchObject({ externalId: 'M-1', cashExpected: 'on' });

  const older = await post(`${path}/edit`, { ...opened, requestKey: crypto.randomUUID(), purpose: 'Late' });
  expect(older.status).toBe(409);
  expect((await changeStatus(path, { move: 'outcome', outcome: 'declined' })).status).toBe(302);
  expect((await changeStatus(path, { to: 'completed' })).status).toBe(302);
  const late = await post(`${path}/edit`, older.form());
  expect(late.status).not.toBe(302);
  expect((await open(path)).text).not.toContain('Late');
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
