import { createByName } from '#tests/support/browser/cdd-journey.ts';
import { expect, test, unique } from '#tests/support/browser/journey.ts';

test.use({ asLoginId: 'owner@demo.test' });

test('a breach is recorded, assessed, notified and closed', async ({ page }) => {
  const summary = unique('Report sent to the wrong client');
  await page.goto('/settings/privacy');
  await page.getByRole('link', { name: 'Record a breach' }).click();
  await page.getByLabel('Summary').fill(summary);
  await page.getByLabel('At', { exact: true }).fill('00:00');
  await page.getByLabel('Description, and how it was noticed').fill('The recipient called.');
  await page.getByLabel('Unauthorised or accidental disclosure').check();
  await page.getByRole('button', { name: 'Record breach' }).click();
  // The information concerned is missing: what was typed stays.
  await expect(page.getByRole('alert')).toContainText('Select the information concerned');
  await expect(page.getByLabel('Summary')).toHaveValue(summary);
  await page.getByLabel('Identity documents or their numbers').check();
  await page.getByRole('button', { name: 'Record breach' }).click();
  const breach = page.getByRole('region', { name: summary });
  await expect(breach).toContainText('New Zealand: To assess');
  await expect(breach).toContainText('Due by');
  const nz = breach.getByRole('region', { name: 'New Zealand' });
  const au = breach.getByRole('region', { name: 'Australia' });
  await nz.getByRole('radio', { name: 'Notifiable: serious harm caused or likely' }).check();
  await nz.getByRole('textbox', { name: 'Reasons in' }).fill('Passport numbers of two people were in it.');
  await nz.getByRole('button', { name: 'Record assessment' }).click();
  await expect(breach).toContainText('New Zealand: Notices outstanding');
  await expect(breach).toContainText('can be closed when New Zealand and Australia are complete');
  await au.getByRole('radio', { name: 'Not notifiable' }).check();
  await au.getByRole('textbox', { name: 'Reasons in' }).fill('Nobody in Australia was affected.');
  await au.getByRole('button', { name: 'Record assessment' }).click();
  await expect(au).toContainText('Australia: Complete');
  for (const [who, text] of [
    ['Office of the Privacy Commissioner', 'NB-2026-1'],
    ['The people affected, or public notice', 'Letters'],
  ] as const) {
    await nz.getByRole('radio', { name: who }).check();
    await nz.getByRole('textbox', { name: 'Reference, method or exception' }).fill(text);
    await nz.getByRole('button', { name: 'Record notice' }).click();
    await expect(breach).toContainText(text);
  }
  await breach
    .getByRole('textbox', { name: 'What was learned and changed' })
    .fill('A second person confirms addresses.');
  await breach.getByRole('button', { name: 'Close breach' }).click();
  const listed = page.getByRole('region', { name: 'Privacy breaches' }).getByRole('listitem');
  await expect(listed.filter({ hasText: summary })).toContainText('Closed');
});

test('a correction is refused, and the person’s statement is shown on the client’s page', async ({
  page,
}) => {
  const { path } = await createByName(page);
  await page.goto(path);
  await page.getByRole('link', { name: 'Record a request' }).click();
  await page.getByLabel('Kind of request').selectOption('Correction');
  await page.getByLabel('Requested by').fill('The client, at the counter');
  const wrong = unique('The birth year is wrong');
  await page.getByLabel('What is requested').fill(wrong);
  await page.getByRole('button', { name: 'Record request' }).click();
  await expect(page.getByText(wrong)).toBeVisible();
  await page.getByRole('radio', { name: 'Refused' }).check();
  await page
    .getByRole('textbox', { name: 'What was done, or why it is refused' })
    .fill('The passport shows the recorded year.');
  await page.getByRole('button', { name: 'Record decision' }).click();
  const statement = unique('I was born in 1970');
  await page.getByRole('textbox', { name: 'Statement of correction' }).fill(statement);
  await page.getByRole('button', { name: 'Attach statement' }).click();
  await expect(page.getByRole('textbox', { name: 'Statement of correction' })).toBeHidden();
  await page.getByRole('link', { name: 'Client', exact: true }).click();
  await expect(page.getByRole('region', { name: 'Requests for access and correction' })).toContainText(
    statement,
  );
});
