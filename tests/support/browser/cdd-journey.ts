import { expect, type Locator, type Page } from 'playwright/test';
import { addDays, type CalendarDate } from '#rules/dates/calendar-dates.ts';
import { testDay } from '#tests/support/clock/test-day.ts';
import { samplePdf } from '#tests/support/files/sample-files.ts';
import { unique, uniqueNzbn } from './journey.ts';
import { statusOf } from './record-page.ts';

/** Creates an individual with a name and nothing else. @returns the path of the client's page and the name */
export async function createByName(
  page: Page,
  given = 'Wiremu',
  familyWord = 'Evidence',
): Promise<{ path: string; name: string }> {
  const family = unique(familyWord);
  await page.goto('/clients/create?type=individual');
  await page.getByLabel('Given names').fill(given);
  await page.getByLabel('Family name').fill(family);
  await page.getByRole('button', { name: 'Create client' }).click();
  const name = `${given} ${family}`;
  await expect(page.getByRole('heading', { level: 1, name })).toBeVisible();
  return { path: new URL(page.url()).pathname, name };
}

/** Finds a client and adds it to an activity as a party, by the combobox or by the buttons for use without script. */
export async function addParty(page: Page, name: string, isScripted: boolean): Promise<void> {
  if (isScripted) {
    await page.getByRole('combobox', { name: 'Find client' }).fill(name);
    await page.getByRole('listbox').getByRole('option').click();
  } else {
    await page.getByRole('textbox', { name: 'Find client' }).fill(name);
    await page.getByRole('button', { name: 'Find client' }).click();
    await page.getByRole('button', { name: `Add ${name}` }).click();
  }
  await expect(page.getByLabel(`Capacity of ${name}`)).toBeVisible();
}

/** Records what the client's own form holds: date of birth, residence, address, purpose. */
export async function fillRecord(page: Page, path: string): Promise<void> {
  await page.goto(`${path}/edit`);
  await page.getByLabel('Date of birth').fill('1985-03-12');
  await page.getByLabel('Country of residence').selectOption('NZL');
  await page.getByRole('button', { name: 'Add an address' }).click();
  await page.getByLabel('Address line 1').fill('1 Sample Street');
  await page.getByLabel('Town or city').fill('Wellington');
  await page.getByLabel('Postcode').fill('6011');
  await page.getByLabel('Nature and purpose').fill('Buying a house to live in');
  await page.getByRole('button', { name: 'Save changes' }).click();
  await expect(page.getByText('Buying a house to live in')).toBeVisible();
}

/** A document number unique to the journey: two letters and six digits, as a New Zealand passport and driver licence have them. */
export const uniqueDocumentNumber = (letters: string): string => `${letters}${uniqueNzbn().slice(6, 12)}`;

/** An expiry date of a document that is valid for some years yet. */
export const laterExpiry = (): CalendarDate => addDays(testDay(), 1_500);

/** Chooses how an individual's identity is verified. @param path of the client's page */
export async function chooseMethod(page: Page, path: string, method: RegExp): Promise<void> {
  await page.goto(`${path}/identity?verify=new`);
  await page.getByRole('radio', { name: method }).check();
  await page.getByRole('button', { name: 'Continue' }).click();
}

/** Starts the verification, and adds a New Zealand passport to it. `fill`: enters how it was seen. */
export async function addPassport(page: Page, fill: () => Promise<void>): Promise<void> {
  await page.getByRole('button', { name: 'Start the verification' }).click();
  await page.getByRole('link', { name: 'Add a document' }).click();
  await page.getByLabel('Identity document type').selectOption('nzPassport');
  await page.getByRole('button', { name: 'Continue' }).click();
  await page.getByLabel('Passport number').fill(uniqueDocumentNumber('LC'));
  await page.getByLabel(/^Expir/).fill(laterExpiry());
  await page.getByLabel('Name matches the record').check();
  await page.getByLabel('Date of birth matches the record').check();
  await fill();
  await page.getByRole('button', { name: 'Add the document' }).click();
  await expect(page.getByText('Document added.')).toBeVisible();
}

/** Decides that the person is verified. */
export async function decideVerified(page: Page, reason: string): Promise<void> {
  await page.getByRole('link', { name: 'Decide', exact: true }).click();
  await page.getByRole('radio', { name: 'Verified', exact: true }).check();
  await page.getByRole('textbox', { name: 'Reason' }).fill(reason);
  await page.getByRole('button', { name: 'Save decision' }).click();
  await expect(page.getByText('Decision recorded.')).toBeVisible();
}

/** Verifies identity by a passport that was seen. */
export async function verifyIdentity(page: Page, path: string): Promise<void> {
  await chooseMethod(page, path, /Original documents sighted/);
  await addPassport(page, async () => {
    await page.getByLabel('Original sighted with the person present').check();
    await page.getByLabel('Photo matches the person').check();
  });
  await decideVerified(page, 'Passport seen with its holder in our office');
}

/** Records that a person holds no political office. */
async function recordNoExposure(page: Page, path: string): Promise<void> {
  await page.goto(`${path}?record=politicalExposure`);
  await page.getByRole('radio', { name: 'Not a PEP', exact: true }).check();
  await page.getByLabel('How established').fill('Asked in the first meeting');
  await page.getByRole('button', { name: 'Record', exact: true }).click();
  await expect(page.getByText(/Asked in the first meeting/)).toBeVisible();
}

/** Screens a client whom no list has. Monitoring may screen it besides: only what was asked for counts. */
export async function screenNow(page: Page, path: string): Promise<void> {
  await page.goto(`${path}/monitoring`);
  const panel = page.getByRole('region', { name: 'Screening' });
  const asked = panel.getByRole('listitem').filter({ hasText: /(Manual|Initial screening), .*No match/ });
  const before = await asked.count();
  await panel.getByRole('button', { name: 'Screen now' }).click();
  await expect(asked).toHaveCount(before + 1);
}

/** The lowest-scoring answer, where it is not “No” or the first option. */
const harmless: Record<string, string> = {
  'Does what they own fit': 'Yes',
  'Do you understand why': 'Yes',
  'Is there an apparent': 'Yes',
};

async function answerGroup(group: Locator): Promise<void> {
  const radios = group.getByRole('radio');
  if ((await radios.count()) > 0) {
    if ((await group.getByRole('radio', { checked: true }).count()) > 0) return;
    const text = (await group.textContent()) ?? '';
    const named = Object.entries(harmless).find(([question]) => text.includes(question))?.[1] ?? 'No';
    const response = group.getByRole('radio', { name: named, exact: true });
    await ((await response.count()) > 0 ? response : radios.first()).check();
    return;
  }
  const boxes = group.getByRole('checkbox');
  if ((await boxes.count()) > 0) {
    if ((await group.getByRole('checkbox', { checked: true }).count()) > 0) return;
    const response = group.getByRole('checkbox', { name: /^(None of these|Conveyancing)/ });
    await ((await response.count()) > 0 ? response : boxes.first()).check();
    return;
  }
  const country = group.getByRole('combobox').first();
  if ((await country.count()) > 0 && (await country.inputValue()) === '') await country.selectOption('NZL');
}

async function answerAll(page: Page): Promise<void> {
  for (const group of await page.getByRole('main').getByRole('group').all()) {
    if (await group.isVisible()) await answerGroup(group);
  }
  const empty = async (fields: Locator, fill: (field: Locator) => Promise<void>) => {
    for (const field of await fields.all()) {
      if ((await field.isVisible()) && (await field.inputValue()) === '') await fill(field);
    }
  };
  await empty(page.locator('textarea[name^="answers."]'), (field) => field.fill('A sentence about it'));
  await empty(page.locator('input[type="text"][name^="answers."]'), (field) => field.fill('10000'));
  await empty(page.locator('input[type="file"][name^="files."]'), (field) =>
    field.setInputFiles({ name: 'statement.pdf', mimeType: 'application/pdf', buffer: samplePdf() }),
  );
}

/**
 * Answers every question of a risk assessment with the lowest-scoring answer, and submits it. `isScripted`: whether the page runs script. `before`: changes
 * answers before that. Ends on the page of the assessment.
 */
export async function assess(
  page: Page,
  path: string,
  isScripted: boolean,
  before: (page: Page) => Promise<void> = async () => {},
): Promise<void> {
  await page.goto(`${path}/risk_assessments/create`);
  await completeAssessment(page, isScripted, before);
}

/** The same in the form of an assessment whose page is open. */
export async function completeAssessment(
  page: Page,
  isScripted: boolean,
  before: (page: Page) => Promise<void> = async () => {},
): Promise<void> {
  for (const box of await page.locator('input[name^="confirmed."]').all()) {
    if (await box.isVisible()) await box.check();
  }
  await answerAll(page);
  await before(page);
  // Without script dependent questions appear on the next page.
  if (!isScripted) await page.getByRole('button', { name: 'Recalculate' }).click();
  await answerAll(page);
  await page.getByRole('button', { name: 'Submit for approval' }).click();
  await expect(page.getByText('Assessment submitted for approval.')).toBeVisible();
}

/** Approves the assessment whose page is open. */
export async function approve(page: Page): Promise<void> {
  await page.getByRole('link', { name: 'Approve', exact: true }).click();
  await page.getByRole('button', { name: 'Approve', exact: true }).click();
  await expect(page.getByRole('definition').filter({ hasText: /^Approved$/ })).toBeVisible();
}

/** Records all evidence that CDD on an individual needs, page by page. */
export async function gatherEvidence(page: Page, path: string, isScripted: boolean): Promise<void> {
  await fillRecord(page, path);
  await verifyIdentity(page, path);
  await recordNoExposure(page, path);
  await screenNow(page, path);
  await assess(page, path, isScripted);
  await approve(page);
}

/** The top of a record's page, with its status and its one primary action. */
export const recordBar = (page: Page): Locator => page.locator('[data-record-bar]');

/** Approves the client whose page is open, by the primary action of the page. */
export async function approveClient(page: Page, note: string): Promise<void> {
  await recordBar(page).getByRole('link', { name: 'Approve client' }).click();
  const question = page.getByRole('region', { name: 'Approve client?' });
  await question.getByLabel('Note').fill(note);
  await question.getByRole('button', { name: 'Approve client' }).click();
  await expect(page.getByText('Client approved.')).toBeVisible();
}

/** Approves a client with all evidence, which the confirmation lists. */
export async function finishDiligence(page: Page, path: string): Promise<void> {
  await page.goto(`${path}?confirm=approval#diligence`);
  const question = page.getByRole('region', { name: 'Approve client?' });
  await expect(question.getByRole('definition').filter({ hasText: 'Verified on' })).toBeVisible();
  // The lists of the screening that is relied on.
  await expect(question.getByText(/^Screened on .*Lists: \S/)).toBeVisible();
  await page.goto(path);
  await approveClient(page, 'All evidence seen');
  await expect(page.getByText('CDD status is now: verified')).toBeVisible();
}

/** Selects, in an engagement's form, a captured activity in New Zealand and the ground why the work is outside Australia's law. */
export async function selectNewZealandAlone(page: Page): Promise<void> {
  await page.getByLabel(/^Captured activity/).selectOption('nz.a6');
  await page.getByText('Work outside the law', { exact: true }).click();
  await page.getByLabel(/^Outside Australia’s law/).selectOption('au.noAustralianLink');
  await page.getByLabel(/^Why it is outside the law/).fill('Done by the office in Wellington');
}

/** Creates an engagement, starts work on it and approves its risk assessment. `value`: its maximum transaction value. @returns the path of its page */
export async function startAssessedWork(
  page: Page,
  title: string,
  value: string,
  isScripted: boolean,
): Promise<string> {
  const { name } = await createByName(page);
  await page.goto('/activities/create');
  await page.getByLabel('Name', { exact: true }).fill(title);
  await page.getByLabel('Type', { exact: true }).selectOption('propertySale');
  await page.getByLabel(/^Maximum transaction value/).fill(value);
  await selectNewZealandAlone(page);
  await page.getByLabel(/^Nature/).fill('One sale');
  await page.getByLabel(/^Purpose/).fill('Retiring from the trade');
  await addParty(page, name, isScripted);
  await page.getByRole('button', { name: 'Create engagement' }).click();
  await expect(page.getByRole('heading', { level: 1, name: title })).toBeVisible();
  const activity = new URL(page.url()).pathname;
  await page.getByRole('button', { name: 'Start work' }).click();
  await expect(statusOf(page)).toHaveText('In progress');
  await assess(page, activity, isScripted);
  await approve(page);
  return activity;
}

/** Number of outstanding requirements in the panel of a client's page. */
export async function outstandingCount(panel: Locator): Promise<number> {
  const heading = await panel.getByRole('heading', { level: 2 }).textContent();
  return Number(heading?.match(/\d+/)?.[0]);
}
