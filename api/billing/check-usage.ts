import { sql, type Transaction } from 'kysely';
import type { PendingAsk } from '../database/individual-verification-tables.ts';
import type { Schema } from '../database/schema.ts';
import { reserveUsage, settleUsage } from './usage.ts';

type Trx = Transaction<Schema>;
type Deps = { now: () => Date };

/** One extract that a register is asked for. */
interface ExtractQuestion {
  nodeId: string;
  registry: string;
}

/** The verification of a business as it stands before a turn: what it has cost tells one order of an extract from the next. */
interface BusinessTurn {
  companyId: string;
  id: string;
  actualCost: number;
}

/** ABN Lookup costs nothing, so nothing is reserved for it. */
const costs = ({ registry }: ExtractQuestion) => registry !== 'abr';

const extractKey = ({ id, actualCost }: BusinessTurn, { nodeId, registry }: ExtractQuestion) =>
  `extract:${id}:${nodeId}:${registry}:${actualCost}`;

/** Reserves what the extracts of a turn cost, in the transaction that takes the turn. */
export function reserveExtracts(
  trx: Trx,
  deps: Deps,
  turn: BusinessTurn,
  questions: readonly ExtractQuestion[],
): Promise<void> {
  const { companyId, id } = turn;
  return reserveUsage(
    trx,
    deps,
    { companyId, kind: 'registryExtract', resourceType: 'businessVerification', resourceId: id },
    questions.filter(costs).map((question) => extractKey(turn, question)),
  );
}

/** Charges the extracts that came and releases the others, in the transaction that keeps them. */
export function settleExtracts(
  trx: Trx,
  deps: Deps,
  turn: BusinessTurn,
  answered: readonly (ExtractQuestion & { answer: { ok: boolean } })[],
): Promise<void> {
  const keys = (ok: boolean) =>
    answered.filter((one) => costs(one) && one.answer.ok === ok).map((one) => extractKey(turn, one));
  return settleUsage(trx, deps, turn.companyId, { charged: keys(true), released: keys(false) });
}

const nameOf = (ask: PendingAsk) => ('source' in ask ? ask.source : ask.documentId);

/** Reserves what asking the issuers and sources of a turn costs. `checksBefore` tells one asking from the next. */
export function reserveChecks(
  trx: Trx,
  deps: Deps,
  { companyId, id, checksBefore }: { companyId: string; id: string; checksBefore: number },
  pending: readonly PendingAsk[],
): Promise<void> {
  return reserveUsage(
    trx,
    deps,
    { companyId, kind: 'identityCheck', resourceType: 'individualVerification', resourceId: id },
    pending.map((ask) => `identity:${id}:${checksBefore}:${nameOf(ask)}`),
  );
}

/** Answers that say something about the person; a source that was not there, or could not say, costs nothing. */
const charges = new Set(['match', 'no_match', 'document_error']);

/**
 * Charges what answered of everything that is reserved for a verification, and releases the rest: one process at a time asks for it, and
 * what it did not ask after all costs nothing either.
 */
export async function settleChecks(
  trx: Trx,
  deps: Deps,
  { companyId, id }: { companyId: string; id: string },
  answers: readonly { ask: PendingAsk; result: { outcome: string } }[],
): Promise<void> {
  const charged = answers.filter(({ result }) => charges.has(result.outcome)).map(({ ask }) => nameOf(ask));
  await trx
    .updateTable('usage_charges')
    .set({
      status: sql`CASE WHEN split_part(idempotency_key, ':', 4) = ANY(${charged}::text[])
                       THEN 'charged' ELSE 'released' END`,
      settled_at: deps.now().toISOString(),
    })
    .where('company_id', '=', companyId)
    .where('resource_id', '=', id)
    .where('status', '=', 'reserved')
    .execute();
}
