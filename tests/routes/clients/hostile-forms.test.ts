import { expect, it } from 'vitest';
import { openSignedInApp } from '#tests/support/app/signed-in-app.ts';

const { browser } = await openSignedInApp('owner@demo.test');

const person = { clientType: 'individual', 'individual.givenNames': 'A', 'individual.familyName': 'B' };

const intent = (value: unknown) => ({ __intent__: JSON.stringify(value) });

it.each<[string, Record<string, string>]>([
  ['a row in the billions', { 'addresses[4294967294].addressLine1': 'x' }],
  ['a row in the thousands', { 'individual.citizenships[1000]': 'NZL' }],
  ['a long name', { ['a.'.repeat(200)]: 'x' }],
  ['a text where rows belong', { addresses: 'x' }],
  ['an intent that is no JSON', { __intent__: '{' }],
  ['an unknown intent', intent({ type: 'explode', payload: {} })],
  ['an intent of another form', intent({ type: 'insert', payload: { name: 'secrets' } })],
  ['an intent with values', intent({ type: 'update', payload: { name: 'addresses', value: 'x' } })],
  ['a row added far away', intent({ type: 'insert', payload: { name: 'addresses', index: 1e9 } })],
  ['a row removed from nowhere', intent({ type: 'remove', payload: { name: 'addresses', index: -1 } })],
])('returns 400 for %s', async (_, hostile) => {
  const response = await browser.post('/clients/create?type=individual', { ...person, ...hostile });
  expect(response.status).toBe(400);
});

it.each<[string, Record<string, string>]>([
  ['the type of another kind', { clientType: 'company' }],
  ['no type', { clientType: '' }],
  ['an object where a text belongs', { 'individual.givenNames.x': 'A' }],
  ['a text where an object belongs', { individual: 'x' }],
  ['control characters', { 'individual.givenNames': 'A\u0000\u0007' }],
  ['a direction override', { 'individual.familyName': 'B\u202Egnp' }],
  ['too long a text', { 'individual.familyName': 'B'.repeat(10_000) }],
  ['a responsible person of nowhere', { responsibleMemberId: '01980000-0000-7000-8000-00000000dead' }],
  ['a responsible person who is none', { responsibleMemberId: "'; drop table clients" }],
  ['a foreign confirmation', { confirmations: 'everything' }],
  [
    'six addresses',
    Object.fromEntries([0, 1, 2, 3, 4, 5].map((row) => [`addresses[${row}].addressLine1`, 'x'])),
  ],
  ['a prototype', { '__proto__.polluted': 'x', 'individual.familyName': '' }],
])('returns field errors for %s', async (_, hostile) => {
  const response = await browser.post('/clients/create?type=individual', { ...person, ...hostile });
  expect(response.status).toBe(422);
  expect(await response.text()).toContain('id="client-errors"');
  expect(({} as { polluted?: string }).polluted).toBeUndefined();
});

it('rejects an idempotency key of a foreign format', async () => {
  const response = await browser.post('/clients/create?type=individual', {
    ...person,
    requestKey: 'x\r\ny: z',
  });
  expect([302, 409]).toContain(response.status);
});

it('returns 400 for a body that is not a form', async () => {
  const response = await browser.post(
    '/clients/create?type=individual',
    {},
    {
      body: '{"a":1}',
      headers: { 'Content-Type': 'application/json' },
    },
  );
  expect(response.status).toBe(400);
});
