import type { Page } from 'playwright/test';
import { addDays, addMonths } from '#rules/dates/calendar-dates.ts';
import {
  approve,
  assess,
  createByName,
  finishDiligence,
  gatherEvidence,
  outstandingCount,
  recordBar,
  screenNow,
  selectNewZealandAlone,
} from '#tests/support/browser/cdd-journey.ts';
import { expect, test, unique } from '#tests/support/browser/journey.ts';
import { openTab, statusOf } from '#tests/support/browser/record-page.ts';
import { testDay } from '#tests/support/clock/test-day.ts';

/**
 * Sends the form of a disabled button, as an outdated page or a program might. `question`: an available transition of the same record,
 * whose form carries the version and the request key.
 */
async function sendAnyway(
  page: Page,
  path: string,
  question: string,
  form: Record<string, string>,
): Promise<string> {
  await page.goto(`${path}?confirm=${question}`);
  const open = page.locator('form', {
    has: page.getByRole('textbox', { name: /^(Reason|Changes required)/ }),
  });
  const [requestKey, version] = [
    await open.locator('input[name="requestKey"]').inputValue(),
    await open.locator('input[name="version"]').inputValue(),
  ];
  const response = await page.request.post(path, {
    form: { requestKey, version, ...form },
    headers: { Origin: new URL(page.url()).origin },
    maxRedirects: 0,
  });
  expect(response.status()).toBe(422);
  return response.text();
}

test('a client with a name alone cannot be sent for review, verified or activated; with evidence it can', async ({
  page,
  javaScriptEnabled,
}) => {
  const { path } = await createByName(page);
  const panel = page.getByRole('region', { name: 'Outstanding requirements' });
  const approval = panel.getByRole('button', { name: 'Approve client' });
  await expect(approval).toBeDisabled();
  // Monitoring screens a client within a minute once onboarding starts.
  const screening = panel.getByRole('listitem').filter({ hasText: 'Screen the client' });
  await expect(screening).toContainText('Terrorism Suppression Act 2002');
  await panel.getByRole('button', { name: 'Start onboarding' }).click();
  await expect(panel.getByText('is now: onboarding')).toBeVisible();
  await panel.getByRole('button', { name: 'Start CDD' }).click();

  const activate = panel.getByRole('button', { name: 'Activate' });
  await expect(activate).toBeDisabled();
  // All listed items, except CDD itself, which the review decides.
  const listed = await outstandingCount(panel);
  await expect(approval).toHaveAccessibleDescription(`${listed - 1} requirements outstanding`);
  for (const [reason, provision, link] of [
    ['Verify the client’s identity.', 'NZ s16', 'Verify identity'],
    ['Establish whether the client is a politically exposed person.', 'NZ s26', 'Record finding'],
    ['Assess the client’s risk', 'NZ reg 12AC', 'Assess risk'],
    ['Record the nature and purpose of the relationship.', 'NZ s17', 'Edit the client'],
  ] as const) {
    const item = panel.getByRole('listitem').filter({ hasText: reason });
    await expect(item).toContainText(provision);
    await expect(item.getByRole('link', { name: new RegExp(`^${link}`) })).toBeVisible();
  }
  for (const form of [
    { lifecycle: 'cdd', to: 'readyForReview' },
    { lifecycle: 'client', to: 'active' },
  ]) {
    const refused = await sendAnyway(page, path, 'unableToComplete', form);
    expect(refused).toContain('Verify the client’s identity.');
    expect(refused).toContain('requirements outstanding before');
  }

  await gatherEvidence(page, path, javaScriptEnabled !== false);
  await finishDiligence(page, path);
  // One status on the page and in the list, and the next act in place of the approval.
  const name = await page.getByRole('heading', { level: 1 }).textContent();
  const expectStatus = async (status: string) => {
    await expect(recordBar(page).getByText(status, { exact: true })).toBeVisible();
    await page.goto(`/clients?q=${encodeURIComponent(name ?? '')}`);
    await expect(page.getByRole('row', { name: name ?? '' })).toContainText(status);
    await page.goto(path);
  };
  await expectStatus('Approved');
  await recordBar(page).getByRole('button', { name: 'Activate' }).click();
  await expect(panel.getByText('is now: active')).toBeVisible();
  await expect(recordBar(page).getByRole('button', { name: 'Activate' })).toHaveCount(0);
  await expectStatus('Active');
  await expect(panel.getByText('No outstanding requirements')).toBeVisible();

  await openTab(page, 'History');
  // The values of any day are on record; a day that there is not is refused beside its field.
  const periods = page.getByRole('region', { name: 'Values over time' });
  await expect(periods).toContainText('Verified');
  await periods.getByLabel('As at').fill(testDay());
  await periods.getByRole('button', { name: 'Show day' }).click();
  await expect(page.getByRole('region', { name: /^On record at the end of/ })).toBeVisible();
});

test('an exception that an officer approves allows activation without completed CDD, until it expires', async ({
  page,
  colleague,
  javaScriptEnabled,
}) => {
  const { path } = await createByName(page);
  const panel = page.getByRole('region', { name: 'Outstanding requirements' });
  await panel.getByRole('button', { name: 'Start onboarding' }).click();
  await expect(panel.getByText('is now: onboarding')).toBeVisible();
  await panel.getByRole('button', { name: 'Start CDD' }).click();
  await assess(page, path, javaScriptEnabled !== false);
  await approve(page);
  await screenNow(page, path);
  await page.goto(path);
  await expect(panel.getByRole('button', { name: 'Activate' })).toBeDisabled();
  await expect(panel.getByRole('link', { name: 'Approve an exception' })).toHaveCount(0);

  const officer = await colleague('officer@demo.test');
  await officer.goto(path);
  const theirs = officer.getByRole('region', { name: 'Outstanding requirements' });
  await theirs.getByRole('link', { name: 'Approve an exception' }).click();
  const reason = 'The passport is at an embassy; identity is confirmed by the employer';
  const question = theirs.getByRole('region', { name: 'Approve an exception?' });
  await question.getByLabel('Reason').fill(reason);
  await question.getByLabel('Exception expiry date').fill(addDays(addMonths(testDay(), 12), 1));
  await question.getByRole('button', { name: 'Approve an exception' }).click();
  await expect(theirs.getByText(/^Error: An exception lasts 12 months at most/)).toBeVisible();
  await expect(question.getByLabel('Reason')).toHaveValue(reason);
  const endsOn = addDays(testDay(), 30);
  await question.getByLabel('Exception expiry date').fill(endsOn);
  await question.getByRole('button', { name: 'Approve an exception' }).click();
  await expect(theirs.getByText('is now: exception approved')).toBeVisible();

  await page.goto(path);
  await panel.getByRole('button', { name: 'Activate' }).click();
  await expect(panel.getByText('is now: active')).toBeVisible();
  await expect(panel).toContainText('Verify the client’s identity.');
});

test.describe('a compliance officer', () => {
  test.use({ asLoginId: 'officer@demo.test' });

  test('an activity with an unverified customer cannot be completed and shows why; then it can', async ({
    page,
    javaScriptEnabled,
  }) => {
    const { path, name } = await createByName(page);
    const title = unique('Purchase of a cottage');
    await page.goto('/activities/create');
    await page.getByLabel('Name', { exact: true }).fill(title);
    await page.getByLabel('Type', { exact: true }).selectOption('matter');
    await page.getByLabel(/^Purpose/).fill('A home');
    await page.getByLabel(/^Nature/).fill('One purchase');
    await selectNewZealandAlone(page);
    if (javaScriptEnabled === false) {
      await page.getByRole('textbox', { name: 'Find client' }).fill(name);
      await page.getByRole('button', { name: 'Find client' }).click();
      await page.getByRole('button', { name: `Add ${name}` }).click();
    } else {
      await page.getByRole('combobox', { name: 'Find client' }).fill(name);
      await page.getByRole('listbox').getByRole('option').click();
    }
    await page.getByRole('button', { name: 'Create engagement' }).click();
    await expect(page.getByRole('heading', { level: 1, name: title })).toBeVisible();
    const activity = new URL(page.url()).pathname;
    await page.getByRole('button', { name: 'Start work' }).click();
    await expect(page.getByRole('button', { name: 'Start work' })).toHaveCount(0);
    await assess(page, activity, javaScriptEnabled !== false);
    await approve(page);
    await page.goto(activity);
    await page.getByRole('button', { name: 'Submit for review' }).click();
    await page.getByRole('radio', { name: 'Approved' }).check();
    const needs = page.getByRole('region', { name: 'Completion checklist' });
    const outcomeMissing = needs.getByText('Set the outcome: approved or declined.');
    await expect(outcomeMissing).toBeVisible();
    await page.getByRole('button', { name: 'Set outcome' }).click();
    await expect(outcomeMissing).toHaveCount(0);
    const complete = page.getByRole('button', { name: 'Complete', exact: true });
    await expect(complete).toBeDisabled();
    for (const [reason, provision] of [
      [`CDD on ${name} is not complete.`, 'NZ s37'],
      [`${name}: Verify the client’s identity.`, 'NZ s16'],
      [`${name}: Assess the client’s risk`, 'NZ reg 12AC'],
      [`${name}: Screen the client against sanctions lists.`, 'Terrorism Suppression Act 2002'],
    ] as const) {
      await expect(needs.getByRole('listitem').filter({ hasText: reason })).toContainText(provision);
    }
    await expect(
      needs.getByRole('link', { name: new RegExp(`^Verify identity ?: ${name}`) }),
    ).toHaveAttribute('href', `${path}/identity#verifications`);
    const refused = await sendAnyway(page, activity, 'onHold', { move: 'to', to: 'completed' });
    expect(refused).toContain(`${name}: Verify the client’s identity.`);

    await gatherEvidence(page, path, javaScriptEnabled !== false);
    await finishDiligence(page, path);
    await page.goto(activity);
    await expect(needs.getByText('All requirements met.')).toBeVisible();
    await complete.click();
    await expect(statusOf(page)).toHaveText('Completed');
  });

  test('cannot approve a high risk assessment of their own, and another one can', async ({
    page,
    colleague,
    javaScriptEnabled,
  }) => {
    const { path } = await createByName(page);
    await assess(page, path, javaScriptEnabled !== false, async () => {
      const why = page.getByRole('group', { name: /Do you understand why/ });
      await why.getByRole('radio', { name: 'There is no apparent economic or lawful purpose' }).check();
    });
    const assessment = new URL(page.url()).pathname;
    await expect(page.getByRole('link', { name: 'Approve', exact: true })).toHaveCount(0);
    await expect(page.getByText('Maker-checker: you cannot approve your own assessment.')).toBeVisible();
    await expect(page.getByText('Your AML/CFT programme')).toBeVisible();
    const refused = await sendAnyway(page, assessment, 'return', {
      intent: 'decide',
      decision: 'approve',
    });
    expect(refused).toContain('Maker-checker: you cannot approve your own assessment.');

    await page.goto(assessment);
    const owner = await colleague('owner@demo.test');
    await owner.goto(assessment);
    await approve(owner);
    await page.goto(path);
    await expect(page.getByText('High', { exact: true })).toBeVisible();
  });
});
