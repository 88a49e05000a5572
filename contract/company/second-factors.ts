import { z } from 'zod';
import { endpoint } from '#contract/endpoint.ts';
import { instant, recordId, requiredText } from '#contract/fields.ts';
import { appCode, recoveryCode } from './second-factor-codes.ts';

const secondFactor = z.object({
  id: recordId,
  kind: z.enum(['totp', 'passkey']),
  label: z.string(),
  createdAt: instant,
  lastUsedAt: instant.nullable(),
  /** Of an authenticator app that has to be set up again: until when its codes are accepted for that. */
  acceptedUntil: instant.nullable(),
});

const secondFactorStatus = z.object({
  /** `enrol` and `verify`: nothing else is possible in this session before. */
  state: z.enum(['notNeeded', 'enrol', 'verify', 'verified']),
  /** A second factor cannot be done without. */
  isRequired: z.boolean(),
  kinds: z.array(z.enum(['totp', 'passkey'])),
  /** Empty until the second factor is verified. */
  factors: z.array(secondFactor),
  recoveryCodesLeft: z.number().int(),
  /** The person has proved within 15 minutes that it is them, by which factors can be added. */
  isProofRecent: z.boolean(),
});
export type SecondFactorStatus = z.infer<typeof secondFactorStatus>;

const person = { caller: 'person' } as const;
/** The new codes, shown once; null where the earlier ones stay. */
const added = z.object({ recoveryCodes: z.array(z.string()).nullable() });
const passkeyResponse = {
  transactionId: z.string().min(1).max(100),
  /** The browser's credential, as JSON text. */
  response: z.string().min(1).max(20_000),
};

export const readSecondFactors = endpoint({
  ...person,
  id: 'secondFactors.read',
  method: 'GET',
  path: '/second-factors',
  summary: 'Show the caller’s second factors and whether this session has to verify or set up one',
  beforeSecondFactor: true,
  response: secondFactorStatus,
  status: 200,
});

const authenticatorSetUp = z.object({
  setUpId: recordId,
  /** To be typed into the app, in base32. */
  key: z.string(),
  /** The same, `otpauth://`, for a QR code. */
  url: z.string(),
});
export type AuthenticatorSetUp = z.infer<typeof authenticatorSetUp>;

const confirmedSetUp = { setUpId: recordId, code: appCode };

export const startAuthenticatorApp = endpoint({
  ...person,
  id: 'secondFactors.startApp',
  recentProof: true,
  method: 'POST',
  path: '/second-factors/totp/start',
  summary:
    'Start setting up an authenticator app: returns a new key, which counts once its first code is confirmed in this session',
  beforeSecondFactor: true,
  body: z.object({}),
  response: authenticatorSetUp,
  status: 201,
});

export const addAuthenticatorApp = endpoint({
  ...person,
  id: 'secondFactors.addApp',
  recentProof: true,
  method: 'POST',
  path: '/second-factors/totp',
  summary: 'Add the authenticator app of a set-up, proved by its first code',
  beforeSecondFactor: true,
  body: z.object(confirmedSetUp),
  response: added,
  status: 201,
});

export const addPasskey = endpoint({
  ...person,
  id: 'secondFactors.addPasskey',
  recentProof: true,
  method: 'POST',
  path: '/second-factors/passkeys',
  summary: 'Add a passkey whose registration was started at the identity service',
  beforeSecondFactor: true,
  body: z.object({ ...passkeyResponse, label: requiredText('Enter a name for the passkey', { max: 60 }) }),
  response: added,
  status: 201,
});

export const startPasskeyCheck = endpoint({
  ...person,
  id: 'secondFactors.startPasskey',
  method: 'POST',
  path: '/second-factors/passkeys/check',
  summary: 'Start verifying a passkey; returns the options for the browser',
  beforeSecondFactor: true,
  body: z.object({}),
  response: z.object({ transactionId: z.string(), options: z.string() }),
  status: 200,
});

export const verifySecondFactor = endpoint({
  ...person,
  id: 'secondFactors.verify',
  method: 'POST',
  path: '/second-factors/verify',
  summary:
    'Verify a second factor for this session: a code, a recovery code, or a passkey. The code of an app whose key is at the identity service returns a new key instead, whose first code is the proof (`newTotp`)',
  beforeSecondFactor: true,
  body: z.discriminatedUnion('method', [
    z.object({ method: z.literal('totp'), code: appCode }),
    z.object({ method: z.literal('newTotp'), ...confirmedSetUp }),
    z.object({ method: z.literal('recovery'), code: recoveryCode }),
    z.object({ method: z.literal('passkey'), ...passkeyResponse }),
  ]),
  response: z.object({
    verified: z.boolean(),
    /** Where the app has to be set up again first. */
    setUp: authenticatorSetUp.nullable(),
    recoveryCodesLeft: z.number().int(),
  }),
  status: 200,
});

export const confirmSession = endpoint({
  ...person,
  id: 'secondFactors.confirmPassword',
  // A person who has to set up a second factor may have signed in a while ago.
  beforeSecondFactor: true,
  method: 'POST',
  path: '/second-factors/password',
  summary:
    'Prove that it is the caller, who has no second factor, with a session token that the identity service issued for their password a moment ago',
  body: z.object({ sessionToken: z.string().min(1).max(8192) }),
  response: z.object({ confirmed: z.literal(true) }),
  status: 200,
});

export const removeSecondFactor = endpoint({
  ...person,
  id: 'secondFactors.remove',
  recentProof: true,
  method: 'POST',
  path: '/second-factors/:id/remove',
  summary: 'Remove a second factor; not the last one where it is required',
  params: z.object({ id: recordId }),
  body: z.object({}),
  response: z.object({ removed: z.literal(true) }),
  status: 200,
});

export const renewRecoveryCodes = endpoint({
  ...person,
  id: 'secondFactors.renewCodes',
  recentProof: true,
  method: 'POST',
  path: '/second-factors/recovery-codes',
  summary: 'Replace the recovery codes; the earlier ones stop working',
  body: z.object({}),
  response: z.object({ recoveryCodes: z.array(z.string()) }),
  status: 201,
});
