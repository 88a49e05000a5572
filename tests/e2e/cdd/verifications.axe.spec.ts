import { expect, pageProblems, test, unique } from '#tests/support/browser/journey.ts';

test('a verification, its forms and the panel that starts it have no axe violations', async ({ page }) => {
  const look = async () => {
    expect(await pageProblems(page)).toEqual([]);
  };
  await page.goto('/clients/create?type=individual');
  await page.getByLabel('Given names').fill('Ana');
  await page.getByLabel('Family name').fill(unique('Looked'));
  await page.getByLabel('Date of birth').fill('1985-03-12');
  await page.getByRole('button', { name: 'Create client' }).last().click();
  await expect(page.getByRole('link', { name: 'Edit' }).first()).toBeVisible();
  const client = new URL(page.url()).pathname;
  await page.goto(`${client}?verify=new`);
  await look();
  for (const method of ['electronicRemote', 'distf', 'reliance', 'exception', 'electronicInPerson']) {
    await page.goto(`${client}?verify=${method}`);
    await look();
  }
  await page.getByRole('button', { name: 'Start the verification' }).click();
  await expect(page.getByRole('alert')).toBeVisible();
  await look();
  await page.goto(`${client}?verify=documentSighted`);
  await page.getByRole('button', { name: 'Start the verification' }).click();
  await expect(page.getByRole('heading', { name: /^Identity of/ })).toBeVisible();
  await look();
  const verification = new URL(page.url()).pathname;
  for (const type of ['nzPassport', 'medicare', 'auDriverLicence']) {
    await page.goto(`${verification}?do=addDocument&type=${type}`);
    await look();
  }
  await page.goto(`${verification}?do=addDocument&type=nzPassport`);
  await page.getByLabel('Passport number').fill(`LB${String(Date.now()).slice(-6)}`);
  await page.getByLabel('Expires on').fill('2031-05-01');
  await page.getByLabel('Original sighted with the person present').check();
  await page.getByLabel('Name matches the record').check();
  await page.getByRole('button', { name: 'Add the document' }).click();
  await expect(page.getByText('Document added.')).toBeVisible();
  await look();
  for (const tab of ['submitted', 'rules', 'documents', 'history']) {
    await page.goto(`${verification}?tab=${tab}`);
    await look();
  }
  await page.goto(`${verification}?tab=rules&do=decide#decision`);
  await look();
  await page.getByRole('button', { name: 'Save decision' }).click();
  await expect(page.getByRole('alert')).toBeVisible();
  await look();
});
