import type { PendingCheck } from '../../kernel/database/tables/individual-verification-tables.ts';
import type { Trx } from '../../kernel/database/tables/schema.ts';
import { finaliseUsage, reserveUsage } from './usage.ts';
import { finaliseUsageRecord } from './usage-store.ts';

type Deps = { now: () => Date };

/** One extract to order from a register. */
interface ExtractQuestion {
  nodeId: string;
  registry: string;
}

/** A business verification before a step: its cost so far distinguishes orders of extracts. */
interface BusinessStep {
  companyId: string;
  id: string;
  actualCost: number;
}

/** ABN Lookup is free, so nothing is reserved for it. */
const costs = ({ registry }: ExtractQuestion) => registry !== 'abr';

const extractKey = ({ id, actualCost }: BusinessStep, { nodeId, registry }: ExtractQuestion) =>
  `extract:${id}:${nodeId}:${registry}:${actualCost}`;

/** Reserves the cost of a step's extracts, in the transaction that acquires the lease. */
export function reserveExtracts(
  trx: Trx,
  deps: Deps,
  step: BusinessStep,
  questions: readonly ExtractQuestion[],
): Promise<void> {
  const { companyId, id } = step;
  return reserveUsage(
    trx,
    deps,
    { companyId, kind: 'registryExtract', resourceType: 'businessVerification', resourceId: id },
    questions.filter(costs).map((question) => extractKey(step, question)),
  );
}

/** Charges the delivered extracts and releases the others, in the transaction that saves them. */
export function finaliseExtractUsage(
  trx: Trx,
  deps: Deps,
  step: BusinessStep,
  answered: readonly (ExtractQuestion & { response: { ok: boolean } })[],
): Promise<void> {
  const keys = (ok: boolean) =>
    answered.filter((item) => costs(item) && item.response.ok === ok).map((item) => extractKey(step, item));
  return finaliseUsage(trx, deps, step.companyId, { charged: keys(true), released: keys(false) });
}

const getName = (ask: PendingCheck) => ('source' in ask ? ask.source : ask.documentId);

/** Reserves the cost of a step's checks. `checksBefore` distinguishes steps. */
export function reserveChecks(
  trx: Trx,
  deps: Deps,
  { companyId, id, checksBefore }: { companyId: string; id: string; checksBefore: number },
  pending: readonly PendingCheck[],
): Promise<void> {
  return reserveUsage(
    trx,
    deps,
    { companyId, kind: 'identityCheck', resourceType: 'individualVerification', resourceId: id },
    pending.map((ask) => `identity:${id}:${checksBefore}:${getName(ask)}`),
  );
}

/** Conclusive results; an unavailable or inconclusive source is free of charge. */
const charges = new Set(['match', 'no_match', 'document_error']);

/**
 * Charges the reserved checks of a verification that returned a result, and releases the others. Only one process at a time runs a
 * verification's checks, so no other reservation is released.
 */
export async function finaliseCheckUsage(
  trx: Trx,
  deps: Deps,
  { companyId, id }: { companyId: string; id: string },
  answers: readonly { ask: PendingCheck; result: { outcome: string } }[],
): Promise<void> {
  const charged = answers.filter(({ result }) => charges.has(result.outcome)).map(({ ask }) => getName(ask));
  await finaliseUsageRecord(trx, companyId, { resourceId: id, charged, at: deps.now().toISOString() });
}
