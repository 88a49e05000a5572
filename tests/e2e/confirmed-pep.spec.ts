import { expect, test } from '#tests/support/browser/journey.ts';

test.use({ asLoginId: 'officer@demo.test', actionTimeout: 15_000 });

test('a client found to be a PEP is reviewed: on the record, at home and in the worklist', async ({ page }, {
  project,
}) => {
  // Each project has a client of its own: both run on one server.
  const name = project.name === 'chromium' ? 'Tevita Mele Yaranwick' : 'Tala Tongia';
  await page.goto(`/clients?q=${encodeURIComponent(name)}`);
  const path = await page.getByRole('table').getByRole('link', { name }).getAttribute('href');
  await page.goto(`${path}?record=politicalExposure#findings`);
  await page.getByRole('radio', { name: 'Foreign PEP', exact: true }).check();
  await page.getByLabel('How established').fill('The government’s own site names the client');
  await page.getByRole('button', { name: 'Record', exact: true }).click();
  const reviews = page.getByRole('region', { name: 'Reviews' });
  await expect(reviews).toContainText('Review: PEP confirmed');
  await expect(reviews).toContainText('PEP status: Foreign PEP. Review the relationship.');

  await page.goto('/home');
  const due = page.getByRole('region', { name: 'My work' }).getByRole('listitem').filter({ hasText: name });
  // Work that others wait for comes first, over several pages.
  const next = page.getByRole('link', { name: 'Next', exact: true });
  while ((await due.count()) === 0) await page.goto((await next.getAttribute('href')) ?? '');
  await expect(due).toContainText('PEP confirmed');
  await page.goto('/monitoring/reviews?due=month');
  const row = page.getByRole('row').filter({ hasText: name }).filter({ hasText: 'PEP confirmed' });
  await expect(row).toHaveCount(1);
  await row.getByRole('link', { name }).click();
  await expect(page.getByRole('main')).toContainText('PEP status: Foreign PEP. Review the relationship.');
  await expect(page.getByRole('button', { name: 'Start review' })).toBeVisible();
});

test('clients decided by one person are a filter of the list and of its export', async ({ page }) => {
  await page.goto('/clients?view=all');
  await page.getByLabel('Decided').selectOption('byOne');
  await page.getByRole('search').getByRole('button', { name: 'Apply' }).click();
  await expect(page).toHaveURL(/\/clients\?(.*&)?decided=byOne/);
  await expect(page.getByRole('link', { name: /Decided: by one person/ })).toBeVisible();
  // Two people may approve in the demo’s company, so nothing there was decided by one.
  await expect(page.getByRole('heading', { name: 'No clients found' })).toBeVisible();
  const exported = await page.request.get('/clients/export.csv?decided=byOne');
  expect((await exported.text()).trim().split('\r\n')).toHaveLength(1);
  await page.getByRole('link', { name: /Decided: by one person/ }).click();
  await expect(page.getByRole('heading', { name: 'No clients found' })).toHaveCount(0);
});
