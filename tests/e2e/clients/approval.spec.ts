import type { Page } from 'playwright/test';
import {
  approveClient,
  createByName,
  gatherEvidence,
  recordBar,
} from '#tests/support/browser/cdd-journey.ts';
import { anyone, expect, newestEmail, unique } from '#tests/support/browser/journey.ts';
import { addColleague, openNewCompany, ownerAddress } from '#tests/support/browser/new-company.ts';

/** Publishes a template of the library for the risk of clients. */
async function publishTemplate(page: Page): Promise<void> {
  await page.goto('/templates');
  await page.getByRole('link', { name: 'New template for clients' }).click();
  await page.getByLabel('Name', { exact: true }).fill('Risk of clients');
  await page.getByRole('button', { name: 'Create draft' }).click();
  await page.getByRole('link', { name: 'Preview impact' }).click();
  await page.getByLabel('Change note').fill('First version');
  await page.getByRole('button', { name: /^Publish version/ }).click();
  await expect(page.getByText('New version published.')).toBeVisible();
}

/** The line about a client in the work on the home page. */
async function workOn(page: Page, name: string) {
  await page.goto('/home');
  return page.getByRole('region', { name: 'My work' }).getByRole('listitem').filter({ hasText: name });
}

anyone(
  'a member sends a client for approval, the compliance officer finds it at home and approves it',
  async ({ page, browser, javaScriptEnabled }) => {
    const isScripted = javaScriptEnabled !== false;
    const company = unique('Approvals');
    await openNewCompany(page, company);
    await publishTemplate(page);
    const loginId = ownerAddress(unique('Sender'));
    const sender = await addColleague(page, browser, { loginId, name: 'Ari Sendsample', isScripted });

    const { path, name } = await createByName(sender);
    await gatherEvidence(sender, path, isScripted);
    // The policy takes two who can approve. Whoever sends a client is not the one who approves it.
    await page.goto('/settings/team');
    await page.getByRole('row', { name: loginId }).getByRole('link').click();
    await page.getByRole('checkbox', { name: 'Senior manager' }).check();
    await page.getByLabel('Reason for the change').fill('Appointed by the partners');
    await page.getByRole('button', { name: 'Save changes' }).click();
    await expect(page.getByText('Changes to Ari Sendsample saved.')).toBeVisible();
    await page.goto('/settings/policies');
    await page.getByRole('radio', { name: 'Always' }).check();
    await page.getByRole('button', { name: 'Preview changes' }).click();
    await page.getByRole('button', { name: 'Save policies' }).click();
    await expect(page.getByText('Policies saved.')).toBeVisible();

    await sender.goto(path);
    await recordBar(sender).getByRole('link', { name: 'Send for approval' }).click();
    const question = sender.getByRole('region', { name: 'Send for approval?' });
    await expect(question).toContainText(
      /You send this client for approval.*Jo Newcomer can approve this client\./,
    );
    await question.getByLabel('Note').fill('Met twice in the office');
    await question.getByRole('button', { name: 'Send for approval' }).click();
    await expect(sender.getByText(/Sent for approval\. Jo Newcomer can approve this client\./)).toBeVisible();
    await expect(recordBar(sender)).toContainText('Awaiting approval');
    await expect(recordBar(sender).getByRole('link', { name: 'Approve client' })).toHaveCount(0);
    await expect(await workOn(sender, name)).toHaveCount(0);
    await sender.goto(`/clients?status=awaitingApproval&q=${encodeURIComponent(name)}`);
    await expect(sender.getByRole('table').getByRole('row', { name })).toContainText('Awaiting approval');

    // The email has a link and no name.
    await expect(async () => {
      const mail = await newestEmail(page, ownerAddress(company));
      expect(mail).toContain('A client was sent for approval that you can approve.');
      expect(mail).toContain(path);
      expect(mail).not.toContain(name);
    }).toPass();
    const line = await workOn(page, name);
    await expect(line).toContainText('Client to approve: Low risk, sent by Ari Sendsample');
    await line.getByRole('link', { name: 'Check and approve' }).click();
    await expect(page.getByRole('heading', { level: 1, name })).toBeVisible();
    await approveClient(page, 'Read with its documents');
    await expect(await workOn(page, name)).toHaveCount(0);

    await expect(await workOn(sender, name)).toContainText('approved, not active yet');
    await sender.goto(path);
    await expect(recordBar(sender)).toContainText('Approved');
    await recordBar(sender).getByRole('button', { name: 'Activate' }).click();
    await expect(recordBar(sender)).toContainText('Active');
    await sender.context().close();
  },
);
