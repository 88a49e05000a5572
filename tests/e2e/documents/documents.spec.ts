import { createByName } from '#tests/support/browser/cdd-journey.ts';
import { expect, test } from '#tests/support/browser/journey.ts';
import { openTab } from '#tests/support/browser/record-page.ts';
import { samplePdf, samplePicture } from '#tests/support/files/sample-files.ts';

/** A phone's screen. */
test.use({ viewport: { width: 390, height: 844 } });

const pdf = (name: string, text: string) => ({
  name,
  mimeType: 'application/pdf',
  buffer: samplePdf([`(${text})`]),
});

test('documents are added to a client, viewed, recognised as repeated, rejected and removed', async ({
  page,
}) => {
  const { path: client } = await createByName(page, 'Ana', 'Documented');
  await openTab(page, 'Documents');
  const panel = page.getByRole('region', { name: 'Documents' });
  await expect(panel.getByText('No documents yet.')).toBeVisible();
  await panel.getByLabel('Document type').selectOption('Passport');
  const picture = {
    name: 'passport.jpg',
    mimeType: 'image/jpeg',
    buffer: await samplePicture('jpeg', { located: true }),
  };
  await panel.getByLabel('Files').setInputFiles([picture, pdf('deed.pdf', 'deed')]);
  await panel.getByRole('button', { name: 'Add documents' }).click();
  await expect(page.getByText('2 documents added.')).toBeVisible();
  await expect(panel.getByRole('listitem')).toHaveCount(2);
  const small = panel.getByRole('listitem').filter({ hasText: 'passport.jpg' }).locator('img');
  await small.scrollIntoViewIfNeeded();
  await expect(small).toHaveJSProperty('naturalWidth', 80);

  await panel
    .getByLabel('Files')
    .setInputFiles([picture, { name: 'notes.txt', mimeType: 'text/plain', buffer: Buffer.from('Hello') }]);
  await panel.getByRole('button', { name: 'Add documents' }).click();
  await expect(page.getByText('1 file already existed')).toBeVisible();
  await expect(page.getByText('notes.txt is not a supported file type.')).toBeVisible();

  const [download] = await Promise.all([
    page.waitForEvent('download'),
    panel.getByRole('link', { name: 'Download deed.pdf' }).click(),
  ]);
  expect(download.suggestedFilename()).toBe('deed.pdf');

  await panel.getByRole('link', { name: 'Remove deed.pdf' }).click();
  await panel.getByLabel('Reason').fill('Of another trust');
  await panel.getByRole('button', { name: 'Remove document' }).click();
  await expect(page.getByText('Document removed.')).toBeVisible();
  await expect(panel.getByText(/Removed .*: Of another trust/)).toBeVisible();
  await expect(page).toHaveURL(new RegExp(`${client}/documents#documents$`));
});

test('a question with evidence accepts files, preserves input, and shows them afterwards', async ({
  page,
  javaScriptEnabled,
}) => {
  const isScripted = javaScriptEnabled !== false;
  const { path: client } = await createByName(page, 'Ana', 'Documented');
  await page.goto(`${client}/risk_assessments/create`);
  const pep = page.getByRole('group', { name: /politically exposed person \(PEP\)/ });
  await pep.getByRole('radio', { name: 'Yes, in another country' }).check();
  // On a phone the same button stands by the running score and at the end.
  if (!isScripted) await page.getByRole('button', { name: 'Recalculate' }).last().click();

  const evidence = page.getByRole('group', { name: /^Evidence for/ });
  await expect(evidence).toBeVisible();
  await evidence.getByLabel(/^Add files for/).setInputFiles(pdf('wealth.pdf', 'wealth'));
  if (!isScripted) await evidence.getByRole('button', { name: /^Attach selected files/ }).click();
  await expect(evidence.getByRole('checkbox', { name: /^wealth\.pdf as evidence/ })).toBeChecked();
  await expect(pep.getByRole('radio', { name: 'Yes, in another country' })).toBeChecked();

  // A rejected file is reported at its question; the others are stored.
  await evidence
    .getByLabel(/^Add more files/)
    .setInputFiles({ name: 'x.jpg', mimeType: 'image/jpeg', buffer: Buffer.from('PK\x03\x04') });
  if (!isScripted) await page.getByRole('button', { name: 'Save draft' }).click();
  await expect(page.getByText('Error: x.jpg is a ZIP archive or an Office document.')).toBeVisible();
  await expect(evidence.getByRole('checkbox', { name: /^wealth\.pdf/ })).toBeChecked();

  await page.getByRole('button', { name: 'Save draft' }).click();
  await expect(page.getByText('Draft saved.')).toBeVisible();
  await expect(page.getByRole('checkbox', { name: /^wealth\.pdf as evidence/ })).toBeChecked();
  await page.goto(`${client}/documents`);
  await expect(
    page.getByRole('region', { name: 'Documents' }).getByRole('link', { name: 'Download wealth.pdf' }),
  ).toBeVisible();
});
