import { expect, it } from 'vitest';
import { openSignedInApp } from '#tests/support/app/signed-in-app.ts';
import { readPage } from './page.ts';

const { browser } = await openSignedInApp('owner@demo.test');

const open = async (url: string) => readPage(await browser.get(url));
const blank = async (type: string) => (await open(`/clients/create?type=${type}`)).form();

it('shows trading names and numbers for a sole trader alone', async () => {
  const trader = await blank('soleTrader');
  expect(Object.keys(trader)).toEqual(
    expect.arrayContaining(['individual.tradingNames', 'individual.nzbn', 'individual.abn']),
  );
  expect(Object.keys(await blank('individual'))).not.toContain('individual.abn');
});

it('stores, shows and compares them side by side', async () => {
  const form = {
    ...(await blank('soleTrader')),
    'individual.givenNames': 'Pita',
    'individual.familyName': 'Toolbox',
    'individual.tradingNames': 'Toolbox Repairs\r\nPita Fixes',
    'individual.nzbn': '9429046393920',
  };
  const made = await browser.post('/clients/create?type=soleTrader', form);
  const url = made.headers.get('Location') ?? '';
  const shown = await open(url);
  expect(shown.text).toContain('Toolbox Repairs Pita Fixes');
  expect(shown.text).toContain('format valid');

  const first = (await open(`${url}/edit`)).form();
  expect(first['individual.tradingNames']).toMatch(/^Toolbox Repairs\r?\nPita Fixes$/);
  const second = { ...first, requestKey: crypto.randomUUID(), 'individual.abn': '51824753556' };
  expect((await browser.post(`${url}/edit`, { ...first, 'individual.tradingNames': 'Repairs' })).status).toBe(
    302,
  );
  const stale = await readPage(await browser.post(`${url}/edit`, second));
  expect(stale.status).toBe(409);
  expect(stale.text).toContain('51 824 753 556');
  const history = await open(url);
  expect(history.text).toContain('Trading names');
});

it('shows values left from former trading, with what to do', async () => {
  const form = {
    ...(await blank('soleTrader')),
    clientType: 'individual',
    'individual.givenNames': 'No',
    'individual.familyName': 'Trade',
    'individual.abn': '51824753556',
  };
  const refused = await readPage(await browser.post('/clients/create?type=individual', form));
  expect(refused.status).toBe(422);
  expect(refused.error('individual.abn')).toContain('change the type to “Sole trader”');
  expect(refused.value('individual.abn')).toMatch(/51 ?824 ?753 ?556/);
});

it('accepts a person with a single name by a checkbox, and requires given names without it', async () => {
  const form: Record<string, string> = {
    ...(await blank('individual')),
    'individual.familyName': 'Sukarnoputra',
  };
  const asked = await readPage(await browser.post('/clients/create?type=individual', form));
  expect(asked.error('individual.givenNames')).toBe('Enter the given names');
  const made = await browser.post('/clients/create?type=individual', {
    ...form,
    'individual.hasOneName': 'on',
  });
  const url = made.headers.get('Location') ?? '';
  const shown = await open(url);
  expect(shown.text).toContain('Single name Sukarnoputra');
  const edit = (await open(`${url}/edit`)).form();
  expect(edit['individual.hasOneName']).toBe('on');
});
