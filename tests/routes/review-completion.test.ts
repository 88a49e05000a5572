import { v7 as uuidv7 } from 'uuid';
import { afterAll, beforeAll, expect, it } from 'vitest';
import { inWork } from '#api/kernel/command/work.ts';
import { adoptStarterTemplates } from '#api/records/risk-templates/starters.ts';
import { demoOfficer } from '#demo/demo-accounts.ts';
import { demoCompanyId, demoMembers } from '#demo/demo-company.ts';
import { openTestApp, type TestApp, type TestBrowser } from '#tests/support/app/app.ts';
import { getText, parsePage } from '#tests/support/app/html.ts';
import { testDay } from '#tests/support/clock/test-day.ts';
import { readPage } from './clients/page.ts';

let app: TestApp;
let staff: TestBrowser;
beforeAll(async () => {
  app = await openTestApp();
  const officer = demoMembers.find(({ account }) => account === demoOfficer);
  const seed = { type: 'system', id: 'seed', role: 'seed' } as const;
  await inWork(
    { db: app.database.db, now: () => new Date() },
    { companyId: demoCompanyId, actor: seed, requestId: uuidv7() },
    (work) => {
      const adopted = { companyId: demoCompanyId, memberId: officer?.id ?? '', countries: ['NZL'] as const };
      return adoptStarterTemplates(work, adopted);
    },
  );
  staff = app.browser();
  await staff.startSession('staff@demo.test');
});
afterAll(() => app.close());

/** A review in progress, of a new client with a risk level on record. */
async function begunReview(familyName: string, level: 'low' | 'high') {
  const create = '/clients/create?type=individual';
  const form = (await readPage(await staff.get(create))).form();
  const made = await staff.post(create, {
    ...form,
    'individual.givenNames': 'Hinemoa',
    'individual.familyName': familyName,
  });
  const client = new URL(made.headers.get('Location') ?? '', app.origin).pathname;
  const id = uuidv7();
  await app.database.asSuperuser(
    `UPDATE assay.clients SET risk_level = $1, status = 'active' WHERE id = $2`,
    [level, client.split('/').at(-1)],
  );
  await app.database.asSuperuser(
    `INSERT INTO assay.reviews (company_id, id, client_id, kind, trigger, cause, dedupe_key, due_on, status, started_at,
       created_at, updated_at)
     VALUES ($1, $2, $3::uuid, 'triggered', 'manual', 'News', 'test:' || $3::text, $4, 'inProgress', $5, $5, $5)`,
    [demoCompanyId, id, client.split('/').at(-1), testDay(), new Date().toISOString()],
  );
  const path = `/monitoring/reviews/${id}`;
  const send = (fields: Record<string, string>) =>
    staff.post(path, {
      intent: 'completeReview',
      version: '1',
      nextDueOn: '',
      reason: '',
      ...fields,
    });
  return { client, path, send };
}

it('keeps a review open that would end below the recorded risk, and links to the assessment', async () => {
  const { client, path, send } = await begunReview('Belowson', 'high');
  const page = await readPage(await staff.get(path));
  expect(page.text).toContain('Lower than on record. Reassess the client before you complete the review');
  expect(page.html).toContain('value="reassess"');
  const refused = await send({ findings: 'Everything is in order', riskAfter: 'low' });
  expect(refused.status).toBe(422);
  const answered = await readPage(refused);
  expect(answered.text).toContain('The risk on record is high, and a review cannot lower it.');
  expect(answered.html).toContain('Everything is in order');
  // Its place is the assessment, and the error's own link leads there, with the provision.
  const summary = parsePage(answered.html).querySelector('#completeReview-errors');
  expect(summary && getText(summary)).toContain('complete the review. NZ s31');
  const links = [...(summary?.querySelectorAll('a') ?? [])].map((link) => link.getAttribute('href'));
  expect(links).toEqual([`${client}/risk_assessments/create`]);
  const short = await readPage(await send({ findings: 'Fine', riskAfter: 'high' }));
  expect(short.text).toContain('One word is not enough for medium or high risk.');
  const done = await send({ findings: 'Everything is in order', riskAfter: 'high' });
  expect(done.status).toBe(302);
  expect(done.headers.get('Location')).toBe(path);
});

it('links to a new assessment where a review found a higher risk', async () => {
  const { client, path, send } = await begunReview('Aboveson', 'low');
  const done = await send({ findings: 'Owners from a listed country', riskAfter: 'high' });
  expect(done.status).toBe(302);
  const to = done.headers.get('Location') ?? '';
  expect(to).toMatch(new RegExp(`^${client}/risk_assessments/[0-9a-f-]{36}$`));
  const draft = await readPage(await staff.get(to));
  expect(draft.text).toContain('Review completed with another risk than on record');
  expect(draft.html).toContain('value="submit"');
  const page = await readPage(await staff.get(path));
  expect(page.text).toContain('The review found another risk than on record. Reassess the client');
});

it('creates one draft for a review, and continues one that is open', async () => {
  const { client, send } = await begunReview('Draftson', 'low');
  const reassess = () => send({ intent: 'reassess', requestKey: 'the-same-key-of-a-form' });
  const first = await reassess();
  expect(first.status).toBe(302);
  const to = first.headers.get('Location') ?? '';
  expect(to).toMatch(new RegExp(`^${client}/risk_assessments/[0-9a-f-]{36}$`));
  expect((await reassess()).headers.get('Location')).toBe(to);
  const other = await send({ intent: 'reassess', requestKey: 'another-key-of-a-form' });
  expect(other.headers.get('Location')).toBe(to);
  const draft = await readPage(await staff.get(to));
  expect(draft.text).toContain('Reassess the client, then complete the review.');
  expect(draft.html).toContain('value="submit"');
  const unknown = await staff.post(`/monitoring/reviews/${uuidv7()}`, { intent: 'reassess' });
  expect(unknown.status).toBe(404);
});
