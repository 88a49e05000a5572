import type { Locator, Page } from 'playwright/test';
import { demoPassword, expect, anyone as test, unique } from '#tests/support/browser/journey.ts';

/** More stops than any page has before the target. */
const maxStops = 120;

/** The problem of the current focus: none, out of view, covered or without a ring; null if there is none. */
function focusProblem(page: Page): Promise<string | null> {
  return page.evaluate(() => {
    const at = document.activeElement;
    if (at === null || at === document.body) return 'The focus is on nothing.';
    const told = at.outerHTML.slice(0, 160);
    const { width, height, top, bottom, left } = at.getBoundingClientRect();
    if (width === 0 || height === 0) return `The focus is on what is not drawn: ${told}`;
    if (bottom <= 0 || top >= innerHeight || left >= innerWidth) return `The focus is out of sight: ${told}`;
    // Screen reader content is clipped, and another element is drawn in its place.
    const within = (place: number, most: number) => Math.min(Math.max(place, 0), most - 1);
    const drawn = document.elementFromPoint(
      within(left + width / 2, innerWidth),
      within(top + height / 2, innerHeight),
    );
    if (drawn && !at.contains(drawn) && !drawn.contains(at)) return `The focus is covered: ${told}`;
    const { outlineStyle, outlineWidth } = getComputedStyle(at);
    if (outlineStyle === 'none' || Number.parseFloat(outlineWidth) < 2) return `No ring: ${told}`;
    return null;
  });
}

/** Presses Tab, or Shift+Tab, until the target has focus; every stop on the way must be visible. */
async function tabTo(page: Page, target: Locator, key: 'Tab' | 'Shift+Tab' = 'Tab'): Promise<void> {
  await expect(target).toBeVisible();
  for (let stop = 0; stop < maxStops; stop += 1) {
    if (await target.evaluate((element) => element === document.activeElement)) return;
    await page.keyboard.press(key);
    expect(await focusProblem(page)).toBeNull();
  }
  throw new Error(`Tab did not reach ${target}.`);
}

/** The pressed element may be removed, but the next Tab must start in the content. */
async function expectFocusUnchanged(page: Page): Promise<void> {
  await expect
    .poll(() => page.evaluate(() => document.querySelector('main')?.contains(document.activeElement)))
    .toBe(true);
}

async function press(page: Page, target: Locator, key: 'Enter' | 'Space' = 'Enter'): Promise<void> {
  await tabTo(page, target);
  await page.keyboard.press(key);
}

async function type(page: Page, target: Locator, text: string): Promise<void> {
  await tabTo(page, target);
  await page.keyboard.type(text);
}

/** An option of a select, by the start of its label. */
async function choose(page: Page, target: Locator, words: string, value: string): Promise<void> {
  await type(page, target, words);
  await expect(target).toHaveValue(value);
}

test('a client and an activity are created by keyboard alone, from sign-in to sign-out', async ({ page }) => {
  // Each stop is a call to the browser, and there are hundreds.
  test.slow();
  await page.goto('/login');
  await type(page, page.getByLabel('Email address'), 'staff@demo.test');
  await type(page, page.getByLabel('Password', { exact: true }), demoPassword);
  await page.keyboard.press('Enter');
  await page.waitForURL(/\/home/);

  await expectFocusUnchanged(page);
  // Navigation comes before the content.
  const clients = page.getByRole('navigation', { name: /main/i }).getByRole('link', { name: 'Clients' });
  await tabTo(page, clients, 'Shift+Tab');
  await page.keyboard.press('Enter');
  await page.waitForURL(/\/clients$/);
  await expectFocusUnchanged(page);
  await press(page, page.getByRole('link', { name: 'New client' }));
  await page.waitForURL(/\/clients\/create/);
  await press(page, page.getByRole('radio', { name: /^Individual/ }), 'Space');
  await press(page, page.getByRole('button', { name: 'Continue' }));
  const family = unique('Keyton');
  await type(page, page.getByLabel('Given names'), 'Kiri');
  await type(page, page.getByLabel('Family name'), family);
  await press(page, page.getByRole('button', { name: 'Create client' }));
  await expect(page.getByRole('heading', { level: 1, name: `Kiri ${family}` })).toBeVisible();
  await expectFocusUnchanged(page);

  await press(page, page.getByRole('button', { name: 'Start CDD' }), 'Space');
  await expect(page.getByText('CDD status is now: in progress')).toBeVisible();
  await expectFocusUnchanged(page);

  const tab = page.getByRole('navigation', { name: 'Client', exact: true });
  await tabTo(page, tab.getByRole('link', { name: 'Engagements' }), 'Shift+Tab');
  await page.keyboard.press('Enter');
  await expect(page.getByRole('region', { name: /^Engagements/ })).toBeVisible();
  await expectFocusUnchanged(page);
  await press(
    page,
    page.getByRole('region', { name: /^Engagements/ }).getByRole('link', { name: 'New engagement' }),
  );
  await page.waitForURL(/\/activities\/create/);
  const name = unique('Sale by keyboard');
  await type(page, page.getByLabel('Name', { exact: true }), name);
  await choose(page, page.getByLabel('Type', { exact: true }), 'Sale', 'propertySale');
  const finder = page.getByRole('combobox', { name: 'Find client' });
  await type(page, finder, 'family trust');
  await expect(page.getByRole('listbox').getByRole('option')).not.toHaveCount(0);
  await page.keyboard.press('ArrowDown');
  await page.keyboard.press('Enter');
  await expect(page.getByLabel(/^Capacity of /)).toHaveCount(2);
  expect(await focusProblem(page)).toBeNull();
  await press(page, page.getByRole('button', { name: 'Create engagement' }));
  await expect(page.getByRole('heading', { level: 1, name })).toBeVisible();
  await expectFocusUnchanged(page);

  await tabTo(page, page.locator('header summary').filter({ visible: true }), 'Shift+Tab');
  await page.keyboard.press('Enter');
  await press(page, page.getByRole('button', { name: 'Sign out' }).filter({ visible: true }));
  await page.waitForURL(/\/login/);
});

test('every focus stop of a client list is visible on a phone', async ({ page }) => {
  test.slow();
  await page.setViewportSize({ width: 390, height: 800 });
  await page.goto('/login');
  await type(page, page.getByLabel('Email address'), 'staff@demo.test');
  await type(page, page.getByLabel('Password', { exact: true }), demoPassword);
  await page.keyboard.press('Enter');
  await page.waitForURL(/\/home/);
  await page.goto('/clients?q=Nerquand');
  await tabTo(page, page.getByRole('table').getByRole('link', { name: 'Basilio Nerquand' }));
});

test('input before the page is interactive does not break hydration', async ({ page }) => {
  await page.addInitScript(() => {
    const channel = new MessageChannel();
    let left = 5_000;
    channel.port1.onmessage = () => {
      document.body?.dispatchEvent(new KeyboardEvent('keydown', { bubbles: true, key: 'Shift' }));
      left -= 1;
      if (left > 0) channel.port2.postMessage(null);
    };
    channel.port2.postMessage(null);
  });
  for (const path of ['/login', '/signup', '/admin/login']) {
    await page.goto(path);
    // React has taken the document over, and any mismatch was reported before that.
    await page.waitForFunction(() =>
      Object.keys(document).some((key) => key.startsWith('__reactContainer$')),
    );
    await page.waitForFunction(() =>
      Object.keys(document.querySelector('main input') ?? {}).some((key) => key.startsWith('__reactFiber$')),
    );
  }
});
