import type { Page } from 'playwright/test';
import { expect, test, unique } from '#tests/support/browser/journey.ts';
import { openTab } from '#tests/support/browser/record-page.ts';

/** A new company's verification, started from its page. */
async function startVerification(page: Page, name: string): Promise<void> {
  await page.goto('/clients/create?type=company');
  await page.getByLabel('Legal name').fill(name);
  await page.getByRole('button', { name: 'Create client' }).click();
  await expect(page.getByRole('heading', { level: 1, name })).toBeVisible();
  await openTab(page, 'Identity');
  await page.getByRole('button', { name: 'Verify the business' }).click();
  await expect(page.getByRole('heading', { level: 1, name: `Verification of ${name}` })).toBeVisible();
}

const openTabOf = (page: Page, name: string | RegExp) => openTab(page, name, 'Business verification');

/** Finds a company in the register by its name, and orders its extract. */
async function orderExtract(page: Page, company: string): Promise<void> {
  await page.getByLabel('Name or number').fill(company);
  await page.locator('#register').getByRole('button', { name: 'Search', exact: true }).click();
  await page.getByRole('button', { name: new RegExp(`^Order extract.* of ${company}$`) }).click();
  await expect(page.getByRole('heading', { name: 'Register extract' })).toBeVisible();
}

test('a business is verified: found, discrepancies resolved, ownership expanded, owners recorded, decided', async ({
  page,
}) => {
  test.slow();
  await startVerification(page, unique('Rimu Developments Sample'));
  await orderExtract(page, 'RIMU RIDGE DEVELOPMENTS LIMITED');
  await expect(page.getByRole('link', { name: 'Original extract' })).toBeVisible();

  const differences = page.getByRole('region', { name: 'Discrepancies' });
  await differences.getByLabel('Use client record').check();
  await differences.getByRole('button', { name: 'Resolve Legal name' }).click();
  await expect(differences.getByRole('alert')).toContainText('Enter a reason');
  await expect(differences.getByLabel('Use client record')).toBeChecked();
  await differences.getByLabel('Use register value').check();
  await differences.getByRole('button', { name: 'Resolve Legal name' }).click();
  await expect(page.getByText('Discrepancy resolved.')).toBeVisible();
  await expect(
    differences.getByRole('row', { name: /^Legal name .*RIMU RIDGE.* Resolved Updated from register/ }),
  ).toBeVisible();

  await page.getByRole('link', { name: 'Expand ownership' }).click();
  const ownership = page.getByRole('region', { name: 'Ownership', exact: true });
  await expect(ownership.getByText('100% unresolved')).toBeVisible();
  await expect(ownership.getByText('NZD')).toHaveCount(0);
  await ownership.getByLabel('Layers to expand').selectOption('2');
  await ownership.getByRole('button', { name: 'Estimate cost' }).click();
  await expect(ownership.getByText('NZD 5.00 for 2 extracts')).toBeVisible();
  await ownership.getByRole('button', { name: /^Order extracts \(up to NZD 5.00/ }).click();
  await expect(ownership.getByText('Traced to individuals')).toBeVisible();
  await expect(ownership.getByRole('img', { name: /^Who owns/ })).toBeVisible();
  const owners = page.getByRole('region', { name: 'Beneficial owners' });
  await expect(owners.getByText('50 % × 40 % = 20 %')).toBeVisible();

  await page.getByRole('link', { name: 'Add related parties' }).click();
  await page.getByRole('button', { name: 'Add selected' }).click();
  await expect(page.getByText('Related parties added.')).toBeVisible();
  await page.getByRole('link', { name: 'Mark as verified' }).click();
  // Beside who was verified.
  await expect(page.getByRole('region', { name: 'People to verify' })).toBeVisible();
  await page.getByRole('button', { name: 'Mark as verified' }).click();
  await expect(page.getByRole('alert')).toContainText('Enter a reason');
  await page.getByLabel('Basis for decision').fill('Extracts of all three companies');
  await page.getByRole('button', { name: 'Mark as verified' }).click();
  await expect(page.getByText('Decision recorded.')).toBeVisible();
  await expect(page.getByRole('region', { name: 'Decision' })).toContainText(
    'Extracts of all three companies',
  );
});

test('an entity missing from registers is recorded manually, with input preserved, and removed', async ({
  page,
}) => {
  test.slow();
  await startVerification(page, unique('By Hand Sample'));
  await openTabOf(page, 'Ownership');
  const ownership = page.getByRole('region', { name: 'Ownership', exact: true });
  await ownership.getByRole('link', { name: 'Add a person or entity' }).click();
  await ownership.getByLabel('Name', { exact: true }).fill('Ngaio Sampleton');
  await ownership.getByLabel('Entity type').selectOption('person');
  await ownership.getByRole('button', { name: 'Add', exact: true }).click();
  await expect(ownership.getByRole('alert')).toContainText('Enter a source');
  await expect(ownership.getByLabel('Name', { exact: true })).toHaveValue('Ngaio Sampleton');
  await ownership.getByLabel('Source').fill('Share register of 3 May');
  await ownership.getByRole('button', { name: 'Add', exact: true }).click();
  await expect(page.getByText('Ownership saved.')).toBeVisible();

  await ownership.getByRole('link', { name: 'Add a holding' }).click();
  await ownership.getByRole('group', { name: 'Held by' }).getByLabel('Ngaio Sampleton').check();
  await ownership.getByLabel('Ownership %').fill('60');
  await ownership.getByLabel('Source').fill('Share register of 3 May');
  await ownership.getByRole('button', { name: 'Add the holding' }).click();
  // What is entered is shown, and proves nothing.
  await expect(ownership.getByText('100% unresolved')).toBeVisible();
  await expect(ownership.getByText(/entered manually, not evidenced/)).toBeVisible();
  const decision = page.getByRole('region', { name: 'Decision' });
  await expect(decision).toContainText('What is entered manually is no evidence.');
  await expect(decision).toContainText('NZ s16');
  await expect(decision.getByRole('link', { name: 'Request documents' })).toBeVisible();
  await expect(decision.getByRole('link', { name: 'Mark as verified' })).toHaveCount(0);
  await expect(page.getByRole('region', { name: 'Beneficial owners' })).toContainText('Ngaio Sampleton 60 %');

  await ownership.getByRole('link', { name: /^Remove Ngaio Sampleton/ }).click();
  await ownership.getByLabel('Reason').fill('Sold last year');
  await ownership.getByRole('button', { name: 'Remove', exact: true }).click();
  await expect(page.getByText('Ownership saved.')).toBeVisible();
  await page.getByRole('link', { name: 'Cancel the verification' }).click();
  await page.getByLabel('Reason for cancelling').fill('Begun by mistake');
  await page.getByRole('button', { name: 'Cancel the verification' }).click();
  await expect(page.getByText('Verification cancelled.')).toBeVisible();
});

test('on a phone the ownership is an indented list, on a larger screen a chart', async ({ page }) => {
  await startVerification(page, unique('Kowhai Bay Sample'));
  await orderExtract(page, 'KŌWHAI BAY TRADING LIMITED');
  await openTabOf(page, 'Ownership');
  const chart = page.getByRole('img', { name: /^Who owns/ });
  const outline = page.getByRole('list', { name: /^Who owns/ });
  await expect(chart).toBeVisible();
  await expect(outline).toBeHidden();
  // Fitted: nothing to scroll in its frame.
  const frame = page.getByRole('region', { name: 'Ownership chart' });
  expect(await frame.evaluate((element) => element.scrollWidth - element.clientWidth)).toBeLessThanOrEqual(1);
  await page.setViewportSize({ width: 390, height: 844 });
  for (const owner of ['Ruataniwha', 'Elderslie']) {
    const line = outline.getByRole('listitem').filter({ hasText: owner });
    await expect(line.getByText('Beneficial owner')).toBeVisible();
  }
  await expect(chart).toBeHidden();
});
