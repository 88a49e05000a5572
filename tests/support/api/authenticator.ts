import { addAuthenticatorApp, startAuthenticatorApp } from '#contract/company/second-factors.ts';
import { totpCode } from '#sandbox/identity/totp-routes.ts';
import type { TestApi } from './api.ts';

const periodMs = 30_000;

/**
 * What an authenticator app shows now, or some periods of 30 seconds later. The API accepts the code of the next period too, so that an app
 * that was just set up can be verified without moving the clock.
 */
export const appCode = ({ clock }: Pick<TestApi, 'clock'>, key: string, periodsLater = 0): string =>
  totpCode(key, new Date(clock.now().getTime() + periodsLater * periodMs));

/** Sets up an authenticator app in a session. @returns `rejection`: the code of the problem that ended it */
export async function setUpApp(test: TestApi, as: { token: string }) {
  const started = await test.request(startAuthenticatorApp, { body: {} }, { as });
  if (started.status !== 201)
    return { status: started.status, rejection: started.problem.code, key: '', recoveryCodes: null };
  const { setUpId, key } = started.response;
  const body = { setUpId, code: appCode(test, key) };
  const added = await test.request(addAuthenticatorApp, { body }, { as });
  const isAdded = added.status === 201;
  return {
    status: added.status,
    rejection: isAdded ? undefined : added.problem.code,
    key,
    recoveryCodes: isAdded ? added.response.recoveryCodes : null,
  };
}
