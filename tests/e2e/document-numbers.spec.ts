import { createClient } from '#contract/clients.ts';
import { createDocumentRequest } from '#contract/document-requests.ts';
import { expect, test, unique } from '#tests/support/e2e-helpers.ts';
import { sessionTokenIn } from '#tests/support/sign-in-cookie.ts';

test.use({ asLoginId: 'officer@demo.test' });

test('a compliance officer sees a number given through a link masked, and in full for a reason', async ({
  page,
  baseURL,
}) => {
  await page.goto('/clients');
  const cookies = await page.context().cookies();
  const token = sessionTokenIn(cookies.map(({ name, value }) => `${name}=${value}`).join('; '));
  const call = async <T>(path: string, body: object, as = token): Promise<T> => {
    const response = await fetch(`${baseURL}/api/v1${path}`, {
      method: 'POST',
      headers: { Authorization: `Bearer ${as}`, 'Content-Type': 'application/json' },
      body: JSON.stringify(body),
    });
    if (!response.ok) throw new Error(`${path} was answered ${response.status}: ${await response.text()}`);
    return (await response.json()) as T;
  };
  const client = await call<{ id: string }>(createClient.path, {
    clientType: 'individual',
    individual: { givenNames: 'Aroha', familyName: unique('Numbered') },
  });
  const request = await call<{ id: string; link: string; items: { id: string }[] }>(
    createDocumentRequest.path.replace(':id', client.id),
    {
      recipientName: 'Aroha Numbered',
      dueOn: new Date(Date.now() + 7 * 86_400_000).toISOString().slice(0, 10),
      items: [{ label: 'Passport number', kind: 'details', detailFields: ['documentNumber'] }],
      send: true,
    },
  );
  const link = new URL(request.link).pathname;
  await page.goto(link);
  await page.getByRole('button', { name: 'Start' }).click();
  await page.getByLabel('Document number').fill('LX987654');
  await page.getByRole('button', { name: /^Save/ }).first().click();
  await expect(page.getByText('LX987654')).toHaveCount(0);

  await page.goto(`/clients/${client.id}?request=${request.id}#requests`);
  const panel = page.getByRole('region', { name: /requests/i });
  await expect(panel.getByText('••••••54')).toBeVisible();
  await panel.getByText('Show the full number').click();
  await panel.getByLabel('Reason', { exact: true }).fill('To compare it with the register');
  await panel.getByRole('button', { name: 'Show number' }).click();
  await expect(panel.getByText('Full document number: LX987654')).toBeVisible();
  // Once: the next visit shows it masked.
  await page.goto(`/clients/${client.id}?request=${request.id}#requests`);
  await expect(panel.getByText('••••••54')).toBeVisible();
  await expect(page.getByText('LX987654')).toHaveCount(0);
});
