import { expect, test, unique } from '#tests/support/browser/journey.ts';

test.use({ asLoginId: 'officer@demo.test' });

test('a template is created from the library, edited by its buttons, previewed and published', async ({
  page,
}) => {
  await page.goto('/templates');
  await page.getByRole('link', { name: 'New template for clients' }).click();
  const name = unique('Trial template');
  await page.getByLabel('Name', { exact: true }).fill(name);
  await page.getByRole('button', { name: 'Create draft' }).click();
  await expect(page.getByRole('heading', { level: 1, name })).toBeVisible();

  const question = page.locator('details', { has: page.locator('summary', { hasText: /^1\.2 / }) });
  await question.locator('summary', { hasText: /^1\.2 / }).click();
  await question.getByLabel('Question', { exact: true }).fill('Is this the changed question?');
  await page.getByRole('button', { name: 'Down question 1.2', exact: true }).click();
  await expect(page.locator('summary', { hasText: '1.3 Is this the changed question?' })).toBeVisible();
  await page.getByRole('button', { name: 'Save draft' }).click();
  await expect(page.getByText('Draft saved.')).toBeVisible();

  await page.getByRole('link', { name: 'Preview impact' }).click();
  await expect(page.getByRole('heading', { name: 'Impact of publishing' })).toBeVisible();
  await page.getByLabel('Change note').fill('A question was moved and worded anew');
  await page.getByRole('button', { name: /^Publish version/ }).click();
  await expect(page.getByText('New version published.')).toBeVisible();
});

test('questions are put in order by dragging them', async ({ page, javaScriptEnabled }) => {
  await page.goto('/templates');
  await page.getByRole('link', { name: 'New template for clients' }).click();
  await page.getByLabel('Name', { exact: true }).fill(unique('Dragged template'));
  await page.getByRole('button', { name: 'Create draft' }).click();
  const dragged = page.locator('[data-drag="sections[0].questions[0]"]');
  // Without script the Up and Down buttons alone put questions in order.
  if (javaScriptEnabled === false) return await expect(dragged).toHaveCount(0);
  const first = await page.locator('summary > span.font-semibold', { hasText: /^1\.1 / }).textContent();
  const question = first?.slice('1.1 '.length) ?? '';
  await dragged.dragTo(page.locator('summary', { hasText: /^1\.2 / }));
  await expect(page.locator('summary', { hasText: `1.2 ${question}` })).toBeVisible();

  const into = page.locator('summary', { hasText: /^2\.1 / });
  await page.locator('[data-drag="sections[0].questions[1]"]').hover();
  await page.mouse.down();
  // A drag begins where the pointer went down, so the pointer moves before the page scrolls.
  await page.locator('summary', { hasText: /^1\.2 / }).hover({ position: { x: 120, y: 8 } });
  await into.hover();
  await page.mouse.up();
  await expect(page.locator('summary', { hasText: `2.1 ${question}` })).toBeVisible();
  await page.getByRole('button', { name: 'Save draft' }).click();
  await expect(page.getByText('Draft saved.')).toBeVisible();
  await page.reload();
  await expect(page.locator('summary', { hasText: `2.1 ${question}` })).toBeVisible();
});

test('the score follows the answers, a draft is saved, and an incomplete submission lists missing answers', async ({
  page,
  javaScriptEnabled,
}) => {
  const isScripted = javaScriptEnabled !== false;
  await page.goto('/clients/create?type=individual');
  await page.getByLabel('Given names').fill('Ana');
  await page.getByLabel('Family name').fill(unique('Assessed'));
  await page.getByRole('button', { name: 'Create client' }).click();
  await expect(page.getByText('Client created.')).toBeVisible();
  await page.goto(`${page.url()}/risk_assessments/create`);

  const pep = page.getByRole('group', { name: /politically exposed person \(PEP\)/ });
  await pep.getByRole('radio', { name: 'Yes, in another country' }).check();
  if (!isScripted) await page.getByRole('button', { name: 'Recalculate' }).click();
  await expect(page.getByText(/floor: high/)).toBeVisible();
  await expect(pep.getByRole('radio', { name: 'Yes, in another country' })).toBeChecked();

  await page.getByRole('button', { name: 'Submit for approval' }).click();
  await expect(page.getByRole('alert').filter({ hasText: 'Answer this question.' })).toBeVisible();
  await page.getByRole('button', { name: 'Save draft' }).click();
  await expect(page.getByText('Draft saved.')).toBeVisible();
  await expect(page).toHaveURL(/risk_assessments\/[0-9a-f-]{36}$/);

  await page.getByRole('link', { name: 'Void assessment' }).click();
  await page.getByRole('textbox', { name: 'Reason', exact: true }).fill('Made to see how it works');
  await page.getByRole('button', { name: 'Void assessment' }).click();
  await expect(page.getByText('Void: Made to see how it works')).toBeVisible();
});
