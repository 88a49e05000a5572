import { readFile, rm } from 'node:fs/promises';
import type { Locator, Page } from 'playwright/test';
import { totpCode } from '#sandbox/identity/totp-routes.ts';
import { filesInZip } from '#tests/support/api/evidence-packs.ts';
import { expect, expectAccessible, anyone as test, unique } from '#tests/support/browser/journey.ts';
import {
  newOwnerPassword,
  openNewCompany,
  ownerAddress,
  signUp,
} from '#tests/support/browser/new-company.ts';
import { chooseInMore } from '#tests/support/browser/record-page.ts';
import { processClock } from '#tests/support/clock/process-clock.ts';
import { demoFolder } from '#tests/support/processes/demo-folder.ts';
import { freePort, startServer } from '#tests/support/processes/processes.ts';

const periodMs = 30_000;

/**
 * Enters codes of an authenticator app until one leads on: a page may take longer than a code is valid. Each works once, so they are those of the
 * periods from now on, without the periods before.
 */
function authenticatorApp(page: Page, key: string) {
  let last = 0;
  /** `aheadMs`: how far the server's clock is ahead of the journey's. */
  return async (button: string, then: Locator, aheadMs = 0): Promise<void> => {
    await expect(async () => {
      last = Math.max(last + 1, Math.floor((Date.now() + aheadMs) / periodMs));
      await page.getByLabel('Code of your authenticator app').fill(totpCode(key, new Date(last * periodMs)));
      await page.getByRole('button', { name: button }).click();
      await expect(then).toBeVisible();
    }).toPass();
  };
}

/** Sets an authenticator app up, from the page that lists where one is signed in. @returns what enters its codes */
async function addAuthenticatorApp(page: Page): Promise<ReturnType<typeof authenticatorApp>> {
  await page.getByRole('link', { name: 'Add a second factor' }).click();
  await page.getByRole('button', { name: 'Set up an authenticator app' }).click();
  await expect(page.getByRole('img', { name: 'QR code of the key below' })).toBeVisible();
  const enterCode = authenticatorApp(page, (await page.locator('code').textContent()) ?? '');
  const saved = page.getByRole('link', { name: 'I have saved them' });
  await enterCode('Confirm', saved);
  await saved.click();
  await expect(page.getByRole('row', { name: /Authenticator app/ })).toBeVisible();
  return enterCode;
}

/** Signs the owner of a new company out, and in again as far as the second factor. */
async function signInAgain(page: Page, loginId: string): Promise<void> {
  await page.context().clearCookies();
  await page.goto('/settings/sessions');
  await page.getByLabel('Email address').fill(loginId);
  await page.getByLabel('Password', { exact: true }).fill(newOwnerPassword);
  await page.getByRole('button', { name: 'Sign in', exact: true }).click();
}

test('an authenticator app is set up, and asked for at the next sign-in, as a recovery code is', async ({
  page,
  javaScriptEnabled,
}) => {
  const company = unique('Second Factor');
  await signUp(page, company);
  await page.goto('/settings/sessions');
  await page.getByRole('link', { name: 'Add a second factor' }).click();
  const setUp = page.getByRole('button', { name: 'Set up an authenticator app' });
  const qrCode = page.getByRole('img', { name: 'QR code of the key below' });
  const readKey = async () => {
    await setUp.click();
    await expect(qrCode).toBeVisible();
    return (await page.locator('code').textContent()) ?? '';
  };
  // Left before a code was entered, and ended: it is begun again each time, with another key.
  const left = await readKey();
  await page.goto('/settings/sessions');
  await expect(page.getByText('None set up.')).toBeVisible();
  await page.getByRole('link', { name: 'Add a second factor' }).click();
  const ended = await readKey();
  await page.getByRole('link', { name: 'Use another way' }).click();
  const key = await readKey();
  expect(new Set([left, ended, key]).size).toBe(3);
  if (javaScriptEnabled !== false) await expectAccessible(page, '/login', 'the key of an authenticator app');
  const enterCode = authenticatorApp(page, key);
  const codes = page.getByRole('list', { name: 'Recovery codes' });
  await enterCode('Confirm', codes);
  await expect(codes.getByRole('listitem')).toHaveCount(10);
  const [recovery = ''] = await codes.getByRole('listitem').allTextContents();
  await page.getByRole('link', { name: 'I have saved them' }).click();
  await expect(page.getByRole('row', { name: /Authenticator app/ })).toBeVisible();

  await signInAgain(page, ownerAddress(company));
  await expect(page.getByRole('heading', { level: 1, name: 'Verify it’s you' })).toBeVisible();
  if (javaScriptEnabled !== false) await expectAccessible(page, '/login', 'a second factor');
  await page.getByLabel('Code of your authenticator app').fill('000000');
  await page.getByRole('button', { name: 'Verify' }).click();
  await expect(page.getByRole('alert').filter({ hasText: 'incorrect' })).toBeVisible();
  await enterCode('Verify', page.getByRole('heading', { name: 'Where you are signed in' }));

  await signInAgain(page, ownerAddress(company));
  await page.getByText('Use a recovery code instead').click();
  await page.getByLabel('Recovery code').fill(recovery);
  await page.getByRole('button', { name: 'Use recovery code' }).click();
  await expect(page.getByText('9 recovery codes left.')).toBeVisible();
});

test('a passkey is added, asked for at the next sign-in, and removed', async ({
  page,
  javaScriptEnabled,
}) => {
  const company = unique('Passkey');
  await signUp(page, company);
  await page.goto('/settings/sessions');
  await page.getByRole('link', { name: 'Add a second factor' }).click();
  await page.getByLabel('Name of the passkey').fill('Work laptop');
  if (javaScriptEnabled === false) {
    await page.getByRole('button', { name: 'Add a passkey' }).click();
    await expect(page.getByRole('link', { name: 'Use another way' })).toBeVisible();
    return;
  }
  const authenticator = await page.context().newCDPSession(page);
  await authenticator.send('WebAuthn.enable');
  const { authenticatorId } = await authenticator.send('WebAuthn.addVirtualAuthenticator', {
    options: {
      protocol: 'ctap2',
      transport: 'internal',
      hasResidentKey: true,
      hasUserVerification: true,
      isUserVerified: true,
    },
  });
  await page.getByRole('button', { name: 'Add a passkey' }).click();
  await expect(page.getByRole('list', { name: 'Recovery codes' }).getByRole('listitem')).toHaveCount(10);
  await page.getByRole('link', { name: 'I have saved them' }).click();
  await expect(page.getByRole('row', { name: /Work laptop/ })).toBeVisible();

  await signInAgain(page, ownerAddress(company));
  await authenticator.send('WebAuthn.setUserVerified', { authenticatorId, isUserVerified: false });
  await page.getByRole('button', { name: 'Use a passkey' }).click();
  await expect(page.getByText('The passkey was not read.')).toBeVisible();
  await authenticator.send('WebAuthn.setUserVerified', { authenticatorId, isUserVerified: true });
  await page.getByRole('button', { name: 'Try again' }).click();
  await expect(page.getByRole('heading', { name: 'Where you are signed in' })).toBeVisible();
  await page.getByRole('button', { name: 'Remove Work laptop' }).click();
  await expect(page.getByText('None set up.')).toBeVisible();
});

test('a download asks for the second factor where the last proof is old, and arrives after it', async ({
  browser,
  javaScriptEnabled,
}) => {
  // A server of its own, whose clock goes on while the session stays.
  const dataDir = await demoFolder('old-proof');
  const port = String(await freePort());
  const env = { DATA_DIR: dataDir, PORT: port, SANDBOX: '1' };
  let server = await startServer('all', env);
  const context = await browser.newContext({
    baseURL: `http://localhost:${port}`,
    javaScriptEnabled: javaScriptEnabled !== false,
  });
  try {
    const page = await context.newPage();
    await openNewCompany(page, unique('Old Proof'));
    await page.goto('/settings/sessions');
    const enterCode = await addAuthenticatorApp(page);
    await page.goto('/clients/create?type=individual');
    await page.getByLabel('Given names').fill('Wiremu');
    await page.getByLabel('Family name').fill('Packer');
    await page.getByRole('button', { name: 'Create client' }).click();
    await expect(page.getByRole('heading', { level: 1, name: 'Wiremu Packer' })).toBeVisible();
    await server.stop();
    const aheadMs = 16 * 60_000;
    server = await startServer('all', { ...env, ...processClock(aheadMs) });

    await chooseInMore(page, 'Make an evidence pack');
    await page
      .getByRole('combobox', { name: 'Purpose' })
      .selectOption({ label: 'Independent audit or evaluation' });
    const evidence = page.url();
    await page.getByRole('button', { name: 'Download evidence pack' }).click();
    await expect(page.getByRole('heading', { level: 1, name: 'Verify it’s you' })).toBeVisible();
    // A download saves nothing, so nothing is said of entries.
    const main = page.getByRole('main');
    const ofEntries = /held|sav(e|ed)\b|entered|entries/i;
    await expect(main).not.toContainText(ofEntries);
    if (javaScriptEnabled !== false) await expectAccessible(page, '/login', 'a proof before a download');
    await enterCode('Verify', page.getByText('Your download is ready to start.'), aheadMs);
    await expect(main).not.toContainText(ofEntries);

    const downloading = page.waitForEvent('download');
    await page.getByRole('button', { name: 'Download evidence pack' }).click();
    const files = await filesInZip(await readFile(await (await downloading).path()));
    expect(files.get('data/clients.json')?.toString()).toContain('Packer');
    await page.goto(evidence);
    const packs = page.getByRole('region', { name: 'Evidence pack' }).getByRole('listitem');
    await expect(packs).toContainText(/^Independent audit or evaluation, .* by Jo NewcomerComplete/);
  } finally {
    await context.close();
    await server.kill();
    await rm(dataDir, { recursive: true });
  }
});
