import { expect, newestEmail, test, unique } from '#tests/support/browser/journey.ts';
import { invitationLink } from '#tests/support/browser/new-company.ts';

test.use({ asLoginId: 'owner@demo.test' });

test('an owner invites a member, who joins by the link, is suspended, and is signed out at once', async ({
  page,
  browser,
  baseURL,
  javaScriptEnabled,
}) => {
  const loginId = `${unique('moana').replace(' ', '.')}@invited.test`;
  await page.goto('/settings/team');
  await page.getByRole('link', { name: 'Invite member' }).click();
  await page.getByLabel('Email address').fill(loginId);
  await page.getByRole('radio', { name: 'Auditor' }).check();
  await page.getByRole('button', { name: 'Send invitation' }).click();
  await expect(page.getByRole('alert')).toContainText('Enter the auditor’s access end date');
  await page.getByRole('radio', { name: 'Member' }).check();
  await page.getByRole('button', { name: 'Send invitation' }).click();
  await expect(page.getByText(`Invitation sent to ${loginId}`)).toBeVisible();
  const first = invitationLink(await newestEmail(page, loginId));

  await page.getByRole('link', { name: loginId }).click();
  await page.getByRole('button', { name: 'Resend invitation' }).click();
  await expect(page.getByText('Invitation sent to')).toBeVisible();
  const second = invitationLink(await newestEmail(page, loginId));
  expect(second).not.toBe(first);

  // A separate browser for the invited person.
  const context = await browser.newContext({
    baseURL: baseURL ?? '',
    // Without the owner's session: joining signs it out everywhere.
    storageState: { cookies: [], origins: [] },
    javaScriptEnabled: javaScriptEnabled ?? true,
  });
  const theirs = await context.newPage();
  await theirs.goto(first);
  await expect(theirs.getByRole('heading', { name: 'This invitation is no longer valid' })).toBeVisible();
  // Opened twice, as email programs do: the link is not consumed.
  await theirs.goto(second);
  await theirs.goto(second);
  await theirs.getByLabel('Your name').fill('Moana Joinsample');
  await theirs.getByLabel('Choose a password').fill('short');
  await theirs.getByRole('button', { name: /^Join/ }).click();
  await expect(theirs.getByRole('alert')).toContainText('Use at least 12 characters');
  await theirs.getByLabel('Choose a password').fill('four words of their own');
  await theirs.getByRole('button', { name: /^Join/ }).click();
  await expect(theirs.getByRole('heading', { name: 'Home', level: 1 })).toBeVisible();
  await theirs.goto(second);
  await expect(theirs.getByText('This invitation has already been used')).toBeVisible();

  await page.goto('/settings/team');
  await page
    .getByRole('row', { name: new RegExp(loginId) })
    .getByRole('link')
    .click();
  await page.getByRole('link', { name: 'Suspend' }).click();
  await expect(page.getByRole('heading', { name: 'Suspend Moana Joinsample?' })).toBeVisible();
  await page.getByLabel('Reason').fill('On leave until March');
  await page.getByRole('button', { name: 'Suspend' }).click();
  await expect(page.getByText('is suspended. Their access has ended.')).toBeVisible();
  await expect(page.getByRole('listitem').filter({ hasText: 'On leave until March' })).toBeVisible();
  await theirs.goto('/clients');
  await expect(theirs.getByText('Your session has ended. Please sign in again.')).toBeVisible();
  await context.close();

  await page.getByRole('link', { name: 'Remove' }).click();
  await expect(page.getByRole('heading', { name: 'Remove Moana Joinsample from the team?' })).toBeVisible();
  await page.getByLabel('Reason').fill('Left the company');
  await page.getByRole('button', { name: 'Remove' }).click();
  await expect(page.getByText('Moana Joinsample is no longer on the team.')).toBeVisible();
});

test('the last owner keeps the role, with the reason shown', async ({ page }) => {
  await page.goto('/settings/team');
  await page
    .getByRole('row', { name: /owner@demo\.test/ })
    .getByRole('link')
    .click();
  await page.getByRole('radio', { name: 'Member' }).check();
  await page.getByLabel('Reason for the change').fill('Steps back');
  await page.getByRole('button', { name: 'Save changes' }).click();
  await expect(page.getByRole('alert')).toContainText(
    'The last active owner cannot be moved to another role',
  );
});
