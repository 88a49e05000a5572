import { expect, it } from 'vitest';
import { parsePage, postedFields, valueIn } from '#tests/support/app/html.ts';
import { openSignedInApp } from '#tests/support/app/signed-in-app.ts';
import { formWith, samplePdf } from '#tests/support/files/sample-files.ts';
import { type Page, readPage } from './page.ts';

const { app, browser } = await openSignedInApp('owner@demo.test');

let made = 0;
async function createTrust(): Promise<string> {
  made += 1;
  const page = await readPage(await browser.get('/clients/create?type=trust'));
  const response = await browser.post('/clients/create?type=trust', {
    ...page.form(),
    'business.legalName': `Totara Trust ${'abcdefgh'.charAt(made).repeat(5)}`,
    'business.trustType': 'fixed',
  });
  return response.headers.get('Location') ?? '';
}

async function createCompany(): Promise<string> {
  const page = await readPage(await browser.get('/clients/create?type=company'));
  const form = { ...page.form(), 'business.legalName': 'Totara Holdings Limited' };
  return (await browser.post('/clients/create?type=company', form)).headers.get('Location') ?? '';
}

async function createPerson(familyName: string): Promise<string> {
  const page = await readPage(await browser.get('/clients/create?type=individual'));
  const form = { ...page.form(), 'individual.givenNames': 'Tui', 'individual.familyName': familyName };
  return (await browser.post('/clients/create?type=individual', form)).headers.get('Location') ?? '';
}

const open = async (path: string) => readPage(await browser.get(path));

/** What the form of an id would post unchanged: everything hidden, ticked or filled. */
function getForm({ html }: Page, id: string): Record<string, string> {
  return Object.fromEntries(postedFields(parsePage(html).querySelector(`form#${id}`)));
}

async function send(path: string, id: string, more: Record<string, string>): Promise<Page> {
  return readPage(await browser.post(path, { ...getForm(await open(path), id), ...more }));
}

it('adds a new person as a party step by step without script, and meets the requirement', async () => {
  const path = await createTrust();
  expect((await open(path)).text).toContain('Record the name and date of birth of each beneficiary.');
  const first = await open(`${path}/people?party=new`);
  expect(first.html).toContain(`href="${path}/people?party=new&amp;with=person#parties"`);
  const form = `${path}/people?party=new&with=person`;
  const refused = await send(form, 'party', {
    'newClient.individual.givenNames': 'Tui',
    directPercent: 'half',
  });
  expect(refused.status).toBe(422);
  expect(refused.part('party-roles-error')).toContain('Select at least one role');
  expect(refused.part('party-newClient.individual.familyName-error')).toContain('Enter the family name');
  expect(refused.part('party-directPercent-error')).toContain('such as 33.3333');
  expect(getForm(refused, 'party')).toMatchObject({
    'newClient.individual.givenNames': 'Tui',
    directPercent: 'half',
  });
  const added = await send(form, 'party', {
    'newClient.individual.givenNames': 'Tui',
    'newClient.individual.familyName': 'Partyton',
    'newClient.individual.dateOfBirth': '2010-05-06',
    roles: 'beneficiary',
  });
  expect(added.status).toBe(302);
  const page = await open(`${path}/people`);
  expect(page.text).toMatch(/Tui Partyton .*Beneficiary/);
  expect((await open(path)).text).not.toContain(
    'Missing: Record the name and date of birth of each beneficiary.',
  );
  const party = /href="(\/clients\/[^"]+)"[^>]*>Tui Partyton/.exec(page.html)?.[1] ?? '';
  expect((await open(`${party}/people`)).text).toContain('Related party of Totara Trust');
});

it('adds an existing client as a party, changes and ends it, and merges a conflict', async () => {
  const [path, other] = [await createTrust(), await createTrust()];
  const found = await open(`${path}/people?party=new&q=Totara`);
  const id = other.split('/').at(-1) ?? '';
  expect(found.html).toContain(`?party=new&amp;with=${id}#parties`);
  await send(`${path}/people?party=new&with=${id}`, 'party', { roles: 'settlor' });
  const page = await open(`${path}/people`);
  const edit = `${path}/people?party=${/\?party=([0-9a-f-]{36})#parties/.exec(page.html)?.[1]}`;
  const opened = getForm(await open(edit), 'party');
  expect(opened).toMatchObject({ roles: 'settlor', version: '1' });
  expect(
    (await readPage(await browser.post(edit, { ...opened, controlBasis: 'Wrote the deed' }))).status,
  ).toBe(302);
  const mine = {
    ...opened,
    requestKey: crypto.randomUUID(),
    controlBasis: 'Holds a veto',
    authority: 'Deed',
  };
  const stale = await readPage(await browser.post(edit, mine));
  expect(stale.status).toBe(409);
  expect(stale.part('stale-heading')).toContain('Someone else changed this');
  expect(stale.part('stale')).toMatch(/Basis of control Yours: Holds a veto Saved by .*: Wrote the deed/);
  expect(stale.part('stale')).toMatch(/that only you changed: 1.*Authority to act Deed/);
  expect(stale.part('stale')).not.toContain('changed: 2');
  expect(stale.html).toContain('>Holds a veto</textarea>');
  const merged = { ...getForm(stale, 'party'), requestKey: crypto.randomUUID() };
  const unanswered = await readPage(
    await browser.post(edit, { ...merged, overwriteVersion: valueIn(stale.html, 'overwriteVersion') }),
  );
  expect([unanswered.status, unanswered.part('keep-controlBasis-error')]).toEqual([
    409,
    expect.stringContaining('Choose one of the two versions'),
  ]);
  const saved = await browser.post(edit, { ...merged, 'keep:controlBasis': 'theirs' });
  expect(saved.status).toBe(302);
  expect(getForm(await open(edit), 'party')).toMatchObject({
    controlBasis: 'Wrote the deed',
    authority: 'Deed',
    roles: 'settlor',
  });
  const tooEarly = await send(`${edit}&end=`, 'party', { endedOn: '2001-01-01' });
  expect(tooEarly.part('party-endedOn-error')).toContain('Enter that day or a later one');
  expect((await send(`${edit}&end=`, 'party', { reason: 'Resigned' })).status).toBe(302);
  expect((await open(`${path}/people`)).text).toContain('1 former party');
  expect((await open(`${path}/people?parties=ended`)).text).toContain('Settlor');
});

it('merges the share and the roles of a party, and nothing into one that was ended meanwhile', async () => {
  const path = await createCompany();
  const form = `${path}/people?party=new&with=person`;
  const person = {
    'newClient.individual.givenNames': 'Tui',
    'newClient.individual.familyName': 'Sharemerge',
  };
  expect((await send(form, 'party', { ...person, roles: 'shareholder', directPercent: '20' })).status).toBe(
    302,
  );
  const page = await open(`${path}/people`);
  const edit = `${path}/people?party=${/\?party=([0-9a-f-]{36})#parties/.exec(page.html)?.[1]}`;
  const opened = getForm(await open(edit), 'party');
  const post = async (fields: Record<string, string>) =>
    readPage(await browser.post(edit, { ...fields, requestKey: crypto.randomUUID() }));
  const theirs = { directPercent: '30', beneficiallyHeld: 'no', joint: 'on', roles: 'director' };
  expect((await post({ ...opened, ...theirs })).status).toBe(302);
  const untouched = await post(opened);
  expect(untouched.part('stale')).toMatch(
    /changed different fields.*that only Someone else changed: 4.*Roles Director.*Beneficially held No/,
  );
  expect(untouched.part('stale')).not.toContain('that only you changed');
  const stale = await post({ ...opened, directPercent: '25', validFrom: '2020-01-01' });
  expect(stale.part('stale')).toMatch(/Ownership % Yours: 25 Saved by Someone else: 30/);
  expect(getForm(stale, 'party')).toMatchObject({ directPercent: '25', joint: 'on', roles: 'director' });
  expect((await post({ ...getForm(stale, 'party'), 'keep:directPercent': 'mine' })).status).toBe(302);
  expect(getForm(await open(edit), 'party')).toMatchObject({
    directPercent: '25',
    beneficiallyHeld: 'no',
    validFrom: '2020-01-01',
  });

  const older = await post({ ...opened, authority: 'Late' });
  expect(older.status).toBe(409);
  expect((await send(`${edit}&end=`, 'party', { reason: 'Sold' })).status).toBe(302);
  await post(getForm(older, 'party'));
  const told = await open(`${path}/people`);
  expect(told.text).toContain(
    'This related party has ended since you opened it. Your changes were not saved.',
  );
});

it('records and withdraws findings, each with its author, and preserves input on rejection', async () => {
  const path = await createPerson('Foundington');
  const missing = 'Missing: Establish whether the client is a politically exposed person';
  const page = await open(path);
  expect(page.text).toContain(missing);
  expect(page.text).toContain('PEP status Not checked');
  const form = `${path}?record=politicalExposure`;
  expect(page.html).toContain(`${form}#findings`);
  const refused = await send(form, 'finding', { basis: 'Asked her on the phone' });
  expect(refused.status).toBe(422);
  expect(refused.part('finding-pepStatus-error')).toContain('Select a PEP status');
  expect(refused.html).toContain('>Asked her on the phone</textarea>');
  const recorded = await send(form, 'finding', { pepStatus: 'none', basis: 'Asked her on the phone' });
  expect(recorded.status).toBe(302);
  const after = await open(path);
  expect(after.text).not.toContain(missing);
  expect(after.text).toContain('Asked her on the phone');
  const back = `${path}?withdraw=politicalExposure`;
  expect((await send(back, 'finding', { reason: '' })).part('finding-reason-error')).toContain(
    'Enter a reason for withdrawing',
  );
  expect((await send(back, 'finding', { reason: 'Of another person' })).status).toBe(302);
  expect((await open(path)).text).toContain(missing);
  expect((await open(`${path}/history`)).text).toContain('Of another person');
  // A trust's people are verified on their own records.
  const trust = await open(await createTrust());
  expect(trust.text).not.toContain(missing);
  expect(trust.text).toContain('Next review Not scheduled Sanctions Not screened');
  expect(trust.html).not.toContain('record=politicalExposure');
});

it('returns 403 for a form without permission, and 404 for unknown addresses', async () => {
  const path = await createTrust();
  const staff = app.browser();
  await staff.startSession('staff@demo.test');
  const page = await readPage(await staff.get(`${path}?record=mitigation`));
  expect(page.text).toContain('Only a compliance officer or senior manager can record');
  const auditor = app.browser();
  await auditor.startSession('auditor@demo.test');
  const reading = await readPage(await auditor.get(`${path}?record=enhanced&party=new`));
  expect(reading.status).toBe(200);
  expect(reading.html).not.toContain('id="finding"');
  expect(reading.html).not.toContain('id="party"');
  expect(
    (await open(`${path}?record=__proto__&withdraw=x&party=%00&with=y&partiesAfter=`)).status,
  ).toBeLessThan(500);
});

it('opens the forms for unusual activity and a significant change under either law, with what each law says of them', async () => {
  const path = await createPerson('Changington');
  const regulateIn = (law: string) =>
    app.database.asSuperuser(
      `UPDATE assay.companies SET regulated_in = ARRAY['${law}'], first_service_nz = NULL`,
    );
  await app.database.asSuperuser(
    `UPDATE assay.clients SET pre_commencement = true, relationship_started_on = '2005-01-01' WHERE id = '${path.split('/').at(-1)}'`,
  );
  const before = await open(path);
  expect(before.html).toContain('record=significantChange');
  // The mark alone waives nothing: a document of before the law has to show it.
  expect(before.text).toContain('which no document shows yet: initial CDD is required');
  await browser.get(`/documents/of/client/${path.split('/').at(-1)}`, {
    method: 'POST',
    body: formWith([{ name: 'engagement.pdf', bytes: samplePdf(['(engagement)']), field: 'file' }]),
    headers: { Origin: app.origin },
  });
  const evidence = await open(`${path}?record=preCommencement`);
  const [, documentId = ''] =
    /<option value="([0-9a-f-]{36})">[^<]*engagement\.pdf/.exec(evidence.html) ?? [];
  const shown = { reason: 'Engaged since 2005', documentId, dated: '2005-01-01' };
  const future = await send(`${path}?record=preCommencement`, 'finding', { ...shown, dated: '2999-01-01' });
  expect([future.status, future.text]).toEqual([422, expect.stringContaining('cannot be in the future')]);
  expect((await send(`${path}?record=preCommencement`, 'finding', shown)).status).toBe(302);
  expect((await open(path)).text).toContain('Shown by a document of 1 Jan 2005: engagement.pdf');
  for (const law of ['AUS', 'NZL']) {
    await regulateIn(law);
    const page = await open(`${path}?record=significantChange`);
    expect(page.text.includes('where the risk is medium or high')).toBe(law === 'AUS');
    expect((await send(`${path}?record=unusual`, 'finding', { what: `Cash in ${law}` })).status).toBe(302);
    const unusual = await open(path);
    expect(unusual.text).toContain(`Cash in ${law}`);
    // The blocker's link leads to a form that opens.
    expect(unusual.html).toContain(`${path}?record=unusual#findings`);
    expect(unusual.text).toContain('Record written findings on the unusual activity.');
  }
  // New Zealand alone: the change ends the waiver.
  const onlyForApproval = /Required for the approval, though not yet by law:.*Verify the client’s identity\./;
  expect((await open(path)).text).toMatch(onlyForApproval);
  const changed = await send(`${path}?record=significantChange`, 'finding', { what: 'Buys for others now' });
  expect(changed.status).toBe(302);
  const after = await open(path);
  expect(after.text).toContain('Missing: Verify the client’s identity.');
  expect(after.text).not.toMatch(onlyForApproval);
});

it('lists the clients of a group, and schedules one review for those that are selected', async () => {
  const [path, other] = [await createTrust(), await createPerson('Grouptrustee')];
  const id = other.split('/').at(-1) ?? '';
  await send(`${path}/people?party=new&with=${id}`, 'party', { roles: 'trustee' });
  const page = await open(`${path}/people`);
  expect(page.part('group')).toContain('Tui Grouptrustee');
  expect(page.part('group')).toContain('Trustee of Totara Trust');
  const form = getForm(page, 'group-review');
  const refused = await readPage(
    await browser.post(`${path}/people`, { ...form, intent: 'scheduleReviews', dueOn: '', cause: '' }),
  );
  expect(refused.status).toBe(422);
  expect(refused.part('group')).toContain('Enter why these clients are reviewed');
  const started = await browser.post(`${path}/people`, {
    ...form,
    intent: 'scheduleReviews',
    client: id,
    dueOn: '2099-03-01',
    cause: 'New trust deed',
  });
  const outcome = await open(started.headers.get('Location') ?? '');
  expect(outcome.text).toContain('1 March 2099');
  expect(outcome.text).toContain('Tui Grouptrustee');
});

it('asks in the company’s settings, with what was typed, before a moved first service day relieves clients', async () => {
  const { rows } = await app.database.asSuperuser(
    'SELECT id FROM assay.clients WHERE pre_commencement AND display_name = $1',
    ['Tui Changington'],
  );
  await app.database.asSuperuser(
    `UPDATE assay.companies SET regulated_in = '{NZL}', first_service_nz = '2019-05-01', first_service_au = NULL,
       enrolment_number = NULL WHERE id = (SELECT company_id FROM assay.clients WHERE id = $1)`,
    [rows[0]?.id],
  );
  const settings = '/settings';
  const fieldsOf = ({ html }: Page) =>
    Object.fromEntries(postedFields(parsePage(html).querySelector('form:has([name=enrolmentNumber])')));
  const moved = { ...fieldsOf(await open(settings)), firstServiceNz: '2010-01-01' };
  const asked = await readPage(await browser.post(settings, moved));
  expect(asked.status).toBe(409);
  expect(asked.part('questions')).toMatch(/1 client counts as pre-commencement/);
  expect(parsePage(asked.html).querySelector(`#questions a[href="/clients/${rows[0]?.id}"]`)).not.toBeNull();
  expect(fieldsOf(asked)).toMatchObject({ firstServiceNz: '2010-01-01' });
  const tick = parsePage(asked.html).querySelector('#questions input[name=confirmations]');
  const confirmations = tick?.getAttribute('value') ?? '';
  const saved = await browser.post(settings, { ...fieldsOf(asked), confirmations });
  expect([saved.status, saved.headers.get('Location')]).toEqual([302, settings]);
});
