import type { AdminCaller, MemberCaller, RecipientCaller, RequestContext } from '../http/bind-endpoint.ts';
import type { WorkActor } from './work.ts';

/** Callers whose requests can carry an idempotency key. */
type KeyedCaller = MemberCaller | AdminCaller;

/** Caller of a command. Recipients of document requests have no idempotency key: their commands are idempotent. */
export type CommandCaller = KeyedCaller | RecipientCaller;

/** The request of work and audit events: its id, and where it came from. */
export function ofRequest({
  id,
  sessionId,
  clientIp,
}: Pick<RequestContext, 'id' | 'sessionId' | 'clientIp'>): Required<Pick<WorkActor, 'requestId' | 'origin'>> {
  return { requestId: id, origin: { sessionId: sessionId ?? null, clientAddress: clientIp } };
}

/** The caller of an endpoint as actor of work and audit events. */
export function callerActor(caller: CommandCaller): WorkActor {
  const request = ofRequest(caller.request);
  if (caller.kind === 'admin') {
    return { companyId: null, actor: { type: 'admin', id: caller.admin.id, role: 'admin' }, ...request };
  }
  if (caller.kind === 'recipient') {
    const actor = { type: 'client', id: caller.requestId, role: 'recipient' } as const;
    return { companyId: caller.companyId, actor, ...request };
  }
  const { company, member } = caller;
  return { companyId: company.id, actor: { type: 'user', id: member.id, role: member.role }, ...request };
}
