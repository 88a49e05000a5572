import { expect, it } from 'vitest';
import { parsePage, valueIn } from '#tests/support/app/html.ts';
import { openSignedInApp } from '#tests/support/app/signed-in-app.ts';
import { readPage } from './page.ts';

const { app, browser } = await openSignedInApp('owner@demo.test');

const open = async (url: string) => readPage(await browser.get(url));

async function create(family: string): Promise<void> {
  const blank = (await open('/clients/create?type=individual')).form();
  const form = { ...blank, 'individual.givenNames': 'Ana', 'individual.familyName': family };
  const response = await browser.post('/clients/create?type=individual', {
    ...form,
    responsibleMemberId: '',
  });
  expect(response.status).toBe(302);
}

/** What the list's form would post: its key, its total, the assignees and every row's checkbox. */
async function selecting(url: string) {
  const { html } = await open(url);
  const document = parsePage(html);
  const start = html.indexOf('Set relationship owner');
  const people = [...html.slice(start).matchAll(/<option value="([0-9a-f-]{36})">([^<]+)</g)];
  return {
    form: {
      requestKey: document.querySelector('#assign [name="requestKey"]')?.getAttribute('value') ?? '',
      confirmedTotal: valueIn(html, 'confirmedTotal'),
    },
    ticks: [...document.querySelectorAll('[name="client"]')].map((tick) => tick.getAttribute('value') ?? ''),
    person: (name: string) => people.find(([, , found]) => found === name)?.[1] ?? '',
    names: people.map(([, , name]) => name ?? ''),
  };
}

it('shows checkboxes only in selection mode', async () => {
  await create('Plainlist');
  expect((await open('/clients?view=all')).html).not.toContain('name="client"');
  expect((await selecting('/clients?select=1')).ticks.length).toBe(1);
  const auditor = app.browser();
  await auditor.startSession('auditor@demo.test');
  expect((await readPage(await auditor.get('/clients?select=1'))).html).not.toContain('name="client"');
});

it('assigns the selected clients, and reports those reassigned meanwhile', async () => {
  await create('Assignedone');
  await create('Assignedtwo');
  const page = await selecting('/clients?q=assigned&select=1');
  const [someone = ''] = page.names;
  const body = { ...page.form, which: 'ticked', to: page.person(someone), intent: 'assign' };
  const first = await browser.post('/clients?q=assigned&select=1', { ...body, client: page.ticks[0] ?? '' });
  expect(first.headers.get('Location')).toBe('/clients?q=assigned');
  expect((await readPage(await browser.follow(first))).text).toContain('1 client updated.');
  const other = page.names[1] ?? '';
  const second = await readPage(
    await browser.post('/clients?q=assigned&select=1', {
      ...body,
      requestKey: crypto.randomUUID(),
      to: page.person(other),
      client: page.ticks[0] ?? '',
    }),
  );
  expect(second.part('not-changed-heading')).toBe('0 updated, 1 not updated');
  expect(second.text).toContain(`Relationship owner is now ${someone}`);
});

it('assigns all filtered clients, and none without a selection', async () => {
  const page = await selecting('/clients?q=assigned&select=1');
  const body = { ...page.form, which: 'all', intent: 'assign' };
  const nobody = await readPage(await browser.post('/clients?q=assigned&select=1', body));
  expect(nobody.status).toBe(422);
  expect(nobody.text).toContain('Select a relationship owner');
  const all = await browser.post('/clients?q=assigned&select=1', { ...body, to: 'nobody' });
  expect(all.status).toBe(302);
  const none = await readPage(
    await browser.post('/clients?q=assigned&select=1', { ...body, which: 'ticked', to: 'nobody' }),
  );
  expect(none.text).toContain('Select at least one client');
});
