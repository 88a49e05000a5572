import type { Hono } from 'hono';
import { Secret, TOTP } from 'otpauth';
import { z } from 'zod';
import { admit } from './complete-sign-in.ts';
import { refusal } from './errors.ts';
import type { Identity } from './open-service.ts';
import {
  type IdentityEnv,
  loginIdSchema,
  loginOptionsSchema,
  readBody,
  requireLoginIdRate,
  requireRate,
} from './requests.ts';
import { normaliseLoginId, type User } from './users.ts';

const issuer = 'Assay';
const stepSeconds = 30;
/** RFC 4226, section 4, recommends 160 bits. */
const keyBytes = 20;
/** Steps before and after the current one whose codes are accepted: RFC 6238, section 5.2. */
const toleratedSteps = 1;

/** RFC 6238 with the defaults of authenticator apps: SHA-1, six digits, 30 seconds. */
function createTotp(loginId: string, key: string): TOTP {
  return new TOTP({ issuer, label: loginId, secret: Secret.fromBase32(key), period: stepSeconds });
}

/** The code of an authenticator app at a time. */
export function totpCode(key: string, at: Date): string {
  return createTotp('', key).generate({ timestamp: at.getTime() });
}

/** `/v1/auth/totp/update` replaces a user's key, `/v1/auth/totp/verify` opens a session with a code. */
export function addTotpRoutes(app: Hono<IdentityEnv>, identity: Identity): void {
  app.post('/v1/auth/totp/update', async (c) => {
    const { loginId } = await readBody(c, z.object({ loginId: loginIdSchema }));
    const user = await identity.sessions.require(c.get('token'));
    if (!user.loginIds.includes(normaliseLoginId(loginId))) throw refusal('invalidToken');
    const key = new Secret({ size: keyBytes }).base32;
    identity.users.change(user, { totp: { key, lastStep: 0 } });
    const provisioningURL = createTotp(normaliseLoginId(loginId), key).toString();
    // The vendor's image is a picture of the URL, which a client can draw itself.
    return c.json({ provisioningURL, image: '', key });
  });

  app.post('/v1/auth/totp/verify', async (c) => {
    const { loginId, code, loginOptions } = await readBody(
      c,
      z.object({ loginId: loginIdSchema, code: z.string().max(20), loginOptions: loginOptionsSchema }),
    );
    requireLoginIdRate(identity, loginId);
    const user = await requireCode(identity, loginId, code);
    const isSecond = loginOptions?.mfa === true || loginOptions?.stepup === true;
    const amr = isSecond ? await addMethod(identity, c.get('token'), user, 'totp') : ['totp'];
    return c.json(await admit(identity, user, { amr, customClaims: loginOptions?.customClaims }));
  });
}

/** `amr` of a session of the user with a further method. @throws E061005 for another user's token, or none */
export async function addMethod(
  identity: Identity,
  token: string,
  user: User,
  method: 'totp' | 'webauthn',
): Promise<string[]> {
  const holder = await identity.sessions.require(token);
  if (holder.userId !== user.userId) throw refusal('invalidToken');
  return [...new Set([...(await identity.sessions.getMethods(token)), method, 'mfa'])];
}

/**
 * The user of a code. Each code works once, and failures lock the user’s codes for a while, known or not.
 * @throws E061301, E130429 with Retry-After while locked, E062109
 */
async function requireCode(identity: Identity, loginId: string, code: string): Promise<User> {
  const { codeLockout, users, turns, now } = identity;
  const key = `totp ${users.byLoginId(loginId)?.userId ?? normaliseLoginId(loginId)}`;
  return turns(key, async () => {
    requireRate(codeLockout.wait(key));
    const user = users.byLoginId(loginId);
    const timestamp = now().getTime();
    const delta =
      user?.totp === undefined
        ? null
        : createTotp(loginId, user.totp.key).validate({ token: code, timestamp, window: toleratedSteps });
    const step = Math.floor(timestamp / 1_000 / stepSeconds) + (delta ?? 0);
    if (user?.totp === undefined || delta === null || (step <= user.totp.lastStep && !user.totp.isVisible)) {
      codeLockout.fail(key);
      throw refusal('wrongTotp');
    }
    codeLockout.clear(key);
    if (user.status === 'disabled') throw refusal('userDisabled');
    return users.change(user, { totp: { ...user.totp, lastStep: step } });
  });
}
