import {
  type AuthenticationResponseJSON,
  type AuthenticatorTransport,
  generateAuthenticationOptions,
  generateRegistrationOptions,
  type RegistrationResponseJSON,
  verifyAuthenticationResponse,
  verifyRegistrationResponse,
} from '@simplewebauthn/server';
import type { Hono } from 'hono';
import { z } from 'zod';
import type { Ceremony } from './ceremonies.ts';
import { admit } from './complete-sign-in.ts';
import { refusal } from './errors.ts';
import type { Identity } from './open-service.ts';
import {
  type IdentityEnv,
  loginIdSchema,
  loginOptionsSchema,
  readBody,
  requireLoginIdRate,
  webUrlSchema,
} from './requests.ts';
import { addMethod } from './totp-routes.ts';
import { normaliseLoginId, type StoredPasskey, type User } from './users.ts';

const siteName = 'Assay';
const maxPasskeys = 20;

const startSchema = z.object({
  loginId: loginIdSchema,
  origin: webUrlSchema,
  mfa: z.boolean().optional(),
  loginOptions: loginOptionsSchema,
});
/** `response` is the browser's credential as JSON text. */
const finishSchema = z.object({ transactionId: z.string().max(100), response: z.string().max(20_000) });

/** `/v1/auth/webauthn/update/…` registers a passkey of a signed-in user; `signin/…` opens a session with one. */
export function addPasskeyRoutes(app: Hono<IdentityEnv>, identity: Identity): void {
  addRegistration(app, identity);
  addSignIn(app, identity);
}

function addRegistration(app: Hono<IdentityEnv>, identity: Identity): void {
  app.post('/v1/auth/webauthn/update/start', async (c) => {
    const { loginId, origin, mfa } = await readBody(c, startSchema);
    const user = await identity.sessions.require(c.get('token'));
    if (!user.loginIds.includes(normaliseLoginId(loginId))) throw refusal('invalidToken');
    const passkeys = user.passkeys ?? [];
    if (passkeys.length >= maxPasskeys) throw refusal('invalidArguments', 'The user has too many passkeys');
    const options = await generateRegistrationOptions({
      rpName: siteName,
      rpID: new URL(origin).hostname,
      userName: normaliseLoginId(loginId),
      userDisplayName: user.name,
      userID: new TextEncoder().encode(user.userId),
      excludeCredentials: passkeys.map(({ id }) => ({ id })),
      authenticatorSelection: { residentKey: 'preferred', userVerification: 'required' },
    });
    const transactionId = identity.ceremonies.start({
      kind: 'registration',
      userId: user.userId,
      challenge: options.challenge,
      origin: new URL(origin).origin,
      earlierMethods: mfa ? await addMethod(identity, c.get('token'), user, 'webauthn') : [],
    });
    return c.json({ transactionId, options: JSON.stringify({ publicKey: options }), create: true });
  });

  app.post('/v1/auth/webauthn/update/finish', async (c) => {
    const { transactionId, response } = await readBody(c, finishSchema);
    const ceremony = identity.ceremonies.take(transactionId, 'registration');
    const user = requireUserFor(identity, ceremony);
    const verified = await orRefused(() =>
      verifyRegistrationResponse({
        response: parseCredential<RegistrationResponseJSON>(response),
        ...expected(ceremony),
      }),
    );
    if (!verified.verified) throw refusal('wrongPasskey');
    const { credential } = verified.registrationInfo;
    if (identity.users.all().some(({ passkeys = [] }) => passkeys.some(({ id }) => id === credential.id))) {
      throw refusal('wrongPasskey', 'The passkey is registered already');
    }
    const passkey: StoredPasskey = {
      id: credential.id,
      publicKey: Buffer.from(credential.publicKey).toString('base64url'),
      counter: credential.counter,
      transports: credential.transports ?? [],
      createdAtMs: identity.now().getTime(),
    };
    const changed = identity.users.change(user, { passkeys: [...(user.passkeys ?? []), passkey] });
    if (ceremony.earlierMethods.length === 0) return c.json({});
    return c.json({ jwt: await admit(identity, changed, { amr: ceremony.earlierMethods }) });
  });
}

function addSignIn(app: Hono<IdentityEnv>, identity: Identity): void {
  app.post('/v1/auth/webauthn/signin/start', async (c) => {
    const { loginId, origin, loginOptions } = await readBody(c, startSchema);
    requireLoginIdRate(identity, loginId);
    const user = identity.users.byLoginId(loginId);
    if (!user?.passkeys?.length) throw refusal('userNotFound', 'The user has no passkey');
    const options = await generateAuthenticationOptions({
      rpID: new URL(origin).hostname,
      allowCredentials: user.passkeys.map(({ id, transports }) => ({
        id,
        transports: transports as AuthenticatorTransport[],
      })),
      userVerification: 'required',
    });
    const isSecond = loginOptions?.mfa === true || loginOptions?.stepup === true;
    const transactionId = identity.ceremonies.start({
      kind: 'signIn',
      userId: user.userId,
      challenge: options.challenge,
      origin: new URL(origin).origin,
      earlierMethods: isSecond ? await addMethod(identity, c.get('token'), user, 'webauthn') : [],
    });
    return c.json({ transactionId, options: JSON.stringify({ publicKey: options }), create: false });
  });

  app.post('/v1/auth/webauthn/signin/finish', async (c) => {
    const { transactionId, response } = await readBody(c, finishSchema);
    const ceremony = identity.ceremonies.take(transactionId, 'signIn');
    const user = requireUserFor(identity, ceremony);
    const answer = parseCredential<AuthenticationResponseJSON>(response);
    const passkey = user.passkeys?.find(({ id }) => id === answer.id);
    if (passkey === undefined) throw refusal('wrongPasskey', 'Not a passkey of this user');
    const verified = await orRefused(() =>
      verifyAuthenticationResponse({
        response: answer,
        ...expected(ceremony),
        credential: {
          id: passkey.id,
          publicKey: new Uint8Array(Buffer.from(passkey.publicKey, 'base64url')),
          counter: passkey.counter,
        },
      }),
    );
    if (!verified.verified) throw refusal('wrongPasskey');
    const counter = verified.authenticationInfo.newCounter;
    const changed = identity.users.change(user, {
      passkeys: (user.passkeys ?? []).map((each) => (each.id === passkey.id ? { ...each, counter } : each)),
    });
    const amr = ceremony.earlierMethods.length === 0 ? ['webauthn'] : ceremony.earlierMethods;
    return c.json(await admit(identity, changed, { amr }));
  });
}

function expected({ challenge, origin }: Ceremony) {
  return {
    expectedChallenge: challenge,
    expectedOrigin: origin,
    expectedRPID: new URL(origin).hostname,
    requireUserVerification: true,
  };
}

function requireUserFor(identity: Identity, { userId }: Ceremony): User {
  const user = identity.users.byUserId(userId);
  if (!user) throw refusal('userNotFound', 'Cannot find user');
  return user;
}

const credentialShape = z.looseObject({
  id: z.string(),
  rawId: z.string(),
  type: z.literal('public-key'),
  response: z.looseObject({ clientDataJSON: z.string() }),
});

/** A credential as browsers encode it. What is inside is checked by the library. @throws E011004 */
function parseCredential<Credential>(text: string): Credential {
  let value: unknown;
  try {
    value = JSON.parse(text);
  } catch {
    throw refusal('invalidArguments', 'The response is not JSON');
  }
  const parsed = credentialShape.safeParse(value);
  if (!parsed.success) throw refusal('invalidArguments', 'The response is not a credential');
  return parsed.data as Credential;
}

/** The library throws for whatever it does not accept. @throws E067001 */
async function orRefused<T>(verify: () => Promise<T>): Promise<T> {
  return verify().catch(() => {
    throw refusal('wrongPasskey');
  });
}
