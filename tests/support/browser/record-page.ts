import { expect, type Page } from 'playwright/test';

/** Opens a tab of the client's page that is shown. */
export async function openTab(page: Page, name: string | RegExp): Promise<void> {
  const tab = page.getByRole('navigation', { name: 'Client', exact: true }).getByRole('link', { name });
  await tab.click();
  await expect(tab).toHaveAttribute('aria-current', 'page');
}

/** Opens the menu of everything that can be done with the record, and follows one of its links. */
export async function chooseInMore(page: Page, name: string | RegExp): Promise<void> {
  const menu = page.locator('details', { has: page.locator('summary', { hasText: /^More/ }) }).first();
  await menu.locator('summary').click();
  await menu.getByRole('link', { name }).click();
}
