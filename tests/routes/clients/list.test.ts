import { expect, it } from 'vitest';
import { openSignedInApp } from '#tests/support/app/signed-in-app.ts';
import { readPage } from './page.ts';

const { app, browser } = await openSignedInApp('owner@demo.test');

const list = async (query = '') => readPage(await browser.get(`/clients${query}`));

/** Names in the order of the table. */
const namesIn = (html: string) =>
  [...html.matchAll(/<tr><td><a[^>]*>([^<]*)<\/a>/g)].map(([, name]) => name ?? '');

async function create(type: string, form: Record<string, string>): Promise<void> {
  const blank = (await readPage(await browser.get(`/clients/create?type=${type}`))).form();
  const response = await browser.post(`/clients/create?type=${type}`, { ...blank, ...form });
  expect(response.status).toBe(302);
}

it('shows the empty state with its action', async () => {
  const page = await list();
  expect(page.text).toContain('No clients yet');
  expect(page.text).toContain('Add your first client');
});

it('lists, searches, filters and sorts from URL parameters', async () => {
  await create('individual', {
    'individual.givenNames': 'Hēmi',
    'individual.familyName': 'Pōtiki',
    externalId: '=1+1',
  });
  await create('individual', { 'individual.givenNames': 'Zoe', 'individual.familyName': 'Abbot' });
  await create('trust', { 'business.legalName': 'Kōwhai Sample Trust' });
  const all = await list();
  expect(all.text).toContain('3 shown, of 3');
  expect(namesIn(all.html)).toEqual(['Zoe Abbot', 'Kōwhai Sample Trust', 'Hēmi Pōtiki']);
  expect(namesIn((await list('?sort=-name')).html)).toEqual([
    'Hēmi Pōtiki',
    'Kōwhai Sample Trust',
    'Zoe Abbot',
  ]);
  expect(namesIn((await list('?q=potiki+hemi')).html)).toEqual(['Hēmi Pōtiki']);
  const trusts = await list('?kind=business&type=trust&status=draft&responsible=me&q=&sort=');
  expect(namesIn(trusts.html)).toEqual(['Kōwhai Sample Trust']);
  expect(trusts.html).toContain('href="/clients?kind=business&amp;status=draft&amp;responsible=me"');
  const unreviewed = await list('?risk=high&cdd=notStarted&review=overdue&kind=business');
  expect(unreviewed.text).toContain('No clients found');
  for (const chip of ['Risk: High', 'CDD: Not started', 'Next review: Overdue']) {
    expect(unreviewed.text).toContain(chip);
  }
  expect(namesIn((await list('?cdd=notStarted')).html)).toHaveLength(3);
  const nothing = await list('?q=zzzzqqqq');
  expect(nothing.text).toContain('No clients found');
  expect(nothing.text).toContain('Show all clients');
});

it('exports the filtered list, with formulas neutralised', async () => {
  const response = await browser.get('/clients/export.csv?kind=individual');
  expect(response.status).toBe(200);
  expect(response.headers.get('Content-Type')).toContain('text/csv');
  expect(response.headers.get('Content-Disposition')).toContain('attachment');
  const csv = await response.text();
  expect(csv).toContain('Pōtiki');
  expect(csv).not.toContain('Kōwhai');
  expect(csv).toContain("'=1+1");
  expect((await browser.get('/clients/export.csv?status=nonsense')).status).toBe(422);
  expect((await app.browser().get('/clients/export.csv')).status).toBe(302);
});

it('shows why a list is not available, and preserves the search', async () => {
  const long = await list(`?q=${'a'.repeat(201)}`);
  expect(long.status).toBe(422);
  expect(long.text).toContain('Go to the first page');
  expect(long.html).toContain(`value="${'a'.repeat(201)}"`);
  const cursor = await list('?cursor=nonsense');
  expect(cursor.status).toBe(422);
  expect(cursor.text).toContain('This page is no longer available. Go back to the first page.');
  const filter = await list('?status=nonsense');
  expect(filter.text).toContain('The link contains an unknown filter, so it was ignored.');
});

it('offers an auditor no forbidden actions', async () => {
  const auditor = app.browser();
  await auditor.startSession('auditor@demo.test');
  const page = await readPage(await auditor.get('/clients'));
  expect(page.status).toBe(200);
  expect(page.text).not.toContain('New client');
});

it('shows the history of a client in readable form', async () => {
  const { html } = await list('?q=abbot');
  const id = /<td><a[^>]*href="\/clients\/([0-9a-f-]{36})"/.exec(html)?.[1] ?? '';
  const edit = await readPage(await browser.get(`/clients/${id}/edit`));
  await browser.post(`/clients/${id}/edit`, {
    ...edit.form(),
    'individual.residenceCountry': 'TON',
    'individual.dateOfBirth': '1990-05-05',
  });
  const page = await readPage(await browser.get(`/clients/${id}/history`));
  expect(page.part('history')).toContain('Updated details');
  expect(page.part('history')).toContain('Country of residence: Tonga');
  expect(page.part('history')).toContain('Date of birth: 5 May 1990');
  expect(page.part('history')).toContain('Created the client');
  const earlier = await readPage(await browser.get(`/clients/${id}/history?before=1`));
  expect(earlier.part('history')).not.toContain('Updated details');
  expect((await browser.get(`/clients/${id}/history?before=nonsense`)).status).toBe(422);
});
