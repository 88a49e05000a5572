import type { Client } from '#contract/clients/client-record.ts';
import type { Blocker } from '#rules/alerts/resolution-targets.ts';
import { type RefreshCause, refreshCauseLabels } from '#rules/clients/client-refresh.ts';
import { cddStatusLabels } from '#rules/clients/client-types.ts';
import { canBecomeDue } from '#rules/transition-guards/cdd-refresh.ts';
import { changesBetween } from '../../../kernel/audit/detail.ts';
import type { Emitted } from '../../../kernel/command/emitted.ts';
import type { Work, WorkEvent } from '../../../kernel/command/work.ts';
import { readClientById } from '../../../records/clients/record/store.ts';
import { addRefreshCause, approvedWithParty, writeRefreshDue } from './refresh-store.ts';

/** A client with the outstanding requirements by which CDD is due again, once it is approved on evidence. */
export interface ApprovalRecord {
  client: Client;
  isDecided: boolean;
  /** What an upgrade found that the approval rests on, and no decision is made on any more. */
  causes: readonly RefreshCause[];
  due: readonly Blocker[];
}

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
  await addRefreshCause(trx, [clientId], cause);
  if (!canBecomeDue(client)) return;
  await writeRefreshDue(trx, [clientId]);
  record(dueEvent(client, text));
}

/**
 * Makes the CDD of verified clients due again while requirements of their approval are outstanding, whatever it came by. Those that were verified
 * before evidence was required are listed for that already.
 * @returns the clients made due, and the audit events.
 */
export async function syncRefreshDue(
  trx: Work['trx'],
  records: readonly ApprovalRecord[],
): Promise<{ due: Set<string>; events: WorkEvent[] }> {
  const events: WorkEvent[] = [];
  const due = new Set<string>();
  const outstanding: string[] = [];
  for (const one of records) {
    const reason = reasonDue(one);
    if (reason === null) continue;
    due.add(one.client.id);
    if (one.due.length > 0) outstanding.push(one.client.id);
    events.push(dueEvent(one.client, reason));
  }
  await addRefreshCause(trx, outstanding, 'outstanding');
  await writeRefreshDue(trx, [...due]);
  return { due, events };
}

/** Why CDD of a client that is stored as verified is due again; null if it is not. */
export function reasonDue({ client, isDecided, causes, due }: ApprovalRecord): string | null {
  if (!isDecided || client.cddStatus !== 'verified' || !canBecomeDue(client)) return null;
  const [first, ...others] = due;
  if (first === undefined) {
    return causes.length === 0 ? null : causes.map((cause) => `${refreshCauseLabels[cause]}.`).join(' ');
  }
  const more = others.length === 0 ? '' : ` And ${others.length} more.`;
  return `${refreshCauseLabels.outstanding}: ${first.text} (${first.provision})${more}`;
}

/** Clients that one command evaluates with a related party: more would take seconds. */
const maxWithParty = 50;

/**
 * Consequence of a changed identity or a decided verification: the approved clients of which it is a related party are evaluated again, at most 50 of
 * them, those of the highest risk first. The daily evaluation reaches the others. NZ s31; AU s30.
 */
export async function evaluateClientsOfParty(
  { trx, emit }: Work,
  { clientId, isSpelling = false }: { clientId: string; isSpelling?: boolean },
): Promise<void> {
  if (isSpelling) return;
  for (const id of await approvedWithParty(trx, clientId, maxWithParty))
    emit('client.changed', { clientId: id });
}
