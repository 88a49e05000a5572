import { expect, expectAccessible, test, unique } from '#tests/support/browser/journey.ts';

test.use({ asLoginId: 'owner@demo.test' });

test('an owner views the active lists, sees the errors of an internal list, and activates a corrected one', async ({
  page,
  javaScriptEnabled,
}) => {
  const check = async (what: string) => {
    if (javaScriptEnabled !== false) await expectAccessible(page, '/settings/lists', what);
  };
  await page.goto('/settings/lists');
  await expect(page.getByRole('heading', { level: 2, name: 'Active lists' })).toBeVisible();
  await expect(page.getByText('Active, version 1')).not.toHaveCount(0);

  const upload = async (csv: string) => {
    await page
      .getByLabel(/list file$/i)
      .setInputFiles({ name: 'our-list.csv', mimeType: 'text/csv', buffer: Buffer.from(csv) });
    await page.getByRole('button', { name: /^Upload/ }).click();
  };
  const [one, other] = [unique('Listed Invention'), unique('Listed Fiction')];
  const headings = 'id,name,type,date_of_birth,reason';
  const row = (name: string, born: string, type = 'person') => `,${name},${type},${born},sanction\n`;
  await upload(`${headings}\n${row(one, '1970-03-02')}${row(other, 'soon')}`);
  await expect(page.getByRole('alert')).toContainText(
    'our-list.csv, line 3: The date of birth "soon" is no date.',
  );
  await expect(page.getByRole('alert')).toContainText('The active version is unchanged');

  // As many as the list of other journeys has: a shorter one would be held as truncated.
  const more = [row(unique('Listed Third'), '07/04/62'), row(unique('Listed Fourth'), '1972', 'ghost')].join(
    '',
  );
  await upload(`${headings}\n${row(one, '1970-03-02')}${row(other, '1971')}${more}`);
  await expect(page.getByText('List activated.')).toBeVisible();
  const own = page.getByRole('region', { name: 'Internal list' });
  await expect(own.getByText('4 entries')).toBeVisible();
  await expect(own.getByText(/^1 entry has no known type .*: line 5 \(“ghost”\)\.$/)).toBeVisible();
  await expect(
    own.getByText(/^1 date of birth is in another form .*“07\/04\/62” as 7 Apr 1962/),
  ).toBeVisible();

  await own.getByRole('link', { name: 'Latest changes' }).click();
  await expect(page.getByRole('listitem').filter({ hasText: one })).toContainText('Added');
  await check('changes of a list');
  await page.getByRole('link', { name: 'All versions' }).click();
  await expect(page.getByRole('table')).toContainText('Active');
  await check('versions of a list');

  const download = await page.request.get('/settings/list-template.csv');
  expect(download.headers()['content-disposition']).toContain('screening-list-template.csv');
});
