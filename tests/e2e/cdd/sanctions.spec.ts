import type { Browser, Page } from 'playwright/test';
import { addDays, formatDate } from '#rules/dates/calendar-dates.ts';
import { selectNewZealandAlone } from '#tests/support/browser/cdd-journey.ts';
import { axeViolations, expect, signIn, test, unique } from '#tests/support/browser/journey.ts';
import { openNewCompany } from '#tests/support/browser/new-company.ts';
import { openTab } from '#tests/support/browser/record-page.ts';
import { testDay } from '#tests/support/clock/test-day.ts';
import { samplePdf } from '#tests/support/files/sample-files.ts';

test.use({ asLoginId: 'officer@demo.test' });

/** On the sandbox's list, which stands for the UN's; one per journey, because all run against one server. */
const listed = {
  chromium: { work: ['Tiburcio', 'Kwenlak'], pickers: ['Gudrik', 'Pasmonte'] },
  'no-js': { work: ['Urso', 'Limbekani'], pickers: ['Zelmira', 'Obradux'] },
} as const;

async function createPerson(page: Page, given: string, family: string): Promise<string> {
  await page.goto('/clients/create?type=individual');
  await page.getByLabel('Given names').fill(given);
  await page.getByLabel('Family name').fill(family);
  await page.getByRole('button', { name: 'Create client' }).click();
  await expect(page.getByRole('heading', { level: 1, name: `${given} ${family}` })).toBeVisible();
  return new URL(page.url()).pathname;
}

async function decide(page: Page, name: string, decision: string): Promise<void> {
  const match = page.getByRole('region', { name: new RegExp(`^${name}`) });
  const again = match.getByText('Change decision');
  if (await again.isVisible()) await again.click();
  await match.getByRole('radio', { name: decision }).check();
  await match
    .getByLabel('Reason for false positive')
    .selectOption(decision === 'False positive' ? 'otherBirthDate' : '');
  await match.getByRole('textbox', { name: 'Reason', exact: true }).fill('Compared with the passport');
  await match.getByRole('button', { name: 'Save decision' }).click();
  await expect(page.getByText('All matches resolved. Alert closed.')).toBeVisible();
}

/** A client with an undecided match on the sandbox's list; returns the client's page, the alert being open. */
async function matchedClient(page: Page, [given, family]: readonly [string, string]): Promise<string> {
  const client = await createPerson(page, given, family);
  await screen(page);
  return client;
}

/** Screens the client whose page is open, and opens the alert about its match. */
async function screen(page: Page): Promise<void> {
  await openTab(page, 'Monitoring');
  const screening = page.getByRole('region', { name: 'Screening' });
  await screening.getByRole('button', { name: 'Screen now' }).click();
  await expect(screening.getByText('1 undecided match on the client or related parties.')).toBeVisible();
  await screening.getByRole('link', { name: /\d{4}, / }).click();
  await expect(page.getByText(/Sets minimum level: High. You must not act/)).toBeVisible();
}

const newActivity = (client: string) => `/activities/create?clientId=${client.split('/').pop()}`;
const getBanner = (page: Page) => page.getByRole('region', { name: 'Sanctions match' });

/** Uploads a document of a permit to a client. */
async function uploadPermit(page: Page, client: string): Promise<void> {
  await page.goto(`${client}/documents`);
  const documents = page.getByRole('region', { name: 'Documents' });
  await documents.getByLabel('Document type').selectOption('Other document');
  await documents
    .getByLabel('Files')
    .setInputFiles({ name: 'permit.pdf', mimeType: 'application/pdf', buffer: samplePdf(['(permit)']) });
  await documents.getByRole('button', { name: 'Add documents' }).click();
  await expect(documents.getByRole('link', { name: 'Download permit.pdf' })).toBeVisible();
}

const day = (days: number) => addDays(testDay(), days);

/** Fills in a permit for starting work, but for its last day. */
async function fillPermit(page: Page, country: 'NZL' | 'AUS'): Promise<void> {
  await page.getByLabel('Country').selectOption(country);
  await page.getByRole('checkbox', { name: 'UN Security Council sanctions' }).check();
  await page.getByLabel('Authority').fill('An invented ministry');
  await page.getByLabel('Number', { exact: true }).fill(`INVENTED-${country}`);
  await page.getByLabel('Document', { exact: true }).selectOption({ label: 'permit.pdf' });
  await page.getByRole('checkbox', { name: 'Starting and resuming work' }).check();
  await page.getByLabel('Scope and conditions').fill('Advice against the agreed fee');
  await page.getByLabel('In effect from').fill(day(-2));
}

/** Records permits that allow work, as the compliance officer whose page it is; uploads their document first. */
async function recordPermits(page: Page, client: string): Promise<void> {
  await uploadPermit(page, client);
  await page.goto(`${client}/permits`);
  // The company works under both laws, and each must be lifted.
  for (const country of ['NZL', 'AUS'] as const) {
    await fillPermit(page, country);
    if (country === 'NZL') {
      // A last day before the first is refused beside its field, and what was entered stays.
      await page.getByLabel('In effect until').fill(day(-5));
      await page.getByRole('button', { name: 'Record permit' }).click();
      await expect(page.getByText('Error: The last day cannot be before the first')).toBeVisible();
      await expect(page.getByLabel('Scope and conditions')).toHaveValue('Advice against the agreed fee');
      // So is one that has passed.
      await page.getByLabel('In effect until').fill(day(-1));
      await page.getByRole('button', { name: 'Record permit' }).click();
      await expect(
        page.getByText(`Error: The last day has passed: ${formatDate(day(-1))}`, { exact: true }),
      ).toBeVisible();
      await expect(page.getByLabel('In effect until')).toHaveAccessibleDescription(/The last day has passed/);
      await expect(page.getByLabel('In effect until')).toHaveValue(day(-1));
      await expect(page.getByLabel('Number', { exact: true })).toHaveValue('INVENTED-NZL');
    }
    await page.getByLabel('In effect until').fill(day(30));
    await page.getByRole('button', { name: 'Record permit' }).click();
    const recorded = page.getByRole('region', { name: `INVENTED-${country}: Awaiting approval` });
    // The policy is the default; who recorded a permit does not approve it.
    await expect(recorded).toContainText('you cannot approve your own permit. A second person must approve');
    await expect(recorded.getByRole('button', { name: 'Approve permit' })).toHaveCount(0);
  }
}

/** Approves the permits on the open page as the owner: the person who recorded them cannot. */
async function approvePermits(
  page: Page,
  browser: Browser,
  javaScriptEnabled: boolean | undefined,
): Promise<void> {
  const context = await browser.newContext({
    baseURL: new URL(page.url()).origin,
    javaScriptEnabled: javaScriptEnabled ?? true,
    storageState: { cookies: [], origins: [] },
  });
  const owner = await context.newPage();
  await signIn(owner, 'owner@demo.test');
  await expect(owner.getByRole('navigation', { name: /^Main/ })).toBeVisible();
  await owner.goto(page.url());
  for (const country of ['NZL', 'AUS']) {
    const permit = owner.getByRole('region', { name: `INVENTED-${country}: Awaiting approval` });
    await permit.getByRole('button', { name: 'Approve permit' }).click();
    await expect(owner.getByRole('heading', { name: `INVENTED-${country}: In effect` })).toBeVisible();
  }
  await context.close();
}

test('a confirmed sanctions match is shown on client and activities, blocks work, is lifted by a permit, and ends when withdrawn', async ({
  page,
  browser,
  javaScriptEnabled,
}, { project }) => {
  const [given, family] = listed[project.name as keyof typeof listed].work;
  const name = `${given} ${family}`;
  const client = await createPerson(page, given, family);
  const activityName = unique('Sale before the match');
  await page.goto(newActivity(client));
  await page.getByLabel('Name', { exact: true }).fill(activityName);
  await page.getByLabel('Type', { exact: true }).selectOption('matter');
  await selectNewZealandAlone(page);
  await page.getByRole('button', { name: 'Create engagement' }).click();
  await expect(page.getByRole('heading', { level: 1, name: activityName })).toBeVisible();
  const activity = new URL(page.url()).pathname;
  await expect(page.getByRole('button', { name: 'Start work' })).toBeEnabled();
  await page.goto(client);
  await screen(page);
  const alert = page.url();
  // With an open match the client cannot be activated.
  await page.goto(client);
  const requirements = page.getByRole('region', { name: 'Outstanding requirements' });
  await requirements.getByRole('button', { name: 'Start onboarding' }).click();
  await expect(requirements.getByText('is now: onboarding')).toBeVisible();
  await expect(requirements.getByRole('button', { name: 'Activate' })).toBeDisabled();
  const undecided = requirements.getByRole('listitem').filter({ hasText: 'A screening match is undecided.' });
  await expect(undecided).toContainText('NZ s26');
  await undecided.getByRole('link', { name: /^Run screening and resolve matches/ }).click();
  await expect(page.getByRole('region', { name: 'Screening' })).toBeInViewport();
  await page.goto(alert);
  await decide(page, name, 'True match');
  await expect(page.getByText('Reason: Decided: 1 of 1 confirmed.', { exact: true })).toBeVisible();

  await page.goto(`${client}/history`);
  await expect(page.getByRole('region', { name: 'History' })).toContainText('Match decided');
  await expect(page.getByRole('region', { name: 'History' })).not.toContainText(/screening\.|client\./);
  const banner = getBanner(page);
  await expect(banner).toContainText(/Sanctions match confirmed \d+ \w+ \d{4} by .+\. Do not act\./);
  await expect(banner).toContainText('United Nations Act 1946');
  await expect(banner).toContainText('Next steps:');
  // The one action is what the law requires because of the match, though the record lacks details.
  const action = page.locator('.record-action');
  await expect(action).toHaveText('View permits and reports');
  await openTab(page, 'Engagements');
  const activities = page.getByRole('region', { name: 'Engagements' });
  await expect(activities.getByRole('button', { name: 'New engagement' })).toBeDisabled();
  await openTab(page, 'Overview');
  await expect(page.getByText('Minimum level high: a sanctions match is confirmed')).toBeVisible();
  const reason = 'A sanctions match is confirmed. Do not act. Tell your compliance officer.';
  await expect(page.getByText(reason)).toBeVisible();
  await page.goto(newActivity(client));
  await expect(banner).toContainText('Do not act.');
  await page.getByLabel('Name', { exact: true }).fill(unique('Sale after the match'));
  await page.getByLabel('Type', { exact: true }).selectOption('matter');
  await page.getByRole('button', { name: 'Create engagement' }).click();
  await expect(page.getByRole('alert')).toContainText('A sanctions match');
  expect(new URL(page.url()).pathname).toBe('/activities/create');
  await page.goto(`${activity}/edit`);
  await expect(banner).toContainText('Do not act.');
  await page.goto(activity);
  await expect(banner).toContainText('Do not act.');
  await expect(page.getByText('A sanctions match was confirmed.', { exact: true })).toBeVisible();
  await expect(page.getByRole('button', { name: 'Resume' })).toBeDisabled();
  await expect(page.getByText(reason.replace('match is', `match on ${name} is`))).toBeVisible();
  await action.getByRole('link', { name: 'View permits and reports' }).click();
  await expect(page.getByRole('heading', { level: 1, name: `Permits and reports: ${name}` })).toBeVisible();
  await expect(page.getByRole('region', { name: 'Reports to authorities' })).toBeInViewport();

  await recordPermits(page, client);
  if (javaScriptEnabled !== false) expect(await axeViolations(page)).toEqual([]);
  await approvePermits(page, browser, javaScriptEnabled);
  await page.goto(activity);
  await expect(banner).toContainText('Act only as the permit allows.');
  await expect(banner).toContainText('do nothing that the permit does not allow');
  await expect(banner).not.toContainText('stop all work');
  await page.getByRole('button', { name: 'Resume' }).click();
  await expect(page.getByRole('button', { name: 'Start work' })).toBeEnabled();
  await page.goto(`${client}/permits`);
  const permit = page.getByRole('region', { name: 'INVENTED-NZL: In effect' });
  await permit.getByLabel('Reason to withdraw').fill('Revoked by the ministry');
  await permit.getByRole('button', { name: 'Withdraw permit' }).click();
  await expect(page.getByRole('heading', { name: 'INVENTED-NZL: Withdrawn' })).toBeVisible();
  await page.goto(activity);
  await expect(page.getByText('A sanctions permit was withdrawn.', { exact: true })).toBeVisible();
  await expect(page.getByRole('button', { name: 'Resume' })).toBeDisabled();
  await page.goto('/monitoring?type=workHeld');
  const held = page.getByRole('row').filter({ hasText: name });
  await expect(held.filter({ hasText: 'on hold because a sanctions permit was withdrawn' })).toBeVisible();

  await page.goto(alert);
  await page.getByRole('button', { name: 'Reopen' }).click();
  await expect(page.getByText('Alert reopened.')).toBeVisible();
  await decide(page, name, 'False positive');
  await page.goto(client);
  await expect(page.getByRole('heading', { level: 1, name })).toBeVisible();
  await expect(banner).toHaveCount(0);
  await expect(page.getByText(/^Minimum level/)).toHaveCount(0);
  await page.goto(activity);
  await page.getByRole('button', { name: 'Resume' }).click();
  await page.getByRole('button', { name: 'Start work' }).click();
  await expect(page.getByRole('button', { name: 'Submit for review' })).toBeVisible();
});

test('a client with a confirmed match is tagged in lists and pickers, and blocks clients it is a party of', async ({
  page,
  javaScriptEnabled,
}, { project }) => {
  const isScripted = javaScriptEnabled !== false;
  const [given, family] = listed[project.name as keyof typeof listed].pickers;
  const name = `${given} ${family}`;
  await matchedClient(page, [given, family]);
  await decide(page, name, 'True match');
  const tag = (row: string) =>
    page.getByRole('row').filter({ hasText: row }).getByText('Sanctions match', { exact: true });
  await page.goto(`/clients?q=${encodeURIComponent(name)}`);
  await expect(tag(name)).toBeVisible();
  await page.goto('/home');
  await expect(tag(name)).toBeVisible();

  // The picker of a new activity shows the tag, and disables the option.
  await page.goto('/activities/create');
  if (isScripted) {
    await page.getByRole('combobox', { name: 'Find client' }).fill(name);
    const option = page.getByRole('listbox').getByRole('option');
    await expect(option).toContainText('Sanctions match');
    await expect(option).toHaveAttribute('aria-disabled', 'true');
  } else {
    await page.getByRole('textbox', { name: 'Find client' }).fill(name);
    await page.getByRole('button', { name: 'Find client' }).click();
    const found = page.getByRole('group', { name: 'Select the client to add' });
    await expect(found).toContainText('Sanctions match');
    await expect(found.getByRole('button', { name: `Add ${name}` })).toHaveCount(0);
  }

  const owned = await createPerson(page, 'Related', unique('Party'));
  await page.goto(`${owned}/people?party=new&q=${encodeURIComponent(name)}#parties`);
  const parties = page.getByRole('region', { name: 'Parties' });
  await expect(parties.getByText('Sanctions match', { exact: true })).toBeVisible();
  await parties.getByRole('link', { name, exact: true }).click();
  await parties.getByRole('checkbox', { name: 'Person on whose behalf the client acts' }).check();
  await parties.getByRole('button', { name: 'Add party' }).click();
  await expect(getBanner(page)).toContainText(`${name} is`);
  await openTab(page, 'Overview');
  await expect(
    page.getByText(`Minimum level high: a sanctions match on ${name}, a related party, is confirmed`),
  ).toBeVisible();
  // The match is on the related party's own page.
  await page.getByRole('link', { name: /^View match/ }).click();
  await expect(page.getByRole('heading', { level: 1, name })).toBeVisible();
  await expect(page.getByRole('region', { name: 'Screening' })).toBeInViewport();
});

test('a permit that one person alone can decide is approved by them, says so, and is listed for the audit', async ({
  browser,
  baseURL,
  javaScriptEnabled,
}) => {
  const context = await browser.newContext({
    baseURL: baseURL ?? '',
    storageState: { cookies: [], origins: [] },
    javaScriptEnabled: javaScriptEnabled ?? true,
  });
  const page = await context.newPage();
  await openNewCompany(page, unique('Sole Permits'));
  const client = await matchedClient(page, ['Basilio', 'Nerquand']);
  await decide(page, 'Basilio Nerquand', 'True match');
  await uploadPermit(page, client);
  await page.goto(`${client}/permits`);
  await fillPermit(page, 'NZL');
  await page.getByLabel('In effect until').fill(day(30));
  await page.getByRole('button', { name: 'Record permit' }).click();
  const waiting = page.getByRole('region', { name: 'INVENTED-NZL: Awaiting approval' });
  await waiting.getByRole('button', { name: 'Approve permit' }).click();
  const inEffect = page.getByRole('region', { name: 'INVENTED-NZL: In effect' });
  await expect(inEffect).toContainText('Decided by one person');
  await page.goto('/home');
  await page.getByRole('link', { name: '1 client decided by one person' }).click();
  await expect(page).toHaveURL(/\/clients\?decided=byOne$/);
  await expect(page.getByRole('heading', { level: 1, name: 'Clients' })).toBeVisible();
  await expect(page.getByRole('row').filter({ hasText: 'Basilio Nerquand' })).toBeVisible();
  await context.close();
});
