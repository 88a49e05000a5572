import type { Transaction } from 'kysely';
import type { ClientStatus } from '#rules/client-types.ts';
import type { Schema } from '../database/schema.ts';
import type { MemberCaller } from '../http/bind.ts';
import { currentEnrolment, endEnrolments, insertEnrolments, isOver } from '../worklists/enrolment-store.ts';

/**
 * What a client's move means for how it is watched: whoever is taken on is enrolled in the company's default worklist, and screened
 * within a minute; whose relationship ends is watched no more. The client is locked. Source: domain 3, "exited … ends enrolments".
 */
export async function followInMonitoring(
  trx: Transaction<Schema>,
  deps: { now: () => Date },
  { company, member }: MemberCaller,
  { clientId, to }: { clientId: string; to: ClientStatus },
): Promise<void> {
  const at = deps.now();
  if (isOver(to)) {
    await endEnrolments(trx, [clientId], { reason: 'relationshipEnded', at: at.toISOString() });
    return;
  }
  if (!['onboarding', 'active'].includes(to) || company.defaultWorklistId === 0) return;
  if ((await currentEnrolment(trx, clientId)) !== null) return;
  const ever = await trx
    .selectFrom('monitoring_enrolments')
    .select('ended_reason')
    .where('client_id', '=', clientId)
    .orderBy('id', 'desc')
    .executeTakeFirst();
  // Whom somebody has ended it for by hand is left alone.
  if (ever?.ended_reason === 'manual') return;
  await insertEnrolments(trx, {
    companyId: company.id,
    worklistId: company.defaultWorklistId,
    clientIds: [clientId],
    at,
    by: member.id,
  });
}
