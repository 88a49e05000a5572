import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { recordEvent } from '#api/kernel/audit/record-event.ts';
import { asTenant } from '#api/kernel/database/tenancy.ts';
import { demoStaff } from '#demo/demo-accounts.ts';
import { demoCompanyId } from '#demo/demo-company.ts';
import { openTestApp, type TestApp, type TestBrowser } from '#tests/support/app/app.ts';
import { valueIn } from '#tests/support/app/html.ts';
import { readPage } from '../clients/page.ts';

let app: TestApp;
let browser: TestBrowser;
let clientId: string;
beforeAll(async () => {
  app = await openTestApp();
  browser = app.browser();
  await browser.startSession('owner@demo.test');
  const path = '/clients/create?type=individual';
  const form = { ...(await open(path)).form(), 'individual.givenNames': 'Aroha' };
  const { headers } = await browser.post(path, { ...form, 'individual.familyName': 'Pukekolane' });
  clientId = idIn(headers.get('Location'));
});
afterAll(() => app.close());

const open = async (path: string) => readPage(await browser.get(path));
const idIn = (location: string | null) => location?.split('/').at(-1) ?? '';

async function createActivity(): Promise<string> {
  const { html } = await open('/activities/create');
  const response = await browser.post('/activities/create', {
    requestKey: valueIn(html, 'requestKey'),
    name: 'Sale of 1 Sample Street',
    activityType: 'propertySale',
    currency: 'NZD',
    'addresses[0].countryCode': 'NZL',
    'parties[0].clientId': clientId,
    'parties[0].name': 'Aroha Pukekolane',
    'parties[0].capacity': 'customer',
  });
  return idIn(response.headers.get('Location'));
}

/** Presses a button of the activity's page; returns the id of the activity that opens. */
async function changeStatus(id: string, form: Record<string, string>): Promise<string> {
  const { html } = await open(`/activities/${id}`);
  const response = await browser.post(`/activities/${id}`, {
    requestKey: `${valueIn(html, 'requestKey')}-${form.to ?? ''}`,
    version: valueIn(html, 'version'),
    ...form,
  });
  expect(response.status).toBe(302);
  return idIn(response.headers.get('Location'));
}

/** Records an event as an earlier version did. */
const recordFormer = (resourceType: string, resourceId: string, action: string, detail: object) =>
  asTenant(app.database.db, demoCompanyId, (trx) =>
    recordEvent(
      trx,
      { now: () => new Date() },
      {
        companyId: demoCompanyId,
        actor: { type: 'user', id: demoStaff.userId, role: 'member' },
        action,
        resourceType,
        resourceId,
        detail: { ...detail },
        requestId: 'request-1',
      },
    ),
  );

const formerCopy = (name: string) => async () => {
  const id = await createActivity();
  const changes = { [name]: { before: null, after: 'E-FORMER' } };
  await recordFormer('activity', id, 'activity.created', { changes });
  return { id, of: 'E-FORMER' };
};

async function reopenedCopy() {
  const id = await createActivity();
  // Review requires an assessment, which is not tested here.
  const { rows } = await app.database.asSuperuser(
    `update assay.activities set status = 'inReview' where id = $1 returning reference`,
    [id],
  );
  await changeStatus(id, { move: 'outcome', outcome: 'declined' });
  await changeStatus(id, { move: 'to', to: 'completed' });
  return { id: await changeStatus(id, { move: 'reopen' }), of: String(rows[0]?.reference) };
}

describe.each([
  ['first', formerCopy('copyOf')],
  ['for a time', formerCopy('getCopy')],
  ['now', reopenedCopy],
])('the original of a copy as it was recorded %s', (_, recordCopy) => {
  it('is labelled in the activity’s history and in the audit log', async () => {
    const { id, of } = await recordCopy();
    for (const path of [`/activities/${id}?tab=history`, `/settings/audit?record=${id}`]) {
      const { text, status } = await open(path);
      expect(status, path).toBe(200);
      expect(text, path).toMatch(new RegExp(`Copy of:?\\s+(– → )?${of}`));
      expect(text, path).not.toMatch(/get ?copy/i);
    }
  });
});

it.each(['evidenceOf', 'getEvidence'])(
  'the verification of an accepted item recorded as %s is labelled in the audit log',
  async (name) => {
    const id = crypto.randomUUID();
    const verification = crypto.randomUUID();
    await recordFormer('documentRequest', id, 'documentRequest.itemAccepted', { [name]: verification });
    const { text } = await open(`/settings/audit?record=${id}`);
    expect(text).toContain(verification);
    expect(text).toContain('Evidence of');
    expect(text).not.toMatch(/get ?evidence/i);
  },
);
