import { expect, type Page } from 'playwright/test';

/** Opens a tab of the page that is shown: a client's, or one whose tabs have another label. */
export async function openTab(page: Page, name: string | RegExp, tabs = 'Client'): Promise<void> {
  const tab = page.getByRole('navigation', { name: tabs, exact: true }).getByRole('link', { name });
  await tab.click();
  await expect(tab).toHaveAttribute('aria-current', 'page');
}

/** The status in the details of the record whose page is open. */
export const statusOf = (page: Page) => page.locator('dt:text-is("Status") + dd');

/** Opens the menu of everything that can be done with the record, and follows one of its links. */
export async function chooseInMore(page: Page, name: string | RegExp): Promise<void> {
  const menu = page.locator('details', { has: page.locator('summary', { hasText: /^More/ }) });
  await menu.locator('summary').click();
  await menu.getByRole('link', { name }).click();
}
