import { formatMoney } from '#rules/format/money.ts';
import type { RegistryExtract } from '#rules/registers/registry-extract.ts';
import { inWork, jobActor, type Work } from '../../../kernel/command/work.ts';
import { reserveExtracts } from '../../../records/billing/check-usage.ts';
import { unstoreFiles } from '../../../records/documents/receive-file.ts';
import type { BusinessVerificationDeps } from '../record/dto.ts';
import { changeVerification, type VerificationRow, writeLease } from '../record/store.ts';
import { estimate, extractCost, getSetUp, holderRegister } from '../registers/registers.ts';
import {
  type Answered,
  ended,
  getExtractEvent,
  lockWithClient,
  type Question,
  saveAnswers,
  seconds,
} from './ask-results.ts';
import { type StoredResponse, storeResponse } from './registry-responses.ts';

/** Concurrent queries, so that one slow register does not delay a tree. */
const questionsAtOnce = 4;

/** Longer than a register's two queries can take; after it expires another process may take over. */
const leaseSeconds = 60;

const jobName = 'ask-registers';

/** Next queries of an order; none when it is complete or the approved cost is used up. */
function nextQuestions(row: VerificationRow, deps: BusinessVerificationDeps): Question[] {
  const { asking, graph } = row;
  if (asking === null) return [];
  if (asking.kind === 'entity') {
    return [{ nodeId: graph.rootId, registry: asking.registry, number: asking.number }];
  }
  const setUp = getSetUp(deps.registries);
  const affordable = Math.floor((asking.agreedCost - asking.spent) / extractCost);
  const { ids } = estimate(graph, setUp, { ...asking, used: row.extracts_used });
  return ids.slice(0, Math.max(0, Math.min(questionsAtOnce, affordable))).flatMap((id): Question[] => {
    const node = graph.nodes.find((node) => node.id === id);
    const register = node && holderRegister(node, setUp);
    return register ? [{ nodeId: id, ...register }] : [];
  });
}

type Turn = { questions: Question[]; leaseUntil: string };

/** Acquires the lease, or ends a completed order. Null if nothing is due or another process holds the lease. */
async function acquireLease(
  { trx, time, record, emit }: Work,
  deps: BusinessVerificationDeps,
  { companyId, id, evenIfWaiting }: { companyId: string; id: string; evenIfWaiting: boolean },
): Promise<Turn | null> {
  const row = await lockWithClient(trx, id);
  const now = time();
  if (row?.asking == null) return null;
  if (row.lease_until !== null && Date.parse(row.lease_until) > now.getTime()) return null;
  if (!evenIfWaiting && row.next_ask_at !== null && Date.parse(row.next_ask_at) > now.getTime()) return null;
  const questions = nextQuestions(row, deps);
  if (questions.length === 0) {
    await changeVerification(trx, row, { ...ended(row), updated_at: now.toISOString() });
    const { asked, spent } = row.asking.kind === 'expand' ? row.asking : { asked: 0, spent: 0 };
    record(getExtractEvent(row, 'expanded', { asked, cost: formatMoney(spent, row.currency) }));
    emit('client.changed', { clientId: row.client_id });
    return null;
  }
  const leaseUntil = seconds(now, leaseSeconds);
  await writeLease(trx, id, leaseUntil, leaseUntil);
  await reserveExtracts(trx, deps, { companyId, id, actualCost: row.actual_cost }, questions);
  return { questions, leaseUntil };
}

async function queryAll(deps: BusinessVerificationDeps, questions: readonly Question[]): Promise<Answered[]> {
  return Promise.all(
    questions.map(async (question) => ({
      ...question,
      response: await deps.registries[question.registry].extract(question.number),
    })),
  );
}

/** One step: runs a few queries outside any transaction, then saves the results. False if nothing is due. */
async function runStep(
  deps: BusinessVerificationDeps,
  { companyId, id, evenIfWaiting }: { companyId: string; id: string; evenIfWaiting: boolean },
): Promise<boolean> {
  const by = jobActor(companyId, jobName);
  const lease = await inWork(deps, by, (work) => acquireLease(work, deps, { companyId, id, evenIfWaiting }));
  if (lease === null) return false;
  const answered = await queryAll(deps, lease.questions);
  const stored: StoredResponse[] = [];
  let isSaved = false;
  try {
    for (const item of answered) {
      if (!item.response.ok) continue;
      item.kept = await storeResponse(
        deps,
        companyId,
        item.response.extract satisfies RegistryExtract,
        item.number,
      );
      stored.push(item.kept);
    }
    const result = await inWork(deps, by, (work) =>
      saveAnswers(work, { companyId, id, leaseUntil: lease.leaseUntil }, answered),
    );
    isSaved = result.kept;
    return result.continueExpansion;
  } finally {
    if (!isSaved)
      await unstoreFiles(
        deps.files,
        stored.map(({ storageKey }) => ({ storageKey, thumbnailKey: null })),
      );
  }
}

/**
 * Fetches the extracts that a member approved, a few queries per step, saving each step before the next: a killed
 * process loses at most one step's results, and another process continues.
 * @param limits.withinMs no step starts after this time
 * @param limits.evenIfWaiting ignores the delay after a register was unavailable
 */
export async function fetchExtracts(
  deps: BusinessVerificationDeps,
  target: { companyId: string; id: string },
  limits: { withinMs: number; evenIfWaiting?: boolean },
): Promise<void> {
  const until = performance.now() + limits.withinMs;
  let evenIfWaiting = limits.evenIfWaiting ?? false;
  while (await runStep(deps, { ...target, evenIfWaiting })) {
    evenIfWaiting = false;
    if (performance.now() >= until) return;
  }
}
