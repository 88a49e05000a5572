import type { Page } from 'playwright/test';
import { expect, test, unique } from '#tests/support/e2e-helpers.ts';

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
  await page.getByRole('button', { name: 'Create client' }).last().click();
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
  const screening = page.getByRole('region', { name: 'Screening' });
  await screening.getByRole('button', { name: 'Screen now' }).click();
  await expect(screening.getByText('1 undecided match on the client or related parties.')).toBeVisible();
  await screening
    .getByRole('link', { name: /\d{4}, / })
    .first()
    .click();
  await expect(page.getByText(/Sets minimum level: High. You must not act/)).toBeVisible();
}

const newActivity = (client: string) => `/activities/create?clientId=${client.split('/').pop()}`;
const getBanner = (page: Page) => page.getByRole('region', { name: 'Sanctions match' });

test('a confirmed sanctions match is shown on client and activities, blocks work, and ends when withdrawn', async ({
  page,
}, { project }) => {
  const [given, family] = listed[project.name as keyof typeof listed].work;
  const name = `${given} ${family}`;
  const client = await createPerson(page, given, family);
  const activityName = unique('Sale before the match');
  await page.goto(newActivity(client));
  await page.getByLabel('Name', { exact: true }).fill(activityName);
  await page.getByLabel('Type', { exact: true }).selectOption('matter');
  await page.getByRole('button', { name: 'Create engagement' }).last().click();
  await expect(page.getByRole('heading', { level: 1, name: activityName })).toBeVisible();
  const activity = new URL(page.url()).pathname;
  await expect(page.getByRole('button', { name: 'Start work' })).toBeEnabled();
  await page.goto(client);
  await screen(page);
  const alert = page.url();
  await decide(page, name, 'True match');
  await expect(page.getByText('Reason: Decided: 1 of 1 confirmed.', { exact: true })).toBeVisible();

  await page.goto(client);
  await expect(page.getByRole('region', { name: 'History' })).toContainText('Match decided');
  await expect(page.getByRole('region', { name: 'History' })).not.toContainText(/screening\.|client\./);
  const banner = getBanner(page);
  await expect(banner).toContainText(/Sanctions match confirmed \d+ \w+ \d{4} by .+\. Do not act\./);
  await expect(banner).toContainText('United Nations Act 1946');
  await expect(banner).toContainText('Next steps:');
  await expect(page.getByText('Minimum level high: a sanctions match is confirmed')).toBeVisible();
  const activities = page.getByRole('region', { name: 'Engagements' });
  await expect(activities.getByRole('button', { name: 'New engagement' })).toBeDisabled();
  const reason = 'A sanctions match is confirmed. Do not act. Tell your compliance officer.';
  await expect(page.getByText(reason).first()).toBeVisible();
  await page.goto(newActivity(client));
  await expect(banner).toContainText('Do not act.');
  await page.getByLabel('Name', { exact: true }).fill(unique('Sale after the match'));
  await page.getByLabel('Type', { exact: true }).selectOption('matter');
  await page.getByRole('button', { name: 'Create engagement' }).last().click();
  await expect(page.getByRole('alert').first()).toContainText('A sanctions match');
  expect(new URL(page.url()).pathname).toBe('/activities/create');
  await page.goto(`${activity}/edit`);
  await expect(banner).toContainText('Do not act.');
  await page.goto(activity);
  await expect(banner).toContainText('Do not act.');
  await expect(page.getByText('A sanctions match was confirmed.', { exact: true }).first()).toBeVisible();
  await expect(page.getByRole('button', { name: 'Resume' })).toBeDisabled();
  await expect(page.getByText(reason.replace('match is', `match on ${name} is`))).toBeVisible();

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
    const option = page.getByRole('listbox').getByRole('option').first();
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
  await page.goto(`${owned}?party=new&q=${encodeURIComponent(name)}#parties`);
  const parties = page.getByRole('region', { name: 'Parties' });
  await expect(parties.getByText('Sanctions match', { exact: true })).toBeVisible();
  await parties.getByRole('link', { name, exact: true }).click();
  await parties.getByRole('checkbox', { name: 'Person on whose behalf the client acts' }).check();
  await parties.getByRole('button', { name: 'Add party' }).click();
  await expect(getBanner(page)).toContainText(`${name} is`);
  await expect(
    page.getByText(`Minimum level high: a sanctions match on ${name}, a related party, is confirmed`),
  ).toBeVisible();
  // The match is on the related party's own page.
  await page
    .getByRole('link', { name: /^View match/ })
    .first()
    .click();
  await expect(page.getByRole('heading', { level: 1, name })).toBeVisible();
  await expect(page.getByRole('region', { name: 'Screening' })).toBeInViewport();
});
