import { expect, it } from 'vitest';
import { getText, parsePage, postedFields } from '#tests/support/app/html.ts';
import { openSignedInApp } from '#tests/support/app/signed-in-app.ts';

const { app, browser: owner } = await openSignedInApp('owner@demo.test');

const settings = '/settings';

/** A page with the fields of its form that contains a field of this name. */
async function read(response: Response, field: string) {
  const html = await response.text();
  const document = parsePage(html);
  const form = [...document.querySelectorAll('form')].find((item) => item.querySelector(`[name="${field}"]`));
  const fields = postedFields(form ?? null);
  return {
    status: response.status,
    location: response.headers.get('Location'),
    text: getText(document),
    fields,
    value: (name: string) => fields.find(([found]) => found === name)?.[1],
  };
}
const open = async (path: string, field = 'version') => read(await owner.get(path), field);

/** Posts a form's fields with some replaced, a name as often as the form has it. */
async function post(
  path: string,
  fields: readonly [string, string][],
  changed: Record<string, string>,
  field = 'version',
) {
  const kept = fields.filter(([name]) => !(name in changed));
  const body = new URLSearchParams([...kept, ...Object.entries(changed)]);
  return read(await owner.post(path, {}, { body }), field);
}

it('shows missing facts, the defaults until then, and the effects once recorded', async () => {
  const { fields } = await open(settings, 'enrolmentNumber');
  expect((await post(settings, fields, { firstServiceAu: '', enrolmentNumber: '' })).status).toBe(302);
  const lacking = await open(settings, 'enrolmentNumber');
  expect(lacking.text).toContain('First day of designated services in Australia');
  expect(lacking.text).toContain('Until they are recorded, this applies:');
  const home = await open('/home');
  expect(home.text).toContain(
    'First day of designated services in Australia: not recorded. Deadlines for enrolment and for appointing a compliance officer are not calculated.',
  );

  const facts = { firstServiceAu: '2026-09-14', enrolmentNumber: '100 012 337' };
  expect((await post(settings, lacking.fields, facts)).status).toBe(302);
  const saved = await open(settings, 'enrolmentNumber');
  expect([saved.value('firstServiceAu'), saved.value('enrolmentNumber')]).toEqual([
    '2026-09-14',
    '100012337',
  ]);
  expect(saved.text).toContain('By 12 Oct 2026');
  expect(saved.text).toContain('Supervisor in Australia');
  expect((await open('/home')).text).not.toContain('not recorded');
});

it('asks for the facts of a country only while it is selected, or while they are in error', async () => {
  const fieldsOf = (document: ReturnType<typeof parsePage>, country: string) =>
    [...document.querySelectorAll('.group\\/company [name]')].flatMap((field) =>
      field.closest(`[class*="[value=${country}]:checked]/company"]`) ? [field.getAttribute('name')] : [],
    );
  const page = parsePage(await (await owner.get(settings)).text());
  expect(fieldsOf(page, 'NZL')).toEqual(['firstServiceNz', 'formerSupervisor']);
  const australian = ['australianTranche', 'firstServiceAu', 'enrolmentNumber', 'onlyItem54'];
  expect(fieldsOf(page, 'AUS')).toEqual(australian);

  const { fields } = await open(settings, 'enrolmentNumber');
  const changed = { regulatedIn: 'NZL', enrolmentNumber: '100012337' };
  const kept = fields.filter(([name]) => !(name in changed));
  const body = new URLSearchParams([...kept, ...Object.entries(changed)]);
  const refused = await owner.post(settings, {}, { body });
  expect(refused.status).toBe(422);
  const wrong = parsePage(await refused.text()).querySelector('[name="enrolmentNumber"]');
  expect(wrong?.getAttribute('aria-invalid')).toBe('true');
  expect(wrong?.closest('div[class*="not-has-[[aria-invalid]]"]')).not.toBeNull();
});

it('previews the clients that changed details affect, with everything typed, and saves nothing', async () => {
  const before = await open(settings, 'enrolmentNumber');
  const typed = { name: 'Another Name', firstServiceAu: '2026-09-01', intent: 'preview' };
  const shown = await post(settings, before.fields, typed, 'enrolmentNumber');
  expect(shown.status).toBe(200);
  expect(shown.text).toMatch(/\d+ of \d+ clients checked would be affected/);
  expect([shown.value('name'), shown.value('firstServiceAu')]).toEqual(['Another Name', '2026-09-01']);
  const after = await open(settings, 'enrolmentNumber');
  expect(after.value('name')).toBe(before.value('name'));
  const rejected = await post(settings, before.fields, { ...typed, name: '' }, 'enrolmentNumber');
  expect(rejected.status).toBe(422);
  expect(rejected.text).not.toContain('Preview: clients affected');
});

it('shows field errors for invalid input, and preserves it', async () => {
  const { fields } = await open(settings, 'enrolmentNumber');
  const wrong = { enrolmentNumber: 'AB-12', firstServiceAu: '0026-07-01' };
  const refused = await post(settings, fields, wrong, 'enrolmentNumber');
  expect(refused.status).toBe(422);
  expect([refused.value('enrolmentNumber'), refused.value('firstServiceAu')]).toEqual([
    'AB-12',
    '0026-07-01',
  ]);
  expect(refused.text).toContain('3 to 9 digits, without letters');
  const second = await post(settings, fields, { ...wrong, enrolmentNumber: '100012337' });
  expect(second.text).toContain('Enter the year in full');
});

it('offers captured services by country and sector, with a field error for an invalid delay', async () => {
  const path = '/activities/create';
  const opened = await open(path, 'designatedServiceAu');
  expect(opened.text).toContain('Helping to sell, buy or transfer real estate – AU s6 table 6 item 1');
  const form = {
    name: 'Sale for a vendor',
    activityType: 'propertySale',
    designatedServiceAu: 'au.t6.1',
    delayedCddBasis: 'property',
    delayedCddGround: 'The vendor is abroad',
    delayedCddRiskLimits: 'Nothing is paid meanwhile',
    exchangeOn: '2026-10-30',
    intent: '',
  };
  const refused = await post(path, opened.fields, form, 'designatedServiceAu');
  expect(refused.status).toBe(422);
  expect(refused.text).toContain('For the seller, choose the 20 business days');
  expect(refused.value('designatedServiceAu')).toBe('au.t6.1');
  const general = { delayedCddBasis: 'general', serviceStartedOn: '2026-11-02', intent: '' };
  const saved = await post(path, refused.fields, general);
  expect(saved.status).toBe(302);
  const shown = await open(saved.location ?? '');
  expect(shown.text).toContain('Helping to sell, buy or transfer real estate');
  expect(shown.text).toContain('Due by 30 Nov 2026');
  expect(shown.text).toContain('AU Rules 6-12');
  expect(shown.text).toContain('Why the risk is low: Nothing is paid meanwhile');
});

it('opens the page of permits, with field errors for an empty one', async () => {
  const create = '/clients/create?type=individual';
  const { fields } = await open(create, 'individual.givenNames');
  const person = { 'individual.givenNames': 'Aroha', 'individual.familyName': 'Permitted' };
  const { location } = await post(create, fields, person);
  const path = `${location}/permits`;
  const opened = await open(path, 'number');
  expect(opened.text).toContain('None recorded');
  const refused = await post(path, opened.fields, { intent: 'record', number: 'SAN-1' }, 'number');
  expect(refused.status).toBe(422);
  expect(refused.text).toContain('Select the document');
  expect(refused.text).toContain('Select at least one law');
  expect(refused.value('number')).toBe('SAN-1');
});

it('offers financial service delays to their providers, and requires a day where the Rules fix none', async () => {
  const path = '/activities/create';
  const before = await open(path, 'designatedServiceAu');
  expect(before.text).not.toContain('AU Rules 6-13');
  expect(before.text).toContain('Your own date, where the law sets none: for verification in New Zealand.');
  await app.database.asSuperuser(
    `UPDATE assay.companies SET sector = 'finance', other_sectors = '{}', regulated_in = ARRAY['AUS']`,
  );
  const opened = await open(path, 'designatedServiceAu');
  expect(opened.text).toContain('Opening an account and deposits');
  const form = {
    name: 'Account for a saver',
    activityType: 'transaction',
    delayedCddBasis: 'account',
    delayedCddGround: 'Opened at the counter',
    delayedCddRiskLimits: 'No withdrawal meanwhile',
    serviceStartedOn: '2026-11-02',
    intent: '',
  };
  const refused = await post(path, opened.fields, form, 'designatedServiceAu');
  expect(refused.status).toBe(422);
  expect(refused.text).toContain('Enter the day by which CDD will be done');
  expect(refused.value('delayedCddGround')).toBe('Opened at the counter');
  const saved = await post(path, refused.fields, { delayedCddDueOn: '2026-12-01', intent: '' });
  expect(saved.status).toBe(302);
  const shown = await open(saved.location ?? '');
  expect(shown.text).toContain('Due by 1 Dec 2026');
  expect(shown.text).toContain('AU Rules 6-13');
  const edited = await open(`${saved.location}/edit`, 'delayedCddDueOn');
  expect(edited.value('delayedCddDueOn')).toBe('2026-12-01');
});

it('records that the only services are those of item 54, by which no officer is required in Australia', async () => {
  await app.database.asSuperuser(
    `UPDATE assay.companies SET sector = 'finance', other_sectors = '{}', regulated_in = '{AUS}', first_service_nz = NULL,
       first_service_au = '2026-09-14', onboarding_step = 'designations'`,
  );
  await app.database.asSuperuser(`UPDATE assay.members SET designations = '{}'`);
  const team = async () => (await open('/settings/team')).text;
  const officerStep = async () => (await open('/onboard?step=officer')).text;
  const appointment = 'Appointment of the compliance officer';
  const before = await open(settings, 'enrolmentNumber');
  expect(before.value('onlyItem54')).toBeUndefined();
  expect(before.text).toContain(appointment);
  expect(await team()).toContain('No active compliance officer or senior manager');
  const step = await officerStep();
  expect(step).toContain('You must appoint an AML/CFT compliance officer: AML/CTF Act 2006 (AU) s 26J.');

  const wrong = { sector: 'accounting', onlyItem54: 'on' };
  const refused = await post(settings, before.fields, wrong, 'enrolmentNumber');
  expect([refused.status, refused.value('onlyItem54')]).toEqual([422, 'on']);
  expect(refused.text).toContain('Only for companies whose one sector is Finance');

  expect((await post(settings, refused.fields, { sector: 'finance' })).status).toBe(302);
  const ticked = await open(settings, 'enrolmentNumber');
  expect(ticked.value('onlyItem54')).toBe('on');
  expect(ticked.text).not.toContain(appointment);
  expect(await team()).toContain('No active senior manager');
  expect(await officerStep()).toContain('No law requires a compliance officer of your company (AU s26T).');

  const ofNewZealand = `UPDATE assay.companies SET regulated_in = '{NZL,AUS}'`;
  await app.database.asSuperuser(ofNewZealand);
  expect(await team()).toContain('No active compliance officer or senior manager');
  expect(await officerStep()).toContain('compliance officer: AML/CFT Act 2009 (NZ) s 56. If you work alone');

  await app.database.asSuperuser(`UPDATE assay.companies SET regulated_in = '{AUS}'`);
  const fields = ticked.fields.filter(([name]) => name !== 'onlyItem54');
  expect((await post(settings, fields, {})).status).toBe(302);
  const cleared = await open(settings, 'enrolmentNumber');
  expect(cleared.value('onlyItem54')).toBeUndefined();
  expect(cleared.text).toContain(appointment);
});
