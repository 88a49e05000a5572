import { chromium } from 'playwright';
import { mkdirSync } from 'node:fs';
const port = process.env.E2E_PORT; mkdirSync('/tmp/shots', { recursive: true });
const browser = await chromium.launch({ executablePath: '/usr/bin/chromium-headless-shell', args: ['--no-sandbox'] });
for (const [width, js] of [[1280, true], [390, true], [1280, false]]) {
  const ctx = await browser.newContext({ viewport: { width, height: 900 }, javaScriptEnabled: js });
  const page = await ctx.newPage();
  await page.goto(`http://localhost:${port}/login`);
  await page.getByLabel('Email address').fill('auditor@demo.test');
  await page.getByLabel('Password', { exact: true }).fill('assay-demo-2026');
  await page.getByRole('button', { name: 'Sign in', exact: true }).click();
  await page.waitForURL(/home/);
  await page.goto(`http://localhost:${port}/clients`);
  await page.locator('a[href^="/clients/0"]').first().click();
  await page.waitForLoadState();
  await page.locator('#history').screenshot({ path: `/tmp/shots/history-${width}-${js}.png` }).catch(() => {});
  await page.goto(`http://localhost:${port}/settings?view=access`);
  await page.screenshot({ path: `/tmp/shots/access-${width}-${js}.png` });
  await page.goto(`http://localhost:${port}/settings?view=audit`);
  await page.screenshot({ path: `/tmp/shots/audit-${width}-${js}.png` });
  await ctx.close();
}
await browser.close();
