import { expect, type Page } from 'playwright/test';

/** Checks of a journey after it has sent a form. */
export interface Landed {
  /**
   * The message is completely in view in the section of the fragment, otherwise at the page's top, where the page is scrolled. With script it
   * has the focus.
   */
  told(at: string, words: RegExp | string): Promise<void>;
  /** The error is in view, in a summary that has the focus, with script and without. */
  refused(words: RegExp | string): Promise<void>;
}

/** The position of a journey after a form. */
export function landedOn(page: Page, isScripted: boolean): Landed {
  return {
    async told(at, words) {
      const message = page
        .locator(`main${at === '' ? '' : ` ${at}`}`)
        .locator('[role="status"], [role="alert"]')
        .filter({ hasText: words });
      await expect(message).toBeInViewport({ ratio: 1 });
      expect(new URL(page.url()).hash).toBe(at);
      if (at === '') expect(await page.evaluate(() => scrollY)).toBe(0);
      if (isScripted) await expect(message).toBeFocused();
    },
    async refused(words) {
      const summary = page.locator('main [role="alert"]:has(h2)').filter({ hasText: words });
      await expect(summary).toBeInViewport();
      await expect(summary).toBeFocused();
      expect((await summary.boundingBox())?.y).toBeGreaterThanOrEqual(0);
    },
  };
}
