import { refusal } from './errors.ts';
import type { Purpose } from './one-time-tokens.ts';
import type { Identity } from './open-service.ts';
import { type CustomClaims, refreshTtlSeconds, type Tokens } from './sessions.ts';
import { isEmail, normaliseLoginId, type Profile, toUserResponse, type User } from './users.ts';

/** Proof of authentication: `amr` of the tokens, and the email address proved by it, if any. */
type Evidence = {
  amr: string[];
  provedEmail?: string;
  endsOtherSessions?: boolean;
  /** The tenant whose identity provider authenticated the person. */
  tenantId?: string;
  customClaims?: CustomClaims | undefined;
};

/**
 * Opens a session for an authenticated person, and returns it in the vendor's form. An invited person becomes enabled.
 * @throws E062109 disabled, E062108 deleted in the meantime
 */
export async function admit(identity: Identity, known: User, evidence: Evidence) {
  const user = identity.users.byUserId(known.userId);
  if (!user) throw refusal('userNotFound', 'Cannot find user');
  if (user.status === 'disabled') throw refusal('userDisabled');
  const provesEmail = evidence.provedEmail !== undefined && evidence.provedEmail === user.email;
  const isChanged = !user.hasSignedIn || user.status !== 'enabled' || (provesEmail && !user.verifiedEmail);
  const admitted = isChanged
    ? identity.users.change(user, {
        hasSignedIn: true,
        status: 'enabled',
        verifiedEmail: user.verifiedEmail || provesEmail,
      })
    : user;
  if (evidence.endsOtherSessions) identity.sessions.endAll(user.userId);
  const tokens = await identity.sessions.start(admitted, evidence.amr, evidence);
  return toSessionResponse(identity, admitted, tokens, !user.hasSignedIn);
}

/** The vendor's `JWTResponse`. */
export function toSessionResponse(identity: Identity, user: User, tokens: Tokens, firstSeen: boolean) {
  return {
    sessionJwt: tokens.sessionJwt,
    refreshJwt: tokens.refreshJwt,
    cookieDomain: '',
    cookiePath: '/',
    cookieMaxAge: refreshTtlSeconds,
    cookieExpiration: tokens.refreshExpiration,
    cookieName: 'DSR',
    user: toUserResponse(user),
    firstSeen,
    sessionExpiration: tokens.sessionExpiration,
    claims: {},
    nextRefreshSeconds: Math.max(1, identity.sessionTtlSeconds - 60),
    idpResponse: null,
    trustedDeviceJwt: '',
    externalToken: '',
  };
}

/** Sign in an existing user, sign up a new one, or either. */
export type EmailIntent = 'signin' | 'signup' | 'signup-in';

/**
 * Decides the effect of an emailed code or link, and its recipient.
 * @throws E062108 sign-in of an unknown person, E062107 sign-up of a known one, E062109 disabled, E011004 no email
 * address
 */
export function planByEmail(
  identity: Identity,
  intent: EmailIntent,
  loginId: string,
  profile: Partial<Profile> = {},
  customClaims?: CustomClaims,
): { to: string; purpose: Purpose } {
  const user = identity.users.byLoginId(loginId);
  if (user) {
    if (intent === 'signup') throw refusal('userExists');
    if (user.status === 'disabled') throw refusal('userDisabled');
    if (user.email === '') throw refusal('invalidArguments', 'The user has no email address');
    const { userId, email } = user;
    return { to: email, purpose: { action: 'signIn', userId, email, customClaims } };
  }
  if (intent === 'signin') throw refusal('userNotFound', 'Cannot find user');
  // Signing up with an address proves that address, not another one in the profile.
  const normalised = normaliseLoginId(loginId);
  const email = isEmail(normalised) ? normalised : (profile.email ?? '');
  if (!isEmail(email)) throw refusal('invalidArguments', 'The login ID is not an email address');
  return { to: email, purpose: { action: 'signUp', loginId, profile: { ...profile, email }, customClaims } };
}

/** Completes the purpose of a redeemed code or link, and opens a session. @throws E062107, E062108, E062109 */
export async function fulfil(identity: Identity, purpose: Purpose) {
  const { users } = identity;
  switch (purpose.action) {
    case 'signIn': {
      const user = users.byUserId(purpose.userId);
      if (!user) throw refusal('userNotFound', 'Cannot find user');
      const { email: provedEmail, customClaims } = purpose;
      return admit(identity, user, { amr: ['email'], provedEmail, customClaims });
    }
    case 'signUp': {
      // A second code or link of the same sign-up finds the account created by the first; it must not open another
      // person's.
      const user =
        users.byLoginId(purpose.loginId) ?? users.create({ ...purpose.profile, loginIds: [purpose.loginId] });
      if (user.email !== purpose.profile.email) throw refusal('userExists');
      const { profile, customClaims } = purpose;
      return admit(identity, user, { amr: ['email'], provedEmail: profile.email, customClaims });
    }
    case 'updateEmail': {
      const user = users.byUserId(purpose.userId);
      if (!user) throw refusal('userNotFound', 'Cannot find user');
      const changed = users.change(user, {
        email: purpose.email,
        verifiedEmail: true,
        loginIds: purpose.addToLoginIds ? [...user.loginIds, purpose.email] : user.loginIds,
      });
      return admit(identity, changed, { amr: ['email'], provedEmail: purpose.email });
    }
  }
}
