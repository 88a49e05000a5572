import { expect, it } from 'vitest';
import { openSignedInApp } from '#tests/support/app/signed-in-app.ts';
import { readPage } from './page.ts';

const { app, browser: owner } = await openSignedInApp('owner@demo.test');

/** A client that was screened; `columns` are written past the API. @returns the path of its page */
async function screenedClient(familyName: string): Promise<string> {
  const page = await readPage(await owner.get('/clients/create?type=individual'));
  const made = await owner.post('/clients/create?type=individual', {
    ...page.form(),
    'individual.givenNames': 'Hinemoa',
    'individual.familyName': familyName,
  });
  const path = made.headers.get('Location') ?? '';
  await app.database.asSuperuser(
    `UPDATE assay.clients SET sanctions_status = 'clear', cdd_status = 'verified' WHERE id = $1`,
    [path.split('/').at(-1)],
  );
  return path;
}

const open = async (path: string) => (await readPage(await owner.get(`${path}/edit`))).form();

it('says before saving another name what will follow, and saves it once that is confirmed', async () => {
  const path = await screenedClient('Saidbefore');
  const renamed = { ...(await open(path)), 'individual.givenNames': 'Peter' };
  const asked = await readPage(await owner.post(`${path}/edit`, renamed));
  expect(asked.status).toBe(409);
  const question = asked.part('questions');
  expect(question).toContain('Change the name of Hinemoa Saidbefore? Sanctions screening must be run again.');
  expect(question).toContain('The CDD status becomes “Refresh due”.');
  expect(asked.value('individual.givenNames')).toBe('Peter');
  // Another name is no spelling.
  expect(asked.html).not.toContain('name="spellingCorrection"');
  expect((await readPage(await owner.get(path))).text).toContain('Hinemoa Saidbefore');

  const saved = await owner.post(`${path}/edit`, { ...asked.form(), confirmations: 'identityChanged' });
  expect(saved.headers.get('Location')).toBe(path);
  const page = await readPage(await owner.follow(saved));
  expect(page.text).toContain('Peter Saidbefore');
  expect(page.text).toContain('Refresh due');
});

it('offers a spelling correction instead, wants its reason, and keeps what was entered', async () => {
  const path = await screenedClient('Macdonald');
  const asked = await readPage(
    await owner.post(`${path}/edit`, { ...(await open(path)), 'individual.familyName': 'McDonald' }),
  );
  expect(asked.text).toContain('Correct the spelling of the same client’s name');
  const blank = await readPage(
    await owner.post(`${path}/edit`, { ...asked.form(), spellingCorrection: 'on' }),
  );
  expect([blank.status, blank.error('spellingReason')]).toEqual([422, 'Enter the reason']);
  expect(blank.value('spellingCorrection')).toBe('on');
  const saved = await owner.post(`${path}/edit`, { ...blank.form(), spellingReason: 'As in the passport' });
  expect(saved.headers.get('Location')).toBe(path);
  const page = await readPage(await owner.follow(saved));
  expect(page.text).toContain('Hinemoa McDonald');
  expect(page.text).not.toContain('Refresh due');
  expect((await readPage(await owner.get(`${path}/history`))).text).toContain('As in the passport');
});

it('shows beside its field that a pre-commencement client needs an early day', async () => {
  const path = await screenedClient('Dayless');
  const marked = { ...(await open(path)), preCommencement: 'on' };
  const refused = await readPage(await owner.post(`${path}/edit`, marked));
  expect(refused.status).toBe(422);
  expect(refused.error('relationshipStartedOn')).toContain('A pre-commencement client needs a day before');
  expect(refused.value('preCommencement')).toBe('on');
});

it('asks for the same confirmation of a merged edit, with the same consequences', async () => {
  const path = await screenedClient('Mergedname');
  const opened = await open(path);
  const theirs = { ...opened, requestKey: crypto.randomUUID(), 'individual.occupation': 'Potter' };
  expect((await owner.post(`${path}/edit`, theirs)).status).toBe(302);
  const post = async (form: Record<string, string>) =>
    readPage(await owner.post(`${path}/edit`, { ...form, requestKey: crypto.randomUUID() }));
  const stale = await post({ ...opened, 'individual.givenNames': 'Peter' });
  expect(stale.part('stale')).toContain('You changed different fields.');
  const asked = await post(stale.form());
  expect(asked.part('questions')).toContain('Sanctions screening must be run again.');
  expect((await post({ ...asked.form(), confirmations: 'identityChanged' })).status).toBe(302);
  const page = await readPage(await owner.get(path));
  expect(page.text).toContain('Refresh due');
  expect(await open(path)).toMatchObject({
    'individual.givenNames': 'Peter',
    'individual.occupation': 'Potter',
  });
});
