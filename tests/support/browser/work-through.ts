import type { Page } from 'playwright/test';
import { expect } from './journey.ts';

/** Presses "Continue" until the page says that the work is done; with script the page does so automatically. */
export async function workThrough(page: Page, until: RegExp): Promise<void> {
  const end = page.getByRole('status').filter({ hasText: until });
  await expect(async () => {
    if (await end.isVisible()) return;
    const continueExpansion = page.getByRole('button', { name: 'Continue' });
    if (await continueExpansion.isVisible())
      await continueExpansion.click({ timeout: 1000 }).catch(() => undefined);
    await expect(end).toBeVisible({ timeout: 2000 });
  }).toPass();
}
