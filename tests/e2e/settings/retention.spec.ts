import { expect, signIn, test } from '#tests/support/browser/journey.ts';

test.use({ asLoginId: 'owner@demo.test' });

test('two people destroy a record from the settings page, and the destruction certificate remains', async ({
  page,
  browser,
  baseURL,
  javaScriptEnabled,
}) => {
  // Each project destroys its own former client.
  const client = javaScriptEnabled === false ? 'Barnaby Quillfeather' : 'Wendeline Harrowgate';
  await page.goto('/settings/retention');
  const due = page.getByRole('region', { name: 'Due for destruction' });
  const clientUrl = await due.getByRole('link', { name: client, exact: true }).getAttribute('href');
  const clientId = clientUrl?.split('/').at(-1) ?? '';

  await due.getByRole('link', { name: `Confirm… the destruction of ${client}` }).click();
  const question = page.getByRole('region', { name: `Destroy the records of ${client}?` });
  await expect(question).toContainText('Two people must confirm. You are the first.');
  await question.getByRole('button', { name: 'Confirm (1 of 2)' }).click();
  await expect(page.getByRole('alert')).toContainText('Confirm that you have reviewed the record');
  await question.getByRole('checkbox').check();
  await question.getByRole('button', { name: 'Confirm (1 of 2)' }).click();
  await expect(page.getByText('Confirmed (1 of 2).')).toBeVisible();
  await expect(due.getByRole('listitem').filter({ hasText: client })).toContainText(
    'Awaiting a second person',
  );
  await expect(due.getByRole('link', { name: `Confirm… the destruction of ${client}` })).toHaveCount(0);

  const second = await browser.newContext({
    baseURL: baseURL ?? '',
    javaScriptEnabled: javaScriptEnabled ?? true,
    storageState: { cookies: [], origins: [] },
  });
  const officer = await second.newPage();
  await signIn(officer, 'officer@demo.test');
  await expect(officer.getByRole('navigation', { name: 'Main' })).toBeVisible();
  await officer.goto('/settings/retention');
  await officer.getByRole('link', { name: `Confirm… the destruction of ${client}` }).click();
  await expect(officer.getByText(/Your confirmation destroys the records\./)).toBeVisible();
  await officer.getByRole('checkbox').check();
  await officer.getByRole('button', { name: 'Destroy records' }).click();
  await expect(officer.getByText('Records destroyed.')).toBeVisible();
  await expect(officer.getByRole('region', { name: 'Due for destruction' })).not.toContainText(client);
  const certificate = officer
    .getByRole('region', { name: 'Destruction certificates' })
    .getByRole('listitem')
    .filter({ hasText: clientId });
  await expect(certificate).toContainText('Client whose relationship ended');
  await expect(certificate).toContainText(/1 client, .*Record .* hash \(SHA-256\) [0-9a-f]{64}/s);
  await expect(officer.getByRole('link', { name: 'Download as CSV' })).toBeVisible();
  await officer.goto(clientUrl ?? '');
  await expect(officer.getByRole('heading', { level: 1 })).toHaveText('Page not found');
  await second.close();
});
