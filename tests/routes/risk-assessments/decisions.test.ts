import { randomUUID } from 'node:crypto';
import { afterAll, beforeAll, expect, it } from 'vitest';
import { inWork } from '#api/kernel/command/work.ts';
import { adoptStarterTemplates } from '#api/records/risk-templates/starters.ts';
import { demoOfficer } from '#demo/demo-accounts.ts';
import { demoCompanyId, demoMembers } from '#demo/demo-company.ts';
import { addDays } from '#rules/dates/calendar-dates.ts';
import { openTestApp, type TestApp, type TestBrowser } from '#tests/support/app/app.ts';
import { parsePage, valueIn } from '#tests/support/app/html.ts';
import { testDay } from '#tests/support/clock/test-day.ts';
import { type FormFile, formWith, samplePdf } from '#tests/support/files/sample-files.ts';
import { readPage } from '../clients/page.ts';

let app: TestApp;
let staff: TestBrowser;
let officer: TestBrowser;
let clientHref: string;
let assessment: string;
beforeAll(async () => {
  app = await openTestApp();
  const member = demoMembers.find(({ account }) => account === demoOfficer);
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
        memberId: member?.id ?? '',
        countries: ['NZL'],
      }),
  );
  [staff, officer] = [app.browser(), app.browser()];
  await staff.startSession('staff@demo.test');
  await officer.startSession('officer@demo.test');
  const opened = await readPage(await staff.get('/clients/create?type=individual'));
  const form = { ...opened.form(), 'individual.givenNames': 'Tama', 'individual.familyName': 'Decidedly' };
  const made = await staff.post('/clients/create?type=individual', form);
  clientHref = made.headers.get('Location') ?? '';
});
afterAll(() => app?.close());

/** An answer to every question of a form, "no" or "none" where available, and a PDF where evidence is accepted. */
function firstAnswers(html: string): { fields: Record<string, string>; files: FormFile[] } {
  const fields: Record<string, string> = {};
  const files: FormFile[] = [];
  const document = parsePage(html);
  for (const control of document.querySelectorAll('input[name^="answers."], textarea[name^="answers."]')) {
    const [name, type] = [control.getAttribute('name') ?? '', control.getAttribute('type')];
    const value = control.getAttribute('value') ?? '';
    const isChoice = type === 'radio' || type === 'checkbox';
    if (isChoice && /^(no|none)$/i.test(value)) fields[name] = value;
    fields[name] ??= isChoice ? value : type === 'date' ? '2020-01-31' : '1000';
  }
  for (const select of document.querySelectorAll('select[name^="answers."]')) {
    const option = select.querySelector('option[value]:not([value=""])');
    fields[select.getAttribute('name') ?? ''] = option?.getAttribute('value') ?? '';
  }
  for (const [, key = ''] of html.matchAll(/name="files\.([^"]+)"/g)) {
    if (files.length < 10)
      files.push({ name: `${key}.pdf`, bytes: samplePdf([`(${key})`]), field: `files.${key}` });
  }
  return { fields, files };
}

/** Answers everything on a page and submits it. */
async function submitAll(path: string): Promise<Response> {
  const { html } = await readPage(await staff.get(path));
  const own = Object.fromEntries(
    ['requestKey', 'templateVersionId', 'version', 'documentType'].map((name) => [name, valueIn(html, name)]),
  );
  const { fields, files } = firstAnswers(html);
  const body = formWith(files, { ...own, ...fields, intent: 'submit' });
  return staff.get(path, { method: 'POST', body, headers: { Origin: app.origin } });
}

/** Fills the form of a decision as displayed, and sends it. */
async function decide(browser: TestBrowser, decision: string, fields: Record<string, string>) {
  const { html } = await readPage(await browser.get(`${assessment}?confirm=${decision}`));
  const own = Object.fromEntries(
    ['requestKey', 'version', 'intent', 'decision'].map((name) => [name, valueIn(html, name)]),
  );
  expect(own).toMatchObject({ intent: 'decide', decision });
  return browser.post(`${assessment}?confirm=${decision}`, { ...own, ...fields });
}

const getVisible = async () => readPage(await officer.get(assessment));

it('returns a submitted assessment with a reason, which its assessor reads and resumes', async () => {
  const submitted = await submitAll(`${clientHref}/risk_assessments/create`);
  assessment = submitted.headers.get('Location') ?? '';
  expect([submitted.status, assessment]).toEqual([302, expect.stringContaining('/risk_assessments/')]);

  const without = await readPage(await decide(officer, 'return', { reason: ' ' }));
  expect([without.status, without.text]).toEqual([422, expect.stringContaining('Enter the changes needed')]);

  const returned = await decide(officer, 'return', { reason: 'Say where the money comes from.' });
  expect([returned.status, returned.headers.get('Location')]).toEqual([302, assessment]);
  const page = await readPage(await staff.get(assessment));
  expect(page.text).toContain('Returned: Say where the money comes from.');
  const reopened = await staff.post(assessment, {
    intent: 'reopen',
    version: valueIn(page.html, 'version'),
    requestKey: valueIn(page.html, 'requestKey'),
  });
  expect(reopened.status).toBe(302);
  expect((await submitAll(assessment)).status).toBe(302);
});

it('approves it, rejects a stale version, and decides once', async () => {
  const { html } = await readPage(await officer.get(`${assessment}?confirm=approve`));
  const form = {
    requestKey: valueIn(html, 'requestKey'),
    intent: 'decide',
    decision: 'approve',
    version: valueIn(html, 'version'),
    nextReviewDueOn: '',
    reviewReason: '',
  };
  const older = await officer.post(`${assessment}?confirm=approve`, { ...form, version: '1' });
  expect(older.status).toBe(409);
  const approved = await officer.post(`${assessment}?confirm=approve`, form);
  expect([approved.status, approved.headers.get('Location')]).toEqual([302, assessment]);
  expect((await officer.post(`${assessment}?confirm=approve`, form)).status).toBe(302);
  expect((await getVisible()).text).toContain('Approved');
});

it('overrides the level with a reason and an end date, preserves input until then, and removes it', async () => {
  const typed = {
    level: 'medium',
    reasonCode: 'other',
    reason: 'Too short',
    expiresOn: addDays(testDay(), 30),
  };
  const short = await readPage(await decide(officer, 'override', typed));
  expect(short.status).toBe(422);
  expect(short.html).toContain('Too short');
  expect(short.html).toMatch(/value="medium"[^>]*checked=""|checked=""[^>]*value="medium"/);
  expect(short.text).toContain('20 characters');
  const reason = 'Several payments from abroad that are not explained yet.';
  expect((await decide(officer, 'override', { ...typed, reason })).status).toBe(302);
  expect((await getVisible()).text).toContain('Level overridden to medium');
  expect((await decide(officer, 'liftOverride', {})).status).toBe(302);
  expect((await getVisible()).text).not.toContain('Level overridden');
});

it('voids it with a reason, and offers no decision afterwards', async () => {
  const without = await readPage(await decide(officer, 'void', { reason: '' }));
  expect([without.status, without.text]).toEqual([422, expect.stringContaining('Enter a reason')]);
  expect((await decide(officer, 'void', { reason: 'The wrong client was assessed.' })).status).toBe(302);
  const page = await getVisible();
  expect(page.text).toContain('Void: The wrong client was assessed.');
  expect(page.html).not.toMatch(/\?confirm=/);
});

it('rejects decisions without permission', async () => {
  const auditor = app.browser();
  await auditor.startSession('auditor@demo.test');
  const form = { intent: 'decide', decision: 'void', version: '1', reason: 'x', requestKey: randomUUID() };
  expect((await auditor.post(assessment, form)).status).toBe(403);
});
