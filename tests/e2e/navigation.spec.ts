import type { Page } from 'playwright/test';
import { expect, test, unique } from '#tests/support/browser/journey.ts';

test.use({ asLoginId: 'owner@demo.test' });

/** Requests of data, of the route table and of modules since the last call. */
function countRequests(page: Page) {
  let paths: string[] = [];
  page.on('request', (request) => {
    paths.push(new URL(request.url()).pathname);
  });
  return () => {
    const seen = paths;
    paths = [];
    return {
      data: seen.filter((path) => path.endsWith('.data')),
      manifests: seen.filter((path) => path === '/__manifest').length,
      modules: seen.filter((path) => path.startsWith('/assets/')).length,
    };
  };
}

/** Opens a page and waits until its script has taken over its links. */
async function openHydrated(page: Page, path: string): Promise<void> {
  await page.goto(path);
  await page.waitForFunction(() => {
    const main = document.getElementById('main');
    return main !== null && Object.keys(main).some((key) => key.startsWith('__reactProps'));
  });
  await page.evaluate(() => new Promise((idle) => requestIdleCallback(idle)));
}

/** Follows links of a navigation in turn, and the first again; each shows its heading or panel. */
async function follow(
  page: Page,
  navigation: string,
  links: readonly { name: string; path: string; shows: string }[],
): Promise<void> {
  const take = countRequests(page);
  for (const [index, { name, path, shows }] of [...links, ...links.slice(0, 1)].entries()) {
    const link = page
      .getByRole('navigation', { name: navigation, exact: true })
      .getByRole('link', { name: new RegExp(`^${name}`) });
    await link.click();
    await expect(page.getByRole('heading', { name: shows }).first()).toBeVisible();
    await expect(link).toHaveAttribute('aria-current', 'page');
    await expect(link).toBeFocused();
    expect(new URL(page.url()).pathname).toBe(path);
    const { data, manifests, modules } = take();
    expect([data, manifests]).toEqual([[`${path}.data`], 0]);
    // The modules of a page are loaded at its first visit.
    if (index === links.length) expect(modules).toBe(0);
  }
}

test('links of the settings keep the focus and ask for the page’s data alone', async ({
  page,
  javaScriptEnabled,
}) => {
  await page.goto('/settings');
  await page.getByRole('navigation', { name: 'Settings' }).getByRole('link', { name: 'Team' }).click();
  await expect(page.getByRole('heading', { name: 'Team', exact: true })).toBeVisible();
  if (javaScriptEnabled === false) return;
  await openHydrated(page, '/settings');
  await follow(page, 'Settings', [
    { name: 'Team', path: '/settings/team', shows: 'Team' },
    { name: 'Access log', path: '/settings/access', shows: 'Access log' },
    { name: 'Audit log', path: '/settings/audit', shows: 'Audit log' },
  ]);
});

test('links of monitoring keep the focus and ask for the page’s data alone', async ({
  page,
  javaScriptEnabled,
}) => {
  await page.goto('/monitoring');
  await page
    .getByRole('navigation', { name: 'Views of monitoring' })
    .getByRole('link', { name: 'Worklists' })
    .click();
  await expect(page.getByRole('table', { name: 'Worklists' })).toBeVisible();
  if (javaScriptEnabled === false) return;
  await openHydrated(page, '/monitoring');
  await follow(page, 'Views of monitoring', [
    { name: 'Worklists', path: '/monitoring/worklists', shows: 'Monitoring' },
    { name: 'Reviews', path: '/monitoring/reviews', shows: 'Monitoring' },
  ]);
});

test('tabs of a client keep the focus and ask for the page’s data alone', async ({
  page,
  javaScriptEnabled,
}) => {
  const name = unique('Tabbed');
  await page.goto('/clients/create?type=individual');
  await page.getByLabel('Given names').fill('Tui');
  await page.getByLabel('Family name').fill(name);
  await page.getByRole('button', { name: 'Create client' }).click();
  await expect(page.getByRole('heading', { level: 1, name })).toBeVisible();
  const client = new URL(page.url()).pathname;
  if (javaScriptEnabled === false) return;
  await openHydrated(page, client);
  await follow(page, 'Client', [
    { name: 'Risk', path: `${client}/risk`, shows: 'Risk assessments' },
    { name: 'People', path: `${client}/people`, shows: 'Related parties' },
    { name: 'Overview', path: client, shows: 'Outstanding requirements' },
  ]);
});

test('former addresses lead to the page, with what they opened', async ({ page }) => {
  await page.goto('/settings?view=team&invite=new#team-heading');
  await expect(page).toHaveURL(/\/settings\/team\?invite=new#team-heading$/);
  await expect(page.getByRole('button', { name: 'Send invitation' })).toBeVisible();
  await page.goto('/settings?view=nowhere');
  await expect(page.getByRole('heading', { name: 'Page not found' })).toBeVisible();
  await page.getByRole('navigation', { name: 'Settings' }).getByRole('link', { name: 'Team' }).click();
  await expect(page.getByRole('heading', { name: 'Team', exact: true })).toBeVisible();
  await page.goto('/monitoring?view=reviews&due=overdue');
  await expect(page).toHaveURL(/\/monitoring\/reviews\?due=overdue$/);
  await page.goto('/clients?view=import');
  await expect(page.getByRole('heading', { level: 1, name: 'Import clients' })).toBeVisible();
});
