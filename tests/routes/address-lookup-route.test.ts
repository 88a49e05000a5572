import { expect, it } from 'vitest';
import { openSignedInApp } from '#tests/support/app/signed-in-app.ts';

const { app, browser } = await openSignedInApp('staff@demo.test');

const request = (query: Record<string, string>, who = browser) =>
  who.get(`/address-lookup?${new URLSearchParams(query)}`);

it('returns cacheable suggestions, and the address of the selected one', async () => {
  const response = await request({ country: 'NZL', q: 'queen street' });
  expect(response.status).toBe(200);
  expect(response.headers.get('Content-Type')).toContain('application/json');
  expect(response.headers.get('Cache-Control')).toMatch(/^private, max-age=(300|299)$/);
  const { suggestions } = (await response.json()) as { suggestions: { id: string; text: string }[] };
  const [first] = suggestions;
  expect(first).toEqual({ id: expect.any(String), text: expect.stringContaining('Queen') });

  const detail = await request({ country: 'NZL', id: first?.id ?? '' });
  expect(detail.headers.get('Cache-Control')).toBe('no-store');
  const { address } = (await detail.json()) as { address: Record<string, string> };
  expect(Object.keys(address).sort()).toEqual([
    'addressLine1',
    'addressLine2',
    'postcode',
    'state',
    'suburb',
  ]);
});

it('returns no suggestions for fewer than 3 characters', async () => {
  const response = await request({ country: 'AUS', q: 'ge' });
  expect(await response.json()).toEqual({ suggestions: [] });
});

it.each([
  [{ country: 'FRA', q: 'rue' }, 400, 'unsupported_country', 'Unsupported country code: FRA'],
  [{ country: 'FRA', id: '1' }, 400, 'unsupported_country', 'Unsupported country code: FRA'],
  [{ q: 'queen' }, 400, 'unsupported_country', 'Unsupported country code: '],
])('rejects %j', async (query, httpStatus, status, message) => {
  const response = await request(query as Record<string, string>);
  expect(response.status).toBe(httpStatus);
  expect(response.headers.get('Cache-Control')).toBe('no-store');
  expect(await response.json()).toEqual({ status, message });
});

it.each([
  [429, 429, 'Too many requests. Please try again in a moment.'],
  // The provider's 401 must not look like an expired session of the user.
  [401, 502, 'Invalid API key or authentication'],
])('passes on the provider’s status %i', async (provider, httpStatus, message) => {
  await fetch(`${app.sandbox.addressUrls.NZL}/__sandbox/faults`, {
    method: 'POST',
    headers: { 'Content-Type': 'application/json' },
    body: JSON.stringify({ kind: 'status', path: '/search', status: provider }),
  });
  const response = await request({ country: 'NZL', q: `street ${provider}` });
  expect(response.status).toBe(httpStatus);
  expect(await response.json()).toMatchObject({ message });
});

it('requires a signed-in member', async () => {
  const response = await request({ country: 'NZL', q: 'queen' }, app.browser());
  expect(response.status).toBe(302);
  expect(response.headers.get('Location')).toMatch(/^\/login/);
});

it('limits requests above typing speed', async () => {
  const eager = app.browser();
  await eager.startSession('officer@demo.test');
  for (let lookups = 0; lookups < 120; lookups += 1) {
    expect((await request({ country: 'NZL', q: 'qu' }, eager)).status).toBe(200);
  }
  const response = await request({ country: 'NZL', q: 'qu' }, eager);
  expect(response.status).toBe(429);
  expect(await response.json()).toEqual({
    status: 'too_many_requests',
    message: 'Too many requests. Please try again in a moment.',
  });
  expect((await request({ country: 'NZL', q: 'qu' })).status).toBe(200);
});
