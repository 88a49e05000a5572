import type { Updateable } from 'kysely';
import type { BusinessVerification } from '#contract/business-verifications/record.ts';
import { isDecidedBusinessVerification } from '#rules/lifecycles/checks.ts';
import { OwnershipGraphError } from '#rules/ownership/graph.ts';
import type { Work, WorkEvent } from '../../../kernel/command/work.ts';
import type { BusinessVerificationsTable } from '../../../kernel/database/tables/business-verification-tables.ts';
import type { StoredGraph } from '../../../kernel/database/tables/stored-ownership.ts';
import { invalid } from '../../../kernel/http/api-error.ts';
import type { MemberCaller } from '../../../kernel/http/bind-endpoint.ts';
import { lockClients } from '../../../records/clients/record/store.ts';
import { getSummary, resolveTree } from '../ownership/ownership-view.ts';
import { type BusinessVerificationAction, isActionAvailable } from './available-actions.ts';
import { type BusinessVerificationDeps, toAccepted, toBusinessVerificationDto } from './dto.ts';
import type { Opened } from './opened-verification.ts';
import { openVerification, readRecord } from './service.ts';
import { readVerification, verifications } from './store.ts';

/** A locked verification with all records that commands depend on. */
export interface LockedVerification extends Opened {
  version: number;
}

/** Context of commands on a verification. */
export interface VerificationContext extends Work {
  deps: BusinessVerificationDeps;
  caller: MemberCaller;
  params: { id: string };
}

/**
 * Locks a verification after its client.
 *
 * @param others clients in the tree that the command may make parties: locked with the client, in one order.
 */
export async function lockVerification(
  { trx, deps, caller, params }: VerificationContext,
  others: (graph: StoredGraph) => readonly string[] = () => [],
): Promise<LockedVerification | null> {
  const seen = await readVerification(trx, params.id);
  if (seen === null) return null;
  await lockClients(trx, [seen.client_id, ...others(seen.graph)]);
  const opened = await openVerification(trx, deps, caller, params.id, true);
  return { ...opened, version: opened.row.version };
}

/** Steps shared by every command on a verification. */
export const verificationSteps = {
  lock: (context: VerificationContext) => lockVerification(context),
  stale: {
    message: ({ row }: LockedVerification) =>
      `${row.updated_by_name}, or a register’s answer, changed this verification after you opened it. Review it, then try again.`,
    current: ({ deps, caller }: VerificationContext, before: LockedVerification) =>
      toBusinessVerificationDto(before, deps, caller),
  },
  read: async ({ trx, deps, caller, params }: VerificationContext): Promise<BusinessVerification> =>
    toBusinessVerificationDto(await openVerification(trx, deps, caller, params.id), deps, caller),
  again: ({ trx, deps, caller, params }: VerificationContext) => readRecord(trx, deps, caller, params.id),
};

/** Throws if the verification's status does not permit the action. */
export function requireOpen(before: LockedVerification, action: BusinessVerificationAction): void {
  if (isActionAvailable(before, action)) return;
  const { row } = before;
  throw invalid(
    row.asking !== null
      ? 'A register extract is being ordered. Wait for the result, or cancel, then try again.'
      : isDecidedBusinessVerification(row.status)
        ? 'This verification has ended. Start a new one on the client’s page.'
        : 'This action is not available at this stage. Refresh the page.',
  );
}

/** Resolves the tree; throws with the contradiction if the tree contradicts itself. */
function resolved(
  graph: StoredGraph,
  { company }: MemberCaller,
  { submittedEvidence, withoutOwners }: Opened,
) {
  try {
    return resolveTree(graph, company.regulatedIn, toAccepted(submittedEvidence), withoutOwners);
  } catch (error) {
    if (error instanceof OwnershipGraphError) throw invalid(error.message);
    throw error;
  }
}

/** Updates a locked verification, and the tree's summary where the tree changes. */
export async function writeVerification(
  context: VerificationContext,
  before: LockedVerification,
  columns: Updateable<BusinessVerificationsTable>,
  graph?: StoredGraph,
): Promise<void> {
  const { row } = before;
  const tree = graph && {
    graph: JSON.stringify(graph),
    ...getSummary(graph, resolved(graph, context.caller, before)),
  };
  await verifications.update(context, row, { ...columns, ...tree });
  context.emit('client.changed', { clientId: row.client_id });
}

/** Audited details of a change. */
export interface VerificationChange {
  action: string;
  detail?: Record<string, unknown>;
  /** Fields before and after, by the page's labels. */
  changes: Record<string, { before: unknown; after: unknown }>;
  reason?: string | undefined;
}

/** Newly set fields, as an event records them. */
export const newValues = (values: Record<string, unknown>): VerificationChange['changes'] =>
  Object.fromEntries(Object.entries(values).map(([field, after]) => [field, { before: null, after }]));

/** The audit event of a command on a verification. */
export function verificationEvent(
  { row }: LockedVerification,
  { action, detail, changes, reason }: VerificationChange,
): WorkEvent {
  return {
    action: `businessVerification.${action}`,
    resourceType: 'businessVerification',
    resourceId: row.id,
    detail: { clientId: row.client_id, ...detail, changes },
    ...(reason === undefined ? {} : { reason }),
  };
}
