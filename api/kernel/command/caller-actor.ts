import type { AdminCaller, MemberCaller, RecipientCaller } from '../http/bind-endpoint.ts';
import type { WorkActor } from './work.ts';

/** Callers whose requests can carry an idempotency key. */
type KeyedCaller = MemberCaller | AdminCaller;

/** Caller of a command. Recipients of document requests have no idempotency key: their commands are idempotent. */
export type CommandCaller = KeyedCaller | RecipientCaller;

/** The caller of an endpoint as actor of work and audit events. */
export function callerActor(caller: CommandCaller): WorkActor {
  const requestId = caller.request.id;
  if (caller.kind === 'admin') {
    return { companyId: null, actor: { type: 'admin', id: caller.admin.id, role: 'admin' }, requestId };
  }
  if (caller.kind === 'recipient') {
    const actor = { type: 'client', id: caller.requestId, role: 'recipient' } as const;
    return { companyId: caller.companyId, actor, requestId };
  }
  const { company, member } = caller;
  return { companyId: company.id, actor: { type: 'user', id: member.id, role: member.role }, requestId };
}
