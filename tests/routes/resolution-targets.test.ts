import { v7 as uuidv7 } from 'uuid';
import { afterAll, beforeAll, expect, it } from 'vitest';
import { inWork } from '#api/kernel/command/work.ts';
import { adoptStarterTemplates } from '#api/records/risk-templates/starters.ts';
import { demoOfficer } from '#demo/demo-accounts.ts';
import { demoCompanyId, demoMembers } from '#demo/demo-company.ts';
import type { Fix, FixTarget } from '#rules/alerts/resolution-targets.ts';
import { openTestApp, type TestApp, type TestBrowser } from '#tests/support/app/app.ts';
import { getText, parsePage, postedFields } from '#tests/support/app/html.ts';
import { testDay } from '#tests/support/clock/test-day.ts';
import { type FixPage, fixUrl } from '../../app/resolution-urls.ts';
import { readPage } from './clients/page.ts';

let app: TestApp;
let owner: TestBrowser;
let auditor: TestBrowser;
let staff: TestBrowser;
beforeAll(async () => {
  app = await openTestApp();
  const officer = demoMembers.find(({ account }) => account === demoOfficer);
  const seed = { type: 'system', id: 'seed', role: 'seed' } as const;
  await inWork(
    { db: app.database.db, now: () => new Date() },
    { companyId: demoCompanyId, actor: seed, requestId: uuidv7() },
    (work) =>
      adoptStarterTemplates(work, {
        companyId: demoCompanyId,
        memberId: officer?.id ?? '',
        countries: ['NZL'],
      }),
  );
  [owner, staff, auditor] = [app.browser(), app.browser(), app.browser()];
  await owner.startSession('owner@demo.test');
  await staff.startSession('staff@demo.test');
  await auditor.startSession('auditor@demo.test');
});
afterAll(() => app?.close());

const open = async (browser: TestBrowser, path: string) => readPage(await browser.get(path));

async function createPerson(familyName: string): Promise<string> {
  const page = await open(owner, '/clients/create?type=individual');
  const form = { ...page.form(), 'individual.givenNames': 'Tui', 'individual.familyName': familyName };
  return (await owner.post('/clients/create?type=individual', form)).headers.get('Location') ?? '';
}

/** Posts the form that contains a button, as the button does, and returns where it leads. */
async function press(path: string, form: string, fields: Record<string, string>): Promise<string> {
  const document = parsePage((await open(owner, path)).html);
  const found = Object.fromEntries(postedFields(document.querySelector(form)));
  const response = await owner.post(path, { ...found, ...fields });
  expect([path, response.status]).toEqual([path, 302]);
  return response.headers.get('Location') ?? '';
}

const getId = (path: string) => path.split('/').at(-1) ?? '';

/** A client whose screening is incomplete, and that has an active relationship. */
async function clientToResolve(familyName: string): Promise<string> {
  const client = await createPerson(familyName);
  await app.database.asSuperuser(
    `UPDATE assay.clients SET status = 'dormant', sanctions_status = 'incomplete' WHERE id = $1`,
    [getId(client)],
  );
  return client;
}

async function createActivity(client: string): Promise<string> {
  const path = `/activities/create?clientId=${getId(client)}`;
  const page = await open(owner, path);
  const posted = Object.fromEntries(postedFields(parsePage(page.html).querySelector('form#activity')));
  const made = await owner.post(path, { ...posted, intent: 'save', name: 'Sale', activityType: 'matter' });
  expect(made.status).toBe(302);
  return made.headers.get('Location') ?? '';
}

type Case = readonly [page: FixPage, ...fixes: Omit<Fix, 'target'>[]];

/** Pages with a blocker of each target; a new target does not compile without one. */
async function getCases(): Promise<Record<FixTarget, Case[]>> {
  const client = await clientToResolve('Targeted');
  const activity = await createActivity(client);
  const id = getId(client);
  const onClient: FixPage = { kind: 'client', id };
  const onActivity: FixPage = { kind: 'activity', id: getId(activity) };
  const create = `${client}/risk_assessments/create`;
  const draft = await press(create, 'main form', { intent: 'save' });
  const assessmentId = getId(draft);
  await app.database.asSuperuser(
    `UPDATE assay.risk_assessments SET status = 'void', void_reason = 'Entered twice' WHERE id = $1`,
    [assessmentId],
  );
  const ofActivity = await press(`${activity}/risk_assessments/create`, 'main form', { intent: 'save' });
  // Of a delay, recorded without the form.
  await app.database.asSuperuser(
    `UPDATE assay.activities SET delayed_cdd_basis = 'relationship', delayed_cdd_ground = 'Settlement', delayed_cdd_due_on = $1
      WHERE id = $2`,
    [testDay(), getId(activity)],
  );
  // A senior manager must approve work for a foreign PEP.
  await app.database.asSuperuser(`UPDATE assay.clients SET pep_status = 'foreign' WHERE id = $1`, [id]);
  const listed = (await open(owner, '/templates')).html;
  const template = /\/risk_assessment_templates\/([0-9a-f-]{36})\/edit\/clients/.exec(listed);
  const templateHref = template?.[0] ?? '';
  await press(templateHref, 'form#editor', { intent: 'save', name: 'Clients, as changed' });
  const review = uuidv7();
  await app.database.asSuperuser(
    `INSERT INTO assay.reviews (company_id, id, client_id, kind, trigger, cause, dedupe_key, due_on, status, started_at,
       created_at, updated_at)
     VALUES ($1, $2, $3::uuid, 'triggered', 'manual', 'News', 'test:' || $3::text, $4, 'inProgress', $5, $5, $5)`,
    [demoCompanyId, review, id, testDay(), new Date().toISOString()],
  );
  const onAssessment: FixPage = { kind: 'assessment', id: assessmentId, href: draft };
  const onTemplate: FixPage = { kind: 'template', id: template?.[1] ?? '', href: templateHref };
  const onReview: FixPage = { kind: 'review', id, href: `/monitoring/reviews/${review}` };
  // Of a party, named on the activity's page.
  const both: Case[] = [
    [onClient, {}],
    [onActivity, { of: id }],
  ];
  const own: Case[] = [[onActivity, {}]];
  return {
    'client.edit': [
      [onClient, { id: 'relationshipPurpose' }, { id: 'addresses' }, { id: 'dateOfBirth' }],
      [onActivity, { of: id, id: 'addresses' }],
    ],
    'client.parties': both,
    'client.verifications': both,
    'client.screening': both,
    'client.match': both,
    'client.assessments': both,
    'client.assessment': [[onClient, { id: assessmentId }]],
    'client.diligence': [...both, [onActivity, { id }]],
    'client.findings': [
      [onClient, { id: 'politicalExposure' }],
      [onActivity, { of: id, id: 'unusual' }],
    ],
    'client.funds': both,
    'client.permits': [[onClient, {}]],
    'client.prohibition': both,
    'client.end': [[onClient, {}]],
    'activity.edit': [
      [
        onActivity,
        { id: 'name' },
        { id: 'activityType' },
        { id: 'nature' },
        { id: 'purpose' },
        { id: 'capturedActivityNz' },
        { id: 'exchangeOn' },
      ],
    ],
    'activity.parties': own,
    'activity.assessments': own,
    'activity.assessment': [[onActivity, { id: getId(ofActivity) }]],
    'activity.outcome': own,
    'activity.approval': own,
    'activity.delay': own,
    'activity.completion': own,
    'assessment.answers': [[onAssessment, {}]],
    'template.editor': [[onTemplate, {}]],
    'template.impact': [[onTemplate, {}, { id: 'changeNote' }]],
    'review.findings': [[onReview, { id: 'findings' }, { id: 'riskAfter' }]],
    'settings.team': both,
    'settings.billing': both,
    'settings.lists': both,
  };
}

it('each target is a page, and an element on it', async () => {
  for (const [target, cases] of Object.entries(await getCases()) as [FixTarget, Case[]][]) {
    for (const [page, ...fixes] of cases) {
      for (const fix of fixes) {
        const url = fixUrl({ target, ...fix }, page);
        const response = await owner.follow(await owner.get(url ?? ''));
        expect([target, url, response.status]).toEqual([target, url, 200]);
        const anchor = url?.split('#')[1];
        const document = parsePage(await response.text());
        // The group of radio buttons has the id of its first one, and a form field its own.
        const found =
          anchor === undefined ||
          document.getElementById(anchor) !== null ||
          document.querySelector(`[id^="${anchor}"]`) !== null;
        expect([target, url, found]).toEqual([target, url, true]);
      }
    }
  }
});

it('a client’s blockers have their provision, and a link for those who can resolve them; others read who can', async () => {
  const client = await clientToResolve('Incomplete');
  const getLines = async (browser: TestBrowser) => {
    const items = parsePage((await open(browser, client)).html).querySelectorAll('#diligence li');
    return [...items].map((item) => ({
      text: getText(item),
      href: item.querySelector('a')?.getAttribute('href'),
    }));
  };
  const findIncomplete = async (browser: TestBrowser) =>
    (await getLines(browser)).find(({ text }) => text.includes('Screening incomplete'));
  const lists = '/settings/lists#lists-heading';
  expect((await findIncomplete(owner))?.href).toBe(lists);
  const who = 'An owner or a compliance officer can change this under Settings, Screening lists.';
  const seen = await findIncomplete(staff);
  expect([seen?.href, seen?.text]).toEqual([undefined, expect.stringContaining(who)]);
  const missing = (await getLines(owner)).filter(({ text }) => text.includes('Missing:'));
  expect(missing.length).toBeGreaterThan(3);
  for (const { text, href } of missing) {
    expect(text).toMatch(/(NZ|AU) |Your /);
    expect(href).toBeTruthy();
  }
  const read = (await getLines(auditor)).filter(({ text }) => text.includes('Missing:'));
  expect(read).toHaveLength(missing.length);
  for (const { href } of read) expect(href).toBeUndefined();
});
