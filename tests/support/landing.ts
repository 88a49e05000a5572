import { expect, type Page } from 'playwright/test';

/** What a journey may look at after it has sent a form. */
export interface Landed {
  /**
   * The message is whole in view and where the address leads: in the section that it names, else at the page's top, where the page then is.
   * With script it has the focus.
   */
  told(at: string, words: RegExp | string): Promise<void>;
  /** What was wrong is in view, in a summary that has the focus, with script and without. */
  refused(words: RegExp | string): Promise<void>;
}

/** What can be said of where a journey has landed. */
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
