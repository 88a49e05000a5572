import type { IndividualVerification } from '#contract/individual-verifications/verification-record.ts';
import { companyDay, endOfDay } from '#rules/dates/company-day.ts';
import { currentChecks } from '#rules/identity-verification/current-checks.ts';
import type { JudgedCompany } from '#rules/identity-verification/evaluate.ts';
import { checkResult } from '#rules/identity-verification/machine-result.ts';
import { verificationSources } from '#rules/identity-verification/sources.ts';
import { isLinkedVerification } from '#rules/lifecycles/checks.ts';
import { can } from '#rules/permissions.ts';
import { biometricImagesUntil } from '#rules/retention/retention.ts';
import type { CompanyPolicy } from '../../../kernel/database/tables/foundation-tables.ts';
import type { Trx } from '../../../kernel/database/tables/schema.ts';
import { apiError } from '../../../kernel/http/api-error.ts';
import type { MemberCaller } from '../../../kernel/http/bind-endpoint.ts';
import { readClientById } from '../../../records/clients/record/store.ts';
import { readCompanyFacts } from '../../../records/company-settings/store.ts';
import { readRetainedClients } from '../../../records/documents/removal-store.ts';
import { readEvidenceFor } from '../../../records/documents/request-evidence-store.ts';
import { countExceptionApprovers } from '../../../records/team/eligible.ts';
import { findUnmetAtRisk } from './at-present-risk.ts';
import { availableActions, canApproveException } from './available-actions.ts';
import { readLatestCapture, toImagedVerification } from './capture-store.ts';
import type { VerificationsDeps } from './deps.ts';
import { presentDocument } from './document-dto.ts';
import { clientsWithSameDocuments } from './documents-store.ts';
import { type SealedPlace, unseal } from './encryption.ts';
import {
  checkFact,
  exceptionFact,
  type Findings,
  getFindings,
  isExceptionApproved,
  type Judged,
  relianceFact,
} from './facts.ts';
import { type CheckRow, readActivityLine, type StoredVerification } from './store.ts';
import { readTimeline } from './timeline-store.ts';

/** Input of the evaluation, read in the caller's transaction. */
export async function getJudged(
  trx: Trx,
  deps: Pick<VerificationsDeps, 'now'>,
  company: JudgedCompany & Pick<MemberCaller['company'], 'timeZone'>,
  stored: StoredVerification,
): Promise<Judged> {
  const { row, documents } = stored;
  const client = await readClientById(trx, row.client_id);
  if (client === null) throw apiError('record.notFound');
  const same = await clientsWithSameDocuments(trx, {
    clientId: row.client_id,
    fingerprints: documents.flatMap(({ number_hmac }) => number_hmac ?? []),
  });
  const judged: Judged = {
    stored,
    client,
    same,
    company,
    on: companyDay(deps.now(), company.timeZone),
    retained: await readRetainedClients(
      trx,
      { ownerType: 'individualVerification', ownerId: row.id },
      { lock: false },
    ),
    exceptionApprovers: 0,
  };
  if (!canApproveException(judged, getFindings(judged))) return judged;
  return { ...judged, exceptionApprovers: await countExceptionApprovers(trx, deps.now()) };
}

function presentChecks(checks: readonly CheckRow[]): IndividualVerification['checks'] {
  const facts = checks.map((row) => ({ ...checkFact(row), id: row.id }));
  const current = new Set(currentChecks(facts).map((fact) => (fact as (typeof facts)[number]).id));
  return checks.map((row) => {
    const source = row.source && verificationSources[row.source];
    return {
      id: row.id,
      type: row.type,
      outcome: row.outcome,
      result: checkResult(row),
      source: row.source && source ? { code: row.source, label: source.label, keptBy: source.keptBy } : null,
      documentId: row.document_id,
      matched: row.matched,
      unmatched: row.unmatched,
      detail: row.detail,
      reference: row.reference,
      at: row.at,
      current: current.has(row.id),
    };
  });
}

const actorNames = {
  member: 'A former member',
  client: 'Client',
  system: 'Assay',
  provider: 'The checking service',
};

async function presentTimeline(trx: Trx, id: string): Promise<IndividualVerification['timeline']> {
  const events = await readTimeline(trx, id);
  return events.map(({ at, kind, text, actor_type, actor_name }) => ({
    at,
    kind: kind as IndividualVerification['timeline'][number]['kind'],
    text,
    by: { type: actor_type, name: actor_name ?? actorNames[actor_type] },
  }));
}

export const linkPlace = (companyId: string, id: string): SealedPlace => ({
  companyId,
  place: `${companyId} link ${id}`,
});

/** The link, for members who can start checks and deliver it; never if the provider sends it. */
async function linkToHandOver(
  trx: Trx,
  deps: VerificationsDeps,
  { member, company }: MemberCaller,
  { row }: StoredVerification,
): Promise<string | null> {
  if (row.link_sealed === null || !isLinkedVerification(row.status)) return null;
  const right = can({ kind: 'member', ...member }, 'checks.start', company, deps.now().toISOString());
  if (!right.allowed) return null;
  const place = linkPlace(row.company_id, row.id);
  return (await unseal<string>(trx, deps.verification, place, row.link_sealed)) ?? null;
}

function person(id: string, name: string | null) {
  return { id, name: name ?? 'A former member' };
}

function toException(row: StoredVerification['row']): IndividualVerification['exception'] {
  const { exception, exception_approved_by: by, exception_approved_by_name: name } = row;
  return (
    exception && {
      ...exceptionFact(exception),
      approvedBy: by === null ? null : person(by, name),
      approvedAt: row.exception_approved_at,
    }
  );
}

/** The approval of an exception, also one that no longer covers what is not met. */
function toApproval(judged: Judged, findings: Findings): IndividualVerification['exceptionApproval'] {
  const { row } = judged.stored;
  const { exception_approved_by: by, exception_approved_at: at, exception_ends_on: endsOn } = row;
  if (by === null || at === null || endsOn === null) return null;
  return {
    by: person(by, row.exception_approved_by_name),
    at,
    reason: row.exception_approval_reason,
    endsOn,
    decidedByOne: row.exception_by_one,
    counts: row.decision === null ? isExceptionApproved(judged, findings) : true,
  };
}

function toDecision(row: StoredVerification['row']): IndividualVerification['decision'] {
  if (row.decision === null || row.decision_reason === null || row.decided_at === null) return null;
  return {
    decision: row.decision,
    reason: row.decision_reason,
    by: row.decided_by === null ? null : person(row.decided_by, row.decided_by_name),
    at: row.decided_at,
    opposesFindings: row.opposes_findings,
  };
}

/**
 * A verification as on the wire. `withLink`: for reading only, because responses of commands are stored with their
 * request key.
 */
export async function toIdentityVerificationDto(
  trx: Trx,
  deps: VerificationsDeps,
  caller: MemberCaller,
  stored: StoredVerification,
  { withLink = false }: { withLink?: boolean } = {},
): Promise<IndividualVerification> {
  const judged = await getJudged(trx, deps, caller.company, stored);
  const { policy } = await readCompanyFacts(trx, caller.company.id);
  return presentJudged(trx, deps, caller, { judged, policy, withLink });
}

/** Retention and deletion of the photos of the latest link. */
async function presentImages(
  trx: Trx,
  row: StoredVerification['row'],
  timeZone: string,
): Promise<Pick<IndividualVerification, 'imagesHeldUntil' | 'imagesPurgedAt' | 'imageDeletion'>> {
  const capture = await readLatestCapture(trx, row.id);
  if (capture === undefined) return { imagesHeldUntil: null, imagesPurgedAt: null, imageDeletion: null };
  const until = biometricImagesUntil(toImagedVerification({ ...row, ended_at: capture.ended_at }, timeZone));
  return {
    imagesHeldUntil: endOfDay(until, timeZone).toISOString(),
    imagesPurgedAt: capture.deleted_at,
    imageDeletion: {
      requestedAt: capture.deletion_requested_at,
      confirmedAt: capture.deleted_at,
      reference: capture.deletion_reference,
      problem: capture.deletion_problem,
      nextRequestAt: capture.deletion_next_try_at,
    },
  };
}

async function presentJudged(
  trx: Trx,
  deps: VerificationsDeps,
  caller: MemberCaller,
  { judged, policy, withLink }: { judged: Judged; policy: CompanyPolicy; withLink: boolean },
): Promise<IndividualVerification> {
  const { stored, client } = judged;
  const { row } = stored;
  const findings = getFindings(judged);
  const activity = row.activity_id === null ? undefined : await readActivityLine(trx, row.activity_id);
  return {
    id: row.id,
    version: row.version,
    client: {
      id: client.id,
      displayName: client.displayName,
      dateOfBirthRecorded: !!client.individual?.dateOfBirth,
    },
    activity: activity ?? null,
    method: row.method,
    status: row.status,
    channel: row.channel,
    sentTo: row.sent_to_masked,
    linkExpiresAt: row.link_expires_at,
    linkToHandOver: withLink ? await linkToHandOver(trx, deps, caller, stored) : null,
    consent: row.consent,
    documents: stored.documents.map((document) => presentDocument(document, judged)),
    submittedEvidence: await readEvidenceFor(trx, { individualVerificationId: row.id, round: row.round }),
    dataSources: row.data_sources,
    checks: presentChecks(stored.checks),
    nextTryAt: row.pending.length > 0 ? row.next_try_at : null,
    bureauStatement: row.bureau_statement,
    bureauNotice: row.bureau_notice,
    accreditedService: row.accredited_service && {
      ...row.accredited_service,
      covers: [...row.accredited_service.covers],
    },
    reliance: row.reliance && relianceFact(row.reliance),
    exception: toException(row),
    exceptionApproval: toApproval(judged, findings),
    exceptionMissing: row.exception_missing,
    machineResult: findings.machineResult,
    rulePassed: findings.rulePassed,
    rules: findings.rules.map(({ riskLevel: _riskLevel, ...rule }) => ({
      ...rule,
      sourceUrls: [...rule.sourceUrls],
    })),
    sharesDocument: findings.sharesDocument,
    decision: toDecision(row),
    verifiedAt: row.verified_at,
    evidenceExpiresOn: row.evidence_expires_on,
    identityChangedOn: row.identity_changed_on,
    unmetAtRisk: findUnmetAtRisk(judged),
    ...(await presentImages(trx, row, caller.company.timeZone)),
    timeline: await presentTimeline(trx, row.id),
    actions: availableActions(judged, { caller, policy, findings, now: deps.now() }),
    startedBy: person(row.created_by, row.created_by_name),
    createdAt: row.created_at,
    updatedAt: row.updated_at,
  };
}
