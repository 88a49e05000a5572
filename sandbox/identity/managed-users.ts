import { z } from 'zod';
import { refusal } from './errors.ts';
import type { Identity } from './open-service.ts';
import { loginIdSchema } from './requests.ts';
import type { User } from './users.ts';

/** A user named by login ID or by user ID. */
export const referenceSchema = z.object({
  loginId: loginIdSchema.optional(),
  userId: z.string().max(254).optional(),
});

/** Finds the user of a management call. @throws E112102 */
export function requireUser({ users }: Identity, loginIdOrUserId: string): User {
  const user = users.byEither(loginIdOrUserId);
  if (!user) throw refusal('managedUserNotFound', 'Cannot find user');
  return user;
}

/** Finds the user by user ID if given, or else by login ID. @throws E112102 */
export function requireReferred({ users }: Identity, reference: { loginId?: string; userId?: string }): User {
  const user =
    reference.userId === undefined
      ? users.byEither(reference.loginId ?? '')
      : users.byUserId(reference.userId);
  if (!user) throw refusal('managedUserNotFound', 'Cannot find user');
  return user;
}

/** Sets a user's status. Disabling ends all sessions; enabling the account does not restore them. */
export function setStatus({ users, sessions }: Identity, user: User, status: User['status']): User {
  if (status === 'disabled') sessions.endAll(user.userId);
  return users.change(user, { status });
}
