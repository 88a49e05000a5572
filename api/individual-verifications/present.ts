import type { IndividualVerification } from '#contract/verification-record.ts';
import { mayAct } from '#rules/access.ts';
import type { CalendarDate } from '#rules/calendar-dates.ts';
import { companyDay } from '#rules/company-day.ts';
import { countryName } from '#rules/countries.ts';
import type { Jurisdiction } from '#rules/provisions.ts';
import { currentChecks } from '#rules/verification/current-checks.ts';
import { documentFieldLabel } from '#rules/verification/document-fields.ts';
import { documentTypes } from '#rules/verification/document-types.ts';
import { documentStanding, hasIssuerCheck, standingInWords } from '#rules/verification/documents.ts';
import { checkResult } from '#rules/verification/machine-result.ts';
import { verificationSources } from '#rules/verification/sources.ts';
import { readClientById } from '../clients/store.ts';
import type { CompanyPolicy } from '../database/foundation-tables.ts';
import { readCompanyFacts } from '../diligence/company-facts.ts';
import type { MemberCaller } from '../http/bind.ts';
import { refuse } from '../http/problems.ts';
import { readEvidenceOf } from '../request-evidence/store.ts';
import type { Trx, VerificationsDeps } from './deps.ts';
import { checkFact, findingsOf, type Judged, sameClientsOf } from './facts.ts';
import { movesOf } from './moves.ts';
import { unseal } from './sealing.ts';
import {
  type CheckRow,
  clientsWithSameDocuments,
  type DocumentRow,
  readActivityLine,
  readTimeline,
  type SameDocument,
  type StoredVerification,
} from './store.ts';

/** What is judged, read in the caller's transaction. */
export async function judgedOf(
  trx: Trx,
  deps: Pick<VerificationsDeps, 'now'>,
  company: Pick<MemberCaller['company'], 'regulatedIn' | 'timeZone'>,
  stored: StoredVerification,
): Promise<Judged> {
  const { row, documents } = stored;
  const client = await readClientById(trx, row.client_id);
  if (client === null) throw refuse('record.notFound');
  const same = await clientsWithSameDocuments(trx, {
    clientId: row.client_id,
    fingerprints: documents.flatMap(({ number_hmac }) => number_hmac ?? []),
  });
  return {
    stored,
    client,
    same,
    regulatedIn: company.regulatedIn,
    on: companyDay(deps.now(), company.timeZone),
  };
}

/** A document's standing where the company works; the stricter of two countries' laws. */
function standingOf(row: DocumentRow, on: CalendarDate, regulatedIn: readonly Jurisdiction[]) {
  const facts = { type: row.type, expiresOn: row.expires_on };
  const standings = regulatedIn.map((jurisdiction) => documentStanding(facts, on, jurisdiction));
  return standings.find((standing) => standing === 'expired') ?? standings[0] ?? 'undated';
}

function presentDocument(
  row: DocumentRow,
  { same, on, regulatedIn }: Judged,
): IndividualVerification['documents'][number] {
  const standing = standingOf(row, on, regulatedIn);
  const by = { id: row.added_by, name: row.added_by_name };
  return {
    id: row.id,
    type: row.type,
    label: documentTypes[row.type].label,
    issuer: row.issuer === '' ? '' : (countryName(row.issuer) ?? row.issuer),
    numberMasked: row.number_masked,
    versionOrCardMasked: row.version_masked,
    state: row.state,
    expiresOn: row.expires_on,
    issuedOn: row.issued_on,
    standing,
    standingText: standingInWords(row.expires_on, standing),
    assurance: row.assurance,
    warnings: row.warnings,
    issuerCheck: {
      available: hasIssuerCheck({ type: row.type, issuer: row.issuer }),
      missing: row.missing_for_issuer.map((field) => ({
        field,
        label: documentFieldLabel(row.type, field),
      })),
    },
    machineReadableZone: row.zone,
    sighted: row.sighted && { ...row.sighted, by, at: row.added_at },
    certified: row.certified,
    sameDocumentClients: sameClientsOf(row, same).map((one: SameDocument) => ({
      id: one.client_id,
      displayName: one.display_name,
    })),
    addedBy: by,
    addedAt: row.added_at,
  };
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
  client: 'The client',
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

export const linkPlace = (companyId: string, id: string) => `${companyId} link ${id}`;

/** The link itself, for whoever may start checks and hands it over; never where the provider sends it. */
function linkToHandOver(
  deps: VerificationsDeps,
  { member, company }: MemberCaller,
  { row }: StoredVerification,
): string | null {
  if (row.link_sealed === null || !['sent', 'opened'].includes(row.status)) return null;
  const right = mayAct({ kind: 'member', ...member }, 'checks.start', company, deps.now().toISOString());
  if (!right.allowed) return null;
  return unseal<string>(deps.verification, linkPlace(row.company_id, row.id), row.link_sealed) ?? null;
}

function person(id: string, name: string | null) {
  return { id, name: name ?? 'A former member' };
}

/**
 * A verification as the wire has it. `withLink`: for a reading alone, because what a command answers is kept with its request key.
 */
export async function present(
  trx: Trx,
  deps: VerificationsDeps,
  caller: MemberCaller,
  stored: StoredVerification,
  { withLink = false }: { withLink?: boolean } = {},
): Promise<IndividualVerification> {
  const judged = await judgedOf(trx, deps, caller.company, stored);
  const { policy } = await readCompanyFacts(trx, caller.company.id);
  return presentJudged(trx, deps, caller, { judged, policy, withLink });
}

async function presentJudged(
  trx: Trx,
  deps: VerificationsDeps,
  caller: MemberCaller,
  { judged, policy, withLink }: { judged: Judged; policy: CompanyPolicy; withLink: boolean },
): Promise<IndividualVerification> {
  const { stored, client } = judged;
  const { row } = stored;
  const findings = findingsOf(judged);
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
    linkToHandOver: withLink ? linkToHandOver(deps, caller, stored) : null,
    consent: row.consent,
    documents: stored.documents.map((document) => presentDocument(document, judged)),
    givenEvidence: await readEvidenceOf(trx, { individualVerificationId: row.id, round: row.round }),
    dataSources: row.data_sources,
    checks: presentChecks(stored.checks),
    nextTryAt: row.pending.length > 0 ? row.next_try_at : null,
    reliance: row.reliance,
    exception: row.exception && {
      ...row.exception,
      approvedBy:
        row.exception_approved_by === null
          ? null
          : person(row.exception_approved_by, row.exception_approved_by_name),
      approvedAt: row.exception_approved_at,
    },
    machineResult: findings.machineResult,
    rulePassed: findings.rulePassed,
    rules: findings.rules.map((rule) => ({ ...rule, sourceUrls: [...rule.sourceUrls] })),
    sharesDocument: findings.sharesDocument,
    decision:
      row.decision === null || row.decision_reason === null || row.decided_at === null
        ? null
        : {
            decision: row.decision,
            reason: row.decision_reason,
            by: row.decided_by === null ? null : person(row.decided_by, row.decided_by_name),
            at: row.decided_at,
            opposesFindings: row.opposes_findings,
          },
    verifiedAt: row.verified_at,
    evidenceExpiresOn: row.evidence_expires_on,
    imagesHeldUntil: row.images_held_until,
    imagesPurgedAt: row.images_purged_at,
    timeline: await presentTimeline(trx, row.id),
    moves: movesOf(judged, { caller, policy, findings, now: deps.now() }),
    startedBy: person(row.created_by, row.created_by_name),
    createdAt: row.created_at,
    updatedAt: row.updated_at,
  };
}
