import {
  listMemberships as listEndpoint,
  switchCompany as switchEndpoint,
} from '#contract/company/memberships.ts';
import { ofRequest } from '../../kernel/command/caller-actor.ts';
import { handlersFor } from '../../kernel/command/handler.ts';
import { inWork, type Work } from '../../kernel/command/work.ts';
import { membershipsOf } from '../../kernel/database/people-store.ts';
import { apiError } from '../../kernel/http/api-error.ts';
import { moveToCompany } from '../../kernel/sessions/browser-session-store.ts';
import type { SessionDeps } from './sessions.ts';
import type { SsoOutcome } from './single-sign-on.ts';
import { findMember, setLastSignIn } from './store.ts';

const handler = handlersFor<SessionDeps>();

/**
 * Records that a member starts to work in the transaction's company.
 * @param sso how single sign-on was used, if the company has it
 */
export async function recordSignIn(
  { trx, at, record }: Work,
  memberId: string,
  sso: SsoOutcome = 'none',
): Promise<void> {
  await setLastSignIn(trx, memberId, at);
  const detail = sso === 'none' ? {} : { singleSignOn: sso === 'sso' ? 'used' : 'bypassed by an owner' };
  record({ action: 'member.signedIn', resourceType: 'member', resourceId: memberId, detail });
}

/** GET /memberships. Empty for a platform admin. */
export const listMemberships = handler(listEndpoint, async ({ db, now }, _input, { subject, who }) => {
  const rows = await membershipsOf(db, subject, now().toISOString());
  const inUse = who.realm === 'member' && who.isCompanyChosen ? who.company.id : undefined;
  return {
    memberships: rows.map((row) => ({
      companyId: row.company_id,
      companyName: row.company_name,
      role: row.role,
      designations: row.designations,
      accessEndsAt: row.access_ends_at,
      lastSignInAt: row.last_sign_in_at,
      isInUse: row.company_id === inUse,
    })),
  };
});

/**
 * POST /memberships/:companyId/use: every later request of the session is in that company. Recorded as a sign-in there, unless it is in use already.
 * @throws `record.notFound` for a company that the caller does not belong to, or no longer
 */
export const switchCompany = handler(switchEndpoint, async (deps, { params: { companyId } }, caller) => {
  const { subject, session, secretHash, who, request } = caller;
  const at = deps.now();
  if (!(await moveToCompany(deps.db, { subject, sessionId: session.id, companyId, at: at.toISOString() }))) {
    throw apiError('record.notFound');
  }
  const record = await findMember(deps.db, subject, { secretHash, now: at });
  if (record?.company.id !== companyId) throw apiError('record.notFound');
  const { member, company } = record;
  const wasInUse = who.realm === 'member' && who.isCompanyChosen && who.company.id === companyId;
  const actor = { type: 'user', id: member.id, role: member.role } as const;
  if (!wasInUse) {
    await inWork(deps, { companyId, actor, ...ofRequest(request) }, (work) => recordSignIn(work, member.id));
  }
  return { member, company };
});
