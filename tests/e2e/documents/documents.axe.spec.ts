import { expect, expectAccessible, test, unique } from '#tests/support/browser/journey.ts';
import { openTab } from '#tests/support/browser/record-page.ts';
import { samplePdf, samplePicture } from '#tests/support/files/sample-files.ts';

test('documents of a client, one being removed, and evidence have no axe violations', async ({ page }) => {
  await page.goto('/clients/create?type=individual');
  await page.getByLabel('Given names').fill('Ana');
  await page.getByLabel('Family name').fill(unique('Documented'));
  await page.getByRole('button', { name: 'Create client' }).click();
  await expect(page.getByText('Client created.')).toBeVisible();
  const client = new URL(page.url()).pathname;
  await openTab(page, 'Documents');
  const panel = page.getByRole('region', { name: 'Documents' });
  await panel.getByLabel('Files').setInputFiles([
    { name: `${'long-name-'.repeat(9)}.png`, mimeType: 'image/png', buffer: await samplePicture('png') },
    { name: 'deed.pdf', mimeType: 'application/pdf', buffer: samplePdf(['(deed)']) },
  ]);
  await panel.getByRole('button', { name: 'Add documents' }).click();
  await expect(panel.getByRole('listitem')).toHaveCount(2);
  await expectAccessible(page, '/clients/:id/documents', 'documents');
  await panel.getByRole('link', { name: 'Remove deed.pdf' }).click();
  await expect(panel.getByLabel('Reason')).toBeVisible();
  await expectAccessible(page, '/clients/:id/documents', 'removing a document');

  await page.goto(`${client}/risk_assessments/create`);
  const pep = page.getByRole('group', { name: /politically exposed person \(PEP\)/ }).first();
  await pep.getByRole('radio', { name: 'Yes, in another country' }).check();
  const evidence = page.getByRole('group', { name: /^Evidence for/ }).first();
  await evidence.getByText(/existing documents/).click();
  await evidence.getByRole('checkbox', { name: /^deed\.pdf/ }).check();
  await expectAccessible(page, '/clients/:id/risk_assessments/create', 'with evidence');
});
