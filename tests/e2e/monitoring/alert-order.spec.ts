import { mkdtemp, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import type { Locator } from 'playwright/test';
import { migrateDatabase } from '#api/kernel/database/migrate.ts';
import { openDatabase } from '#api/kernel/database/pool.ts';
import { asTenant } from '#api/kernel/database/tenancy.ts';
import { assertSandboxDatabase } from '#api/sandbox-guard.ts';
import { demoCompanyId, seedDemoAccounts } from '#demo/demo-company.ts';
import { seedClients } from '#demo/seed-clients.ts';
import type { AlertSeverity, AlertType } from '#rules/alerts/alert-types.ts';
import { openedAlert } from '#tests/support/api/alerts.ts';
import { expect, fillSignIn, anyone as test } from '#tests/support/browser/journey.ts';
import { freePort, type RunningProcess, startServer } from '#tests/support/processes/processes.ts';

const dayMs = 86_400_000;

/** In the expected order; days until due, below 0 overdue. */
const inOrder: { summary: string; severity: AlertSeverity; type: AlertType; dueInDays: number | null }[] = [
  { summary: 'Match to decide soon.', severity: 'high', type: 'screeningMatch', dueInDays: 4 },
  { summary: 'Match to decide.', severity: 'high', type: 'screeningMatch', dueInDays: null },
  { summary: 'High, nine days late.', severity: 'high', type: 'idExpiring', dueInDays: -9 },
  { summary: 'High, three days late.', severity: 'high', type: 'riskRose', dueInDays: -3 },
  { summary: 'High, due soon.', severity: 'high', type: 'idExpiring', dueInDays: 5 },
  { summary: 'High, without a day.', severity: 'high', type: 'riskRose', dueInDays: null },
  { summary: 'Medium, due soon.', severity: 'medium', type: 'reviewDue', dueInDays: 2 },
  { summary: 'Medium, due later.', severity: 'medium', type: 'reviewDue', dueInDays: 8 },
  { summary: 'Low, due soon.', severity: 'low', type: 'idExpiring', dueInDays: 1 },
  { summary: 'Low, without a day.', severity: 'low', type: 'other', dueInDays: null },
];

let dataDir: string;
let server: RunningProcess;
let origin: string;

/** A company with these alerts, opened in another order, before the product starts on its data. */
async function prepare(): Promise<void> {
  const now = () => new Date();
  const database = await openDatabase({ dataDir });
  try {
    await migrateDatabase(database);
    await assertSandboxDatabase(database.db, { sandbox: true, now });
    await seedDemoAccounts({ database, now });
    await seedClients({ database, now }, { clients: 1 });
    // The client has no relationship owner, so its alerts are unassigned.
    const { id: resourceId } = await asTenant(database.db, demoCompanyId, (trx) =>
      trx
        .updateTable('clients')
        .set({ responsible_member_id: null })
        .returning('id')
        .executeTakeFirstOrThrow(),
    );
    for (const place of [7, 2, 9, 0, 5, 3, 8, 1, 6, 4]) {
      const { dueInDays, ...alert } = inOrder[place] as (typeof inOrder)[number];
      const dueAt = dueInDays === null ? null : new Date(now().getTime() + dueInDays * dayMs).toISOString();
      await openedAlert({ database, clock: { now } }, { id: demoCompanyId }, { ...alert, dueAt, resourceId });
    }
  } finally {
    await database.close();
  }
}

test.beforeAll(async () => {
  // It makes a demo of its own, which takes minutes while every core is busy.
  test.setTimeout(900_000);
  dataDir = await mkdtemp(join(tmpdir(), 'assay-alert-order-'));
  await prepare();
  const port = await freePort();
  origin = `http://localhost:${port}`;
  server = await startServer('all', { PORT: String(port), DATA_DIR: dataDir, SANDBOX: '1' });
  // The demo is filled concurrently, and a page would wait for that.
  await expect
    .poll(async () => (await fetch(`${origin}/sandbox/demo`)).status, { timeout: 800_000 })
    .toBe(200);
});
test.afterAll(async () => {
  await server?.kill();
  await rm(dataDir, { recursive: true, force: true });
});

/** Which of the alerts are shown, in their order. */
async function visibleIn(lines: Locator): Promise<string[]> {
  const texts = await lines.allTextContents();
  return texts.flatMap((text) => inOrder.find(({ summary }) => text.includes(summary))?.summary ?? []);
}

test('alerts are listed most severe first, then most overdue, on the home page and in the queue', async ({
  page,
}) => {
  const wanted = inOrder.map(({ summary }) => summary);
  await page.goto(`${origin}/login`);
  await fillSignIn(page, 'staff@demo.test');
  await expect(page).toHaveURL(`${origin}/home`);
  const home = page.getByRole('region', { name: 'My work' });
  await expect(home.getByText('Most serious first, then longest overdue')).toBeVisible();
  const shown = await visibleIn(home.getByRole('listitem'));
  // Among the matches of the demo.
  expect(shown.length).toBeGreaterThan(2);
  expect(shown).toEqual(wanted.slice(0, shown.length));

  await page
    .getByRole('navigation', { name: 'Main' })
    .getByRole('link', { name: /^Monitoring/ })
    .click();
  const rows = page.getByRole('table', { name: 'Alerts' }).locator('tbody tr');
  await expect(rows).not.toHaveCount(0);
  expect(await visibleIn(rows)).toEqual(wanted);
  const late = rows.filter({ hasText: 'High, nine days late.' });
  await expect(late.getByText('overdue', { exact: false })).toBeVisible();
});
