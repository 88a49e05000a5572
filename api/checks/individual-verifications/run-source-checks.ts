import type { Insertable } from 'kysely';
import { v7 as uuidv7 } from 'uuid';
import type { Client } from '#contract/clients/client-record.ts';
import { checkOutcomeLabels } from '#rules/identity-verification/evidence.ts';
import { type MachineResult, machineResultLabels } from '#rules/identity-verification/machine-result.ts';
import { verificationSources } from '#rules/identity-verification/sources.ts';
import { statusAfterResults } from '#rules/transition-guards/verification.ts';
import { isWorthRetrying, type ProviderResult } from '../../integrations/verification-provider/result.ts';
import { inWork, jobActor, type Work } from '../../kernel/command/work.ts';
import type {
  PendingCheck,
  VerificationChecksTable,
} from '../../kernel/database/tables/individual-verification-tables.ts';
import type { Trx } from '../../kernel/database/tables/schema.ts';
import { asTenant } from '../../kernel/database/tenancy.ts';
import { finaliseCheckUsage, reserveChecks } from '../../records/billing/check-usage.ts';
import { readClientById } from '../../records/clients/record/store.ts';
import { readCompanyFacts } from '../../records/company-settings/store.ts';
import type { VerificationsDeps } from './record/deps.ts';
import { openDocument } from './record/documents.ts';
import { getJudged } from './record/dto.ts';
import { getFindings } from './record/facts.ts';
import {
  changeVerification,
  insertChecks,
  lockVerification,
  readVerificationById,
  type StoredVerification,
  updateCheckLease,
  withoutApproval,
} from './record/store.ts';
import { insertEvents, type NewEvent } from './record/timeline-store.ts';

/** Duration of a process's exclusive right to query; exceeds any check. */
const leaseMs = 2 * 60_000;

/** Minutes between automatic retries of an unavailable source; afterwards a member must retry. */
const retryMinutes = [1, 5, 15, 60, 240];

const jobName = 'follow-verifications';

export interface VerificationId {
  companyId: string;
  id: string;
}

type AcceptedEvidence = { stored: StoredVerification; client: Client };

/** Acquires the lease for querying, so that concurrent processes do not query twice. */
function acquireTurn(
  deps: VerificationsDeps,
  { companyId, id }: VerificationId,
): Promise<AcceptedEvidence | null> {
  return inWork(deps, jobActor(companyId, jobName), async ({ trx }) => {
    const stored = await lockVerification(trx, id);
    if (stored === null || stored.row.pending.length === 0) return null;
    const now = deps.now();
    if (stored.row.leased_until !== null && Date.parse(stored.row.leased_until) > now.getTime()) return null;
    const client = await readClientById(trx, stored.row.client_id);
    if (client === null) return null;
    const until = new Date(now.getTime() + leaseMs).toISOString();
    await updateCheckLease(trx, id, { leased_until: until, next_try_at: until });
    const { checks, row } = stored;
    await reserveChecks(trx, deps, { companyId, id, checksBefore: checks.length }, row.pending);
    return { stored, client };
  });
}

function getPerson({ individual, addresses }: Client) {
  const [address] = addresses;
  const lines = address
    ? [
        address.addressLine1,
        address.addressLine2,
        address.suburb,
        [address.city, address.state].filter(Boolean).join(' '),
        address.postcode,
      ].filter((line): line is string => !!line)
    : [];
  return {
    givenNames: individual?.givenNames ?? '',
    middleNames: individual?.middleNames ?? null,
    familyName: individual?.familyName ?? '',
    dateOfBirth: individual?.dateOfBirth ?? '',
    addressLines: lines,
  };
}

type Answered = { ask: PendingCheck; result: ProviderResult };

/** Queries one issuer or source. Undefined if the document was removed, or its number deleted. */
async function queryOne(
  deps: VerificationsDeps,
  { stored, client }: AcceptedEvidence,
  ask: PendingCheck,
): Promise<Answered | undefined> {
  const { provider } = deps.verification;
  const consentAt = stored.row.consent?.at;
  const person = getPerson(client);
  if (consentAt === undefined || person.dateOfBirth === '') return undefined;
  if ('source' in ask) {
    const reference = stored.row.id;
    return { ask, result: await provider.checkSource(ask.source, person, { consentAt, reference }) };
  }
  const row = stored.documents.find(({ id }) => id === ask.documentId);
  const document =
    row && (await asTenant(deps.db, row.company_id, (trx) => openDocument(trx, deps.verification, row)));
  if (document === undefined) return undefined;
  const result = await provider.checkDocument(document, person, consentAt);
  return result && { ask, result };
}

/** Why there is no result, for the page. */
function getDetail({ outcome, problem, code }: ProviderResult): string | null {
  if (problem === 'unauthorised')
    return 'The checking service rejected Assay’s API key. Contact your Assay operator.';
  if (problem === 'refused') return 'The checking service rejected the request. Check the details.';
  if (problem === 'timeout') return 'Timed out.';
  if (problem === 'rateLimited') return 'Too many checks were running at the same time.';
  if (outcome === 'source_unavailable') return 'It is not available at the moment.';
  if (outcome === 'document_error')
    return 'The issuer does not accept the document: cancelled, lost or of another form.';
  return code === null || outcome !== 'exception' ? null : `Inconclusive response (${code}).`;
}

function checkRow(
  { companyId, id }: VerificationId,
  round: number,
  { ask, result }: Answered,
): Insertable<VerificationChecksTable> {
  return {
    company_id: companyId,
    id: uuidv7({ msecs: Date.parse(result.checkedAt) }),
    verification_id: id,
    round,
    type: 'source' in ask ? 'dataSource' : 'issuer',
    outcome: result.outcome,
    source: result.source,
    document_id: 'source' in ask ? null : ask.documentId,
    matched: result.matched,
    unmatched: result.unmatched,
    detail: getDetail(result),
    reference: result.reference,
    at: result.checkedAt,
  };
}

/** "New Zealand passport register: Matches." */
function getMessage({ result }: Answered): string {
  return `${verificationSources[result.source].label}: ${checkOutcomeLabels[result.outcome].toLowerCase()}.`;
}

/**
 * Recalculates the status from all current results: the columns to write, and a message with the reason. Never changes
 * a verification that a member has started to review.
 */
export async function settle(
  trx: Trx,
  deps: Pick<VerificationsDeps, 'now'>,
  verification: VerificationId,
): Promise<{
  status: StoredVerification['row']['status'];
  machineResult: MachineResult | null;
  event: NewEvent;
}> {
  const stored = await readVerificationById(trx, verification.id);
  if (stored === null) throw new Error('The verification just saved could not be read.');
  const company = await readCompanyFacts(trx, verification.companyId);
  const judged = await getJudged(trx, deps, company, stored);
  const { machineResult, rulePassed, sharesDocument } = getFindings(judged);
  const isElectronic = stored.row.method.startsWith('electronic');
  const found = statusAfterResults(isElectronic ? machineResult : (machineResult ?? 'refer'), {
    autoAccept: false,
    rulePassed,
    sharesDocument,
  });
  const status = found === 'error' && isElectronic ? 'error' : 'needsReview';
  const words = machineResult === null ? 'Nothing could be checked' : machineResultLabels[machineResult];
  return {
    status,
    machineResult,
    event: {
      kind: 'resultsIn',
      text:
        status === 'error'
          ? 'No source has returned a result yet.'
          : `Results received: ${words.toLowerCase()}. ${rulePassed ? 'Every clause of the rule is met.' : 'Not every clause of the rule is met.'}`,
      by: { type: 'system' },
    },
  };
}

function nextTry(answers: readonly Answered[], tries: number, now: Date): Date | null {
  const minutes = retryMinutes[tries];
  if (minutes === undefined) return null;
  const retryDelaysMs = answers.map(({ result }) => (result.retryAfterSeconds ?? 0) * 1_000);
  return new Date(now.getTime() + Math.max(minutes * 60_000, ...retryDelaysMs));
}

/** Timeline entries of a run. */
function getTimeline(
  answers: readonly Answered[],
  { silent, isRetried, settled }: { silent: number; isRetried: boolean; settled: NewEvent | null },
): NewEvent[] {
  const ran = answers.map(
    (response): NewEvent => ({ kind: 'checkRan', text: getMessage(response), by: { type: 'provider' } }),
  );
  const again: NewEvent = {
    kind: 'checkRan',
    text: `${silent === 1 ? '1 source' : `${silent} sources`} did not respond. Assay will retry automatically.`,
    by: { type: 'system' },
  };
  return [...ran, ...(isRetried ? [again] : []), ...(settled === null ? [] : [settled])];
}

/** Saves the results and updates the verification's status. The job retries unavailable sources. */
async function saveAnswers(
  { trx, time, record }: Work,
  verification: VerificationId,
  answers: readonly Answered[],
): Promise<void> {
  const { companyId, id } = verification;
  const stored = await lockVerification(trx, id);
  if (stored === null) return;
  const { row } = stored;
  const deps = { now: time };
  const at = time();
  await finaliseCheckUsage(trx, deps, verification, answers);
  await insertChecks(
    trx,
    answers.map((response) => checkRow(verification, row.round, response)),
  );
  const silent = answers.filter(({ result }) => isWorthRetrying(result));
  const next = silent.length === 0 ? null : nextTry(silent, row.tries, at);
  const settled = await settle(trx, deps, verification);
  // Only a waiting verification changes its status; a member may already be reviewing earlier results.
  const actions = row.status === 'processing' || row.status === 'error';
  const status = actions ? settled.status : row.status;
  await changeVerification(
    trx,
    id,
    {
      status,
      ...withoutApproval(row),
      machine_result: settled.machineResult,
      pending: JSON.stringify(next === null ? [] : silent.map(({ ask }) => ask)),
      tries: row.tries + 1,
      next_try_at: next?.toISOString() ?? null,
      leased_until: null,
    },
    { at, by: null },
  );
  const isNews = actions && (status !== row.status || answers.length > 0);
  await insertEvents(
    trx,
    { companyId, verificationId: id, at },
    getTimeline(answers, {
      silent: silent.length,
      isRetried: next !== null,
      settled: isNews ? settled.event : null,
    }),
  );
  record({
    action: 'individualVerification.checked',
    resourceType: 'individualVerification',
    resourceId: id,
    detail: {
      clientId: row.client_id,
      status,
      answers: answers.map(({ result }) => ({
        source: result.source,
        outcome: result.outcome,
        reference: result.reference,
      })),
    },
  });
}

/**
 * Runs all pending checks of a verification, outside any transaction, and saves the results. Returns at once while
 * another process runs them; an interrupted process leaves them to the job.
 */
export async function runPendingChecks(
  deps: VerificationsDeps,
  verification: VerificationId,
): Promise<boolean> {
  const taken = await acquireTurn(deps, verification);
  if (taken === null) return false;
  const answers = await Promise.all(taken.stored.row.pending.map((ask) => queryOne(deps, taken, ask)));
  const received = answers.filter((response) => response !== undefined);
  await inWork(deps, jobActor(verification.companyId, jobName), (work) =>
    saveAnswers(work, verification, received),
  );
  return true;
}

/** Runs checks without awaiting them. */
export function runChecksInBackground(deps: VerificationsDeps, verification: VerificationId): void {
  const asking = runPendingChecks(deps, verification).catch(deps.verification.onError);
  deps.verification.onQuery?.(asking);
}
