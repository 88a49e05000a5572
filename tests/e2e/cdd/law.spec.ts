import { addDays, formatDate } from '#rules/dates/calendar-dates.ts';
import { approvedBeforeEvidence } from '#tests/support/browser/approved-before-evidence.ts';
import { addParty, approveClient, createByName } from '#tests/support/browser/cdd-journey.ts';
import { axeViolations, expect, test, unique } from '#tests/support/browser/journey.ts';
import { openTab } from '#tests/support/browser/record-page.ts';
import { testDay } from '#tests/support/clock/test-day.ts';

test.use({ asLoginId: 'officer@demo.test' });

/** Each project signs off a list of its own: both run on one server. */
const lists = {
  chromium: { cause: /1 Jul 2026\s*Change of law/, name: 'Arlow & Jones' },
  'no-js': { cause: /Corrected rule/, name: approvedBeforeEvidence.chromium },
} as const;

test('a list of clients affected by a law change is read, exported and signed off', async ({
  page,
  javaScriptEnabled,
}, { project }) => {
  const { cause, name } = lists[project.name as keyof typeof lists];
  await page.goto('/home');
  await page.getByRole('link', { name: /lists? of clients affected by a law change/ }).click();
  const row = page.getByRole('row').filter({ hasText: cause });
  await expect(row).toContainText('To sign off');
  const listed = Number(/\b(\d+) of \d+\b/.exec((await row.textContent()) ?? '')?.[1] ?? 0);
  await row.getByRole('link').click();
  const clients = page.getByRole('table', { name: 'Clients affected' });
  const client = clients.getByRole('row', { name });
  await expect(client).toContainText(/outstanding|CDD/);
  if (javaScriptEnabled !== false) expect(await axeViolations(page)).toEqual([]);

  const href = await page.getByRole('link', { name: 'Download as CSV' }).getAttribute('href');
  const csv = await (await page.request.get(href ?? '')).text();
  expect(csv).toContain(name);
  if (listed > 0) expect(csv.trim().split('\r\n').length).toBeGreaterThan(listed);

  const note = unique('Documents will be requested at the next review');
  await page.getByLabel('Note').fill(note);
  await page.getByRole('button', { name: 'Sign off' }).click();
  await expect(page.getByText('List signed off.')).toBeVisible();
  await expect(page.getByText(note)).toBeVisible();
  await expect(page.getByRole('button', { name: 'Sign off' })).toHaveCount(0);

  // The client keeps its status, and the change is in its history.
  await client.getByRole('link', { name }).click();
  await expect(page.getByRole('heading', { level: 1, name })).toBeVisible();
  await openTab(page, 'History');
  if (project.name === 'chromium')
    await expect(page.getByRole('region', { name: 'History' })).toContainText(/law/i);
  await page.goto('/settings/law-changes');
  await expect(page.getByRole('row').filter({ hasText: cause })).toContainText('Signed off');
});

test('a client approved before evidence was required leaves the list by its approval, which counts as progress', async ({
  page,
}, { project }) => {
  // Both projects run on one server: each approves another client.
  const name = approvedBeforeEvidence[project.name as keyof typeof approvedBeforeEvidence];
  await page.goto('/home');
  await page.locator('#evidence-gaps').getByRole('link', { name }).click();
  await page.getByRole('link', { name: 'All clients to approve again' }).click();
  await expect(page.getByRole('heading', { name: 'Clients to approve again' })).toBeVisible();
  const row = page.getByRole('table', { name: 'Clients to approve again' }).getByRole('row', { name });
  await expect(row).toContainText('Nothing. Refresh CDD and approve it');
  const progress = page.getByText(/\d+ of \d+ approved on evidence since/);
  const [before = 0] = ((await progress.textContent()) ?? '').match(/\d+/g)?.map(Number) ?? [];
  await row.getByRole('link', { name }).click();
  const panel = page.locator('#diligence');
  await expect(panel).toContainText('Approved before evidence was required.');
  await panel.getByRole('link', { name: 'Request refresh' }).click();
  await panel.getByRole('button', { name: 'Request refresh' }).click();
  await approveClient(page, 'All evidence is on record');
  await expect(panel.getByText('is now: verified')).toBeVisible();
  await expect(panel).not.toContainText('Approved before evidence was required.');

  await page.goto('/monitoring/evidence');
  await expect(page.getByText(name)).toHaveCount(0);
  const [after = 0] = ((await progress.textContent()) ?? '').match(/\d+/g)?.map(Number) ?? [];
  expect(after).toBeGreaterThan(before);
});

const daysFromNow = (days: number) => addDays(testDay(), days);

test('CDD on the buyer of a brokered sale is delayed until its date, and replaced by a record of non-cooperation', async ({
  page,
  javaScriptEnabled,
}) => {
  const [seller, buyer] = [await createByName(page), await createByName(page)];
  const title = unique('Sale of a terrace');
  await page.goto('/activities/create');
  await page.getByLabel('Name', { exact: true }).fill(title);
  await page.getByLabel('Type', { exact: true }).selectOption('propertySale');
  await page.getByLabel(/^Designated service/).selectOption('au.t5.1');
  await page.getByLabel('Exchange').fill(daysFromNow(0));
  await page.getByLabel('Settlement').fill(daysFromNow(90));
  await page.getByRole('combobox', { name: 'Delayed CDD' }).selectOption('property');
  for (const { name } of [seller, buyer]) await addParty(page, name, javaScriptEnabled !== false);
  await page.getByLabel(`Capacity of ${buyer.name}`).selectOption('otherParty');
  // A delay without its ground is refused beside the field.
  await page.getByRole('button', { name: 'Create engagement' }).click();
  await expect(page.locator('[id$="delayedCddGround-error"]')).toBeVisible();
  await page.getByLabel('Ground for delayed CDD').fill('The buyer signed at an auction');
  await page
    .getByLabel('Limits of the risk while CDD is delayed')
    .fill('Nothing is released to them before CDD');
  await page.getByRole('button', { name: 'Create engagement' }).click();
  await expect(page.getByRole('heading', { level: 1, name: title })).toBeVisible();
  await expect(page.getByText(`Due by ${formatDate(daysFromNow(28))}`)).toBeVisible();
  const needs = page.getByRole('region', { name: 'Completion checklist' });
  await expect(needs.getByText(`CDD on ${seller.name} is not complete.`)).toBeVisible();
  await expect(needs.getByText(`CDD on ${buyer.name} is not complete.`)).toHaveCount(0);
  const activity = new URL(page.url()).pathname;

  // Without the delay it is due before anything else.
  await page.goto(`${activity}/edit`);
  await page.getByRole('combobox', { name: 'Delayed CDD' }).selectOption('');
  await page.getByLabel('Ground for delayed CDD').fill('');
  await page.getByLabel('Limits of the risk while CDD is delayed').fill('');
  await page.getByRole('button', { name: 'Save changes' }).click();
  await expect(needs.getByText(`CDD on ${buyer.name} is not complete.`)).toBeVisible();

  await page.goto(`${activity}?tab=parties`);
  await page.getByRole('link', { name: /Record non-cooperation/ }).click();
  await page
    .getByLabel('Steps taken')
    .fill('Asked in writing on two days, and through the buyer’s solicitor');
  await page.getByLabel('Difficulties').fill('The buyer refuses all papers');
  await page.getByLabel('Whether to report a suspicious matter was considered').check();
  await page.getByRole('button', { name: 'Record non-cooperation' }).click();
  await expect(page.getByText('Does not cooperate with CDD, recorded')).toBeVisible();
  await expect(needs.getByText(`CDD on ${buyer.name} is not complete.`)).toHaveCount(0);
  // Screening is required all the same.
  await expect(needs.getByText(`${buyer.name}: Screen the client`)).toBeVisible();

  await page.getByRole('link', { name: /View record/ }).click();
  await page.getByLabel('Reason to withdraw').fill('The buyer has sent a passport');
  await page.getByRole('button', { name: 'Withdraw record' }).click();
  await expect(needs.getByText(`CDD on ${buyer.name} is not complete.`)).toBeVisible();

  // Another participant of the sale does a part of it; a day before the law is refused beside its field.
  await expect(needs.getByText(`${buyer.name}: Establish whether`)).toBeVisible();
  await page.getByRole('link', { name: `Record participants’ arrangement ${buyer.name}` }).click();
  await page.getByLabel('Other participant', { exact: true }).fill('Example Conveyancing');
  await page.getByLabel('Responsibilities').fill('They do CDD on the buyer');
  await page.getByLabel('Arrangement made').fill(daysFromNow(-1));
  await page.getByLabel('CDD done by the other participant').fill('2026-06-30');
  await page.getByLabel('Data received').fill(daysFromNow(-1));
  await page.getByRole('button', { name: 'Record arrangement' }).click();
  await expect(page.locator('#arrangement-cddDoneOn-error')).toContainText('not in force on that day');
  if (javaScriptEnabled !== false) expect(await axeViolations(page)).toEqual([]);
  await page.getByLabel('CDD done by the other participant').fill(daysFromNow(-1));
  await page.getByRole('button', { name: 'Record arrangement' }).click();
  await expect(page.getByText('CDD by Example Conveyancing, done on')).toBeVisible();
  await expect(needs.getByText(`${buyer.name}: Establish whether`)).toHaveCount(0);
  await expect(needs.getByText(`${buyer.name}: Verify the client’s identity`)).toBeVisible();
});
