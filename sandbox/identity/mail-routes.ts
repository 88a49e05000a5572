import type { Hono } from 'hono';
import { z } from 'zod';
import { type EmailIntent, fulfil, planByEmail } from './complete-sign-in.ts';
import { codeEmail, linkEmail, maskEmail, withToken } from './email-templates.ts';
import { readIdentityError, refusal } from './errors.ts';
import type { Purpose } from './one-time-tokens.ts';
import type { Identity } from './open-service.ts';
import {
  emailSchema,
  type IdentityEnv,
  loginIdSchema,
  loginOptionsSchema,
  readBody,
  requireEmailRate,
  requireLoginIdRate,
  requireRate,
  signUpProfileSchema,
  webUrlSchema,
} from './requests.ts';
import type { CustomClaims } from './sessions.ts';
import { normaliseLoginId } from './users.ts';

const linkTtlSeconds = 30 * 60;

const intents: EmailIntent[] = ['signin', 'signup', 'signup-in'];

/** Sign-in by email: `/v1/auth/otp/…/email` (six-digit codes) and `/v1/auth/magiclink/…` (links). */
export function addEmailRoutes(app: Hono<IdentityEnv>, identity: Identity): void {
  for (const intent of intents) addSendRoutes(app, identity, intent);
  addUpdateEmailRoute(app, identity);
  addVerifyRoutes(app, identity);
}

function addSendRoutes(app: Hono<IdentityEnv>, identity: Identity, intent: EmailIntent): void {
  app.post(`/v1/auth/otp/${intent}/email`, async (c) => {
    const { loginId, user, loginOptions } = await readBody(
      c,
      z.object({ loginId: loginIdSchema, user: signUpProfileSchema, loginOptions: loginOptionsSchema }),
    );
    const { to, purpose } = plan(identity, intent, {
      loginId,
      profile: user,
      customClaims: loginOptions?.customClaims,
    });
    const code = identity.proofs.newCode(loginId, purpose);
    const kind = purpose.action === 'signUp' ? 'sign-up code' : 'sign-in code';
    identity.outbox.send(codeEmail(to, code, kind));
    return c.json({ maskedEmail: maskEmail(to) });
  });

  app.post(`/v1/auth/magiclink/${intent}/email`, async (c) => {
    const { loginId, user, URI, loginOptions } = await readBody(
      c,
      z.object({
        loginId: loginIdSchema,
        user: signUpProfileSchema,
        URI: webUrlSchema.optional(),
        loginOptions: loginOptionsSchema,
      }),
    );
    const { to, purpose } = plan(identity, intent, {
      loginId,
      profile: user,
      customClaims: loginOptions?.customClaims,
    });
    const link = withToken(URI ?? identity.appUrl, identity.proofs.newLinkToken(purpose, linkTtlSeconds));
    const kind = purpose.action === 'signUp' ? 'sign-up link' : 'sign-in link';
    identity.outbox.send(linkEmail(to, link, kind));
    return c.json({ maskedEmail: maskEmail(to) });
  });
}

function addUpdateEmailRoute(app: Hono<IdentityEnv>, identity: Identity): void {
  app.post('/v1/auth/otp/update/email', async (c) => {
    const { loginId, email, addToLoginIDs } = await readBody(
      c,
      z.object({ loginId: loginIdSchema, email: emailSchema, addToLoginIDs: z.boolean().default(false) }),
    );
    const user = await identity.sessions.require(c.get('token'));
    if (!user.loginIds.includes(normaliseLoginId(loginId))) throw refusal('invalidToken');
    const holder = identity.users.byLoginId(email);
    if (holder && holder.userId !== user.userId) throw refusal('userExists');
    requireEmailRate(identity, loginId);
    const purpose: Purpose = {
      action: 'updateEmail',
      userId: user.userId,
      email,
      addToLoginIds: addToLoginIDs,
    };
    identity.outbox.send(codeEmail(email, identity.proofs.newCode(loginId, purpose), 'new address code'));
    return c.json({ maskedEmail: maskEmail(email) });
  });
}

function addVerifyRoutes(app: Hono<IdentityEnv>, identity: Identity): void {
  app.post('/v1/auth/otp/verify/email', async (c) => {
    const { loginId, code } = await readBody(
      c,
      z.object({ loginId: loginIdSchema, code: z.string().trim().min(1).max(20) }),
    );
    requireLoginIdRate(identity, loginId);
    return c.json(await fulfil(identity, redeemCode(identity, loginId, code)));
  });

  app.post('/v1/auth/magiclink/verify', async (c) => {
    const { token } = await readBody(c, z.object({ token: z.string().min(1).max(200) }));
    return c.json(await fulfil(identity, identity.proofs.redeemLinkToken(token)));
  });
}

function plan(
  identity: Identity,
  intent: EmailIntent,
  {
    loginId,
    profile,
    customClaims,
  }: {
    loginId: string;
    profile: z.output<typeof signUpProfileSchema>;
    customClaims: CustomClaims | undefined;
  },
) {
  requireLoginIdRate(identity, loginId);
  requireEmailRate(identity, loginId);
  return planByEmail(identity, intent, loginId, profile, customClaims);
}

/**
 * Besides the five attempts per code, many wrong codes in a row lock the login id, so that requesting new codes gains
 * no guesses.
 */
function redeemCode(identity: Identity, loginId: string, code: string): Purpose {
  const key = normaliseLoginId(loginId);
  requireRate(identity.codeLockout.wait(key));
  try {
    const purpose = identity.proofs.redeemCode(loginId, code);
    identity.codeLockout.clear(key);
    return purpose;
  } catch (error) {
    if (readIdentityError(error)) identity.codeLockout.fail(key);
    throw error;
  }
}
