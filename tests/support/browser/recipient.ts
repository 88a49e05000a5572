import type { Page } from 'playwright/test';

type Files = Parameters<ReturnType<Page['locator']>['setInputFiles']>[0];

/** A photo of a passport, as small as can be. */
export const picture = {
  name: 'passport.png',
  mimeType: 'image/png',
  buffer: Buffer.from(
    'iVBORw0KGgoAAAANSUhEUgAAAAEAAAABCAYAAAAfFcSJAAAADUlEQVR42mNk+M9QDwADhgGAWjR9awAAAABJRU5ErkJggg==',
    'base64',
  ),
};

/** Selects files on an item's page: the page's script uploads them at once, without it a button does. */
export async function selectFiles(page: Page, files: Files): Promise<void> {
  await page.getByLabel('Select files').setInputFiles(files);
  const upload = page.getByRole('button', { name: 'Save and add another file' });
  const isScripted = await page.locator('[data-upload]').isHidden();
  if (!isScripted) await upload.click();
}

/** Saves an item's page and goes on to the next one. */
export const continueFrom = (page: Page) => page.getByRole('button', { name: 'Save and continue' }).click();
