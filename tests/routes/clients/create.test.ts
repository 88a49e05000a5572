import { expect, it } from 'vitest';
import { clientFields } from '#rules/clients/client-fields.ts';
import { clientTypes, getClientKind } from '#rules/clients/client-types.ts';
import { getClientFieldLabel, getFields, isConditional } from '#rules/clients/fields-by-type.ts';
import { fieldsOf } from '#rules/records/fields.ts';
import { parsePage } from '#tests/support/app/html.ts';
import { openSignedInApp } from '#tests/support/app/signed-in-app.ts';
import { readPage } from './page.ts';

const { app, browser } = await openSignedInApp('owner@demo.test');

const open = async (type: string) => readPage(await browser.get(`/clients/create?type=${type}`));

async function send(type: string, form: Record<string, string>) {
  const response = await browser.post(`/clients/create?type=${type}`, form);
  return { location: response.headers.get('Location'), ...(await readPage(response)) };
}

/** Names that no other test uses for a client. */
let made = 0;
const newPerson = () => {
  made += 1;
  const family = `Sample${'abcdefghijklmnopqrstuvwxyz'.charAt(made).repeat(9)}`;
  return { 'individual.givenNames': 'Mere', 'individual.familyName': family };
};

it('starts with the client type, in two groups with a description each', async () => {
  const page = await readPage(await browser.get('/clients/create'));
  expect(page.status).toBe(200);
  expect(page.html.match(/type="radio"/g)).toHaveLength(15);
  expect(page.text).toContain('One person acting for themselves');
  const unknown = await readPage(await browser.get('/clients/create?type=zebra'));
  expect(unknown.text).toContain('Select one of the types below.');
});

it('starts with the company’s country, and the creator as relationship owner', async () => {
  const page = await open('company');
  expect(page.value('business.registrationCountry')).toBe('NZL');
  expect(page.value('addresses[0].countryCode')).toBe('NZL');
  expect(page.html).toContain('name="business.nzbn"');
  expect(page.html).not.toContain('name="business.abn"');
  expect(page.value('responsibleMemberId')).toMatch(/^[0-9a-f-]{36}$/);
});

it.each(clientTypes)('has an input for every field of the type %s, under its one label', async (type) => {
  const page = parsePage((await open(type)).html);
  const part = getClientKind(type);
  const applies = getFields(type, part === 'business' && type !== 'overseasCompany' ? 'NZL' : '');
  const labels = new Map(
    [...page.querySelectorAll('label')].map((label) => [label.getAttribute('for'), label.textContent ?? '']),
  );
  const labelOf = (name: string) => labels.get(page.querySelector(`[name="${name}"]`)?.id ?? '');
  for (const [name, field] of fieldsOf(clientFields, part)) {
    const label = getClientFieldLabel(name, field, type);
    if (isConditional(part, name, field) && !applies.includes(name)) {
      expect(labelOf(`${part}.${name}`)).toBeUndefined();
    } else if (field.kind === 'countries') {
      const group = page.querySelector(`[name="${part}.${name}[0]"]`)?.closest('fieldset');
      expect(group?.querySelector('legend')?.textContent).toBe(`${label} (optional)`);
    } else {
      expect(labelOf(`${part}.${name}`)?.replace(' (optional)', '')).toBe(label);
    }
  }
  for (const [name, field] of fieldsOf(clientFields, 'none')) {
    expect(labelOf(name)?.replace(' (optional)', '')).toBe(field.label);
  }
});

it('creates an individual and redirects to it, once for repeated forms', async () => {
  const form = { ...(await open('individual')).form(), ...newPerson() };
  const first = await send('individual', form);
  expect(first.status).toBe(302);
  expect(first.location).toMatch(/^\/clients\/[0-9a-f-]{36}$/);
  const again = await send('individual', form);
  expect(again.location).toBe(first.location);
  const page = await readPage(await browser.follow(await browser.get(first.location ?? '')));
  expect(page.text).toContain('Client created.');
});

it('shows what was saved first when the same form is sent with other details', async () => {
  const person = newPerson();
  const form: Record<string, string> = { ...(await open('individual')).form(), ...person };
  const first = await send('individual', form);
  const changed = await send('individual', { ...form, 'individual.occupation': 'Weaver' });
  expect(changed.status).toBe(409);
  expect(changed.part('sent-before')).toContain(person['individual.familyName']);
  expect(changed.html).toContain(`href="${first.location}"`);
  expect(changed.value('individual.occupation')).toBe('Weaver');
  expect(changed.value('requestKey')).not.toBe(form.requestKey);
});

it('shows each error at its field and in a summary, and preserves input', async () => {
  const page = await send('company', {
    clientType: 'company',
    'business.legalName': 'Rātā Sample Limited',
    'business.registrationCountry': 'NZL',
    'business.nzbn': '9429041561141',
    'business.tradingNames': 'One\r\nTwo',
    'business.hasBearerShares': 'on',
    email: 'not an address',
    phone: '12',
    'addresses[0].countryCode': 'NZL',
    'addresses[0].addressLine1': '1 Sample Street',
    'addresses[0].postcode': '12',
    'addresses[1].countryCode': 'AUS',
    'addresses[1].addressLine1': '2 Sample Street',
    relationshipPurpose: 'His TFN is 123 456 782',
    tags: 'a\r\nb',
  });
  expect(page.status).toBe(422);
  expect(page.error('business.nzbn')).toMatch(/NZBN/);
  expect(page.error('email')).toContain('Enter an email address');
  expect(page.error('phone')).toBeDefined();
  expect(page.error('addresses[0].state')).toBe('Enter the town or city');
  expect(page.error('addresses[0].postcode')).toBe('Enter a postcode of 4 digits');
  expect(page.error('addresses[1].state')).toContain('Enter a state');
  expect(page.error('relationshipPurpose')).toContain('tax file number');
  expect(page.part('client-errors')).toContain('Enter the town or city');
  expect(page.html).toContain('href="#client-addresses[0].state"');
  expect(page.html).toMatch(/id="client-errors"[^>]*autofocus/i);
  expect(page.value('business.legalName')).toBe('Rātā Sample Limited');
  expect(page.value('business.tradingNames')).toMatch(/^One\r?\nTwo$/);
  expect(page.value('business.hasBearerShares')).toBe('on');
  expect(page.value('addresses[1].addressLine1')).toBe('2 Sample Street');
  expect(page.value('addresses[1].countryCode')).toBe('AUS');
  expect(page.value('tags')).toMatch(/^a\r?\nb$/);
});

it('shows an email address of another script as typed, and says why one cannot be used', async () => {
  const form = { ...(await open('individual')).form(), ...newPerson() };
  for (const [email, message] of [
    ['ivy@sample..nz', 'Enter an email address such as name@example.co.nz'],
    ['wāta@sample.nz', 'Use only the letters a to z'],
  ] as const) {
    const refused = await send('individual', { ...form, email });
    expect(refused.status).toBe(422);
    expect(refused.error('email')).toContain(message);
    expect(refused.value('email')).toBe(email);
  }
  const saved = await send('individual', { ...form, email: 'ivy@sample.māori.nz' });
  const page = await readPage(await browser.get(`${saved.location}/edit`));
  expect(page.value('email')).toBe('ivy@sample.māori.nz');
  // Some browsers post the domain of an email input in Punycode.
  expect(page.html).not.toContain('type="email"');
});

it('warns of a likely duplicate with reasons, and creates it on confirmation', async () => {
  const person = { ...newPerson(), 'individual.dateOfBirth': '1990-05-05' };
  const first = await send('individual', { ...(await open('individual')).form(), ...person });
  const form = { ...(await open('individual')).form(), ...person };
  const asked = await send('individual', form);
  expect(asked.status).toBe(409);
  expect(asked.part('questions')).toContain('Same name and date of birth');
  expect(asked.html).toContain(`href="${first.location}"`);
  expect(asked.value('individual.dateOfBirth')).toBe('1990-05-05');
  const unanswered = await send('individual', asked.form());
  expect(unanswered.status).toBe(409);
  expect(asked.html).toContain('<title>New client – Clients – Assay</title>');
  const agreed = await send('individual', { ...asked.form(), confirmations: 'likelyDuplicates' });
  expect(agreed.status).toBe(302);
  expect(agreed.location).not.toBe(first.location);
});

it('warns of nine digits that could be a tax file number, and remembers the confirmation', async () => {
  const person = { ...newPerson(), 'individual.dateOfBirth': '1991-05-05' };
  await send('individual', { ...(await open('individual')).form(), ...person });
  const digits = { 'individual.occupation': 'Carpenter 123456782' };
  const asked = await send('individual', { ...(await open('individual')).form(), ...newPerson(), ...digits });
  expect(asked.part('questions')).toContain('could be a tax file number');
  expect(asked.html).toContain('href="#client-individual.occupation"');
  const renamed = { ...asked.form(), ...person, confirmations: 'notTaxFileNumber' };
  const askedAgain = await send('individual', renamed);
  expect(askedAgain.part('questions')).toContain('Same name and date of birth');
  expect(askedAgain.html).toContain('<input type="hidden" name="confirmations" value="notTaxFileNumber"/>');
});

it('adds and removes rows without validating the rest', async () => {
  const form = {
    ...(await open('individual')).form(),
    phone: '12',
    'addresses[0].addressLine1': '1 Sample Street',
  };
  const insert = { type: 'insert', payload: { name: 'addresses', defaultValue: { countryCode: 'NZL' } } };
  const added = await send('individual', { ...form, __intent__: JSON.stringify(insert) });
  expect(added.status).toBe(200);
  expect(added.value('addresses[1].countryCode')).toBe('NZL');
  expect(added.value('phone')).toBe('12');
  expect(added.part('client-errors')).toBeUndefined();
  const remove = { type: 'remove', payload: { name: 'addresses', index: 0 } };
  const left = await send('individual', { ...added.form(), __intent__: JSON.stringify(remove) });
  expect(left.value('addresses[0].addressLine1')).toBe('');
  expect(left.value('addresses[1].countryCode')).toBeUndefined();
  const citizenship = { type: 'insert', payload: { name: 'individual.citizenships', defaultValue: '' } };
  const two = await send('individual', {
    ...form,
    'individual.citizenships[0]': 'TON',
    __intent__: JSON.stringify(citizenship),
  });
  expect(two.value('individual.citizenships[0]')).toBe('TON');
  expect(two.value('individual.citizenships[1]')).toBe('');
});

it('shows the identifiers of another country on request, and preserves an entered number', async () => {
  const page = await send('company', {
    ...(await open('company')).form(),
    'business.legalName': 'Sample Pty Ltd',
    'business.nzbn': '9429041561140',
    'business.registrationCountry': 'AUS',
    intent: 'refresh',
  });
  expect(page.status).toBe(200);
  expect(page.html).toContain('name="business.acn"');
  expect(page.value('business.nzbn')).toBe('9429041561140');
  expect(page.part('client-errors')).toBeUndefined();
});

it('returns 403 for an auditor', async () => {
  const auditor = app.browser();
  await auditor.startSession('auditor@demo.test');
  for (const path of ['/clients/create', '/clients/create?type=company']) {
    const page = await readPage(await auditor.get(path));
    expect(page.status).toBe(403);
    expect(page.text).toContain('Your role does not allow you to create or change records.');
  }
  const posted = await auditor.post('/clients/create?type=individual', {
    clientType: 'individual',
    ...newPerson(),
  });
  expect(posted.status).toBe(403);
});

it('requires the type of a business address, shows it on the record, and not for a person', async () => {
  const empty = await open('company');
  expect(empty.html).toContain('name="addresses[0].kind"');
  expect((await open('individual')).html).not.toContain('.kind"');
  expect((await open('soleTrader')).html).not.toContain('value="registeredOffice"');
  const address = {
    'addresses[0].countryCode': 'NZL',
    'addresses[0].addressLine1': '1 Sample Street',
    'addresses[0].state': 'Wellington',
    'addresses[0].postcode': '6011',
  };
  const named = { ...empty.form(), 'business.legalName': 'Kindred Sample Limited', ...address };
  const wrong = await send('company', { ...named, 'addresses[0].kind': 'palace' });
  expect(wrong.error('addresses[0].kind')).toBe('Select an address type from the list');
  expect(wrong.value('addresses[0].addressLine1')).toBe('1 Sample Street');
  const unstated = await send('company', { ...named, 'addresses[0].kind': '' });
  const record = await readPage(await browser.get(`${unstated.location}?view=details`));
  expect(record.text).toContain('Main address (kind not stated)');
  const edit = await readPage(await browser.get(`${unstated.location}/edit`));
  const saved = await readPage(
    await browser.post(`${unstated.location}/edit`, {
      ...edit.form(),
      'addresses[0].kind': 'registeredOffice',
    }),
  );
  expect(saved.status).toBe(302);
  const stated = await readPage(await browser.get(`${unstated.location}?view=details`));
  expect(stated.text).toContain('Main address (registered office)');
});
