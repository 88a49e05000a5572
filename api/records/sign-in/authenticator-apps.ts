import type { Kysely } from 'kysely';
import { v7 as uuidv7 } from 'uuid';
import type { AuthenticatorSetUp } from '#contract/company/second-factors.ts';
import type { Schema } from '../../kernel/database/tables/schema.ts';
import { apiError, invalid } from '../../kernel/http/api-error.ts';
import type { PersonCaller } from '../../kernel/http/bind-endpoint.ts';
import type { CompanyKeys } from '../../kernel/keys/company-keys.ts';
import {
  consumeAuthenticatorCode,
  insertAuthenticatorApp,
  readAuthenticatorKey,
  readSetUp,
  replaceSetUp,
  rewrapAuthenticatorKeys,
  type SealedKey,
} from '../../kernel/sessions/authenticator-store.ts';
import { authenticatorUrl, matchCode, newAuthenticatorKey } from './authenticator-codes.ts';

export interface AuthenticatorDeps {
  db: Kysely<Schema>;
  now: () => Date;
  verification: { companyKeys: Pick<CompanyKeys, 'ofPeople'> };
}

/** Name of every authenticator app: a person has one. */
export const authenticatorLabel = 'Authenticator app';
const setUpMinutes = 30;

const getPlace = (subject: string) => `authenticator app of ${subject}`;

/** Seals a person's key; a ciphertext copied to another person's row cannot be opened. */
export const sealAuthenticatorKey = (
  { ofPeople }: Pick<CompanyKeys, 'ofPeople'>,
  subject: string,
  key: string,
): SealedKey => ofPeople.wrap(getPlace(subject), Buffer.from(key));

const openKey = ({ verification }: AuthenticatorDeps, subject: string, sealed: SealedKey): string =>
  verification.companyKeys.ofPeople.unwrap(getPlace(subject), sealed).toString();

/**
 * Seals a batch of keys under the newest master key.
 * @returns how many had another one
 */
export const rewrapAuthenticators = (
  db: Kysely<Schema>,
  { ofPeople }: Pick<CompanyKeys, 'ofPeople'>,
  limit: number,
): Promise<number> =>
  rewrapAuthenticatorKeys(db, { newestId: ofPeople.newestId, limit }, (subject, sealed) =>
    ofPeople.wrap(getPlace(subject), ofPeople.unwrap(getPlace(subject), sealed)),
  );

/**
 * Starts the set-up of an app in the caller's session with a new key, in place of one that was left.
 * @param options `isRenewal`: a code of the app that it replaces was right
 */
export async function startSetUp(
  deps: AuthenticatorDeps,
  { subject, session }: PersonCaller,
  { loginId, isRenewal }: { loginId: string; isRenewal: boolean },
): Promise<AuthenticatorSetUp> {
  const key = newAuthenticatorKey();
  const id = uuidv7();
  await replaceSetUp(deps.db, {
    id,
    subject,
    sessionId: session.id,
    isRenewal,
    key: sealAuthenticatorKey(deps.verification.companyKeys, subject, key),
    expiresAt: new Date(deps.now().getTime() + setUpMinutes * 60_000).toISOString(),
  });
  return { setUpId: id, key, url: authenticatorUrl(key, loginId) };
}

export const wrongCode = 'This code is incorrect or was used. Wait for the next one and enter that.';

/** The period of a right code. @throws `request.invalid` */
function requireStep(key: string, code: string, at: Date): number {
  const match = matchCode(key, code, at);
  if (match.is === 'current') return match.step;
  if (match.is === 'wrong') throw invalid(wrongCode, 'code');
  const minutes = Math.abs(match.minutesAhead);
  const side = match.minutesAhead > 0 ? 'ahead' : 'behind';
  throw invalid(
    `The clock of your phone is about ${minutes} minutes ${side}. Set its date and time to automatic, then enter the next code.`,
    'code',
  );
}

/**
 * Checks a code of the caller's app and uses it up.
 * @throws `request.invalid` for a wrong or used one, `record.notFound` for who has no app
 */
export async function checkCode(
  deps: AuthenticatorDeps,
  { subject }: PersonCaller,
  code: string,
): Promise<void> {
  const sealed = await readAuthenticatorKey(deps.db, subject);
  if (sealed === undefined) throw apiError('record.notFound');
  const step = requireStep(openKey(deps, subject, sealed), code, deps.now());
  if (!(await consumeAuthenticatorCode(deps.db, subject, step))) throw invalid(wrongCode, 'code');
}

/**
 * Adds the app of a set-up of the caller's session, confirmed by its first code.
 * @param options `isRenewal`: only a set-up that a code of the former app started
 * @returns the app's label
 * @throws `request.invalid` for a wrong code, and for a set-up that has expired, was replaced, or is another session's
 */
export async function confirmSetUp(
  deps: AuthenticatorDeps,
  { subject, session }: PersonCaller,
  { setUpId, code }: { setUpId: string; code: string },
  { isRenewal }: { isRenewal: boolean },
): Promise<string> {
  const at = deps.now().toISOString();
  const setUp = await readSetUp(deps.db, { id: setUpId, subject, sessionId: session.id, at });
  if (setUp === undefined || (isRenewal && !setUp.isRenewal))
    throw invalid('This set-up has expired, or another one was started since. Start again.');
  const step = requireStep(openKey(deps, subject, setUp.key), code, deps.now());
  const app = { id: uuidv7(), subject, setUpId, step, label: authenticatorLabel, at };
  if (!(await insertAuthenticatorApp(deps.db, app)))
    throw invalid('You already have an authenticator app, or another set-up was started since. Start again.');
  return authenticatorLabel;
}
