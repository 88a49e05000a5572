import { createByName, fillRecord, screenNow, verifyIdentity } from '#tests/support/browser/cdd-journey.ts';
import { expect, test } from '#tests/support/browser/journey.ts';
import { openTab } from '#tests/support/browser/record-page.ts';

test.use({ asLoginId: 'owner@demo.test' });

test('another name is confirmed first, and then the identity is verified and the client screened again', async ({
  page,
}) => {
  const { path, name } = await createByName(page);
  await fillRecord(page, path);
  await verifyIdentity(page, path);
  await screenNow(page, path);
  const missing = page.getByRole('region', { name: 'Outstanding requirements' });
  const wanted = (text: RegExp) => missing.getByRole('listitem').filter({ hasText: text, visible: true });
  await page.goto(path);
  await openTab(page, 'Overview');
  await expect(page.getByRole('region', { name: 'Outstanding requirements' })).toBeVisible();
  await expect(wanted(/verify the client’s identity/i)).toHaveCount(0);
  await openTab(page, 'Identity');

  await page.goto(`${path}/edit`);
  await page.getByLabel('Given names').fill('Peter');
  await page.getByRole('button', { name: 'Save changes' }).click();
  const question = page.getByRole('alert', { name: 'Check before saving' });
  await expect(question).toContainText(`Change the name of ${name}? Identity must be verified again.`);
  await expect(question).toContainText('Sanctions screening must be run again.');
  await expect(page.getByLabel('Given names')).toHaveValue('Peter');
  await question.getByLabel('Save the changed details').check();
  await page.getByRole('button', { name: 'Save changes' }).click();
  await expect(page.getByRole('heading', { level: 1, name: name.replace('Wiremu', 'Peter') })).toBeVisible();
  await expect(wanted(/Details changed on .*: verify the client’s identity again/)).toBeVisible();

  await openTab(page, 'Identity');
  // The earlier decision no longer shows as one that counts, on the panel and on its own page.
  const verifications = page.getByRole('region', { name: 'Verifications' });
  await expect(verifications.getByText('Does not count', { exact: true })).toBeVisible();
  await verifications.getByRole('link', { name: 'Original documents sighted' }).click();
  const former = /Decided before the client’s identity changed on .*, so it does not count\./;
  await expect(page.getByRole('region', { name: 'Decision' })).toContainText(former);

  await verifyIdentity(page, path);
  await screenNow(page, path);
  await openTab(page, 'Overview');
  await expect(page.getByRole('region', { name: 'Outstanding requirements' })).toBeVisible();
  await expect(wanted(/verify the client’s identity/i)).toHaveCount(0);
  await openTab(page, 'Identity');
  await expect(verifications.getByText('Verified', { exact: true })).toHaveCount(1);
  await expect(verifications.getByText('Does not count', { exact: true })).toHaveCount(1);
});

test('a corrected spelling keeps the evidence of identity, with its reason', async ({ page }) => {
  const { path, name } = await createByName(page);
  await fillRecord(page, path);
  await verifyIdentity(page, path);
  await page.goto(`${path}/edit`);
  await page.getByLabel('Given names').fill('Wirimu');
  await page.getByRole('button', { name: 'Save changes' }).click();
  await page.getByLabel('Correct the spelling of the same client’s name').check();
  await page.getByLabel('Reason for the correction').fill('As in the passport');
  await page.getByRole('button', { name: 'Save changes' }).click();
  await expect(page.getByRole('heading', { level: 1, name: name.replace('Wiremu', 'Wirimu') })).toBeVisible();
  const missing = page.getByRole('region', { name: 'Outstanding requirements' });
  await expect(missing.getByText(/verify the client’s identity again/)).toHaveCount(0);
});

test('two small corrections that together make another name are no corrected spelling', async ({ page }) => {
  const { path, name } = await createByName(page);
  await fillRecord(page, path);
  await verifyIdentity(page, path);
  const change = async (givenNames: string) => {
    await page.goto(`${path}/edit`);
    await page.getByLabel('Given names').fill(givenNames);
    await page.getByRole('button', { name: 'Save changes' }).click();
  };
  const question = page.getByRole('alert', { name: 'Check before saving' });
  const spelling = page.getByLabel('Correct the spelling of the same client’s name');
  const heading = (givenNames: string) =>
    page.getByRole('heading', { level: 1, name: name.replace('Wiremu', givenNames) });
  const again = page
    .getByRole('region', { name: 'Outstanding requirements' })
    .getByText(/verify the client’s identity again/)
    .filter({ visible: true });

  await change('Wirimu');
  await spelling.check();
  await page.getByLabel('Reason for the correction').fill('As in the passport');
  await page.getByRole('button', { name: 'Save changes' }).click();
  await expect(heading('Wirimu')).toBeVisible();

  // One letter again, and two from the name that was verified: no correction is offered, with the reason, and what was entered stays.
  await change('Wirima');
  await expect(question).toContainText(`more than a corrected spelling of the verified name ${name}`);
  await expect(question).toContainText('NZ s16');
  await expect(question).toContainText('Identity must be verified again.');
  await expect(spelling).toHaveCount(0);
  await expect(page.getByLabel('Given names')).toHaveValue('Wirima');
  await page.goto(path);
  await expect(heading('Wirimu')).toBeVisible();
  await expect(again).toHaveCount(0);

  await change('Wirima');
  await question.getByLabel('Save the changed details').check();
  await page.getByRole('button', { name: 'Save changes' }).click();
  await expect(heading('Wirima')).toBeVisible();
  await expect(again).not.toHaveCount(0);
});
