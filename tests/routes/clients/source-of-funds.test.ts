import { expect, it } from 'vitest';
import { parsePage, postedFields } from '#tests/support/app/html.ts';
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
    'business.legalName': `Kahikatea Trust ${'abcdefgh'.charAt(made).repeat(5)}`,
    'business.trustType': 'fixed',
  });
  return response.headers.get('Location') ?? '';
}

const open = async (path: string) => readPage(await browser.get(path));
const openRisk = (path: string) => open(`${path}/risk`);

const getForm = ({ html }: Page, id: string): Record<string, string> =>
  Object.fromEntries(postedFields(parsePage(html).querySelector(`form#${id}`)));

async function send(path: string, id: string, more: Record<string, string>): Promise<Page> {
  return readPage(await browser.post(path, { ...getForm(await open(path), id), ...more }));
}

/** The address of the only line's form. */
const lineIn = ({ html }: Page) => /\?funds=([0-9a-f-]{36})#funds/.exec(html)?.[1] ?? '';

async function addDocument(path: string): Promise<void> {
  const body = formWith([{ name: 'settlement.pdf', bytes: samplePdf(['(settlement)']), field: 'file' }]);
  const headers = { Origin: app.origin };
  const response = await browser.get(`/documents/of/client/${path.split('/').at(-1)}`, {
    method: 'POST',
    body,
    headers,
  });
  expect(response.status).toBeLessThan(400);
}

it('goes from an outstanding requirement to a verified line, step by step without script', async () => {
  const path = await createTrust();
  const wanted = 'Missing: Verify the source of wealth or of funds';
  const first = await open(path);
  expect(first.text).toContain(wanted);
  expect(first.html).toContain(`${path}/risk#funds`);

  const refused = await send(`${path}/risk?funds=new`, 'funds-line', { amount: 'plenty', from: 'The house' });
  expect(refused.status).toBe(422);
  expect(refused.part('funds-line-of-error')).toContain('Select source of wealth or source of funds');
  expect(refused.part('funds-line-kind-error')).toContain('Select a source type');
  expect(refused.part('funds-line-amount-error')).toContain('Enter an amount such as 12,500');
  expect(getForm(refused, 'funds-line')).toMatchObject({ amount: 'plenty', from: 'The house' });

  const line = { of: 'wealth', kind: 'propertySale', amount: '640000', currency: 'NZD', from: 'The house' };
  expect((await send(`${path}/risk?funds=new`, 'funds-line', line)).status).toBe(302);
  const claimed = await openRisk(path);
  expect(claimed.text).toContain('NZD 0 of NZD 640,000 evidenced, NZD 0 verified');
  const overview = await open(path);
  expect(overview.text).not.toContain('Missing: Obtain the source of wealth or of funds');
  expect(overview.text).toContain(wanted);
  expect(claimed.html).toContain(`?request=new&amp;sources=propertySale#requests`);

  await addDocument(path);
  const id = lineIn(claimed);
  const edit = await open(`${path}/risk?funds=${id}`);
  const document = /name="documentIds"[^>]*value="([0-9a-f-]{36})"/.exec(edit.html)?.[1] ?? '';
  expect((await send(`${path}/risk?funds=${id}`, 'funds-line', { documentIds: document })).status).toBe(302);
  expect((await openRisk(path)).text).toContain('NZD 640,000 of NZD 640,000 evidenced, NZD 0 verified');

  const verify = `${path}/risk?funds=${id}&step=verify`;
  const blank = await send(verify, 'funds-line', { corroboration: '' });
  expect(blank.part('funds-line-corroboration-error')).toContain('Enter what you compared');
  expect((await send(verify, 'funds-line', { corroboration: 'Price as in the title' })).status).toBe(302);
  expect((await open(path)).text).not.toContain(wanted);
  expect((await openRisk(path)).text).toContain('NZD 640,000 of NZD 640,000 evidenced, NZD 640,000 verified');
  const history = await open(`${path}/history`);
  expect(history.text).toContain('Verified a line of source of funds or wealth');

  const value = { wealth: '1000000', currency: 'NZD', basis: 'As stated' };
  expect((await send(`${path}?record=sourceValue`, 'finding', value)).status).toBe(302);
  const short = await openRisk(path);
  expect(short.text).toContain('NZD 640,000 of NZD 1,000,000 evidenced');
  expect(short.text).toContain('NZD 260,000 more must be verified');
  expect((await open(path)).text).toContain(wanted);

  const reject = `${path}/risk?funds=${id}&step=reject`;
  expect((await send(reject, 'funds-line', { reason: 'Altered' })).status).toBe(302);
  expect((await openRisk(path)).text).toContain('Rejected by');
});

it('shows both versions after a concurrent update, and offers each kind of evidence in a request', async () => {
  const path = await createTrust();
  const line = { of: 'funds', kind: 'salary', amount: '90,000.50', currency: 'NZD', from: 'The employer' };
  await send(`${path}/risk?funds=new`, 'funds-line', line);
  const edit = `${path}/risk?funds=${lineIn(await openRisk(path))}`;
  const opened = getForm(await open(edit), 'funds-line');
  expect(opened).toMatchObject({ amount: '90,000.50', version: '1' });
  expect((await browser.post(edit, { ...opened, from: 'Another employer' })).status).toBe(302);
  const requestKey = 'another-form-of-the-same-line';
  const stale = await readPage(await browser.post(edit, { ...opened, requestKey, from: 'A third one' }));
  expect(stale.status).toBe(409);
  expect(stale.html).toContain('Another employer');
  expect(stale.html).toContain('>A third one</textarea>');
  const request = await open(`${path}/documents?request=new&sources=salary`);
  expect(request.text).toContain('Payslips from the last three months');
});

it('offers read-only roles no action, and returns 404 for unknown addresses', async () => {
  const path = await createTrust();
  const auditor = app.browser();
  await auditor.startSession('auditor@demo.test');
  const reading = await readPage(await auditor.get(`${path}/risk?funds=new`));
  expect(reading.status).toBe(200);
  expect(reading.html).not.toContain('id="funds-line"');
  for (const query of [
    '/risk?funds=%00&step=x',
    '/risk?funds=new&activity=%00',
    '/risk?fundsAfter=',
    '/documents?request=new&sources=x',
  ]) {
    expect((await open(path + query)).status, query).toBeLessThan(500);
  }
});

/** An activity of NZD 700,000 for the client on a page. */
async function createActivity(path: string): Promise<string> {
  const form = await open('/activities/create');
  const created = await browser.post('/activities/create', {
    ...form.form(),
    name: 'Purchase with the client’s money',
    activityType: 'propertySale',
    currency: 'NZD',
    maxTransactionValue: '700,000',
    'parties[0].clientId': path.split('/').at(-1) ?? '',
    'parties[0].name': 'Kahikatea Trust',
    'parties[0].capacity': 'customer',
  });
  return created.headers.get('Location') ?? '';
}

it('says of an activity’s funds what its step says: nothing must be verified where no law requires it', async () => {
  const page = await readPage(await browser.get('/clients/create?type=individual'));
  const client = await browser.post('/clients/create?type=individual', {
    ...page.form(),
    'individual.givenNames': 'Tui',
    'individual.familyName': 'Fundsplain',
  });
  const activity = await open(`${await createActivity(client.headers.get('Location') ?? '')}?tab=risk`);
  expect(activity.text).toMatch(/Funds\s*: (Complete|Not complete)\.\s*Not required/);
  expect(activity.text).toContain('NZD 700,000 is not verified.');
  expect(activity.text).not.toContain('must be verified');
});

it('requires on an activity’s checklist that its value is covered, and links to the lines', async () => {
  const path = await createTrust();
  const activity = await createActivity(path);
  expect((await open(`${activity}?tab=risk`)).text).toContain('NZD 630,000 more must be verified.');
  const asked = 'NZD 630,000.00 of NZD 700,000.00 still has to be covered by verified lines';
  expect((await open(activity)).text).not.toContain(asked);
  const line = { of: 'funds', kind: 'savings', amount: '700000', currency: 'NZD', from: 'Term deposit' };
  const activityId = activity.split('/').at(-1) ?? '';
  expect((await send(`${path}/risk?funds=new`, 'funds-line', { ...line, activityId })).status).toBe(302);
  const page = await open(activity);
  expect(page.text).toContain(asked);
  expect(page.html).toContain(`href="${path}/risk#funds"`);
});
