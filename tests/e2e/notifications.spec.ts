import { expect, test } from '#tests/support/browser/journey.ts';

test('a member chooses what is emailed, subscribes to a calendar, and ends it', async ({ page, request }) => {
  await page.goto('/home');
  await page
    .getByRole('banner')
    .getByRole('link', { name: /^Notifications/ })
    .click();
  await expect(page.getByRole('heading', { level: 1, name: 'Notifications' })).toBeVisible();
  await page.getByRole('link', { name: 'Choose what is emailed to you' }).click();
  const choice = page.getByLabel('An alert is escalated to you');
  await choice.selectOption({ label: 'In a daily summary at 8 am' });
  await page.getByRole('button', { name: 'Save notifications' }).click();
  await expect(page.getByText('Notifications saved.')).toBeVisible();
  await expect(page.getByLabel('An alert is escalated to you')).toHaveValue('digest');

  await page.getByRole('button', { name: /^Create a(n| new) address$/ }).click();
  const address = page.getByLabel('Address of your calendar');
  await expect(address).toHaveValue(/\/calendar\/[\w-]{32}\.ics$/);
  const path = new URL(await address.inputValue()).pathname;
  const calendar = await request.get(path);
  expect(calendar.headers()['content-type']).toBe('text/calendar; charset=utf-8');
  expect(await calendar.text()).toMatch(/^BEGIN:VCALENDAR\r\n/);
  await page.goto('/settings/notifications');
  await expect(page.getByLabel('Address of your calendar')).toHaveCount(0);
  await page.getByRole('button', { name: 'End the address' }).click();
  await expect(page.getByText('You have no address.')).toBeVisible();
  expect((await request.get(path)).status()).toBe(404);
});
