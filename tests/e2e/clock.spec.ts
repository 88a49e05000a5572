import { expect, anyone as test } from '#tests/support/browser/journey.ts';
import { testDay } from '#tests/support/clock/test-day.ts';

test('pages, their server and the journey have one clock', async ({ page, javaScriptEnabled }) => {
  const response = await page.goto('/login');
  const clocks = [(await response?.headerValue('date')) ?? ''];
  // The page's own, which a page without script has no use for.
  if (javaScriptEnabled !== false) clocks.push(await page.evaluate(() => new Date().toUTCString()));
  for (const clock of clocks) {
    expect(Math.abs(Date.parse(clock) - Date.now())).toBeLessThan(60_000);
    expect(testDay(undefined, new Date(clock))).toBe(testDay());
  }
});
