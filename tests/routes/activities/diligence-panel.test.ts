import { expect, it } from 'vitest';
import { valueIn } from '#tests/support/app/html.ts';
import { openSignedInApp } from '#tests/support/app/signed-in-app.ts';
import { readPage } from '../clients/page.ts';

const { app, browser } = await openSignedInApp('owner@demo.test');

let made = 0;
async function createPerson(): Promise<string> {
  made += 1;
  const opened = await readPage(await browser.get('/clients/create?type=individual'));
  const family = `Panelton${'abcdef'.charAt(made).repeat(7)}`;
  const response = await browser.post('/clients/create?type=individual', {
    ...opened.form(),
    'individual.givenNames': 'Hine',
    'individual.familyName': family,
  });
  return response.headers.get('Location') ?? '';
}

const open = async (path: string) => readPage(await browser.get(path));

async function changeStatus(path: string, form: Record<string, string>) {
  const { html } = await open(path);
  const response = await browser.post(path, {
    requestKey: `${valueIn(html, 'requestKey')}-${form.to ?? ''}`,
    version: valueIn(html, 'version'),
    ...form,
  });
  return readPage(response);
}

it('shows outstanding requirements with provision and link, the level and its rule pack', async () => {
  const path = await createPerson();
  const page = await open(path);
  expect(page.text).toContain('Outstanding requirements');
  expect(page.text).toMatch(/NZ s1[1-7]/);
  expect(page.html).toContain(`href="${path}/risk_assessments/create"`);
  expect(page.text).toMatch(/rules as of \d{1,2} \w{3} \d{4}/);
  expect(page.text).toMatch(
    /FATF call for action, FATF increased monitoring(, Internal list of countries)?, as at \d{1,2} \w{3} \d{4}/,
  );
  expect(page.text.match(/, as at/g)).toHaveLength(1);
});

it('rejects activating a client with every blocker listed', async () => {
  const path = await createPerson();
  expect((await changeStatus(path, { lifecycle: 'client', to: 'onboarding' })).status).toBe(302);
  const refused = await changeStatus(path, { lifecycle: 'client', to: 'active' });
  expect(refused.status).toBe(422);
  expect(refused.part('refused')).toContain('CDD is not complete.');
  const stale = await changeStatus(path, { lifecycle: 'client', to: 'declined', version: '1' });
  expect(stale.status).toBe(409);
  expect(stale.part('refused')).toContain('Someone else changed this client');
});

it('requires the end date of a relationship, and preserves input on rejection', async () => {
  const path = await createPerson();
  const id = path.split('/').at(-1);
  await app.database.asSuperuser(`update assay.clients set status = 'dormant' where id = $1`, [id]);
  const asked = await open(`${path}?confirm=exited`);
  expect(asked.part('confirm-heading')).toBe('End relationship?');
  const form = { lifecycle: 'client', to: 'exited', reason: 'Moved abroad' };
  const refused = await changeStatus(`${path}?confirm=exited`, { ...form, endedOn: '2999-01-01' });
  expect(refused.status).toBe(422);
  expect(refused.part('move-endedOn-error')).toContain('must be today or earlier');
  expect(refused.html).toContain('>Moved abroad</textarea>');
  expect((await changeStatus(`${path}?confirm=exited`, form)).status).toBe(302);
  expect((await open(path)).text).toContain('Relationship ended');
});

it('shows no form for an unavailable transition', async () => {
  const path = await createPerson();
  expect((await open(`${path}?confirm=exited`)).part('confirm-heading')).toBeUndefined();
  expect((await open(`${path}?confirm=constructor`)).status).toBe(200);
});
