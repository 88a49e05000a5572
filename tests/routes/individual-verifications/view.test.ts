import { afterAll, beforeAll, expect, it } from 'vitest';
import { openTestApp, type TestApp, type TestBrowser } from '#tests/support/app/app.ts';
import { parsePage } from '#tests/support/app/html.ts';
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
    'individual.familyName': `Routed${'abcdefgh'.charAt(made).repeat(4)}`,
    'individual.dateOfBirth': '1985-03-12',
  });
  return response.headers.get('Location') ?? '';
}

async function startSighted(client: string): Promise<string> {
  const { html } = await open(staff, `${client}?verify=documentSighted`);
  const response = await staff.post(client, getHidden(html, 'verify'));
  expect(response.status).toBe(302);
  return response.headers.get('Location') ?? '';
}

it('goes from the client’s page to a decision without script, and preserves input on rejection', async () => {
  const client = await newPerson();
  const verification = await startSighted(client);
  expect(verification).toMatch(new RegExp(`^${client}/individual_verifications/`));

  const form = `${verification}?do=addDocument&type=nzPassport`;
  const { html } = await open(staff, form);
  const typed = {
    ...getHidden(html, 'verification-addDocument'),
    intent: 'addDocument',
    'fields.number': '!!',
    'fields.expiresOn': '2031-05-01',
    'sighted.originalSighted': 'on',
    'sighted.showsName': 'on',
    'sighted.showsDateOfBirth': 'on',
  };
  const refused = await readPage(await staff.post(form, typed));
  expect(refused.status).toBe(422);
  expect(refused.part('verification-addDocument-fields.number-error')).toBeDefined();
  expect(refused.html).toContain('value="2031-05-01"');
  expect(refused.html).toMatch(
    /name="sighted.showsName"[^>]*checked=""|checked=""[^>]*name="sighted.showsName"/,
  );
  const added = await staff.post(form, { ...typed, 'fields.number': 'LC314159' });
  expect(added.status).toBe(302);

  const review = await open(staff, verification);
  expect(review.text).toContain('Number ••••••59');
  expect(review.html).not.toContain('LC314159');
  const decision = {
    ...getHidden(review.html, 'verification-decide'),
    intent: 'decide',
    decision: 'verified',
  };
  const unreasoned = await readPage(await staff.post(verification, decision));
  expect(unreasoned.status).toBe(422);
  expect(unreasoned.part('verification-decide-reason-error')).toContain('Enter a reason');
  const decided = await staff.post(verification, { ...decision, reason: 'Passport seen with its holder' });
  expect(decided.status).toBe(302);
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
});

it('shows an auditor everything and no form', async () => {
  const verification = await startSighted(await newPerson());
  const page = await open(auditor, verification);
  expect(page.status).toBe(200);
  expect(page.text).toContain('Verification rules');
  expect(page.html).not.toContain('id="verification-');
  expect(page.text).not.toContain('Add a document');
  const client = verification.split('/individual_verifications/')[0] ?? '';
  expect((await open(auditor, `${client}?verify=new`)).text).not.toContain('Verification method');
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

  const start = await open(staff, `${client}?verify=electronicInPerson`);
  const begun = await staff.post(client, {
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
