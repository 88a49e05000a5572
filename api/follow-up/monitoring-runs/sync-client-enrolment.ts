import { isEndedClient, isEnrolledClient } from '#rules/lifecycles/clients.ts';
import type { Emitted } from '../../kernel/command/emitted.ts';
import type { Work } from '../../kernel/command/work.ts';
import {
  currentEnrolment,
  endEnrolments,
  insertEnrolments,
  lastEndedReason,
} from '../../records/worklists/enrolment-store.ts';
import { getDefault } from '../../records/worklists/store.ts';

/**
 * Consequence of a client's transition: an activated client is enrolled in the company's default worklist, and screened
 * within a minute; ending the relationship ends its enrolments. The client is locked.
 */
export async function followClient(
  { trx, by, time, at }: Work,
  { clientId, to }: Emitted['client.transitioned'],
): Promise<void> {
  if (isEndedClient(to)) {
    await endEnrolments(trx, [clientId], { reason: 'relationshipEnded', at });
    return;
  }
  const { companyId, actor } = by;
  if (!isEnrolledClient(to) || companyId === null) return;
  const worklistId = await getDefault(trx, companyId);
  if (worklistId === 0 || (await currentEnrolment(trx, clientId)) !== null) return;
  // An enrolment ended by a member is not renewed.
  if ((await lastEndedReason(trx, clientId)) === 'manual') return;
  await insertEnrolments(trx, { companyId, worklistId, clientIds: [clientId], at: time(), by: actor.id });
}
