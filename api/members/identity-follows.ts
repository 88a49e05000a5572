import { isIdentityUnavailable } from '../accounts/identity.ts';
import { refuse } from '../http/problems.ts';
import type { TeamDeps } from './invitations.ts';
import type { MemberRow } from './team-store.ts';

/**
 * Lets the identity service follow: a suspended person's sessions end and no new one begins; a removed one's end, but the sign-in is
 * free again for another company. The database decides on every request all the same, so that an outage of the service lets nobody in.
 */
export async function followAtIdentityService(
  { identity }: TeamDeps,
  row: Pick<MemberRow, 'identity_user_id' | 'status'>,
  to: 'active' | 'suspended' | 'removed',
): Promise<void> {
  const subject = row.identity_user_id;
  if (subject === null) return;
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

/** Enables a sign-in before its member is let back in: said to be back, a person must be able to come. */
export async function enableFirst({ identity }: TeamDeps, subject: string | null): Promise<void> {
  if (subject === null) return;
  await identity.enable(subject).catch((error: unknown) => {
    if (!isIdentityUnavailable(error)) throw error;
    throw refuse('server.unavailable', {
      detail: 'The identity service does not answer at the moment. Nothing was changed. Try again shortly.',
    });
  });
}
