import type { Insertable } from 'kysely';
import { v7 as uuidv7 } from 'uuid';
import type { Client } from '#contract/clients.ts';
import { statusAfterResults } from '#rules/guards/verification.ts';
import type { Jurisdiction } from '#rules/provisions.ts';
import { checkOutcomeLabels } from '#rules/verification/evidence.ts';
import { machineResultLabels } from '#rules/verification/machine-result.ts';
import { verificationSources } from '#rules/verification/sources.ts';
import { recordEvent } from '../audit/record-event.ts';
import { reserveChecks, settleChecks } from '../billing/check-usage.ts';
import { readClientById } from '../clients/store.ts';
import type { PendingAsk, VerificationChecksTable } from '../database/individual-verification-tables.ts';
import { asTenant } from '../database/tenancy.ts';
import { isWorthRetrying, type ProviderResult } from '../verification-provider/result.ts';
import type { Trx, VerificationsDeps } from './deps.ts';
import { openDocument } from './documents.ts';
import { findingsOf } from './facts.ts';
import { judgedOf } from './present.ts';
import {
  changeTurn,
  changeVerification,
  insertChecks,
  insertEvents,
  lockVerification,
  type NewEvent,
  readVerificationById,
  type StoredVerification,
} from './store.ts';

/** Somebody who asks has this long; after that another may. Longer than any check takes. */
const leaseMs = 2 * 60_000;

/** When a source that did not answer is asked again by itself, in minutes; after the last one a person tries again. */
const retryMinutes = [1, 5, 15, 60, 240];

const jobName = 'follow-verifications';

export interface VerificationId {
  companyId: string;
  id: string;
}

/** The company as rules look at it, without anybody who is signed in. */
export function readCompany(trx: Trx, companyId: string) {
  return trx
    .selectFrom('companies')
    .select(['regulated_in', 'time_zone'])
    .where('id', '=', companyId)
    .executeTakeFirstOrThrow()
    .then(({ regulated_in: regulatedIn, time_zone: timeZone }) => ({
      regulatedIn: regulatedIn as Jurisdiction[],
      timeZone,
    }));
}

type Taken = { stored: StoredVerification; client: Client };

/** Takes the turn to ask, so that two who ask at once do not ask twice. */
async function takeTurn(deps: VerificationsDeps, { companyId, id }: VerificationId): Promise<Taken | null> {
  return asTenant(deps.db, companyId, async (trx) => {
    const stored = await lockVerification(trx, id);
    if (stored === null || stored.row.pending.length === 0) return null;
    const now = deps.now();
    if (stored.row.leased_until !== null && Date.parse(stored.row.leased_until) > now.getTime()) return null;
    const client = await readClientById(trx, stored.row.client_id);
    if (client === null) return null;
    const until = new Date(now.getTime() + leaseMs).toISOString();
    await changeTurn(trx, id, { leased_until: until, next_try_at: until });
    const { checks, row } = stored;
    await reserveChecks(trx, deps, { companyId, id, checksBefore: checks.length }, row.pending);
    return { stored, client };
  });
}

function personOf({ individual, addresses }: Client) {
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

type Answered = { ask: PendingAsk; result: ProviderResult };

/** Asks one issuer or source. Undefined where there is nothing left to ask: the document was taken out, or forgotten. */
async function askOne(
  deps: VerificationsDeps,
  { stored, client }: Taken,
  ask: PendingAsk,
): Promise<Answered | undefined> {
  const { provider } = deps.verification;
  const consentAt = stored.row.consent?.at;
  const person = personOf(client);
  if (consentAt === undefined || person.dateOfBirth === '') return undefined;
  if ('source' in ask) {
    const reference = stored.row.id;
    return { ask, result: await provider.checkSource(ask.source, person, { consentAt, reference }) };
  }
  const row = stored.documents.find(({ id }) => id === ask.documentId);
  const document = row && openDocument(deps.verification, row);
  if (document === undefined) return undefined;
  const result = await provider.checkDocument(document, person, consentAt);
  return result && { ask, result };
}

/** Why there is no answer, in words for whoever reads the page. */
function detailOf({ outcome, problem, code }: ProviderResult): string | null {
  if (problem === 'unauthorised')
    return 'The checking service does not accept this installation’s key. Ask whoever runs Assay.';
  if (problem === 'refused') return 'The checking service did not take the request. Check the details.';
  if (problem === 'timeout') return 'It did not answer in time.';
  if (problem === 'rateLimited') return 'Too many checks were under way at once.';
  if (outcome === 'source_unavailable') return 'It is not available at the moment.';
  if (outcome === 'document_error')
    return 'The issuer does not accept the document: cancelled, lost or of another form.';
  return code === null || outcome !== 'exception' ? null : `It answered neither yes nor no (${code}).`;
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
    detail: detailOf(result),
    reference: result.reference,
    at: result.checkedAt,
  };
}

/** "New Zealand passport register: Matches." */
function sentenceOf({ result }: Answered): string {
  return `${verificationSources[result.source].label}: ${checkOutcomeLabels[result.outcome].toLowerCase()}.`;
}

/**
 * Where results lead, worked out anew from everything that is there: the columns to write, with the sentence that says so. Nothing
 * moves a verification that a person has taken up in the meantime.
 */
export async function settle(
  trx: Trx,
  deps: Pick<VerificationsDeps, 'now'>,
  verification: VerificationId,
): Promise<{ status: StoredVerification['row']['status']; machineResult: string | null; event: NewEvent }> {
  const stored = await readVerificationById(trx, verification.id);
  if (stored === null) throw new Error('A verification that was just written cannot be read.');
  const company = await readCompany(trx, verification.companyId);
  const judged = await judgedOf(trx, deps, company, stored);
  const { machineResult, rulePassed, sharesDocument } = findingsOf(judged);
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
          ? 'No source has answered yet, so that nothing is found for or against the person.'
          : `Results are in: ${words.toLowerCase()}. ${rulePassed ? 'Every clause of the rule is met.' : 'Not every clause of the rule is met.'}`,
      by: { type: 'system' },
    },
  };
}

function nextTry(answers: readonly Answered[], tries: number, now: Date): Date | null {
  const minutes = retryMinutes[tries];
  if (minutes === undefined) return null;
  const asked = answers.map(({ result }) => (result.retryAfterSeconds ?? 0) * 1_000);
  return new Date(now.getTime() + Math.max(minutes * 60_000, ...asked));
}

/** Keeps the answers and moves the verification on. What was not there may be asked again by the job. */
async function keepAnswers(
  deps: VerificationsDeps,
  verification: VerificationId,
  answers: readonly Answered[],
): Promise<void> {
  const { companyId, id } = verification;
  await asTenant(deps.db, companyId, async (trx) => {
    const stored = await lockVerification(trx, id);
    if (stored === null) return;
    const { row } = stored;
    const at = deps.now();
    await settleChecks(trx, deps, verification, answers);
    await insertChecks(
      trx,
      answers.map((answer) => checkRow(verification, row.round, answer)),
    );
    const silent = answers.filter(({ result }) => isWorthRetrying(result));
    const next = silent.length === 0 ? null : nextTry(silent, row.tries, at);
    const pending = next === null ? [] : silent.map(({ ask }) => ask);
    const settled = await settle(trx, deps, verification);
    // A person may be reading what is there already; only who waits is moved on.
    const moves = row.status === 'processing' || row.status === 'error';
    const status = moves ? settled.status : row.status;
    await changeVerification(
      trx,
      id,
      {
        status,
        machine_result: settled.machineResult as never,
        pending: JSON.stringify(pending),
        tries: row.tries + 1,
        next_try_at: next?.toISOString() ?? null,
        leased_until: null,
      },
      { at, by: null },
    );
    const again: NewEvent[] =
      next === null
        ? []
        : [
            {
              kind: 'checkRan',
              text: `${silent.length === 1 ? 'One source' : `${silent.length} sources`} did not answer. Assay asks again by itself.`,
              by: { type: 'system' },
            },
          ];
    await insertEvents(trx, { companyId, verificationId: id, at }, [
      ...answers.map(
        (answer): NewEvent => ({ kind: 'checkRan', text: sentenceOf(answer), by: { type: 'provider' } }),
      ),
      ...again,
      ...(moves && (status !== row.status || answers.length > 0) ? [settled.event] : []),
    ]);
    await recordEvent(trx, deps, {
      companyId,
      actor: { type: 'system', id: jobName, role: 'job' },
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
      requestId: jobName,
    });
  });
}

/**
 * Asks everything that a verification waits for, outside any transaction, and keeps the answers. Whoever comes while somebody is
 * asking goes away; who ends half way leaves the asking to the job.
 */
export async function askPending(deps: VerificationsDeps, verification: VerificationId): Promise<boolean> {
  const taken = await takeTurn(deps, verification);
  if (taken === null) return false;
  const answers = await Promise.all(taken.stored.row.pending.map((ask) => askOne(deps, taken, ask)));
  await keepAnswers(
    deps,
    verification,
    answers.filter((answer) => answer !== undefined),
  );
  return true;
}

/** Asks without anybody waiting for it. */
export function askInBackground(deps: VerificationsDeps, verification: VerificationId): void {
  const asking = askPending(deps, verification).catch(deps.verification.onError);
  deps.verification.onAsking?.(asking);
}
