import type { Transaction, Updateable } from 'kysely';
import { v7 as uuidv7 } from 'uuid';
import { recordEvent } from '../audit/record-event.ts';
import { reserveExtracts, settleExtracts } from '../billing/check-usage.ts';
import type { Asking, BusinessVerificationsTable } from '../database/business-verification-tables.ts';
import type { Schema } from '../database/schema.ts';
import { asTenant } from '../database/tenancy.ts';
import { unstoreFiles } from '../documents/intake.ts';
import {
  type RegistryExtract,
  type RegistryExtractAnswer,
  type RegistryFailure,
  type RegistryId,
  registryNames,
} from '../registries/extract.ts';
import { type KeptAnswer, keepAnswer, storeAnswer } from './kept-answers.ts';
import { linkByNumbers } from './link-clients.ts';
import { resolveTree, summaryOf } from './ownership-view.ts';
import type { BusinessVerificationDeps } from './present.ts';
import { costOf, estimate, extractCost, holderRegister, moneyText, setUpOf } from './registers.ts';
import {
  changeVerification,
  insertExtract,
  lockVerification,
  readLaws,
  type VerificationRow,
  writeLease,
} from './store.ts';
import { addExtract } from './tree-from-extract.ts';

type Trx = Transaction<Schema>;

/** One entity that a register is asked about. */
interface Question {
  nodeId: string;
  registry: RegistryId;
  number: string;
}

interface Answered extends Question {
  answer: RegistryExtractAnswer;
  kept?: KeptAnswer;
}

/** Asked at once, so that one slow register does not make a slow tree. */
const questionsAtOnce = 4;

/** Longer than a register's two questions may take: then another process may ask. */
const leaseSeconds = 60;

/** Waits after a register could not be reached; after the last one nobody asks again by itself. */
const waitsSeconds = [60, 300, 900, 3600, 3600, 3600];

const jobName = 'ask-registers';
const seconds = (from: Date, count: number) => new Date(from.getTime() + count * 1000).toISOString();
const isPassing = ({ code }: RegistryFailure) => code === 'unavailable' || code === 'tooManyRequests';

/** What comes next of an order; none when it is worked off, or what was agreed to is used up. */
function nextQuestions(row: VerificationRow, deps: BusinessVerificationDeps): Question[] {
  const { asking, graph } = row;
  if (asking === null) return [];
  if (asking.kind === 'entity') {
    return [{ nodeId: graph.rootId, registry: asking.registry, number: asking.number }];
  }
  const setUp = setUpOf(deps.registries);
  const affordable = Math.floor((asking.agreedCost - asking.spent) / extractCost);
  const { ids } = estimate(graph, setUp, { ...asking, used: row.extracts_used });
  return ids.slice(0, Math.max(0, Math.min(questionsAtOnce, affordable))).flatMap((id): Question[] => {
    const node = graph.nodes.find((one) => one.id === id);
    const register = node && holderRegister(node, setUp);
    return register ? [{ nodeId: id, ...register }] : [];
  });
}

type Turn = { questions: Question[]; leaseUntil: string };

/** Takes the turn at asking, or ends an order that is worked off. Null when there is nothing to do now, or somebody else is at it. */
async function takeTurn(
  trx: Trx,
  deps: BusinessVerificationDeps,
  { companyId, id, evenIfWaiting }: { companyId: string; id: string; evenIfWaiting: boolean },
): Promise<Turn | null> {
  const row = await lockVerification(trx, id);
  const now = deps.now();
  if (row?.asking == null) return null;
  if (row.lease_until !== null && Date.parse(row.lease_until) > now.getTime()) return null;
  if (!evenIfWaiting && row.next_ask_at !== null && Date.parse(row.next_ask_at) > now.getTime()) return null;
  const questions = nextQuestions(row, deps);
  if (questions.length === 0) {
    await changeVerification(trx, row, { ...ended(row, now), updated_at: now.toISOString() });
    await tell(trx, deps, { companyId, row }, 'businessVerification.expanded', {
      asked: row.asking.kind === 'expand' ? row.asking.asked : 0,
      cost: moneyText(row.asking.kind === 'expand' ? row.asking.spent : 0, row.currency),
    });
    return null;
  }
  const leaseUntil = seconds(now, leaseSeconds);
  await writeLease(trx, id, leaseUntil, leaseUntil);
  await reserveExtracts(trx, deps, { companyId, id, actualCost: row.actual_cost }, questions);
  return { questions, leaseUntil };
}

/** The columns of a verification for which nothing is asked any more. */
function ended(row: VerificationRow, _now: Date): Updateable<BusinessVerificationsTable> {
  const hasTree = row.extracted_at !== null || row.graph.nodes.length > 1;
  return {
    status: hasTree ? 'needsReview' : 'notStarted',
    asking: null,
    next_ask_at: null,
    lease_until: null,
  };
}

function tell(
  trx: Trx,
  deps: BusinessVerificationDeps,
  { companyId, row }: { companyId: string; row: VerificationRow },
  action: string,
  after: Record<string, unknown>,
): Promise<unknown> {
  return recordEvent(trx, deps, {
    companyId,
    actor: { type: 'system', id: jobName, role: 'job' },
    action,
    resourceType: 'businessVerification',
    resourceId: row.id,
    detail: {
      agreedToBy: row.asking?.memberId,
      changes: Object.fromEntries(
        Object.entries(after).map(([field, value]) => [field, { before: null, after: value }]),
      ),
    },
    requestId: row.asking?.requestId ?? jobName,
  });
}

/** Writes down what registers answered: each extract with its document, the tree that follows, what it cost, what failed. */
async function keepAnswers(
  trx: Trx,
  deps: BusinessVerificationDeps,
  { companyId, id, leaseUntil }: { companyId: string; id: string; leaseUntil: string },
  answered: readonly Answered[],
): Promise<{ kept: boolean; goOn: boolean }> {
  const row = await lockVerification(trx, id);
  // Somebody cancelled, or the turn took so long that it passed to another process.
  if (row?.asking == null || row.lease_until !== leaseUntil) return { kept: false, goOn: false };
  await settleExtracts(trx, deps, { companyId, id, actualCost: row.actual_cost }, answered);
  const now = deps.now();
  const at = now.toISOString();
  const graph = structuredClone(row.graph);
  const asking: Asking = { ...row.asking };
  let cost = 0;
  let used = 0;
  const failures: { question: Answered; failure: RegistryFailure }[] = [];
  const told: string[] = [];
  for (const one of answered) {
    const { answer, kept, nodeId } = one;
    if (!answer.ok || kept === undefined) {
      if (!answer.ok) failures.push({ question: one, failure: answer });
      continue;
    }
    const documentId = await keepAnswer(trx, deps, { companyId, verificationId: id }, kept);
    const extractId = uuidv7({ msecs: now.getTime() });
    const { raw, ...extract } = answer.extract;
    await insertExtract(trx, {
      company_id: companyId,
      id: extractId,
      verification_id: id,
      node_id: nodeId,
      registry: one.registry,
      number: one.number,
      extract: JSON.stringify(extract),
      sha256: raw.sha256,
      document_id: documentId,
      fetched_at: extract.at,
    });
    addExtract(graph, nodeId, extract, extractId);
    cost += costOf(one.registry);
    used += nodeId === graph.rootId && asking.kind === 'entity' ? 0 : 1;
    told.push(`${extract.name} (${registryNames[one.registry]})`);
  }
  await linkByNumbers(trx, graph);
  const passing = failures.filter(({ failure }) => isPassing(failure));
  for (const { question, failure } of failures) {
    const node = graph.nodes.find((entry) => entry.id === question.nodeId);
    if (node && !isPassing(failure) && asking.kind === 'expand') node.problem = failure.message;
  }
  if (asking.kind === 'expand') {
    asking.spent += cost;
    asking.asked += told.length;
  }
  const { regulatedIn } = await readLaws(trx, companyId);
  const first = failures[0];
  const wait = passing.length > 0 ? waitsSeconds[asking.attempts] : undefined;
  asking.attempts = passing.length > 0 ? asking.attempts + 1 : 0;
  const isOver = asking.kind === 'entity' ? wait === undefined : passing.length > 0 && wait === undefined;
  const fetched = told.length > 0 ? { extracted_at: at } : {};
  const next = { ...row, graph, extracted_at: told.length > 0 ? at : row.extracted_at };
  await changeVerification(trx, row, {
    graph: JSON.stringify(graph),
    ...summaryOf(graph, resolveTree(graph, regulatedIn)),
    ...fetched,
    actual_cost: row.actual_cost + cost,
    extracts_used: row.extracts_used + used,
    last_failure: first
      ? JSON.stringify({
          registry: first.question.registry,
          code: first.failure.code,
          message: first.failure.message,
        })
      : null,
    ...(isOver
      ? ended(next, now)
      : {
          status: wait === undefined ? ('processing' as const) : ('error' as const),
          asking: JSON.stringify(asking),
          next_ask_at: wait === undefined ? at : seconds(now, wait),
          lease_until: null,
        }),
    updated_at: at,
  });
  await tell(
    trx,
    deps,
    { companyId, row },
    told.length > 0 ? 'businessVerification.extractKept' : 'businessVerification.registerFailed',
    {
      ...(told.length > 0 ? { extracts: told, cost: moneyText(cost, row.currency) } : {}),
      ...(first ? { failure: first.failure.message } : {}),
    },
  );
  return { kept: true, goOn: !isOver && wait === undefined };
}

async function askAll(deps: BusinessVerificationDeps, questions: readonly Question[]): Promise<Answered[]> {
  return Promise.all(
    questions.map(async (question) => ({
      ...question,
      answer: await deps.registries[question.registry].extract(question.number),
    })),
  );
}

/** One turn: asks a few questions outside every transaction, then keeps what came. False when there is nothing more to do now. */
async function takeStep(
  deps: BusinessVerificationDeps,
  { companyId, id, evenIfWaiting }: { companyId: string; id: string; evenIfWaiting: boolean },
): Promise<boolean> {
  const turn = await asTenant(deps.db, companyId, (trx) =>
    takeTurn(trx, deps, { companyId, id, evenIfWaiting }),
  );
  if (turn === null) return false;
  const answered = await askAll(deps, turn.questions);
  const stored: KeptAnswer[] = [];
  let kept = false;
  try {
    for (const one of answered) {
      if (!one.answer.ok) continue;
      one.kept = await storeAnswer(deps, companyId, one.answer.extract satisfies RegistryExtract, one.number);
      stored.push(one.kept);
    }
    const result = await asTenant(deps.db, companyId, (trx) =>
      keepAnswers(trx, deps, { companyId, id, leaseUntil: turn.leaseUntil }, answered),
    );
    kept = result.kept;
    return result.goOn;
  } finally {
    if (!kept)
      await unstoreFiles(
        deps.files,
        stored.map(({ storageKey }) => ({ storageKey, thumbnailKey: null })),
      );
  }
}

/**
 * Goes on asking for what a member agreed to, a few questions at a time, each turn kept before the next begins: a process that is
 * killed loses at most what one turn asked, and another one goes on where it stopped.
 * @param limits.withinMs no new turn begins after so long
 * @param limits.evenIfWaiting also where a register could not be reached a moment ago
 */
export async function askRegisters(
  deps: BusinessVerificationDeps,
  target: { companyId: string; id: string },
  limits: { withinMs: number; evenIfWaiting?: boolean },
): Promise<void> {
  const until = performance.now() + limits.withinMs;
  let evenIfWaiting = limits.evenIfWaiting ?? false;
  while (await takeStep(deps, { ...target, evenIfWaiting })) {
    evenIfWaiting = false;
    if (performance.now() >= until) return;
  }
}
