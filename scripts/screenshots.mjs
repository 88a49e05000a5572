/**
 * `npm run screenshots`: renews the contact sheets in docs/screens: 40 pages of the demo company at 1280 and 390 px, in the light and the
 * dark scheme. Needs `npm run build`, and Chromium (`CHROMIUM_PATH`, or Playwright's own).
 */
import { spawn } from 'node:child_process';
import { mkdirSync, mkdtempSync, rmSync } from 'node:fs';
import { createServer } from 'node:net';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { setTimeout as wait } from 'node:timers/promises';
import { fileURLToPath } from 'node:url';
import { chromium } from 'playwright';

const root = fileURLToPath(new URL('..', import.meta.url));
const folder = join(root, 'docs/screens');
const password = 'assay-demo-2026';
const sizes = [
  { width: 1280, height: 900, columns: 5 },
  { width: 390, height: 844, columns: 10 },
];
const schemes = ['light', 'dark'];

const publicPages = [
  '/login',
  '/login?view=forgotten',
  '/signup',
  '/welcome',
  '/admin/login',
  '/nowhere',
  '/sandbox/components',
];
const memberPages = [
  '/home',
  '/search?q=kauri',
  '/clients',
  '/clients?type=trust',
  '/clients?q=zzzzqqqq',
  '/clients/create',
  '/clients/create?type=individual',
  '/clients/create?type=company',
  '/clients/import',
  '/activities',
  '/activities/create',
  '/monitoring',
  '/templates',
  '/settings',
  '/settings',
  '/settings/policies',
  '/settings/team',
  '/settings/billing',
  '/settings/sessions',
  '/settings/audit',
];
/** Tabs of the first client and of the first activity of their lists. */
const clientTabs = ['', '/identity', '/people', '/risk', '/documents', '/monitoring', '/history', '/edit'];
const activityTabs = ['', '/edit'];
const adminPages = ['/admin/home', '/admin/companies', '/admin/users'];

const freePort = () =>
  new Promise((resolve) => {
    const server = createServer().listen(0, '127.0.0.1', () => {
      const { port } = server.address();
      server.close(() => resolve(port));
    });
  });

async function startApp(port, dataDir) {
  const app = spawn(process.execPath, [join(root, 'scripts/start.mjs')], {
    cwd: root,
    env: { ...process.env, PORT: String(port), DATA_DIR: dataDir },
    stdio: 'ignore',
  });
  for (;;) {
    if (app.exitCode !== null) throw new Error(`The app stopped with exit code ${app.exitCode}`);
    const response = await fetch(`http://127.0.0.1:${port}/sandbox/demo`).catch(() => undefined);
    if (response?.status === 200) return app;
    await wait(1000);
  }
}

async function signIn(page, path, loginId) {
  await page.goto(path);
  await page.getByLabel('Email address').fill(loginId);
  await page.getByLabel('Password', { exact: true }).fill(password);
  await page.getByRole('button', { name: 'Sign in', exact: true }).click();
  if (path === '/admin/login') {
    const code = await page
      .getByRole('status')
      .filter({ hasText: /^\d{6}$/ })
      .textContent();
    await page.getByLabel('Code of your authenticator app').fill(code ?? '');
    await page.getByRole('button', { name: 'Verify' }).click();
  }
  await page.getByRole('navigation', { name: /^(Main|Platform administration)$/ }).waitFor();
}

async function firstRecord(page, list) {
  await page.goto(list);
  const href = await page.locator(`table a[href^="${list}/"]`).first().getAttribute('href');
  return new URL(href, page.url()).pathname;
}

/** Pictures of the pages in one browser, each with its path. */
async function picture(page, paths) {
  const pictures = [];
  for (const path of paths) {
    await page.goto(path);
    // A message may have taken the focus.
    await page.evaluate(() => scrollTo(0, 0));
    const image = await page.screenshot({ type: 'jpeg', quality: 80, scale: 'css' });
    const label = path.replace(/[0-9a-f]{8}-[0-9a-f-]{27}/g, ':id');
    pictures.push({ label, source: `data:image/jpeg;base64,${image.toString('base64')}` });
  }
  return pictures;
}

async function saveSheet(browser, pictures, { columns }, file) {
  const page = await browser.newPage({ viewport: { width: 2000, height: 1000 } });
  const figures = pictures.map(
    ({ label, source }) => `<figure><img src="${source}"><figcaption>${label}</figcaption></figure>`,
  );
  await page.setContent(`<style>
    body { margin: 16px; font: 14px sans-serif; background: #888; display: grid; gap: 16px; grid-template-columns: repeat(${columns}, 1fr) }
    figure { margin: 0 } img { width: 100%; display: block } figcaption { padding: 4px; background: #fff; overflow: hidden; white-space: nowrap }
  </style>${figures.join('')}`);
  await page.screenshot({ path: file, type: 'jpeg', quality: 55, fullPage: true });
  await page.close();
}

const port = await freePort();
const dataDir = mkdtempSync(join(tmpdir(), 'assay-screens-'));
const app = await startApp(port, dataDir);
const browser = await chromium.launch({ executablePath: process.env.CHROMIUM_PATH });
try {
  mkdirSync(folder, { recursive: true });
  const baseURL = `http://127.0.0.1:${port}`;
  const members = await browser.newContext({ baseURL });
  const member = await members.newPage();
  await signIn(member, '/login', 'owner@demo.test');
  await signIn(member, '/admin/login', 'admin@demo.test');
  const client = await firstRecord(member, '/clients');
  const activity = await firstRecord(member, '/activities');
  const signedIn = [
    ...memberPages,
    ...clientTabs.map((tab) => `${client}${tab}`),
    ...activityTabs.map((tab) => `${activity}${tab}`),
    ...adminPages,
  ];
  const storageState = await members.storageState();
  for (const colorScheme of schemes) {
    for (const size of sizes) {
      const options = { baseURL, colorScheme, viewport: { width: size.width, height: size.height } };
      const guest = await browser.newContext(options);
      const person = await browser.newContext({ ...options, storageState });
      const pictures = [
        ...(await picture(await guest.newPage(), publicPages)),
        ...(await picture(await person.newPage(), signedIn)),
      ];
      const file = join(folder, `${size.width}-${colorScheme}.jpg`);
      await saveSheet(browser, pictures, size, file);
      console.log(
        `${pictures.length} pages at ${size.width} px, ${colorScheme}: docs/screens/${size.width}-${colorScheme}.jpg`,
      );
      await Promise.all([guest.close(), person.close()]);
    }
  }
} finally {
  await browser.close();
  app.kill();
  rmSync(dataDir, { recursive: true, force: true });
}
