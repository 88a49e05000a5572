import { approveClient, createByName } from '#tests/support/browser/cdd-journey.ts';
import { axeViolations, expect, test } from '#tests/support/browser/journey.ts';

test.use({ asLoginId: 'officer@demo.test' });

test('an approved company to which a party is added is due for refresh until it is approved again', async ({
  page,
  javaScriptEnabled,
}, { project }) => {
  const added = await createByName(page);
  // Both projects run on one server: each takes another company.
  await page.goto('/clients?status=active&cdd=verified&type=company');
  const rows = page.getByRole('table').getByRole('row').filter({ hasText: 'Company' });
  const link = (project.name === 'chromium' ? rows.first() : rows.last()).getByRole('link').first();
  const name = (await link.textContent()) ?? '';
  await link.click();
  await expect(page.getByRole('heading', { level: 1, name })).toBeVisible();
  const client = new URL(page.url()).pathname;
  await expect(page.getByText('Refresh due.')).toHaveCount(0);

  await page.goto(`${client}/people?party=new&q=${encodeURIComponent(added.name)}#parties`);
  const parties = page.getByRole('region', { name: 'Parties' });
  await parties.getByRole('link', { name: added.name, exact: true }).click();
  await parties.getByRole('checkbox', { name: 'Shareholder', exact: true }).check();
  await parties.getByRole('button', { name: 'Add party' }).click();
  await expect(page.getByText('Refresh due. A related party was added.').first()).toBeVisible();

  await page.goto('/monitoring/evidence');
  const row = page.getByRole('table', { name: 'Clients to approve again' }).getByRole('row', { name });
  await expect(row).toContainText('Refresh due. A related party was added');
  if (javaScriptEnabled !== false) expect(await axeViolations(page)).toEqual([]);
  await row.getByRole('link', { name }).click();

  const panel = page.locator('#diligence');
  await expect(panel.getByText('is now: refresh due')).toBeVisible();
  await approveClient(page, 'The new shareholder holds too little to be an owner');
  await expect(panel.getByText('is now: verified')).toBeVisible();
  await expect(page.getByText('Refresh due.')).toHaveCount(0);
  await page.goto('/monitoring/evidence');
  await expect(page.getByRole('link', { name, exact: true })).toHaveCount(0);
});
