import type { Hono } from 'hono';
import { linkEmail, withToken } from './email-templates.ts';
import { refusal } from './errors.ts';
import { createSchema, profileChanges } from './management-bodies.ts';
import type { Identity } from './open-service.ts';
import { type IdentityEnv, readBody } from './requests.ts';
import { isEmail, normaliseLoginId, toUserResponse, type User } from './users.ts';

const inviteTtlSeconds = 7 * 24 * 60 * 60;

/** Creates users, optionally with an invitation by email. */
export function addCreateRoutes(app: Hono<IdentityEnv>, identity: Identity): void {
  for (const path of ['/v1/mgmt/user/create', '/v1/mgmt/user/create/test']) {
    app.post(path, async (c) => {
      const body = await readBody(c, createSchema);
      const known = identity.users.byEither(body.loginId);
      if (known && !body.invite) throw refusal('userExists');
      const loginId = normaliseLoginId(body.loginId);
      const user =
        known ??
        identity.users.create({
          ...(isEmail(loginId) ? { email: loginId } : {}),
          ...profileChanges(body),
          loginIds: [loginId, ...(body.additionalLoginIds ?? [])],
          status: body.invite ? 'invited' : 'enabled',
          test: body.test ?? path.endsWith('/test'),
        });
      if (body.invite && body.sendMail !== false)
        sendInvitation(identity, user, body.inviteUrl ?? identity.appUrl);
      return c.json({ user: toUserResponse(user) });
    });
  }
}

/** @throws E011004 the user has no email address */
function sendInvitation(identity: Identity, user: User, inviteUrl: string): void {
  if (user.email === '') throw refusal('invalidArguments', 'The user has no email address');
  const purpose = { action: 'signIn' as const, userId: user.userId, email: user.email };
  const link = withToken(inviteUrl, identity.proofs.newLinkToken(purpose, inviteTtlSeconds));
  identity.outbox.send(linkEmail(user.email, link, 'invitation'));
}
