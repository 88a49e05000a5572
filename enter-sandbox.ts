import { createHmac, randomBytes } from 'node:crypto';
import { mkdirSync } from 'node:fs';
import { join } from 'node:path';
import { withSandboxSecrets } from '#api/sandbox-secrets.ts';
import { demoAccounts, demoAdmin, demoAdminTotpKey, demoPassword } from '#demo/demo-accounts.ts';
import { demoCustomer, sandboxCatalogue, sandboxPayments } from '#demo/demo-subscription.ts';
import { startSandbox } from '#sandbox/services.ts';

const sandboxProjectId = 'P2AssaySandbox00000000000000';

/**
 * Starts the stand-ins for the hosted services and sets their addresses and keys in the environment. The secrets are the ones kept beside
 * the data, so that sign-ins and audit chains survive a restart; keys of the stand-ins themselves are new each time.
 */
export async function enterSandbox(variables: NodeJS.ProcessEnv, dataDir: string) {
  mkdirSync(dataDir, { recursive: true });
  Object.assign(variables, withSandboxSecrets(variables));
  const webSecret = variables.WEB_SECRET ?? '';
  variables.SESSION_SECRET ??= createHmac('sha256', webSecret).update('session cookies').digest('hex');
  const managementKey = randomBytes(32).toString('hex');
  const addressApiKey = randomBytes(32).toString('hex');
  const sandbox = await startSandbox({
    stateDir: join(dataDir, 'sandbox'),
    projectId: sandboxProjectId,
    managementKey,
    addressApiKey,
    appUrl: variables.APP_URL ?? '',
    seedUsers: demoAccounts.map(({ loginId, name, userId }) => ({
      loginId,
      name,
      userId,
      password: demoPassword,
      ...(userId === demoAdmin.userId ? { totpKey: demoAdminTotpKey } : {}),
    })),
    sessionTtlSeconds: Number(variables.SANDBOX_SESSION_TTL_SECONDS ?? 600),
    payments: { catalogue: sandboxCatalogue, seed: [demoCustomer] },
  });
  Object.assign(variables, {
    DESCOPE_PROJECT_ID: sandbox.projectId,
    DESCOPE_BASE_URL: sandbox.identityUrl,
    DESCOPE_MANAGEMENT_KEY: managementKey,
    ADDY_API_KEY: addressApiKey,
    ADDY_NZL_URL: sandbox.addressUrls.NZL,
    ADDY_AUS_URL: sandbox.addressUrls.AUS,
    NZBN_API_URL: sandbox.registries.nzbn.url,
    NZBN_API_KEY: sandbox.registries.nzbn.key,
    ABN_LOOKUP_URL: sandbox.registries.abn.url,
    ABN_LOOKUP_GUID: sandbox.registries.abn.guid,
    COMPANY_EXTRACTS_URL: sandbox.registries.extracts.url,
    COMPANY_EXTRACTS_KEY: sandbox.registries.extracts.key,
    LIST_UN_URL: sandbox.listUrls.un.join(' '),
    LIST_OFAC_URLS: sandbox.listUrls.ofac.join(' '),
    LIST_DFAT_URL: sandbox.listUrls.dfat.join(' '),
    LIST_NZ_POLICE_URL: sandbox.listUrls.nzPolice.join(' '),
    LIST_NZ_RUSSIA_URL: sandbox.listUrls.nzRussia.join(' '),
    SMTP_URL: sandbox.smtpUrl,
    CLAMAV_URL: sandbox.clamavAddress,
    DNS_SERVER: sandbox.dnsAddress,
    MAIL_FROM: 'Assay <no-reply@assay.test>',
    VERIFICATION_PROVIDER_URL: sandbox.verificationUrl,
    VERIFICATION_PROVIDER_TOKEN: sandbox.verificationToken,
    VERIFICATION_CALLBACK_SECRET: sandbox.verificationCallbackSecret,
    STRIPE_SECRET_KEY: sandbox.payments?.secretKey,
    STRIPE_WEBHOOK_SECRET: sandbox.payments?.webhookSecret,
    STRIPE_API_BASE: sandbox.payments?.url,
    STRIPE_PRICE_PAY_AS_YOU_GO: sandboxPayments.prices.payAsYouGo,
    STRIPE_PRICE_MONTHLY: sandboxPayments.prices.monthly,
    STRIPE_TAX_RATE_NZL: sandboxPayments.taxRates.NZL,
    STRIPE_TAX_RATE_AUS: sandboxPayments.taxRates.AUS,
  });
  return sandbox;
}
