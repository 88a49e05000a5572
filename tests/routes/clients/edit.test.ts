import { afterAll, beforeAll, expect, it } from 'vitest';
import { openTestApp, type TestApp, type TestBrowser } from '#tests/support/app/app.ts';
import { valueIn } from '#tests/support/app/html.ts';
import { type Page, readPage } from './page.ts';

let app: TestApp;
let owner: TestBrowser;
let officer: TestBrowser;
beforeAll(async () => {
  app = await openTestApp();
  owner = app.browser();
  officer = app.browser();
  await owner.startSession('owner@demo.test');
  await officer.startSession('officer@demo.test');
});
afterAll(() => app.close());

async function createClient(form: Record<string, string>): Promise<string> {
  const page = await readPage(await owner.get(`/clients/create?type=${form.clientType}`));
  const response = await owner.post(`/clients/create?type=${form.clientType}`, { ...page.form(), ...form });
  expect(response.status).toBe(302);
  return response.headers.get('Location') ?? '';
}

const open = async (browser: TestBrowser, client: string) =>
  (await readPage(await browser.get(`${client}/edit`))).form();

/** What the merged form posts, without a choice, with a new request key. */
const pressed = (page: Page) => ({ ...page.form(), requestKey: crypto.randomUUID() });

it('starts with the stored values, saves and redirects back', async () => {
  const client = await createClient({
    clientType: 'company',
    'business.legalName': 'Editable Limited',
    'business.nzbn': '9429041561140',
    'business.tradingNames': 'One\r\nTwo',
    'business.hasNomineeShareholders': 'on',
    externalId: 'E-1',
    tags: 'slow\r\ncareful',
  });
  const form = await open(owner, client);
  expect(form).toMatchObject({
    clientType: 'company',
    'business.legalName': 'Editable Limited',
    'business.nzbn': '9429041561140',
    'business.tradingNames': 'One\nTwo',
    'business.hasNomineeShareholders': 'on',
    externalId: 'E-1',
    tags: 'slow\ncareful',
  });
  const saved = await owner.post(`${client}/edit`, { ...form, email: 'office@editable.example' });
  expect(saved.headers.get('Location')).toBe(client);
  const page = await readPage(await owner.follow(saved));
  expect(page.text).toContain('Changes saved.');
  expect(page.text).toContain('office@editable.example');
  expect(page.text).toContain('9429041561140 format valid');
});

it('saves a stale edit only with a choice of each field that both changed', async () => {
  const person = {
    clientType: 'individual',
    'individual.givenNames': 'Sione',
    'individual.familyName': 'Overlap',
  };
  const client = await createClient(person);
  const [mine, theirs] = [await open(owner, client), await open(officer, client)];
  await officer.post(`${client}/edit`, { ...theirs, 'individual.occupation': 'Baker', email: 'b@o.example' });

  const stale = await readPage(
    await owner.post(`${client}/edit`, {
      ...mine,
      'individual.occupation': 'Butcher',
      email: 'm@o.example',
    }),
  );
  expect(stale.status).toBe(409);
  const versions = stale.part('stale');
  expect(versions).toMatch(/Occupation Yours: Butcher Saved by .*: Baker/);
  expect(versions).toMatch(/Email Yours: m@o\.example Saved by .*: b@o\.example/);
  expect(versions).toContain('after you opened it');
  expect(versions).not.toContain('Choose one of the two versions');
  expect(stale.value('individual.occupation')).toBe('Butcher');
  expect(stale.form()).not.toHaveProperty(['keep:email']);

  const overwriteVersion = valueIn(stale.html, 'overwriteVersion');
  const half = { ...pressed(stale), 'keep:individual.occupation': 'theirs' };
  for (const form of [half, { ...half, overwriteVersion }]) {
    const again = await readPage(await owner.post(`${client}/edit`, form));
    expect(again.status).toBe(409);
    expect(again.part('stale')?.match(/Choose one of the two versions/g)).toHaveLength(1);
    expect(again.part('keep-email-error')).toContain('Choose one of the two versions');
    expect(again.form()).toMatchObject({ 'keep:individual.occupation': 'theirs' });
  }
  const saved = await owner.post(`${client}/edit`, { ...half, 'keep:email': 'mine', overwriteVersion });
  expect(saved.headers.get('Location')).toBe(client);
  expect(await open(owner, client)).toMatchObject({ 'individual.occupation': 'Baker', email: 'm@o.example' });
});

it('merges changes of different fields, and asks about those that both changed', async () => {
  const client = await createClient({
    clientType: 'individual',
    'individual.givenNames': 'Mere',
    'individual.familyName': 'Merged',
    'individual.occupation': 'Nurse',
    email: 'before@merged.example',
  });
  const [mine, theirs] = [await open(owner, client), await open(officer, client)];
  await officer.post(`${client}/edit`, {
    ...theirs,
    'individual.occupation': 'Midwife',
    email: 'theirs@merged.example',
    'individual.citizenships[0]': 'NZL',
  });
  const stale = await readPage(
    await owner.post(`${client}/edit`, {
      ...mine,
      'individual.occupation': 'Surgeon',
      relationshipPurpose: 'Buys a house',
    }),
  );
  expect(stale.status).toBe(409);
  const versions = stale.part('stale');
  expect(versions).toContain('Choose a version of each.');
  expect(versions).toMatch(/Occupation Yours: Surgeon Saved by .*: Midwife/);
  expect(versions).toMatch(/that only you changed: 1.*Nature and purpose Buys a house/);
  expect(versions).toMatch(/that only .* changed: 2.*Citizenships New Zealand.*Email theirs@merged\.example/);
  expect(stale.value('individual.occupation')).toBe('Surgeon');
  expect(stale.value('email')).toBe('theirs@merged.example');

  // Saved once more while the choice is open: only what changed again is in question again.
  const newer = await open(officer, client);
  await officer.post(`${client}/edit`, {
    ...newer,
    'individual.occupation': 'Doctor',
    email: 'newer@merged.example',
  });
  const choice = { ...pressed(stale), 'keep:individual.occupation': 'mine' };
  const again = await readPage(await owner.post(`${client}/edit`, choice));
  expect(again.status).toBe(409);
  expect(again.part('stale')).toMatch(/Occupation Yours: Surgeon Saved by .*: Doctor/);
  expect(again.part('stale')).not.toContain('Yours: theirs@');
  expect(again.form()).not.toHaveProperty(['keep:individual.occupation']);

  const confirmed = { ...pressed(again), 'keep:individual.occupation': 'mine' };
  expect((await owner.post(`${client}/edit`, confirmed)).headers.get('Location')).toBe(client);
  const edited = await open(owner, client);
  expect(edited).toMatchObject({
    'individual.occupation': 'Surgeon',
    email: 'newer@merged.example',
    relationshipPurpose: 'Buys a house',
    'individual.citizenships[0]': 'NZL',
  });
});

it('finds no change in a form that was not changed, and asks about rows as one field', async () => {
  const address = { countryCode: 'NZL', addressLine1: '1 Sample Street', state: 'Napier', postcode: '4110' };
  const addressFields = Object.fromEntries(
    Object.entries(address).map(([part, value]) => [`addresses[0].${part}`, value]),
  );
  const client = await createClient({
    clientType: 'company',
    'business.legalName': 'Unchanged Limited',
    'business.registrationCountry': 'NZL',
    'business.tradingNames': 'Static',
    ...addressFields,
    tags: 'slow\r\ncareful',
  });
  const [mine, theirs] = [await open(owner, client), await open(officer, client)];
  const changes = {
    'business.legalName': 'Changed Limited',
    'business.nzbn': '9429041561140',
    'business.tradingNames': 'Three',
    'business.incorporatedOn': '2020-02-02',
    'business.hasBearerShares': 'on',
    'addresses[0].addressLine1': '2 Sample Street',
    phone: '+64 21 123 4567',
    relationshipStartedOn: '2021-01-01',
    externalId: 'U-1',
    tags: 'quick',
  };
  expect((await officer.post(`${client}/edit`, { ...theirs, ...changes })).status).toBe(302);
  const untouched = await readPage(await owner.post(`${client}/edit`, mine));
  expect(untouched.part('stale')).toContain('You changed different fields.');
  expect(untouched.part('stale')).not.toContain('that only you changed');
  expect(untouched.part('stale')).toMatch(/that only .* changed: 10/);
  const moved = { ...mine, 'addresses[0].state': 'Hastings' };
  const stale = await readPage(await owner.post(`${client}/edit`, moved));
  expect(stale.part('stale')).toMatch(/Addresses Yours: 1 Sample Street.*Hastings.*Saved by.*: 2 Sample/);
  const saved = await owner.post(`${client}/edit`, { ...pressed(stale), 'keep:addresses': 'theirs' });
  expect(saved.headers.get('Location')).toBe(client);
  expect(await open(owner, client)).toMatchObject({
    'addresses[0].addressLine1': '2 Sample Street',
    'addresses[0].state': 'Napier',
    'business.legalName': 'Changed Limited',
  });
});

it('saves once when the same form is sent twice', async () => {
  const client = await createClient({
    clientType: 'individual',
    'individual.givenNames': 'Ana',
    'individual.familyName': 'Twofold',
  });
  const form = { ...(await open(owner, client)), 'individual.occupation': 'Potter' };
  for (let times = 0; times < 2; times += 1) {
    const saved = await owner.post(`${client}/edit`, form);
    expect(saved.headers.get('Location')).toBe(client);
  }
  expect((await open(owner, client)).version).toBe('2');
});

it('preserves input on errors', async () => {
  const client = await createClient({
    clientType: 'individual',
    'individual.givenNames': 'Ana',
    'individual.familyName': 'Mistyped',
    externalId: 'TAKEN-1',
  });
  const other = await createClient({
    clientType: 'individual',
    'individual.givenNames': 'Tama',
    'individual.familyName': 'Reference',
  });
  const taken = await readPage(
    await owner.post(`${other}/edit`, { ...(await open(owner, other)), externalId: 'TAKEN-1' }),
  );
  expect(taken.status).toBe(422);
  expect(taken.error('externalId')).toContain('Another client already has this external ID');
  expect(taken.value('externalId')).toBe('TAKEN-1');
  const impossible = await readPage(
    await owner.post(`${client}/edit`, {
      ...(await open(owner, client)),
      'individual.dateOfBirth': '1990-02-30',
    }),
  );
  expect(impossible.error('individual.dateOfBirth')).toContain('real date');
});

it.each(['nonsense', '01980000-0000-7000-8000-00000000dead', '%00'])(
  'returns 404 for the id %s',
  async (id) => {
    expect((await owner.get(`/clients/${id}`)).status).toBe(404);
    expect((await owner.get(`/clients/${id}/edit`)).status).toBe(404);
    const posted = await owner.post(`/clients/${id}/edit`, {
      clientType: 'individual',
      version: '1',
      'individual.givenNames': 'A',
      'individual.familyName': 'B',
    });
    expect(posted.status).toBe(404);
  },
);

it('is read-only for an auditor, without forbidden buttons', async () => {
  const client = await createClient({
    clientType: 'individual',
    'individual.givenNames': 'Read',
    'individual.familyName': 'Only',
  });
  const auditor = app.browser();
  await auditor.startSession('auditor@demo.test');
  const page = await readPage(await auditor.get(client));
  expect(page.status).toBe(200);
  expect(page.html).not.toContain(`${client}/edit`);
  expect((await auditor.get(`${client}/edit`)).status).toBe(403);
});
