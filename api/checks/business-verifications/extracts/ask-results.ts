import type { Updateable } from 'kysely';
import { v7 as uuidv7 } from 'uuid';
import { formatMoney } from '#rules/format/money.ts';
import {
  type RegistryExtractResponse,
  type RegistryFailure,
  type RegistryId,
  registryNames,
} from '#rules/registers/registry-extract.ts';
import type { Work, WorkEvent } from '../../../kernel/command/work.ts';
import type {
  BusinessVerificationsTable,
  PendingExtractOrder,
} from '../../../kernel/database/tables/business-verification-tables.ts';
import type { StoredGraph } from '../../../kernel/database/tables/stored-ownership.ts';
import { finaliseExtractUsage } from '../../../records/billing/check-usage.ts';
import { lockClients } from '../../../records/clients/record/store.ts';
import { readEvidenceFor } from '../../../records/documents/request-evidence-store.ts';
import { getSummary, resolveTree } from '../ownership/ownership-view.ts';
import { toAccepted } from '../record/dto.ts';
import { newValues } from '../record/locked-verification.ts';
import {
  changeVerification,
  insertExtract,
  lockVerification,
  readLaws,
  readTypeWithoutOwners,
  readVerification,
  type VerificationRow,
} from '../record/store.ts';
import { getCost } from '../registers/registers.ts';
import { addExtract } from './graph-from-extract.ts';
import { linkByNumbers } from './link-clients.ts';
import { type StoredResponse, saveRegistryResponse } from './registry-responses.ts';

/** A register query about one entity. */
export interface Question {
  nodeId: string;
  registry: RegistryId;
  number: string;
}

export interface Answered extends Question {
  response: RegistryExtractResponse;
  kept?: StoredResponse;
}

/** Delays between attempts while a register is unavailable; after the last one retrying stops. */
const waitsSeconds = [60, 300, 900, 3600, 3600, 3600];

/** An instant `count` seconds after another, ISO. */
export const seconds = (from: Date, count: number) => new Date(from.getTime() + count * 1000).toISOString();

const isPassing = ({ code }: RegistryFailure) => code === 'unavailable' || code === 'tooManyRequests';

/** Columns of a verification whose order has ended. */
export function ended(
  row: Pick<VerificationRow, 'extracted_at' | 'graph'>,
): Updateable<BusinessVerificationsTable> {
  const hasTree = row.extracted_at !== null || row.graph.nodes.length > 1;
  return {
    status: hasTree ? 'needsReview' : 'notStarted',
    asking: null,
    next_ask_at: null,
    lease_until: null,
  };
}

/** An event of an order, with the request id of the member's approval. */
export function getExtractEvent(
  { id, asking }: VerificationRow,
  action: string,
  values: Record<string, unknown>,
): WorkEvent {
  return {
    action: `businessVerification.${action}`,
    resourceType: 'businessVerification',
    resourceId: id,
    detail: { agreedToBy: asking?.memberId, changes: newValues(values) },
    ...(asking === null ? {} : { requestId: asking.requestId }),
  };
}

/** Results of one step. */
interface Brought {
  graph: StoredGraph;
  cost: number;
  /** `isCounted`: counts towards an expansion's limit. */
  extracts: { name: string; isCounted: boolean }[];
  failures: { question: Answered; failure: RegistryFailure }[];
}

/** Saves extracts, each with its document, and adds them to a copy of the tree. */
async function saveExtracts(
  { trx, time }: Work,
  { companyId, row }: { companyId: string; row: VerificationRow },
  answered: readonly Answered[],
): Promise<Brought> {
  const isCounted = ({ nodeId }: Answered) => nodeId !== row.graph.rootId || row.asking?.kind !== 'entity';
  const brought: Brought = { graph: structuredClone(row.graph), cost: 0, extracts: [], failures: [] };
  for (const item of answered) {
    const { response, kept: storedResponse, nodeId, registry, number } = item;
    if (!response.ok) brought.failures.push({ question: item, failure: response });
    if (!response.ok || storedResponse === undefined) continue;
    const documentId = await saveRegistryResponse(
      trx,
      { now: time },
      { companyId, verificationId: row.id },
      storedResponse,
    );
    const extractId = uuidv7({ msecs: time().getTime() });
    const { raw, ...extract } = response.extract;
    await insertExtract(trx, {
      company_id: companyId,
      id: extractId,
      verification_id: row.id,
      node_id: nodeId,
      registry,
      number,
      extract: JSON.stringify(extract),
      sha256: raw.sha256,
      document_id: documentId,
      fetched_at: extract.at,
    });
    addExtract(brought.graph, nodeId, extract, extractId);
    brought.cost += getCost(registry);
    brought.extracts.push({
      name: `${extract.name} (${registryNames[registry]})`,
      isCounted: isCounted(item),
    });
  }
  await linkByNumbers(trx, brought.graph);
  return brought;
}

/** The order after a step: due at once, due after `wait` seconds, or ended. */
function orderAfter(
  order: PendingExtractOrder,
  { cost, extracts, failures }: Brought,
): { asking: PendingExtractOrder; wait: number | undefined; isOver: boolean } {
  const isHeldUp = failures.some(({ failure }) => isPassing(failure));
  const wait = isHeldUp ? waitsSeconds[order.attempts] : undefined;
  const attempts = isHeldUp ? order.attempts + 1 : 0;
  const hasGivenUp = isHeldUp && wait === undefined;
  if (order.kind === 'entity') {
    return { asking: { ...order, attempts }, wait, isOver: wait === undefined };
  }
  const [spent, queriedCount] = [order.spent + cost, order.asked + extracts.length];
  return { asking: { ...order, attempts, spent, asked: queriedCount }, wait, isOver: hasGivenUp };
}

/**
 * Locks the verification's client, whose record a register extract can change, then the verification. Null if it belongs to another
 * company.
 */
export async function lockWithClient(trx: Work['trx'], id: string): Promise<VerificationRow | null> {
  const seen = await readVerification(trx, id);
  if (seen === null) return null;
  await lockClients(trx, [seen.client_id]);
  return lockVerification(trx, id);
}

/** Saves the responses of registers: extracts with documents, the updated tree, cost and failure. */
export async function saveAnswers(
  work: Work,
  { companyId, id, leaseUntil }: { companyId: string; id: string; leaseUntil: string },
  answered: readonly Answered[],
): Promise<{ kept: boolean; continueExpansion: boolean }> {
  const { trx, time, at, record, emit } = work;
  const row = await lockWithClient(trx, id);
  // Cancelled, or the lease expired and another process took over.
  if (row?.asking == null || row.lease_until !== leaseUntil) return { kept: false, continueExpansion: false };
  await finaliseExtractUsage(trx, { now: time }, { companyId, id, actualCost: row.actual_cost }, answered);
  const brought = await saveExtracts(work, { companyId, row }, answered);
  const { graph, cost, extracts, failures } = brought;
  const { asking, wait, isOver } = orderAfter(row.asking, brought);
  for (const { question, failure } of failures) {
    const node = graph.nodes.find((entry) => entry.id === question.nodeId);
    if (node && !isPassing(failure) && asking.kind === 'expand') node.problem = failure.message;
  }
  const { regulatedIn } = await readLaws(trx, companyId);
  const accepted = toAccepted(await readEvidenceFor(trx, { businessVerificationId: id }));
  const withoutOwners = await readTypeWithoutOwners(trx, row.client_id, regulatedIn);
  const [first] = failures;
  const hasExtracts = extracts.length > 0;
  const extractedAt = hasExtracts ? at : row.extracted_at;
  const failure = first && { registry: first.question.registry, ...first.failure };
  await changeVerification(trx, row, {
    graph: JSON.stringify(graph),
    ...getSummary(graph, resolveTree(graph, regulatedIn, accepted, withoutOwners)),
    extracted_at: extractedAt,
    actual_cost: row.actual_cost + cost,
    extracts_used: row.extracts_used + extracts.filter(({ isCounted }) => isCounted).length,
    last_failure:
      failure === undefined
        ? null
        : JSON.stringify({ registry: failure.registry, code: failure.code, message: failure.message }),
    ...(isOver
      ? ended({ graph, extracted_at: extractedAt })
      : {
          status: wait === undefined ? ('processing' as const) : ('error' as const),
          asking: JSON.stringify(asking),
          next_ask_at: wait === undefined ? at : seconds(time(), wait),
          lease_until: null,
        }),
    updated_at: at,
  });
  record(
    getExtractEvent(row, hasExtracts ? 'extractKept' : 'registerFailed', {
      ...(hasExtracts
        ? { extracts: extracts.map(({ name }) => name), cost: formatMoney(cost, row.currency) }
        : {}),
      ...(failure === undefined ? {} : { failure: failure.message }),
    }),
  );
  // The rules' input changed: the tree differs or is now complete.
  emit('client.changed', { clientId: row.client_id });
  return { kept: true, continueExpansion: !isOver && wait === undefined };
}
