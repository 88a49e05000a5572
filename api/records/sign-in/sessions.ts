import type { Kysely } from 'kysely';
import { ofRequest } from '../../kernel/command/caller-actor.ts';
import { inWork, type WorkActor } from '../../kernel/command/work.ts';
import { endSessionsBefore, endSessionToken } from '../../kernel/database/people-store.ts';
import type { Schema } from '../../kernel/database/tables/schema.ts';
import type { IdentityCaller } from '../../kernel/http/bind-endpoint.ts';
import { findAdmin, findMember } from './store.ts';

export interface SessionDeps {
  db: Kysely<Schema>;
  now: () => Date;
}

/** A member or platform admin as actor in the audit log; undefined for other people. */
async function actorBehind(
  { db }: SessionDeps,
  { subject }: IdentityCaller,
): Promise<Pick<WorkActor, 'companyId' | 'actor'> | undefined> {
  const found = await findMember(db, subject);
  if (found !== undefined) {
    const { member, company } = found;
    return { companyId: company.id, actor: { type: 'user', id: member.id, role: member.role } };
  }
  const known = await findAdmin(db, subject);
  return known && { companyId: null, actor: { type: 'admin', id: known.admin.id, role: 'admin' } };
}

/**
 * Records a change of a person's sessions in the audit log of the company or the platform; people who belong to neither are not
 * recorded.
 */
async function recordSessionEvent(
  deps: SessionDeps,
  caller: IdentityCaller,
  event: 'sessionsEnded' | 'signedOut',
): Promise<void> {
  const by = await actorBehind(deps, caller);
  if (by === undefined) return;
  const resourceType = by.companyId === null ? 'admin' : 'member';
  await inWork(deps, { ...by, ...ofRequest(caller.request) }, async ({ record }) =>
    record({ action: `${resourceType}.${event}`, resourceType, resourceId: by.actor.id, detail: {} }),
  );
}

/**
 * POST /sessions/end-others: all servers reject session tokens issued before the caller's own from now on. Refresh tokens are ended
 * by the identity service. Idempotent.
 */
export async function endOtherSessionsFor(
  deps: SessionDeps,
  caller: IdentityCaller,
): Promise<{ ended: true }> {
  await endSessionsBefore(deps.db, caller.subject, caller.session.issuedAtSeconds);
  await recordSessionEvent(deps, caller, 'sessionsEnded');
  return { ended: true };
}

/** POST /sessions/end: all servers reject the caller's session token from now on. */
export async function endOwnSession(deps: SessionDeps, caller: IdentityCaller): Promise<{ ended: true }> {
  const { subject, hash, expiresAtMs } = caller.session;
  await endSessionToken(deps.db, {
    subject,
    hash,
    expiresAt: new Date(expiresAtMs).toISOString(),
    at: deps.now().toISOString(),
  });
  await recordSessionEvent(deps, caller, 'signedOut');
  return { ended: true };
}
