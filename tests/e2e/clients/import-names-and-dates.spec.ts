import type { Locator, Page } from 'playwright/test';
import { expect, test, uniqueName } from '#tests/support/browser/journey.ts';
import { workThrough } from '#tests/support/browser/work-through.ts';

async function upload(page: Page, name: string, text: string): Promise<void> {
  await page.goto('/clients/import');
  await page
    .getByLabel('CSV file')
    .setInputFiles({ name, mimeType: 'text/plain', buffer: Buffer.from(text) });
  await page.getByRole('button', { name: 'Upload file' }).click();
}

/** The row of the file with a text. */
const rowWith = (page: Page, text: string): Locator =>
  page.getByRole('list', { name: 'Rows of the file' }).getByRole('listitem').filter({ hasText: text });

async function useHeadingsOf(page: Page, row: RegExp): Promise<void> {
  const select = page.getByLabel('Row with the headings');
  if (await select.isHidden()) await page.getByText('Use another row').click();
  const option = (await select.getByRole('option', { name: row }).getAttribute('value')) ?? '';
  await select.selectOption(option);
  await page.getByRole('button', { name: 'Use these headings' }).click();
}

test('a file of MYOB is imported from the row of its headings, with the month first in its dates', async ({
  page,
}) => {
  const family = uniqueName('Ledgered');
  const lines = [
    '{}',
    'Co./Last Name\tFirst Name\tDate of birth',
    `${family}\tAroha\t12/31/1980`,
    `${family}\tBen\t03/04/1975`,
    `${family}\tCora\t07/25/1990`,
  ];
  await upload(page, 'CUST.TXT', lines.join('\r\n'));
  await expect(page.getByText('The headings are in row 2. Row 1 is not imported.')).toBeVisible();
  await expect(page.getByLabel('Co./Last Name')).toHaveValue('familyName');

  await useHeadingsOf(page, /^Row 3: /);
  await expect(page.getByText('The headings are in row 3. Rows 1 to 2 are not imported.')).toBeVisible();
  // No field is guessed for what is no heading.
  await expect(page.getByLabel('12/31/1980')).toHaveValue('');
  await useHeadingsOf(page, /^Row 2: /);
  await expect(page.getByText('The headings are in row 2. Row 1 is not imported.')).toBeVisible();

  await expect(page.getByLabel('Date of birth', { exact: true })).toHaveValue('dateOfBirth');

  await page.getByRole('button', { name: 'Validate rows' }).click();
  const order = page.getByLabel('How dates in “Date of birth” are written');
  await expect(page.getByText('“12/31/1980” can only have the month first')).toBeVisible();
  await order.selectOption({ label: 'Month first: 12/31/1980' });
  await page.getByRole('button', { name: 'Validate rows' }).click();

  await workThrough(page, /No clients have been created yet/);
  const ben = rowWith(page, `Ben ${family}`);
  await expect(ben.getByText(`Given names: Ben · Family name: ${family}`)).toBeVisible();
  await ben.getByText('Values to be saved').click();
  await expect(ben.getByRole('definition').filter({ hasText: '4 Mar 1975' })).toBeVisible();
  await page.getByRole('button', { name: 'Import selected rows' }).click();
  await workThrough(page, /3 clients were created as drafts\. 0 rows were not imported/);

  await page.getByRole('link', { name: `Ben ${family}` }).click();
  await expect(page.getByRole('heading', { level: 1, name: `Ben ${family}` })).toBeVisible();
  await expect(page.getByRole('definition').filter({ hasText: '4 Mar 1975' })).toBeVisible();
});

test('a column of whole names is split, and the doubtful ones are corrected and selected', async ({
  page,
}) => {
  const [ludwig, john, siobhan, hone] = ['Ludwig', 'John', 'SiobhÃ¡n', 'Hone'].map(uniqueName) as [
    string,
    string,
    string,
    string,
  ];
  const repaired = siobhan.replace('Ã¡', 'á');
  const lines = [
    'Name',
    `${ludwig} van der Berg`,
    `${john} & Mary Sample`,
    `${siobhan} Sample`,
    `Mr ${hone} Sample`,
  ];
  await upload(page, 'names.csv', lines.join('\r\n'));
  await page.getByRole('button', { name: 'Validate rows' }).click();
  await workThrough(page, /No clients have been created yet/);
  await expect(rowWith(page, hone).getByText(`Given names: ${hone} · Family name: Sample`)).toBeVisible();

  const tabs = page.getByRole('navigation', { name: 'Rows' });
  await tabs.getByRole('link', { name: 'Needs review (3)' }).click();
  await expect(
    rowWith(page, john).getByText('is read as the name of a client of the type Joint individuals'),
  ).toBeVisible();
  await page.getByRole('link', { name: 'Correct these rows' }).click();
  await expect(rowWith(page, siobhan).getByLabel('Name')).toHaveValue(`${repaired} Sample`);
  await rowWith(page, john).getByLabel('Name').fill(`${john} Sample`);
  await page.getByRole('button', { name: 'Check corrected rows' }).click();
  await workThrough(page, /No clients have been created yet/);

  await tabs.getByRole('link', { name: 'Needs review (1)' }).click();
  const berg = rowWith(page, ludwig);
  await expect(berg.getByText(`Given names: ${ludwig} · Family name: van der Berg`)).toBeVisible();
  await page.getByRole('checkbox', { name: `${ludwig} van der Berg` }).check();
  await page.getByRole('button', { name: 'Import selected rows' }).click();
  await workThrough(page, /4 clients were created as drafts\. 0 rows were not imported/);
  await expect(page.getByRole('link', { name: `${repaired} Sample` })).toBeVisible();
  await page.getByRole('link', { name: `${ludwig} van der Berg` }).click();
  await expect(page.getByRole('heading', { level: 1, name: `${ludwig} van der Berg` })).toBeVisible();
  await page.goto(`${new URL(page.url()).pathname}/edit`);
  await expect(page.getByLabel('Family name')).toHaveValue('van der Berg');
  await expect(page.getByLabel('Given names')).toHaveValue(ludwig);
});
