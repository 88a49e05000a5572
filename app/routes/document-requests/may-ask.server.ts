import type { MemberSession } from '#contract/accounts.ts';
import { may } from '../../rights.server.ts';

/** Verifications on which nobody has decided, and which were not ended: the client can be asked for evidence of them. */
const takesEvidence = ['notStarted', 'sent', 'opened', 'processing', 'needsReview', 'error'];

/** Whether the signed-in member may ask the client for evidence of a verification as it stands; the API decides again. */
export function mayAskClient({ member, company }: MemberSession, status: string): boolean {
  if (!takesEvidence.includes(status)) return false;
  return may({ member, company }, 'requests.send');
}
