import { createHash } from 'node:crypto';
import { readFileSync } from 'node:fs';
import { createRequire } from 'node:module';
import type Axe from 'axe-core';
import { type BrowserContext, test as base, expect, type Page, type TestInfo } from 'playwright/test';
import { browserClock, clockShiftMs } from '#tests/support/clock/moved-clock.mjs';
import { enlargedTextProblems, layoutShiftProblems, readersWidths, sidewaysScroll } from './page-layout.ts';

export const demoPassword = 'assay-demo-2026';

type StorageState = Awaited<ReturnType<BrowserContext['storageState']>>;

/** Fills in the sign-in form and submits it; the journey checks the result. */
export async function signIn(
  page: Page,
  loginId: string,
  realm: '/login' | '/admin/login' = '/login',
): Promise<void> {
  await page.goto(realm);
  await fillSignIn(page, loginId);
  if (realm === '/admin/login' && loginId === 'admin@demo.test') await enterShownCode(page);
}

/** Enters the code that the sandbox shows for the demo admin's authenticator app. */
async function enterShownCode(page: Page): Promise<void> {
  const field = page.getByLabel('Code of your authenticator app');
  const shown = page.getByRole('status').filter({ hasText: /^\d{6}$/ });
  // A refused page shows the code of its own time.
  await expect(async () => {
    await field.fill((await shown.textContent()) ?? '');
    await page.getByRole('button', { name: 'Verify' }).click();
    await expect(field).toHaveCount(0);
  }).toPass();
}

/** The same where the form is open already: on a server started by the journey itself. */
export async function fillSignIn(page: Page, loginId: string): Promise<void> {
  await page.getByLabel('Email address').fill(loginId);
  await page.getByLabel('Password', { exact: true }).fill(demoPassword);
  await page.getByRole('button', { name: 'Sign in', exact: true }).click();
}

/**
 * Journeys of a signed-out user. Each comes from an address of its own, which the server trusts from the proxy in front of it: attempts and
 * emails are counted per address, and journeys do not share an office.
 */
export const anyone = base.extend<{ brokenScript: string[] }>({
  browser: [
    async ({ browser }, use) => {
      const newContext = browser.newContext.bind(browser);
      browser.newContext = async (options) => {
        const context = await newContext(options);
        await context.addInitScript(browserClock(clockShiftMs()));
        return context;
      };
      await use(browser);
      browser.newContext = newContext;
    },
    { scope: 'worker' },
  ],
  extraHTTPHeaders: async ({ browserName: _ }, use) => use({ 'X-Forwarded-For': addressOfItsOwn() }),
  // A page that React re-renders from scratch passes a journey, but discards a user's input.
  brokenScript: [
    async ({ context }, use) => {
      const broken: string[] = [];
      context.on('weberror', (error) => broken.push(error.error().message));
      context.on('console', (message) => {
        if (message.type() === 'error' && message.text().includes('React error')) broken.push(message.text());
      });
      await use(broken);
      expect(broken).toEqual([]);
    },
    { auto: true },
  ],
});

/** An unassigned IPv6 address (RFC 3849) unique to the journey. */
function addressOfItsOwn(): string {
  const groups = crypto.randomUUID().replaceAll('-', '').slice(0, 24).match(/.{4}/g) ?? [];
  return `2001:db8:${groups.join(':')}`;
}

/** Cookies of a session, and when it signed in. */
type Session = { state: StorageState; signedInAt: number };

/** Well within the 15 minutes for which a sign-in proves who is there (`rules/second-factor.ts`), with time for the journey itself. */
const maxSessionMs = 8 * 60_000;

/**
 * Journeys of a signed-in user. A worker signs in every few minutes and passes its updated cookies from one journey to the next: a sign-in
 * form for each of them would exceed the rate limits.
 */
export const test = anyone.extend<
  { asLoginId: string; colleague: (loginId: string) => Promise<Page> },
  { sessions: Map<string, Session> }
>({
  asLoginId: ['staff@demo.test', { option: true }],
  /** Signs another member in, in a browser of their own. */
  colleague: async ({ browser, baseURL, javaScriptEnabled, extraHTTPHeaders }, use) => {
    const contexts: BrowserContext[] = [];
    await use(async (loginId) => {
      const context = await browser.newContext({
        baseURL: baseURL ?? '',
        storageState: { cookies: [], origins: [] },
        javaScriptEnabled: javaScriptEnabled ?? true,
        extraHTTPHeaders: extraHTTPHeaders ?? {},
      });
      contexts.push(context);
      const page = await context.newPage();
      await signIn(page, loginId);
      await expect(page.getByRole('navigation', { name: 'Main' })).toBeVisible();
      return page;
    });
    for (const context of contexts) await context.close();
  },
  sessions: [async ({ browserName: _ }, use) => use(new Map()), { scope: 'worker' }],
  storageState: async (
    { sessions, asLoginId, browser, baseURL, javaScriptEnabled, extraHTTPHeaders },
    use,
  ) => {
    const saved = sessions.get(asLoginId);
    if (saved && Date.now() - saved.signedInAt < maxSessionMs) return use(saved.state);
    const context = await browser.newContext({
      baseURL: baseURL ?? '',
      javaScriptEnabled: javaScriptEnabled ?? true,
      extraHTTPHeaders: extraHTTPHeaders ?? {},
    });
    const page = await context.newPage();
    await signIn(page, asLoginId, asLoginId.startsWith('admin@') ? '/admin/login' : '/login');
    await expect(page.getByRole('navigation', { name: /^(Main|Platform administration)$/ })).toBeVisible();
    const state = await context.storageState();
    await context.close();
    sessions.set(asLoginId, { state, signedInAt: Date.now() });
    return use(state);
  },
  context: async ({ context, sessions, asLoginId }, use) => {
    await use(context);
    const state = await context.storageState();
    const saved = sessions.get(asLoginId);
    if (saved && state.cookies.length > 0) sessions.set(asLoginId, { ...saved, state });
  },
});

/** axe as the browser loads it: every checked page must parse all of it. */
const axeSource = readFileSync(createRequire(import.meta.url).resolve('axe-core/axe.min.js'), 'utf8');

const everyRule = ['wcag2a', 'wcag2aa', 'wcag21a', 'wcag21aa', 'wcag22aa', 'best-practice'];

/** All axe violations of the current page, or those of the given rules. Needs JavaScript in the page. */
export async function axeViolations(page: Page, runOnly: readonly string[] = everyRule): Promise<string[]> {
  if (!(await page.evaluate(() => 'axe' in window))) await page.evaluate(axeSource);
  const found = await page.evaluate(async (only) => {
    const { axe } = window as unknown as { axe: typeof Axe };
    const { violations } = await axe.run(document, {
      runOnly: [...only],
      // Passing nodes are not described one by one.
      resultTypes: ['violations'],
    });
    return violations.map(
      ({ id, nodes }) => `${id}: ${nodes.map(({ html }) => html.slice(0, 200)).join(' | ')}`,
    );
  }, runOnly);
  return found;
}

/** Pixels: a desktop screen, and the narrowest width of the guidelines. */
const usualWidths = [1280, 320];

/**
 * Axe violations of the current page at each of the widths, its contrasts in the dark colour scheme too, horizontal scroll, what moved while it
 * was loaded, and what cannot be read in enlarged text; empty for a page without problems. The page stays at the last width, so that a journey
 * continues as on a phone.
 */
export async function pageProblems(page: Page, widths: readonly number[] = usualWidths): Promise<string[]> {
  const problems = [...(await layoutShiftProblems(page)), ...(await enlargedTextProblems(page))];
  for (const width of widths) {
    await page.setViewportSize({ width, height: 900 });
    // What sticks to the window's top may cover a part of a control below it; axe takes that for a small target.
    await page.evaluate(() => scrollTo(0, 0));
    const found = await axeViolations(page);
    const sideways = await sidewaysScroll(page);
    if (sideways > 0) found.push(`scrolls sideways by ${sideways} px`);
    await page.emulateMedia({ colorScheme: 'dark' });
    const dark = await axeViolations(page, ['color-contrast']);
    await page.emulateMedia({ colorScheme: null });
    problems.push(
      ...found.map((problem) => `${page.url()} at ${width} px: ${problem}`),
      ...dark.map((problem) => `${page.url()} at ${width} px in the dark: ${problem}`),
    );
  }
  return problems;
}

/** Whether a path is of a route, in the form of `app/routes.ts`: `/clients/:id`; `*` fits any. */
const isOfRoute = (path: string, route: string) =>
  route === '*' || new RegExp(`^${route.replaceAll(/:\w+/g, '[^/]+').replace(/\*$/, '.+')}$`).test(path);

/**
 * Expects the page that is open to be of the route, and to have no problems (`pageProblems`). Each page is checked once, by one journey;
 * `tests/unit/app/axe-coverage.test.ts` fails for a route that none names.
 */
export async function expectAccessible(page: Page, route: string, what = ''): Promise<void> {
  const { pathname } = new URL(page.url());
  expect(isOfRoute(pathname, route), `${pathname} is a page of ${route}`).toBe(true);
  expect(await pageProblems(page), what).toEqual([]);
}

/** Opens each of the paths, pages of one route, at each width of a reader, and expects it to have no problems. */
export async function expectAccessiblePages(
  page: Page,
  route: string,
  paths: readonly string[],
): Promise<void> {
  const [desktop = 0, phone = 0] = readersWidths;
  for (const path of paths) {
    await page.setViewportSize({ width: phone, height: 900 });
    await page.goto(path);
    expect(await layoutShiftProblems(page), path).toEqual([]);
    await page.setViewportSize({ width: desktop, height: 900 });
    await page.goto(path);
    await expectAccessible(page, route, path);
  }
}

/** The newest email to an address, as shown by the outbox page. */
export async function newestEmail(page: Page, to: string): Promise<string> {
  const outbox = await page.context().newPage();
  let text = '';
  // An email still in transit is missing on a page opened before it.
  await expect(async () => {
    await outbox.goto(`/sandbox/outbox?to=${encodeURIComponent(to)}`);
    text = await outbox.getByRole('article').first().innerHTML({ timeout: 1_000 });
  }).toPass({ timeout: 60_000 });
  await outbox.close();
  return text;
}

const asked = new WeakMap<TestInfo, number>();

/** Digits of a journey's project, title and place among those it has asked for: no others have the same, and each run has them again. */
function ownDigest(): string {
  const journey = base.info();
  const count = (asked.get(journey) ?? 0) + 1;
  asked.set(journey, count);
  const { project, titlePath, retry, repeatEachIndex } = journey;
  return createHash('sha256')
    .update(JSON.stringify([project.name, titlePath, retry, repeatEachIndex, count]))
    .digest('hex');
}

/** A text unique to the journey. */
export function unique(word: string): string {
  // Dissimilar to others: similar names cause duplicate warnings.
  return `${word} ${ownDigest().slice(0, 14)}`;
}

/** A name unique to the journey, of letters only: imports ask about a number in a person's name. */
export const uniqueName = (word: string): string =>
  unique(word)
    .replace(' ', '')
    .replaceAll(/\d/g, (digit) => 'ghijklmnop'.charAt(Number(digit)));

/** A valid New Zealand Business Number unique to the journey. */
export function uniqueNzbn(): string {
  const digits = `94${String(Number.parseInt(ownDigest().slice(0, 12), 16))
    .slice(-10)
    .padStart(10, '0')}`;
  const sum = [...digits].reduce((total, digit, at) => total + Number(digit) * (at % 2 === 0 ? 1 : 3), 0);
  return `${digits}${(10 - (sum % 10)) % 10}`;
}

export { expect };
