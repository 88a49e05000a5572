import { afterAll, beforeAll, expect, it } from 'vitest';
import { passportExpiresOn } from '#tests/support/api/verifications.ts';
import { openTestApp, type TestApp, type TestBrowser } from '#tests/support/app/app.ts';
import { getText, parsePage } from '#tests/support/app/html.ts';
import { readRail } from '#tests/support/app/progress-rail.ts';
import { readPage } from '../clients/page.ts';

let app: TestApp;
let staff: TestBrowser;
let auditor: TestBrowser;
beforeAll(async () => {
  app = await openTestApp();
  [staff, auditor] = [app.browser(), app.browser()];
  await staff.startSession('staff@demo.test');
  await auditor.startSession('auditor@demo.test');
});
afterAll(() => app.close());

const open = async (browser: TestBrowser, path: string) => readPage(await browser.get(path));

/** What the form of an id would post unchanged: its hidden fields. */
function getHidden(html: string, id: string): Record<string, string> {
  const hidden = parsePage(html).querySelectorAll(`form#${id} input[type="hidden"]`);
  return Object.fromEntries(
    [...hidden].map((input) => [input.getAttribute('name') ?? '', input.getAttribute('value') ?? '']),
  );
}

let made = 0;
async function newPerson(): Promise<string> {
  made += 1;
  const page = await open(staff, '/clients/create?type=individual');
  const response = await staff.post('/clients/create?type=individual', {
    ...page.form(),
    'individual.givenNames': 'Tui',
    'individual.familyName': `Routed${'abcdefghijklm'.charAt(made).repeat(4)}`,
    'individual.dateOfBirth': '1985-03-12',
  });
  return response.headers.get('Location') ?? '';
}

async function startSighted(client: string): Promise<string> {
  const { html } = await open(staff, `${client}/identity?verify=documentSighted`);
  const response = await staff.post(`${client}/identity`, getHidden(html, 'verify'));
  expect(response.status).toBe(302);
  return response.headers.get('Location') ?? '';
}

/** Expects the panels of checks and rules to state what the rail states of their steps. */
async function expectAsInRail(verification: string): Promise<void> {
  const evidence = parsePage((await open(staff, verification)).html);
  const { Checks, Rules } = readRail(evidence);
  const listed = evidence.querySelectorAll('#checks tbody tr').length;
  if (listed === 0) expect(evidence.querySelector('#checks')?.textContent).toContain(Checks?.reason);

  const page = parsePage((await open(staff, `${verification}?tab=rules`)).html);
  const results = [...page.querySelectorAll('#rules [aria-labelledby^="rule-"]')]
    .map(getText)
    .filter((rule) => !rule.includes('Informational only'))
    .map((rule) => /Not evaluated|Not met|Met/.exec(rule)?.[0]);
  expect(results).not.toEqual([]);
  expect(results.every((result) => result === 'Met')).toBe(Rules?.isComplete);
  expect(results.includes('Not evaluated')).toBe(Rules?.reason === 'Not evaluated');
  // Before anything is evaluated no clause is met either.
  if (Rules?.reason === 'Not evaluated')
    expect(page.querySelector('#rules')?.textContent).not.toMatch(/\bMet\b/);
}

it('goes from the client’s page to a decision without script, and preserves input on rejection', async () => {
  const client = await newPerson();
  const verification = await startSighted(client);
  expect(verification).toMatch(new RegExp(`^${client}/individual_verifications/`));
  // The panel says of consent what the step says.
  const started = parsePage((await open(staff, verification)).html);
  expect(started.querySelector('nav[aria-label="Verification progress"] li')?.textContent).toMatch(
    /Consent: Complete\.Not required$/,
  );
  expect(started.querySelector('#consent')?.textContent).toMatch(/Not required\.$/);
  expect(readRail(started).Rules?.reason).toBe('Not evaluated');
  await expectAsInRail(verification);

  const form = `${verification}?do=addDocument&type=nzPassport`;
  const { html } = await open(staff, form);
  const typed = {
    ...getHidden(html, 'verification-addDocument'),
    intent: 'addDocument',
    'fields.number': '!!',
    'fields.expiresOn': passportExpiresOn,
    'sighted.originalSighted': 'on',
    'sighted.showsName': 'matches',
    'sighted.showsDateOfBirth': 'matches',
    'sighted.metBy': 'Min-Ji Mockford',
    'sighted.metOn': '2025-06-01',
    'sighted.likenessConfirmed': 'on',
  };
  const refused = await readPage(await staff.post(form, typed));
  expect(refused.status).toBe(422);
  expect(refused.part('verification-addDocument-fields.number-error')).toBeDefined();
  expect(refused.html).toContain(`value="${passportExpiresOn}"`);
  expect(refused.html).toMatch(
    /name="sighted.showsName"[^>]*checked=""|checked=""[^>]*name="sighted.showsName"/,
  );
  const added = await staff.post(form, { ...typed, 'fields.number': 'LC314159' });
  expect(added.status).toBe(302);

  await expectAsInRail(verification);
  const review = await open(staff, verification);
  expect(review.text).toContain('Number ••••••59');
  expect(review.html).not.toContain('LC314159');
  expect(review.html).not.toContain('id="verification-decide"');
  const deciding = `${verification}?tab=rules&do=decide`;
  const beside = await open(staff, deciding);
  expect(beside.text).toContain('Verification rules');
  const decision = {
    ...getHidden(beside.html, 'verification-decide'),
    intent: 'decide',
    decision: 'verified',
  };
  const unreasoned = await readPage(await staff.post(deciding, decision));
  expect(unreasoned.status).toBe(422);
  expect(unreasoned.part('verification-decide-reason-error')).toContain('Enter a reason');
  expect(unreasoned.text).toContain('Verification rules');
  const decided = await staff.post(deciding, { ...decision, reason: 'Passport seen with its holder' });
  expect([decided.status, decided.headers.get('Location')]).toEqual([
    302,
    `${verification}?tab=rules#decision`,
  ]);
  expect((await open(staff, verification)).text).toContain('Passport seen with its holder');
  // The same decision again finds that it has been made.
  const again = await readPage(
    await staff.post(verification, {
      ...decision,
      reason: 'Something else now',
      requestKey: crypto.randomUUID(),
    }),
  );
  expect(again.status).toBe(409);
  expect(again.text).toContain('changed this verification. Review it and decide again');
  expect(again.text).toContain('Your text: Something else now');

  // Rated high since: on its page and in the list it counts no more, with what is missing.
  await app.database.asSuperuser(`UPDATE assay.clients SET risk_level = 'high' WHERE id = $1`, [
    client.split('/').at(-1),
  ]);
  for (const [path, section] of [
    [verification, 'decision'],
    [`${client}/identity`, 'verifications'],
  ] as const) {
    const page = await open(staff, path);
    expect(page.part(section)).toMatch(
      /The client’s risk is higher than when the identity was verified, so this does not count\. Verify it again\. Rated high: documents and data of two organisations are both needed\. AU s28/,
    );
    expect(page.text).toContain('Does not count');
  }
  expect(readRail(parsePage((await open(staff, verification)).html)).Decision?.reason).toBe('Does not count');
});

it('shows an auditor everything and no form', async () => {
  const verification = await startSighted(await newPerson());
  for (const [tab, text] of [
    ['evidence', 'Identity documents'],
    ['submitted', 'Nothing was submitted'],
    ['rules', 'Verification rules'],
    ['documents', 'No documents yet'],
    ['history', 'Timeline'],
  ]) {
    const page = await open(auditor, `${verification}?tab=${tab}&do=decide`);
    expect(page.status).toBe(200);
    expect(page.text).toContain(text);
    expect(page.html).not.toContain('id="verification-');
    expect(page.text).not.toContain('Add a document');
    expect(page.text).not.toContain('Save decision');
  }
  const client = verification.split('/individual_verifications/')[0] ?? '';
  expect((await open(auditor, `${client}/identity?verify=new`)).text).not.toContain('Verification method');
});

it('is found under its own client alone; an address with the verification alone redirects there', async () => {
  const [one, other] = [await newPerson(), await newPerson()];
  const verification = await startSighted(one);
  const id = verification.split('/').at(-1) ?? '';
  expect((await staff.get(`${other}/individual_verifications/${id}`)).status).toBe(404);
  expect((await staff.get(`${one}/individual_verifications/no-such-id`)).status).toBe(404);
  const led = await staff.get(`/clients/of/individual_verifications/${id}`);
  expect([led.status, led.headers.get('Location')]).toEqual([302, verification]);
});

it('prefills interviewer and time, and shows a credit bureau’s statements at their fields', async () => {
  const client = await newPerson();
  const sighted = await startSighted(client);
  const form = await open(staff, `${sighted}?do=addDocument&type=nzPassport`);
  expect(form.html).toMatch(
    /name="sighted.metOn"[^>]*value="\d{4}-\d\d-\d\d"|value="\d{4}-\d\d-\d\d"[^>]*name="sighted.metOn"/,
  );

  const start = await open(staff, `${client}/identity?verify=electronicInPerson`);
  const begun = await staff.post(`${client}/identity`, {
    ...getHidden(start.html, 'verify'),
    'consent.given': 'on',
    'consent.how': 'inPerson',
  });
  const verification = begun.headers.get('Location') ?? '';
  const run = `${verification}?do=runChecks`;
  const { html } = await open(staff, run);
  const asked = {
    ...getHidden(html, 'verification-runChecks'),
    intent: 'runChecks',
    dataSources: 'auCreditBureau',
    'bureau.informed': 'on',
  };
  const refused = await readPage(await staff.post(run, asked));
  expect(refused.status).toBe(422);
  expect(refused.part('verification-runChecks-bureau.agreed-error')).toContain('agreed expressly');
  expect(refused.part('verification-runChecks-bureau.alternativeOffered-error')).toContain('another way');
  expect(refused.part('verification-runChecks-bureau.informed-error')).toBeUndefined();
  const accepted = await staff.post(run, {
    ...asked,
    'bureau.agreed': 'on',
    'bureau.alternativeOffered': 'on',
  });
  expect(accepted.status).toBe(302);
  expect((await open(staff, verification)).text).toContain('Credit bureau: express agreement');
});

it('does not count a selected source as evidence before it was checked', async () => {
  const client = await newPerson();
  const { html } = await open(staff, `${client}/identity?verify=electronicInPerson`);
  const begun = await staff.post(`${client}/identity`, {
    ...getHidden(html, 'verify'),
    dataSources: 'nzCreditBureau',
    'consent.given': 'on',
    'consent.how': 'inPerson',
  });
  const verification = begun.headers.get('Location') ?? '';
  const page = await open(staff, verification);
  const steps = [...parsePage(page.html).querySelectorAll('nav[aria-label="Verification progress"] li')];
  expect(steps.map((step) => step.textContent)).toEqual([
    expect.stringContaining('Complete'),
    expect.stringContaining('Sources not checked'),
    expect.stringContaining('Not run'),
    expect.stringContaining('Not complete'),
    expect.stringContaining('Not complete'),
  ]);
});

it.each([
  ['notCompared', 'name not compared, date of birth not compared', 'has not been compared with the record'],
  ['differs', 'name does not match, date of birth does not match', 'Does not agree with the record'],
  ['matches', 'name matches the record, date of birth matches the record', 'Compared with the record'],
])('records of a sighted document only what was compared: %s', async (answer, shown, reason) => {
  const verification = await startSighted(await newPerson());
  const form = `${verification}?do=addDocument&type=nzPassport`;
  const { html } = await open(staff, form);
  const offered = parsePage(html).querySelectorAll('[name="sighted.showsName"][checked]');
  expect([...offered].map((radio) => radio.getAttribute('value'))).toEqual(['notCompared']);
  const added = await staff.post(form, {
    ...getHidden(html, 'verification-addDocument'),
    intent: 'addDocument',
    'fields.number': 'LC314159',
    'fields.expiresOn': passportExpiresOn,
    'sighted.originalSighted': 'on',
    'sighted.showsName': answer,
    'sighted.showsDateOfBirth': answer,
  });
  expect(added.status).toBe(302);
  expect((await open(staff, verification)).text).toContain(shown);
  expect((await open(staff, `${verification}?tab=rules`)).text).toContain(reason);
  const { rows } = await app.database.asSuperuser(
    `SELECT outcome FROM assay.verification_checks WHERE type = 'sighted' AND verification_id = $1`,
    [verification.split('/').at(-1) ?? ''],
  );
  const outcomes = { notCompared: [], differs: ['no_match'], matches: ['match'] }[answer];
  expect(rows.map(({ outcome }) => outcome)).toEqual(outcomes);
});

it('states that a document was removed meanwhile, with the reason typed', async () => {
  const verification = await startSighted(await newPerson());
  for (const number of ['LC314159', 'LC271828']) {
    const form = `${verification}?do=addDocument&type=nzPassport`;
    const added = await staff.post(form, {
      ...getHidden((await open(staff, form)).html, 'verification-addDocument'),
      intent: 'addDocument',
      'fields.number': number,
      'fields.expiresOn': passportExpiresOn,
      'sighted.originalSighted': 'on',
      'sighted.showsName': 'matches',
      'sighted.showsDateOfBirth': 'matches',
    });
    expect(added.status).toBe(302);
  }
  const { html } = await open(staff, verification);
  const removing = parsePage(html).querySelector('a[href*="do=removeDocument"]')?.getAttribute('href') ?? '';
  const form = new URL(removing, `${app.origin}${verification}`);
  const path = `${form.pathname}${form.search}`;
  const removal = {
    ...getHidden((await open(staff, path)).html, 'verification-removeDocument'),
    intent: 'removeDocument',
  };
  expect((await staff.post(path, { ...removal, reason: 'Not this person’s' })).status).toBe(302);
  const again = { ...removal, requestKey: crypto.randomUUID(), reason: 'Scan is unreadable' };
  const refused = await readPage(await staff.post(path, again));
  expect(refused.status).toBeGreaterThanOrEqual(400);
  expect(refused.text).toContain('Your text: Scan is unreadable');
});

it('reloads a page with running checks without script, now and then and not without end', async () => {
  const verification = await startSighted(await newPerson());
  const id = verification.split('/').at(-1) ?? '';
  await app.database.asSuperuser(
    `UPDATE assay.individual_verifications SET status = 'processing' WHERE id = $1`,
    [id],
  );
  const readReload = async (path: string) => {
    const page = parsePage((await open(staff, path)).html);
    return {
      reload: page.querySelector('noscript meta[http-equiv="refresh"]')?.getAttribute('content') ?? null,
      link: page.querySelector('noscript a')?.getAttribute('href'),
    };
  };
  const path = `${verification}?tab=rules`;
  expect(await readReload(path)).toEqual({ reload: `15; url=${path}&reloads=1`, link: path });
  expect(await readReload(`${path}&reloads=19`)).toEqual({
    reload: `15; url=${path}&reloads=20`,
    link: path,
  });
  expect(await readReload(`${path}&reloads=20`)).toEqual({ reload: null, link: path });
});

it('rejects hostile forms', async () => {
  const verification = await startSighted(await newPerson());
  const posts: Record<string, string>[] = [
    {},
    { intent: 'nothing' },
    { intent: 'addDocument', type: '__proto__', version: '1' },
    { intent: 'addDocument', type: 'nzPassport', fields: 'text', version: '1' },
    { intent: 'decide', version: '-1', decision: 'verified', reason: 'x'.repeat(5000) },
    { intent: 'removeDocument', documentId: '../../x', version: '1', reason: 'a reason' },
    { intent: 'parseMrz', machineReadableLines: '<'.repeat(5000) },
    { intent: 'runChecks', dataSources: 'everything', version: '1' },
  ];
  for (const form of posts) {
    const response = await staff.post(verification, form);
    expect([form.intent, response.status < 500]).toEqual([form.intent, true]);
  }
});
