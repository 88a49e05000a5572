import type { Page } from 'playwright/test';
import {
  expect,
  expectAccessible,
  fillSignIn,
  signIn,
  anyone as test,
  unique,
} from '#tests/support/browser/journey.ts';

/**
 * Types a family name until the page's script has noticed: before it runs, no one holds what is typed. Each tab in which something was typed
 * has a shared lock from then on.
 */
async function type(tab: Page, name: string, { tabs, isScripted }: { tabs: number; isScripted: boolean }) {
  await expect(async () => {
    await tab.getByLabel('Family name').fill(name);
    if (!isScripted) return;
    const { held = [] } = await tab.evaluate(() => navigator.locks.query());
    expect(held.filter((lock) => lock.name === 'assay-typed')).toHaveLength(tabs);
  }).toPass();
}

test('what was typed survives a session that expires, and is saved after signing in', async ({
  page,
  context,
  javaScriptEnabled,
}) => {
  await signIn(page, 'staff@demo.test');
  await expect(page).toHaveURL(/\/home$/);
  await page.goto('/clients/create?type=individual');
  const name = unique('Expired');
  await page.getByLabel('Given names').fill('Aroha');
  await page.getByLabel('Family name').fill(name);
  await context.clearCookies({ name: /^(__Host-)?assay_(session|refresh)$/ });
  await page.getByRole('button', { name: 'Create client' }).click();
  await expect(page.getByText('What you had entered is held for 24 hours.')).toBeVisible();

  await fillSignIn(page, 'staff@demo.test');
  await expect(page).toHaveURL(/\/clients\/create\?type=individual$/);
  await expect(page.getByText('before the form on this page was saved')).toBeVisible();
  await page.getByRole('link', { name: 'Review entries' }).click();
  await expect(page.getByRole('heading', { level: 1, name: 'Unsaved entries' })).toBeVisible();
  await expect(page.getByText(name)).toBeVisible();
  if (javaScriptEnabled !== false) await expectAccessible(page, '/unsaved');
  await page.getByRole('button', { name: 'Save entries' }).click();
  await expect(page.getByRole('heading', { level: 1, name: new RegExp(name) })).toBeVisible();
  await page.goto('/home');
  await expect(page.getByText('You were signed out before')).toHaveCount(0);
});

test('an idle page warns, and at its end holds what was typed and signs out', async ({
  page,
  javaScriptEnabled,
}) => {
  await page.clock.install();
  await signIn(page, 'staff@demo.test');
  await expect(page).toHaveURL(/\/home$/);
  await page.goto('/clients/create?type=individual');
  const name = unique('Idle');
  await type(page, name, { tabs: 1, isScripted: javaScriptEnabled !== false });
  // Typing extends the session.
  await page.clock.fastForward('16:00');
  const warning = page.getByRole('alert').filter({ hasText: 'You will be signed out at' });
  await page.clock.fastForward('58:30');
  // Without script the server alone ends the session.
  if (javaScriptEnabled === false) return await expect(warning).toHaveCount(0);
  await expect(warning).toBeVisible();
  await expectAccessible(page, '/clients/create', 'a warning before signing out');
  await warning.getByRole('button', { name: 'Stay signed in' }).click();
  await expect(warning).toHaveCount(0);

  await page.clock.fastForward('58:30');
  await expect(warning).toBeVisible();
  await page.clock.fastForward('02:00');
  await expect(page.getByText('What you had entered is held for 24 hours.')).toBeVisible();
  await fillSignIn(page, 'staff@demo.test');
  await expect(page).toHaveURL(/\/clients\/create\?type=individual$/);
  await page.getByRole('link', { name: 'Review entries' }).click();
  await expect(page.getByText(name)).toBeVisible();
  await page.getByRole('button', { name: 'Discard' }).click();
  await expect(page.getByText('Unsaved entries discarded.')).toBeVisible();
});

test('every tab holds what was typed before one of them signs out', async ({
  page,
  context,
  javaScriptEnabled,
}) => {
  await page.clock.install();
  await signIn(page, 'staff@demo.test');
  await expect(page).toHaveURL(/\/home$/);
  const names = [unique('Left'), unique('Right')];
  const tabs: Page[] = [];
  for (const name of names) {
    const tab = await context.newPage();
    await tab.clock.install();
    await tab.goto('/clients/create?type=individual');
    tabs.push(tab);
    await type(tab, name, { tabs: tabs.length, isScripted: javaScriptEnabled !== false });
  }
  if (javaScriptEnabled === false) {
    // Without script each form is held when it is posted.
    await context.clearCookies({ name: /^(__Host-)?assay_(session|refresh)$/ });
    for (const tab of tabs) {
      await tab.getByRole('button', { name: 'Create client' }).click();
      await expect(tab.getByText('What you had entered is held for 24 hours.')).toBeVisible();
    }
    await page.goto('/login');
  } else {
    for (const tab of tabs) await tab.clock.fastForward('16:00');
    // The tab without entries is at its end first, and waits for the others.
    await page.clock.fastForward('01:20:00');
    for (const tab of tabs) await tab.clock.fastForward('01:10:00');
    for (const tab of [...tabs, page]) {
      await expect(tab.getByText('What you had entered is held for 24 hours.')).toBeVisible();
    }
  }
  await fillSignIn(page, 'staff@demo.test');
  await expect(page.getByText('before 2 forms, 2 of them on this page, were saved')).toBeVisible();
  await page.getByRole('link', { name: 'Review entries' }).click();
  await expect(page.getByRole('heading', { level: 1, name: 'Unsaved entries' })).toBeVisible();
  for (const name of names) {
    await expect(page.getByText(name)).toBeVisible();
  }
  for (const name of names) {
    const form = page.getByRole('region', { name: /^What you entered/ }).filter({ hasText: name });
    await form.getByRole('button', { name: 'Discard' }).click();
    await expect(page.getByText('Unsaved entries discarded.')).toBeVisible();
    await page.goto('/unsaved');
  }
  await expect(page).toHaveURL(/\/home$/);
});
