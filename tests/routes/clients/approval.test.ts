import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { demoMembers } from '#demo/demo-company.ts';
import { decidedByOneLabel } from '#rules/maker-checker.ts';
import { openTestApp, type TestApp, type TestBrowser } from '#tests/support/app/app.ts';
import { getText, parsePage } from '#tests/support/app/html.ts';
import { readPage } from './page.ts';

let app: TestApp;
let officer: TestBrowser;
const officerId = demoMembers.find(({ account }) => account.loginId === 'officer@demo.test')?.id;
const ownerId = demoMembers.find(({ account }) => account.loginId === 'owner@demo.test')?.id;

beforeAll(async () => {
  app = await openTestApp();
  officer = app.browser();
  await officer.startSession('officer@demo.test');
});
afterAll(() => app.close());

/** A client with nothing but a name; `columns` are written directly to the database. @returns the path of its page */
async function addClient(familyName: string, columns: string): Promise<string> {
  const create = '/clients/create?type=individual';
  const form = (await readPage(await officer.get(create))).form();
  const made = await officer.post(create, {
    ...form,
    'individual.givenNames': 'Hinemoa',
    'individual.familyName': familyName,
  });
  const path = new URL(made.headers.get('Location') ?? '', app.origin).pathname;
  await app.database.asSuperuser(`UPDATE assay.clients SET ${columns} WHERE id = $1`, [
    path.split('/').at(-1),
  ]);
  return path;
}

describe('the approval of a client by a second person', () => {
  const inReview = (by: string | undefined) =>
    `status = 'onboarding', cdd_status = 'readyForReview', risk_level = 'high', cdd_submitted_by = '${by}'`;
  const why = 'Maker-checker: you sent this client for review, so a second person must approve it.';

  it('shows why the maker cannot approve, with the API’s message, to the maker alone', async () => {
    const path = await addClient('Ownson', inReview(officerId));
    const document = parsePage(await (await officer.get(path)).text());
    const reason = document.getElementById('blocked-approval')?.textContent ?? '';
    expect(reason).toContain(why);
    expect(reason).toMatch(/^\d+ requirements outstanding\. Maker-checker: .*[^.] \(Your policies\)\.$/);
    // It is no requirement of the client.
    expect(document.querySelector('#diligence ul')?.textContent).not.toContain('Maker-checker');
    const version = document.querySelector('input[name="version"]')?.getAttribute('value') ?? '';
    const refused = await officer.post(path, { panel: 'approval', version });
    expect(refused.status).toBe(422);
    expect(await refused.text()).toContain(why);
    const bar = document.querySelector('[data-record-bar]');
    expect(bar?.textContent).toContain('Awaiting approval');
    const other = await addClient('Otherson', inReview(ownerId));
    expect(await (await officer.get(other)).text()).not.toContain('Maker-checker: you sent');
  });

  it('is work of who can approve it, with the sender, until it is returned to the relationship owner', async () => {
    const owner = app.browser();
    await owner.startSession('owner@demo.test');
    const path = await addClient('Queueson', `${inReview(ownerId)}, responsible_member_id = '${ownerId}'`);
    const lines = async (browser: TestBrowser) =>
      [...parsePage(await (await browser.get('/home')).text()).querySelectorAll('#work ol > li')].flatMap(
        (line) => (line.textContent?.includes('Queueson') ? [line] : []),
      );
    expect(await lines(owner)).toEqual([]);
    const [waiting, ...others] = await lines(officer);
    expect(others).toEqual([]);
    expect(waiting && getText(waiting)).toMatch(/Client to approve.*High risk, sent by /);
    const action = [...(waiting?.querySelectorAll('a') ?? [])].find((link) =>
      getText(link).startsWith('Check and approve'),
    );
    expect(action?.getAttribute('href')).toBe(path);
    const set = (columns: string) =>
      app.database.asSuperuser(`UPDATE assay.clients SET ${columns} WHERE id = $1`, [path.split('/').at(-1)]);
    for (const [columns, text] of [
      [`cdd_status = 'returned', cdd_submitted_by = NULL`, 'High risk, returned for more work'],
      [`cdd_status = 'verified'`, 'High risk, approved, not active yet'],
    ] as const) {
      await set(columns);
      expect(await lines(officer)).toEqual([]);
      expect((await lines(owner)).map((line) => getText(line))).toEqual([expect.stringContaining(text)]);
    }
    await set(`status = 'archived'`);
  });

  it('announces that one person decides where there is no other', async () => {
    const path = await addClient('Aloneson', inReview(officerId));
    const confirm = `${path}?confirm=approval`;
    const setOwner = (designations: string) =>
      app.database.asSuperuser(`UPDATE assay.members SET designations = '${designations}' WHERE id = $1`, [
        ownerId,
      ]);
    await setOwner('{}');
    // Who could approve a moment ago still counts.
    expect((await readPage(await officer.get(confirm))).text).not.toContain(decidedByOneLabel);
    await app.database.asSuperuser('DELETE FROM assay.former_member_access');
    await setOwner('{}');
    expect((await readPage(await officer.get(confirm))).text).toContain(decidedByOneLabel);
    await setOwner('{seniorManager}');
    expect((await readPage(await officer.get(confirm))).text).not.toContain(decidedByOneLabel);
  });
});

describe('an approval that someone else must complete', () => {
  it('says so before it is sent, with their names, and returns the note if it is rejected', async () => {
    const path = await addClient('Sentson', `risk_level = 'high'`);
    const question = await readPage(await officer.get(`${path}?confirm=approval`));
    const panel = question.part('diligence');
    expect(panel).toContain('Send for approval?');
    // Opened by its address while requirements are outstanding, it promises nothing and cannot be confirmed.
    expect(panel).not.toContain('You send this client for approval');
    const confirm = parsePage(question.html).getElementById('blocked-confirmation')?.previousElementSibling;
    expect([confirm?.textContent, confirm?.hasAttribute('disabled')]).toEqual(['Send for approval', true]);
    const version =
      parsePage(question.html).querySelector('input[name="version"]')?.getAttribute('value') ?? '';
    const form = { panel: 'approval', version, note: 'Read the file' };
    const refused = await readPage(await officer.post(`${path}?confirm=approval`, form));
    expect(refused.status).toBe(422);
    expect(refused.text).toMatch(/\d+ requirements outstanding before “Approve client”/);
    expect(parsePage(refused.html).querySelector('textarea[name="note"]')?.textContent).toContain(
      'Read the file',
    );
    const tooLong = await readPage(
      await officer.post(`${path}?confirm=approval`, { ...form, note: 'x'.repeat(1001) }),
    );
    expect(tooLong.status).toBe(422);
  });
});

describe('clients approved before evidence was required', () => {
  const path = '/monitoring/evidence';

  it('are marked on their page with outstanding requirements, and listed from home and monitoring', async () => {
    const empty = await readPage(await officer.get(path));
    expect(empty.status).toBe(200);
    expect(empty.text).toContain('No clients to approve again');
    const client = await addClient(
      'Beforeson',
      `status = 'active', cdd_status = 'verified', risk_level = 'high'`,
    );
    const page = await readPage(await officer.get(client));
    expect(page.part('diligence')).toContain('Approved before evidence was required.');
    expect(page.part('diligence')).toMatch(
      /The relationship continues until you decide\. \d+ requirements outstanding:/,
    );
    expect(page.html).toContain(`href="${path.replace('&', '&amp;')}"`);
    const listed = await readPage(await officer.get(path));
    expect(listed.text).toContain('Hinemoa Beforeson');
    expect(listed.text).toMatch(/And \d+ more/);
    expect(listed.text).toContain('0 of 1 approved on evidence since');
    const home = await readPage(await officer.get('/home'));
    expect(home.part('evidence-gaps')).toContain('Hinemoa Beforeson');
    const wrong = await readPage(await officer.get(`${path}?cursor=nonsense`));
    expect(wrong.text).toContain('This page is no longer available');
  });
});

describe('clients decided by one person', () => {
  it('are counted at home, listed with their filter and exported, also for an auditor', async () => {
    expect((await readPage(await officer.get('/home'))).text).not.toContain('decided by one person');
    const client = await addClient('Featherstone', `status = 'active'`);
    const { rowCount } = await app.database.asSuperuser(
      `INSERT INTO assay.cdd_decisions (company_id, id, client_id, decided_at, decided_by, cdd_level, packs, items, items_digest, basis, decided_by_one)
       SELECT company_id, gen_random_uuid(), id, '2026-05-04T03:00:00Z', created_by, 'standard', '{}', '[]', repeat('0', 64), '[]', true
         FROM assay.clients WHERE id = $1`,
      [client.split('/').at(-1)],
    );
    expect(rowCount).toBe(1);
    const auditor = app.browser();
    await auditor.startSession('auditor@demo.test');
    for (const browser of [officer, auditor]) {
      const home = await readPage(await browser.get('/home'));
      expect(home.text).toContain('1 client decided by one person');
      expect(home.html).toContain('href="/clients?decided=byOne"');
      const list = await readPage(await browser.get('/clients?decided=byOne'));
      expect(list.text).toContain('Hinemoa Featherstone');
      expect(list.text).toContain('1 shown, of 1');
      expect(list.text).toContain('Decided: by one person');
      const csv = await (await browser.get('/clients/export.csv?decided=byOne')).text();
      expect(csv).toContain('Hinemoa Featherstone');
      expect(csv).toContain('CDD 2026-05-04');
    }
    expect((await readPage(await officer.get('/clients?decided=two'))).status).toBe(422);
  });
});

describe('the calls of a client’s page', () => {
  const readCalls = async (path: string) => {
    const before = app.apiRequests.length;
    const page = await readPage(await officer.get(path));
    const calls = app.apiRequests.slice(before);
    const id = path.split('/').at(-1) ?? '';
    return {
      calls: calls.map(({ method, path: called }) => `${method} ${called.replace(id, ':id')}`).toSorted(),
      blockers: parsePage(page.html).querySelectorAll('#diligence li .hint').length,
    };
  };

  it('are the same however many blockers it has, and one of them returns all', async () => {
    const blocked = await readCalls(await addClient('Blockers', `status = 'onboarding'`));
    const archived = await readCalls(await addClient('Archived', `status = 'archived'`));
    console.log(
      `client page: ${blocked.calls.length} API calls with ${blocked.blockers} blockers, ${archived.calls.length} with ${archived.blockers}`,
    );
    expect(blocked.blockers).toBeGreaterThan(archived.blockers);
    expect(blocked.calls).toEqual(archived.calls);
    expect(blocked.calls.filter((call) => call.endsWith('/clients/:id/page'))).toHaveLength(1);
    // One a panel. Before blockers were evidence there were 13; reviews, lines of funds and privacy requests are since then.
    expect(blocked.calls.length).toBeLessThanOrEqual(15);
  });
});
