import { apiError } from '../../kernel/http/api-error.ts';
import { isIdentityUnavailable } from '../../kernel/http/identity-unavailable.ts';
import type { TeamDeps } from './invitations.ts';
import type { MemberRow } from './team-store.ts';

/**
 * Updates the identity service: suspension ends a person's sessions and prevents new ones; removal ends them and lets the person sign in for
 * another company. Neither for a person with another company, who keeps signing in there. The database decides on every request, so that an
 * outage of the service grants no access.
 */
export async function syncIdentityServiceStatus(
  { identity }: TeamDeps,
  row: Pick<MemberRow, 'identity_user_id' | 'status'>,
  to: 'active' | 'suspended' | 'removed',
  { belongsElsewhere }: { belongsElsewhere: boolean },
): Promise<void> {
  const subject = row.identity_user_id;
  if (subject === null || belongsElsewhere) return;
  try {
    if (to === 'suspended') await identity.disable(subject);
    else if (to === 'removed') {
      await identity.endSessions(subject);
      if (row.status === 'suspended') await identity.enable(subject);
    }
  } catch (error) {
    if (!isIdentityUnavailable(error)) throw error;
  }
}

/**
 * Enables the identity-service user before reactivating the member, so that a reactivated member can always sign in.
 */
export async function enableIdentityUser({ identity }: TeamDeps, subject: string | null): Promise<void> {
  if (subject === null) return;
  await identity.enable(subject).catch((error: unknown) => {
    if (!isIdentityUnavailable(error)) throw error;
    throw apiError('server.unavailable', {
      detail: 'Sign-in is temporarily unavailable. Try again shortly.',
    });
  });
}
