import { expect, it } from 'vitest';
import { getText, parsePage, postedFields } from '#tests/support/app/html.ts';
import { readRail } from '#tests/support/app/progress-rail.ts';
import { openSignedInApp } from '#tests/support/app/signed-in-app.ts';
import { type Page, readPage } from '../clients/page.ts';

const { app, browser } = await openSignedInApp('owner@demo.test');

const open = async (path: string) => readPage(await browser.get(path));

/** What the form of an id would post unchanged: everything hidden, ticked or filled. */
function getForm({ html }: Page, id: string): Record<string, string> {
  return Object.fromEntries(postedFields(parsePage(html).querySelector(`form#${id}`)));
}

let made = 0;

/** The path of a new company's verification, started from the client's page. */
async function start(): Promise<string> {
  made += 1;
  const page = await open('/clients/create?type=company');
  const response = await browser.post('/clients/create?type=company', {
    ...page.form(),
    'business.legalName': `Totara Company ${'abcdefghijklm'.charAt(made).repeat(5)}`,
    'business.registrationCountry': 'NZL',
  });
  const client = response.headers.get('Location') ?? '';
  const begun = await browser.post(`${client}/identity`, { panel: 'kyb' });
  expect(begun.status).toBe(302);
  // The same post again redirects to the verification in progress.
  const again = await browser.post(`${client}/identity`, { panel: 'kyb' });
  expect(again.headers.get('Location')).toBe(begun.headers.get('Location'));
  return begun.headers.get('Location') ?? '';
}

/** Searches, and orders the first extract found. */
async function orderExtract(path: string, q: string): Promise<void> {
  const found = await open(`${path}?registry=nzbn&q=${encodeURIComponent(q)}`);
  const id = parsePage(found.html).querySelector('form[id^="orderExtract-"]')?.id ?? '';
  const chosen = await browser.post(path, getForm(found, id));
  expect(chosen.headers.get('Location')).toBe(path);
}

/** Expects the panels of a verification to state what the rail states of their steps. */
async function expectAsInRail(path: string): Promise<void> {
  const [register, ownership, people] = await Promise.all(
    ['register', 'ownership', 'people'].map(async (tab) =>
      parsePage((await open(`${path}?tab=${tab}`)).html),
    ),
  );
  const steps = readRail(register as Document);
  const text = (page: Document | undefined, id: string) => {
    const part = page?.querySelector(`#${id}`);
    return part ? getText(part) : '';
  };
  for (const page of [register, ownership, people])
    for (const step of ['Ownership', 'People']) expect(text(page, 'decision')).toContain(steps[step]?.reason);
  if (text(register, 'extract') === '') expect(text(register, 'decision')).toContain(steps.Register?.reason);
  const differences = register?.querySelector('#differences');
  if (differences && !differences.querySelector('tbody tr'))
    expect(getText(differences)).toContain(steps.Comparison?.reason);
  const notice = ownership?.querySelector('#ownership .notice');
  if (notice) {
    expect(getText(notice)).toContain(steps.Ownership?.reason);
    expect(notice.classList.contains('notice-success')).toBe(steps.Ownership?.isComplete);
  }
  if (!people?.querySelector('#verify li')) expect(text(people, 'verify')).toContain(steps.People?.reason);
}

it('searches by name, reports no results, and stores the extract with its file', async () => {
  const path = await start();
  expect((await open(`${path}?registry=nzbn&q=zzzznothing`)).text).toContain(
    'Nothing found for “zzzznothing”',
  );
  expect((await open(`${path}?registry=nzbn&q=a`)).text).toContain('at least 2 characters');
  await orderExtract(path, 'kowhai bay');
  const page = await open(path);
  expect(page.text).toContain('KŌWHAI BAY TRADING LIMITED');
  const ownership = await open(`${path}?tab=ownership`);
  expect(ownership.text).toContain('Traced to individuals');
  expect(ownership.html).toContain('<svg');
  const outline = parsePage(ownership.html).querySelector('ul[aria-label^="Who owns"]');
  expect(outline?.querySelectorAll('li').length).toBeGreaterThan(1);
  const file = /href="(\/documents\/[^"]+\/download)"/.exec(page.html)?.[1] ?? '';
  expect((await browser.get(file)).status).toBe(200);
});

it('preserves input when a discrepancy is not resolved, and reports a stale form', async () => {
  const path = await start();
  await orderExtract(path, 'quarterdeck');
  const differing = parsePage((await open(path)).html).querySelector('#differences table');
  expect([...(differing?.querySelectorAll('thead th') ?? [])].map((cell) => cell.textContent)).toEqual([
    'Field',
    'Record',
    'Register',
    'Outcome',
  ]);
  const before = getForm(await open(path), 'settle-legalName');
  const refused = await readPage(
    await browser.post(path, { ...before, resolution: 'keepRecorded', reason: '' }),
  );
  expect(refused.status).toBe(422);
  expect(refused.part('settle-legalName-reason-error')).toContain('Enter a reason');
  expect(refused.html).toMatch(/value="keepRecorded"[^>]*checked=""|checked=""[^>]*value="keepRecorded"/);
  const settled = await browser.post(path, {
    ...before,
    resolution: 'keepRecorded',
    reason: 'Trades under it',
  });
  expect(settled.headers.get('Location')).toBe(`${path}#differences`);
  const stale = await readPage(
    await browser.post(path, {
      ...before,
      requestKey: crypto.randomUUID(),
      resolution: 'useRegistry',
      reason: '',
    }),
  );
  expect(stale.status).toBe(409);
  expect((await open(path)).text).toContain('Trades under it');
});

it('shows the cost of the layers before approval', async () => {
  const path = await start();
  await orderExtract(path, 'rimu ridge developments');
  // No price before the layers are chosen, and none of what was not paid for.
  const unpriced = await open(`${path}?tab=ownership`);
  expect(unpriced.text).toContain('Expand ownership');
  expect(parsePage(unpriced.html).querySelector('#expand')?.textContent).not.toContain('NZD');
  expect((await open(`${path}?layers=2`)).text).toContain('NZD 5.00 for 2 extracts');
  const form = getForm(await open(`${path}?layers=2`), 'expand-form');
  const cheaper = await readPage(await browser.post(path, { ...form, agreedCost: '1' }));
  expect(cheaper.status).toBe(422);
  const agreed = await browser.post(path, form);
  expect(agreed.headers.get('Location')).toBe(`${path}?tab=ownership#ownership`);
  expect((await open(`${path}?tab=ownership`)).text).toContain('50 % × 40 % = 20 %');
});

it('is found under its own client alone, links to documents, and rejects unknown posts', async () => {
  const path = await start();
  const [, , client = '', , id = ''] = path.split('/');
  const led = await browser.get(`/clients/of/kyb_verifications/${id}`);
  expect(led.headers.get('Location')).toBe(path);
  const elsewhere = `/clients/${client.slice(0, -4)}0000/kyb_verifications/${id}`;
  expect((await browser.get(elsewhere)).status).toBe(404);
  expect((await browser.post(path, { intent: 'nothing' })).status).toBe(400);
  expect((await browser.post(path, { intent: 'parties', version: '1' })).status).toBe(422);
  expect((await browser.post(path, { intent: 'decide', version: 'x', decision: 'maybe' })).status).toBe(422);
});

it('decides beside the tab that is shown', async () => {
  const path = await start();
  const deciding = `${path}?tab=people&decide=cancel`;
  const page = await open(deciding);
  expect(page.text).toContain('People to verify');
  const refused = await readPage(await browser.post(deciding, getForm(page, 'decide-cancel')));
  expect(refused.status).toBe(422);
  expect(refused.text).toContain('People to verify');
  const cancelled = await browser.post(deciding, {
    ...getForm(page, 'decide-cancel'),
    reason: 'Opened by mistake',
  });
  expect(cancelled.headers.get('Location')).toBe(`${path}?tab=people`);
});

/** The steps of the verification, each with its state and reason. */
const railIn = ({ html }: Page) =>
  [...parsePage(html).querySelectorAll('nav[aria-label="Verification progress"] li')].map((step) =>
    getText(step),
  );

it('calls a step complete only where the decision accepts what it has', async () => {
  const path = await start();
  const adding = `${path}?add=entry`;
  const added = await browser.post(adding, {
    ...getForm(await open(adding), 'entry-form'),
    name: 'Totara Family Trust',
    kind: 'trust',
    source: 'Trust deed of 3 May 2019',
  });
  expect(added.status).toBe(302);
  // An entity without a holding or a role is no evidence yet.
  const entered = await open(path);
  expect(entered.text).toContain('What is entered manually is no evidence.');
  const [register, comparison] = railIn(entered);
  expect(register).toContain('Current step');
  expect(comparison).toContain('Not complete');

  const ordered = await start();
  await orderExtract(ordered, 'kowhai bay');
  const page = await open(ordered);
  expect(page.text).toContain('must be verified but is not a related party');
  expect(railIn(page)[3]).toMatch(/0 of \d+ verified; .+ not yet (a related party|related parties)/);
});

it('states why a form was rejected that is no longer there, with the text typed', async () => {
  const path = await start();
  await orderExtract(path, 'quarterdeck');
  const settling = getForm(await open(path), 'settle-legalName');
  const deciding = `${path}?decide=notVerified`;
  const decision = getForm(await open(deciding), 'decide-notVerified');
  const decided = await browser.post(deciding, { ...decision, reason: 'Not the same business' });
  expect(decided.status).toBe(302);

  const again = { ...decision, requestKey: crypto.randomUUID(), reason: 'Struck off in March' };
  const refused = await readPage(await browser.post(deciding, again));
  expect(refused.status).toBe(409);
  expect(refused.text).toContain('changed this verification after you opened it');
  expect(refused.text).toContain('Your text: Struck off in March');
  const late = { ...settling, requestKey: crypto.randomUUID(), resolution: 'noted', reason: 'Old name' };
  const unsettled = await readPage(await browser.post(path, late));
  expect(unsettled.status).toBe(409);
  expect(unsettled.text).toContain('Your text: Old name');
});

it('states of each step what the rail states, with an owner, with none, and before an extract', async () => {
  const path = await start();
  await expectAsInRail(path);
  await orderExtract(path, 'kowhai bay');
  await expectAsInRail(path);
  const other = await start();
  await orderExtract(other, 'quarterdeck');
  await expectAsInRail(other);
});

it('shows an auditor no actions', async () => {
  const path = await start();
  await orderExtract(path, 'kowhai bay');
  const auditor = app.browser();
  await auditor.startSession('auditor@demo.test');
  for (const [tab, text] of [
    ['register', 'Register extract'],
    ['ownership', 'Beneficial owners'],
    ['people', 'People to verify'],
    ['documents', 'Nothing was submitted'],
    ['history', 'Saved a register extract'],
  ]) {
    const page = await readPage(await auditor.get(`${path}?tab=${tab}&decide=verified`));
    expect(page.text).toContain(text);
    expect(page.html).not.toContain('name="intent"');
  }
});
