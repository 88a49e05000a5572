import type { Client } from '#contract/clients/client-record.ts';
import type { Blocker } from '#rules/alerts/resolution-targets.ts';
import { refreshCauseLabels } from '#rules/clients/client-refresh.ts';
import { cddStatusLabels } from '#rules/clients/client-types.ts';
import { canBecomeDue, dueRequirements } from '#rules/transition-guards/cdd-refresh.ts';
import { changesBetween } from '../../../kernel/audit/detail.ts';
import type { Emitted } from '../../../kernel/command/emitted.ts';
import type { Work, WorkEvent } from '../../../kernel/command/work.ts';
import { readClientById } from '../../../records/clients/record/store.ts';
import { addRefreshCause, approvedWithParty, writeRefreshDue } from './refresh-store.ts';

const dueEvent = ({ id, cddStatus }: Client, reason: string): WorkEvent => ({
  action: 'client.cddStatusChanged',
  resourceType: 'client',
  resourceId: id,
  detail: {
    changes: changesBetween(
      { cddStatus: cddStatusLabels[cddStatus] },
      { cddStatus: cddStatusLabels.refreshDue, reason },
    ),
  },
  reason,
});

/**
 * Consequence of a changed type or party: the CDD of an approved client is due again until someone decides. In the statuses after that only
 * the cause is added. NZ s31; AU s30.
 */
export async function makeRefreshDue(
  { trx, record }: Work,
  { clientId, cause, text }: Emitted['client.basisChanged'],
): Promise<void> {
  const client = await readClientById(trx, clientId);
  if (client === null) return;
  await addRefreshCause(trx, clientId, cause);
  if (!canBecomeDue(client)) return;
  await writeRefreshDue(trx, clientId);
  record(dueEvent(client, text));
}

/**
 * Makes the CDD of a verified client due again while requirements of its approval are outstanding, whatever it came by. One that was verified
 * before evidence was required is listed for that already.
 * @param outstanding all requirements that the record does not meet now
 * @returns the CDD status, and the audit events.
 */
export async function syncRefreshDue(
  trx: Work['trx'],
  client: Client,
  { isDecided, outstanding }: { isDecided: boolean; outstanding: readonly Blocker[] },
): Promise<Pick<Client, 'cddStatus'> & { events: WorkEvent[] }> {
  const { cddStatus } = client;
  const [first, ...others] = dueRequirements(outstanding);
  if (!isDecided || cddStatus !== 'verified' || !canBecomeDue(client) || first === undefined) {
    return { cddStatus, events: [] };
  }
  await addRefreshCause(trx, client.id, 'outstanding');
  await writeRefreshDue(trx, client.id);
  const more = others.length === 0 ? '' : ` And ${others.length} more.`;
  const reason = `${refreshCauseLabels.outstanding}: ${first.text} (${first.provision})${more}`;
  return { cddStatus: 'refreshDue', events: [dueEvent(client, reason)] };
}

/** Consequence of a changed identity: the approved clients of which it is a related party are evaluated again. NZ s31; AU s30. */
export async function evaluateClientsOfParty(
  { trx, emit }: Work,
  { clientId, isSpelling }: Emitted['client.identityChanged'],
): Promise<void> {
  if (isSpelling) return;
  for (const id of await approvedWithParty(trx, clientId)) emit('client.changed', { clientId: id });
}
