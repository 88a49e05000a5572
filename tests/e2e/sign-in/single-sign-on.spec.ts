import type { Page } from 'playwright/test';
import {
  expect,
  expectAccessible,
  newestEmail,
  pageProblems,
  anyone as test,
  unique,
} from '#tests/support/browser/journey.ts';
import { signUp } from '#tests/support/browser/new-company.ts';

const settings = '/settings/sso';
const memberPassword = 'four words of their own';
const wanted = '/settings/sessions';
const provider = 'https://login.example.test';

const connections = {
  'OpenID Connect': {
    Issuer: provider,
    'Client ID': 'assay',
    'Client secret': 'a-client-secret-of-the-journey',
    'Authorization endpoint': `${provider}/authorize`,
    'Token endpoint': `${provider}/token`,
    'User info endpoint': `${provider}/userinfo`,
    'Keys (JWKS)': `${provider}/keys`,
  },
  SAML: { 'Metadata address': `${provider}/metadata` },
} as const;
type Protocol = keyof typeof connections;
const protocols = ['OpenID Connect', 'SAML'] as const;

/** Adds a domain to the company of the page's owner, and proves it by the record that the page names. */
async function proveDomain(page: Page, domain: string): Promise<void> {
  await page.goto(settings);
  await page.getByLabel('Domain', { exact: true }).fill(domain);
  await page.getByRole('button', { name: 'Add domain' }).click();
  await expect(page.getByText(`${domain} added.`)).toBeVisible();
  const check = page.getByRole('button', { name: `Check TXT record of ${domain}` });
  await check.click();
  await expect(
    page.getByRole('alert').filter({ hasText: `No TXT record of _assay.${domain}` }),
  ).toBeVisible();
  const value = (await page.getByText(/^assay-domain-verification=/).textContent()) ?? '';

  const records = await page.context().newPage();
  await records.goto('/sandbox/dns');
  await records.getByLabel('Name').fill(`_assay.${domain}`);
  await records.getByLabel('Value').fill(value);
  await records.getByRole('button', { name: 'Add record' }).click();
  await expect(records.getByRole('cell', { name: value })).toBeVisible();
  await records.close();

  await check.click();
  await expect(page.getByText(`${domain} is proven.`)).toBeVisible();
}

async function connect(page: Page, protocol: Protocol, mode: 'Optional' | 'Required'): Promise<void> {
  await page.goto(settings);
  await page.getByRole('radio', { name: mode }).check();
  await page.getByRole('radio', { name: protocol }).check();
  const [other] = protocols.filter((each) => each !== protocol);
  await expect(page.getByRole('group', { name: protocol })).toBeVisible();
  await expect(page.getByRole('group', { name: other, exact: true })).toHaveCount(0);
  for (const [label, value] of Object.entries(connections[protocol]))
    await page.getByLabel(label).fill(value);
  await page.getByRole('button', { name: 'Save', exact: true }).click();
  await expect(page.getByText('Single sign-on saved.')).toBeVisible();
}

async function switchOff(page: Page): Promise<void> {
  await page.goto(settings);
  await page.getByRole('radio', { name: 'Off' }).check();
  await page.getByRole('button', { name: 'Save', exact: true }).click();
  await expect(page.getByText('Single sign-on saved.')).toBeVisible();
  await expect(page.getByRole('radio', { name: 'Off' })).toBeChecked();
}

/** Invites a member, who joins with a password on a page of their own. */
async function join(owner: Page, theirs: Page, loginId: string): Promise<void> {
  await owner.goto('/settings/team');
  await owner.getByRole('link', { name: 'Invite member' }).click();
  await owner.getByLabel('Email address').fill(loginId);
  await owner.getByRole('radio', { name: 'Member' }).check();
  await owner.getByRole('button', { name: 'Send invitation' }).click();
  await expect(owner.getByText(`Invitation sent to ${loginId}`)).toBeVisible();
  const link = /href="([^"]*\/welcome\?[^"]*)"/.exec(await newestEmail(owner, loginId))?.[1] ?? '';
  await theirs.goto(link.replaceAll('&amp;', '&'));
  await theirs.getByLabel('Your name').fill('Moana Joinsample');
  await theirs.getByLabel('Choose a password').fill(memberPassword);
  await theirs.getByRole('button', { name: /^Join/ }).click();
  await expect(theirs.getByRole('heading', { level: 1, name: 'Home' })).toBeVisible();
}

/** Enters an address at sign-in and goes on to the page of the company's identity provider: with script the browser does so by itself. */
async function goToProvider(page: Page, loginId: string, hasScript: boolean): Promise<void> {
  await page.getByLabel('Email address').fill(loginId);
  await page.getByRole('button', { name: 'Use single sign-on' }).click();
  if (!hasScript) {
    await expect(
      page.getByRole('heading', { level: 1, name: 'Continue to your company’s sign-in' }),
    ).toBeVisible();
    await expect(page.getByText(loginId)).toBeVisible();
    await page.getByRole('link', { name: 'Continue', exact: true }).click();
  }
  await expect(page.getByRole('heading', { level: 1, name: /^Identity provider of / })).toBeVisible();
  await expect(page.getByLabel('Email address')).toHaveValue(loginId);
}

async function enterPassword(page: Page, loginId: string): Promise<void> {
  await page.getByLabel('Email address').fill(loginId);
  await page.getByLabel('Password', { exact: true }).fill(memberPassword);
  await page.getByRole('button', { name: 'Sign in', exact: true }).click();
}

/** Opens the page that the member wants, without a session. */
async function openSignedOut(page: Page): Promise<void> {
  await page.context().clearCookies();
  await page.goto(wanted);
  await expect(page.getByRole('heading', { level: 1, name: 'Sign in' })).toBeVisible();
}

/** A domain of the journey's own: only one company can prove it. */
const ownDomain = () => `${unique('sso').replace(' ', '-').toLowerCase()}.test`;

const wantedHeading = (page: Page) => page.getByRole('heading', { name: 'Where you are signed in' });

for (const protocol of protocols) {
  test(`an owner requires single sign-on by ${protocol}, by which a member signs in, and switches it off`, async ({
    page,
    browser,
    baseURL,
    javaScriptEnabled,
    extraHTTPHeaders,
  }) => {
    const hasScript = javaScriptEnabled !== false;
    const domain = ownDomain();
    const loginId = `mere@${domain}`;
    await signUp(page, unique('Single Sign-on'));
    const context = await browser.newContext({
      baseURL: baseURL ?? '',
      javaScriptEnabled: hasScript,
      extraHTTPHeaders: extraHTTPHeaders ?? {},
    });
    const theirs = await context.newPage();
    await join(page, theirs, loginId);
    await proveDomain(page, domain);
    await connect(page, protocol, 'Required');

    await openSignedOut(theirs);
    await goToProvider(theirs, loginId, hasScript);
    await theirs.getByLabel('Email address').fill('mere@elsewhere.test');
    await theirs.getByRole('button', { name: 'Continue to Assay' }).click();
    await expect(theirs.getByRole('alert')).toContainText(`Use an address of ${domain}`);
    await theirs.getByLabel('Email address').fill(loginId);
    await theirs.getByRole('button', { name: 'Continue to Assay' }).click();
    await expect(wantedHeading(theirs)).toBeVisible();
    await expect(theirs).toHaveURL(wanted);

    await openSignedOut(theirs);
    await enterPassword(theirs, loginId);
    await expect(
      theirs.getByRole('alert').filter({ hasText: 'Your company requires single sign-on' }),
    ).toBeVisible();
    await expect(theirs.getByLabel('Email address')).toHaveValue(loginId);

    await switchOff(page);
    await expect(page.getByText(/^Proven /)).toBeVisible();
    await openSignedOut(theirs);
    await theirs.getByLabel('Email address').fill(loginId);
    await theirs.getByRole('button', { name: 'Use single sign-on' }).click();
    await expect(
      theirs.getByRole('alert').filter({ hasText: 'Single sign-on is not set up for this email address' }),
    ).toBeVisible();
    await enterPassword(theirs, loginId);
    await expect(wantedHeading(theirs)).toBeVisible();
    await context.close();
  });
}

test('single sign-on that was started in another browser, or by a stranger, says why it opens nothing', async ({
  page,
  browser,
  baseURL,
  javaScriptEnabled,
  extraHTTPHeaders,
}) => {
  const hasScript = javaScriptEnabled !== false;
  const domain = ownDomain();
  const loginId = `mere@${domain}`;
  await signUp(page, unique('Rejected Sign-on'));
  const options = {
    baseURL: baseURL ?? '',
    javaScriptEnabled: hasScript,
    extraHTTPHeaders: extraHTTPHeaders ?? {},
  };
  const [context, otherContext] = [await browser.newContext(options), await browser.newContext(options)];
  const theirs = await context.newPage();
  const other = await otherContext.newPage();
  await join(page, theirs, loginId);
  await proveDomain(page, domain);
  await connect(page, 'SAML', 'Optional');
  if (hasScript) await expectAccessible(page, '/settings/sso', 'single sign-on');

  await openSignedOut(theirs);
  await goToProvider(theirs, loginId, hasScript);
  if (hasScript) expect(await pageProblems(theirs)).toEqual([]);
  await other.goto(theirs.url());
  await other.getByRole('button', { name: 'Continue to Assay' }).click();
  await expect(
    other.getByRole('alert').filter({ hasText: 'This sign-in was started in another browser' }),
  ).toBeVisible();
  await expect(other.getByRole('button', { name: 'Sign in', exact: true })).toBeVisible();
  if (hasScript) await expectAccessible(other, '/login', 'a rejected single sign-on');

  // Tried again from there, by someone whom the provider knows and Assay does not.
  const stranger = `stranger@${domain}`;
  await goToProvider(other, stranger, hasScript);
  await other.getByRole('button', { name: 'Continue to Assay' }).click();
  await expect(other.getByRole('alert').filter({ hasText: 'do not have a company account' })).toBeVisible();
  await goToProvider(other, loginId, hasScript);
  await other.getByRole('button', { name: 'Continue to Assay' }).click();
  await expect(other.getByRole('heading', { level: 1, name: 'Home' })).toBeVisible();

  await other.goto('/sandbox/identity-provider?request=unknown');
  await expect(other.getByRole('heading', { level: 1, name: 'This sign-in has ended' })).toBeVisible();
  await expect(other.getByRole('link', { name: 'Sign in to Assay again' })).toBeVisible();
  await other.goto('/sandbox/dns');
  await expect(other.getByRole('columnheader', { name: 'Value' })).toBeVisible();
  if (hasScript) expect(await pageProblems(other)).toEqual([]);
  await context.close();
  await otherContext.close();
});
