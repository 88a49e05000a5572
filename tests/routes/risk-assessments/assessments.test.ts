import { randomUUID } from 'node:crypto';
import { afterAll, beforeAll, expect, it } from 'vitest';
import { inWork } from '#api/kernel/command/work.ts';
import { adoptStarterTemplates } from '#api/records/risk-templates/starters.ts';
import { demoOfficer } from '#demo/demo-accounts.ts';
import { demoCompanyId, demoMembers } from '#demo/demo-company.ts';
import { openTestApp, type TestApp, type TestBrowser } from '#tests/support/app/app.ts';
import { parsePage, postedFields, valueIn } from '#tests/support/app/html.ts';
import { formWith, samplePdf } from '#tests/support/files/sample-files.ts';
import { readPage } from '../clients/page.ts';

let app: TestApp;
let staff: TestBrowser;
let clientHref: string;
beforeAll(async () => {
  app = await openTestApp();
  const officer = demoMembers.find(({ account }) => account === demoOfficer);
  await inWork(
    { db: app.database.db, now: () => new Date() },
    {
      companyId: demoCompanyId,
      actor: { type: 'system', id: 'seed', role: 'seed' },
      requestId: randomUUID(),
    },
    (work) =>
      adoptStarterTemplates(work, {
        companyId: demoCompanyId,
        memberId: officer?.id ?? '',
        countries: ['NZL'],
      }),
  );
  staff = app.browser();
  await staff.startSession('staff@demo.test');
  const opened = await readPage(await staff.get('/clients/create?type=individual'));
  const form = {
    ...opened.form(),
    'individual.givenNames': 'Aroha',
    'individual.familyName': 'Pukekolane',
  };
  const answer = await staff.post('/clients/create?type=individual', form);
  clientHref = answer.headers.get('Location') ?? '';
});
afterAll(() => app?.close());

/** Posts as the page's form does: its hidden fields or those of an older form, these answers, and files by question. */
async function send(
  path: string,
  fields: Record<string, string>,
  files: Parameters<typeof formWith>[0] = [],
  older: Record<string, string> = {},
) {
  const { html } = await readPage(await staff.get(path));
  const own = Object.fromEntries(
    ['requestKey', 'templateVersionId', 'version', 'documentType']
      .map((name) => [name, valueIn(html, name)])
      .filter(([, value]) => value !== ''),
  );
  const body = formWith(files, { ...own, ...older, requestKey: own.requestKey ?? '', ...fields });
  return staff.get(path, { method: 'POST', body, headers: { Origin: app.origin } });
}

const pdf = (text: string) => ({
  name: `${text}.pdf`,
  bytes: samplePdf([`(${text})`]),
  field: 'files.sourceOfFunds',
});
const answers = { 'answers.pep': 'foreign', 'answers.sourceOfFunds': 'Sale of a farm' };

it('stores files and answers whichever button sent the form, and reports rejected ones', async () => {
  const path = `${clientHref}/risk_assessments/create`;
  const bad = { name: 'x.jpg', bytes: Buffer.from('PK\x03\x04'), field: 'files.sourceOfFunds' };
  const page = await readPage(await send(path, { ...answers, intent: 'save' }, [pdf('farm'), bad]));
  expect(page.status).toBe(422);
  expect(page.text).toContain('x.jpg is a ZIP archive or an Office document.');
  expect(page.text).toContain('farm.pdf');
  expect(page.html).toMatch(/name="documents\.sourceOfFunds"[^>]*checked=""/);
  expect(page.html).toContain('Sale of a farm');
});

it('preserves input when files exceed the limit, with an error at their field', async () => {
  const path = `${clientHref}/risk_assessments/create`;
  const before = (await readPage(await staff.get(path))).html.match(/name="documents\./g)?.length ?? 0;
  const files = Array.from({ length: 12 }, (_, at) => pdf(`many ${at}`));
  const page = await readPage(await send(path, { ...answers, intent: 'save' }, files));
  expect(page.status).toBe(422);
  expect(page.text).toContain(
    'many 0.pdf, many 1.pdf, many 2.pdf and 8 more were not saved. This is more than can be uploaded at once. Add at most 10 files of 10 MB each.',
  );
  expect(page.part('assessment-answers.sourceOfFunds-error')).toContain('were not saved');
  expect(page.html).toContain('Sale of a farm');
  expect(page.html).toMatch(
    /name="answers\.pep"[^>]*value="foreign"[^>]*checked=""|checked=""[^>]*value="foreign"/,
  );
  const after = (await readPage(await staff.get(path))).html.match(/name="documents\./g)?.length ?? 0;
  expect(after).toBe(before);
});

it('rejects a submission without answers, and stores a draft, into which a stale save is merged', async () => {
  const path = `${clientHref}/risk_assessments/create`;
  const refused = await readPage(await send(path, { ...answers, intent: 'submit' }));
  expect(refused.status).toBe(422);
  expect(refused.text).toContain('Answer this question.');
  expect(refused.text).toContain('Attach the document that shows this.');

  const saved = await send(path, { ...answers, intent: 'save' }, [pdf('draft')]);
  const draft = saved.headers.get('Location') ?? '';
  expect([saved.status, draft]).toEqual([302, expect.stringMatching(/risk_assessments\/[0-9a-f-]{36}$/)]);
  expect((await readPage(await staff.get(draft))).html).toMatch(
    /name="documents\.sourceOfFunds"[^>]*checked=""/,
  );

  // Another's changes meanwhile: of a comment, and of an answer that is changed in the older form too.
  const opened = parsePage((await readPage(await staff.get(draft))).html);
  const posted = () => Object.fromEntries(postedFields(opened.querySelector('form#assessment')));
  const older = posted();
  const theirs = {
    ...answers,
    'answers.sourceOfFunds': 'A gift',
    'comments.pep': 'By phone',
    intent: 'save',
  };
  expect((await send(draft, theirs, [], older)).status).toBe(302);
  const mine = { 'answers.sourceOfFunds': 'Winnings', 'comments.sourceOfFunds': 'At the races' };
  const stale = await readPage(await send(draft, { ...mine, intent: 'save' }, [], older));
  expect(stale.status).toBe(409);
  const versions = stale.part('stale') ?? '';
  expect(versions).toMatch(/Yours: Winnings Saved by Someone else: A gift/);
  expect(versions).toMatch(/that only you changed: 1.*Comment on .*At the races/);
  expect(versions).toMatch(/that only Someone else changed: 1.*Comment on .*By phone/);
  const merged = Object.fromEntries(postedFields(parsePage(stale.html).querySelector('form#assessment')));
  expect(merged).toMatchObject({ ...mine, 'answers.pep': 'foreign', 'comments.pep': 'By phone' });

  const unanswered = await readPage(await send(draft, { intent: 'save' }, [], merged));
  expect([unanswered.status, unanswered.part('keep-answers.sourceOfFunds-error')]).toEqual([
    409,
    expect.stringContaining('Choose one of the two versions'),
  ]);
  const choice = { 'keep:answers.sourceOfFunds': 'theirs', intent: 'save' };
  expect((await send(draft, choice, [], merged)).status).toBe(302);
  const reread = postedFields(
    parsePage((await readPage(await staff.get(draft))).html).querySelector('form#assessment'),
  );
  expect(Object.fromEntries(reread)).toMatchObject({
    'answers.sourceOfFunds': 'A gift',
    'comments.sourceOfFunds': 'At the races',
    'answers.pep': 'foreign',
    'comments.pep': 'By phone',
  });
});

it('uploads a document by the panel’s own form, and redirects back', async () => {
  const id = clientHref.split('/').at(-1);
  const body = formWith([{ ...pdf('panel'), field: 'file' }], { type: 'trustDeed' });
  const path = `/documents/of/client/${id}`;
  const added = await staff.get(path, { method: 'POST', body, headers: { Origin: app.origin } });
  expect([added.status, added.headers.get('Location')]).toEqual([302, `${clientHref}/documents#documents`]);
  const page = await readPage(await staff.follow(added));
  expect(page.text).toContain('panel.pdf');
  // Shown in the panel, where the redirect leads, and only there.
  expect(page.text.match(/Document added\./g)).toHaveLength(1);
  expect(page.html.indexOf('Document added.')).toBeGreaterThan(page.html.indexOf('id="documents"'));
  const href = /\/documents\/[0-9a-f-]{36}\/download/.exec(page.html)?.[0] ?? '';
  const download = await staff.get(href);
  expect(download.headers.get('Content-Disposition')).toContain('attachment');
  expect(
    Buffer.from(await download.arrayBuffer())
      .subarray(0, 5)
      .toString(),
  ).toBe('%PDF-');
  const foreign = await staff.get(path, { method: 'POST', body, headers: { Origin: 'https://other.test' } });
  expect(foreign.status).toBe(403);
});

it('shows values of the clients’ records in an activity’s assessment, without a field', async () => {
  const clientId = clientHref.split('/').at(-1) ?? '';
  await app.database.asSuperuser(`UPDATE assay.clients SET risk_level = 'high' WHERE id = $1`, [clientId]);
  const opened = await readPage(await staff.get('/activities/create'));
  const made = await staff.post('/activities/create', {
    requestKey: valueIn(opened.html, 'requestKey'),
    name: 'Purchase of 3 Sample Street',
    activityType: 'matter',
    currency: 'NZD',
    'addresses[0].countryCode': 'NZL',
    'parties[0].clientId': clientId,
    'parties[0].name': 'Aroha Pukekolane',
    'parties[0].capacity': 'customer',
  });
  const path = `${made.headers.get('Location')}/risk_assessments/create`;
  const page = await readPage(await staff.get(path));
  expect(page.text).toMatch(
    /highest risk level among the clients\?\s*High\s*From the record \(Highest risk level of its clients\)/,
  );
  expect(page.html).toMatch(/<input type="hidden" name="answers.clientRisk" value="high"\/>/);
  expect(page.html).not.toMatch(/<input[^>]*type="radio"[^>]*name="answers.clientRisk"/);
  const draft = await send(path, { intent: 'save', 'answers.clientRisk': 'low' });
  expect(draft.status).toBe(302);
  const shown = await readPage(await staff.get(draft.headers.get('Location') ?? ''));
  expect(shown.html).toMatch(/<input type="hidden" name="answers.clientRisk" value="high"\/>/);
});

it('does not save answers to an assessment that someone else has voided, and shows them', async () => {
  const saved = await send(`${clientHref}/risk_assessments/create`, { ...answers, intent: 'save' });
  const draft = saved.headers.get('Location') ?? '';
  const opened = parsePage((await readPage(await staff.get(draft))).html);
  const older = Object.fromEntries(postedFields(opened.querySelector('form#assessment')));
  const question = `${draft}?confirm=void`;
  const { html } = await readPage(await staff.get(question));
  const voided = await staff.post(question, {
    requestKey: valueIn(html, 'requestKey'),
    version: valueIn(html, 'version'),
    intent: 'decide',
    decision: 'void',
    reason: 'Made for another client',
  });
  expect(voided.status).toBe(302);

  const mine = { 'answers.sourceOfFunds': 'Winnings', intent: 'save' };
  const refused = await readPage(await send(draft, mine, [], older));
  expect(refused.status).toBe(409);
  expect(refused.part('refused')).toContain(
    'Someone else changed this assessment. It is now: void. Your answers were not saved.',
  );
  expect(refused.part('refused')).toMatch(/Fields that differ: 1.*Winnings Sale of a farm/);
});
