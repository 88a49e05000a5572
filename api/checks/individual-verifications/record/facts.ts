import { createHash } from 'node:crypto';
import type { Client } from '#contract/clients/client-record.ts';
import type { CalendarDate } from '#rules/dates/calendar-dates.ts';
import type { RetainedClient } from '#rules/documents/removal.ts';
import { evaluateVerification, type JudgedCompany } from '#rules/identity-verification/evaluate.ts';
import type {
  CheckFact,
  DecidedRule,
  DocumentFact,
  VerificationFacts,
} from '#rules/identity-verification/evidence.ts';
import { coversFindings, unmetFindings } from '#rules/identity-verification/exceptions.ts';
import { type MachineResult, machineResult } from '#rules/identity-verification/machine-result.ts';
import type { ExceptionFact, RelianceFact } from '#rules/identity-verification/statements.ts';
import { hasIdentityEvidence } from '#rules/verification-pages/decision-evidence.ts';
import type {
  StoredException,
  StoredReliance,
} from '../../../kernel/database/tables/individual-verification-tables.ts';
import type { SameDocument } from './documents-store.ts';
import type { CheckRow, DocumentRow, StoredVerification } from './store.ts';

/** All that a verification is judged by, as it is in the database now. */
export interface Judged {
  stored: StoredVerification;
  client: Client;
  same: readonly SameDocument[];
  company: JudgedCompany;
  on: CalendarDate;
  /** What determines whether its documents may be removed. */
  retained: readonly RetainedClient[];
  /** How many people may approve an exception; 0 where none can be approved now. */
  exceptionApprovers: number;
}

/** Result of the rules, with the automated result. */
export interface Findings {
  rules: DecidedRule[];
  rulePassed: boolean;
  machineResult: MachineResult | null;
  sharesDocument: boolean;
}

export function checkFact(row: CheckRow): CheckFact {
  return {
    type: row.type,
    outcome: row.outcome,
    source: row.source,
    documentId: row.document_id,
    matched: row.matched,
    unmatched: row.unmatched,
    at: row.at,
  };
}

/** Other clients with the same document, for a document. */
export function getSameClients({ number_hmac }: DocumentRow, same: readonly SameDocument[]): SameDocument[] {
  return number_hmac === null ? [] : same.filter((item) => item.number_hmac === number_hmac);
}

/** Reliance as recorded; statements not made are false or null. */
export function relianceFact(stored: StoredReliance): RelianceFact {
  return {
    ...stored,
    hasBusinessRelationship: stored.hasBusinessRelationship ?? false,
    basis: stored.basis ?? null,
    responsibilitiesWritten: stored.responsibilitiesWritten ?? false,
    approvedBySeniorManager: stored.approvedBySeniorManager ?? null,
    assessedOn: stored.assessedOn ?? null,
    assessmentRecordedOn: stored.assessmentRecordedOn ?? null,
    appropriateToRisk: stored.appropriateToRisk ?? false,
    reasons: stored.reasons ?? null,
  };
}

/** An exception as recorded, without its approval; null for fields that did not exist yet. */
export function exceptionFact(
  stored: StoredException,
): Omit<ExceptionFact, 'approvedBy' | 'endsOn'> & { endsOn: CalendarDate } {
  return { ...stored, stepsTaken: stored.stepsTaken ?? null, policy: stored.policy ?? null };
}

/** Who met the person with a document; null unless both who and when are recorded. */
function getMeeting({ sighted }: DocumentRow): DocumentFact['meeting'] {
  const { metBy, metOn } = sighted ?? {};
  return metBy === undefined || metOn === undefined ? null : { metBy, metOn };
}

function documentFact(row: DocumentRow, same: readonly SameDocument[]): DocumentFact {
  return {
    id: row.id,
    type: row.type,
    expiresOn: row.expires_on,
    issuedOn: row.issued_on,
    originalSighted: row.sighted?.originalSighted ?? false,
    meeting: getMeeting(row),
    likenessConfirmed: row.sighted?.likenessConfirmed ?? false,
    certified: row.certified,
    showsName: row.sighted?.showsName ?? null,
    showsDateOfBirth: row.sighted?.showsDateOfBirth ?? null,
    otherClients: getSameClients(row, same).length,
  };
}

/** A verification and its client as the rules see them on a day. */
export function getFacts({
  stored,
  client,
  same,
  on,
}: Pick<Judged, 'stored' | 'client' | 'same' | 'on'>): VerificationFacts {
  const { row, documents, checks } = stored;
  return {
    on,
    method: row.method,
    consentAt: row.consent?.at ?? null,
    hasDateOfBirth: !!client.individual?.dateOfBirth,
    hasAddress: client.addresses.length > 0,
    riskLevel: client.riskLevel,
    pepStatus: client.pepStatus,
    documents: documents.map((document) => documentFact(document, same)),
    checks: checks.map(checkFact),
    bureauStatement: row.bureau_statement,
    bureauNotice: row.bureau_notice,
    accreditedService: row.accredited_service,
    reliance: row.reliance && relianceFact(row.reliance),
    exception: row.exception && {
      ...exceptionFact(row.exception),
      approvedBy: row.exception_approved_by_name,
    },
  };
}

/** Hash of the name and birth date that an exception is approved for; another person's evidence needs another approval. */
export function hashIdentity({ client: { individual } }: Judged): string {
  const { givenNames, middleNames, familyName, dateOfBirth } = individual ?? {};
  const parts = [givenNames, middleNames, familyName, dateOfBirth].map((part) => part ?? null);
  return createHash('sha256').update(JSON.stringify(parts)).digest('hex');
}

/** Whether an exception is approved that covers what the findings do not meet, of the person that the client is now. */
export function isExceptionApproved(judged: Judged, findings: Findings): boolean {
  const { row } = judged.stored;
  const { exception_approved_at: at, exception_ends_on: endsOn, exception_identity_hash: hash } = row;
  if (at === null || endsOn === null) return false;
  if (hash !== null && hash !== hashIdentity(judged)) return false;
  const unmet = unmetFindings(findings.rules, findings.sharesDocument);
  return coversFindings({ endsOn, approvedFor: row.exception_approved_for }, unmet, judged.on);
}

/** What determines whether the verification admits an exception. */
export function exceptionFacts({ stored: { row, documents, checks } }: Judged, findings: Findings) {
  const { rulePassed, sharesDocument } = findings;
  return {
    method: row.method,
    rulePassed,
    sharesDocument,
    hasEvidence: hasIdentityEvidence({ documents, checks }),
  };
}

/** Evaluates the rules of the company's countries; after the decision, returns the frozen findings. */
export function getFindings(judged: Judged): Findings {
  const { row, checks } = judged.stored;
  const facts = getFacts(judged);
  const sharesDocument = facts.documents.some(({ otherClients }) => otherClients > 0);
  if (row.rules !== null) {
    const decisive = row.rules.filter((rule) => rule.decisive);
    const rulePassed = decisive.length > 0 && decisive.every(({ passed }) => passed);
    return { rules: row.rules, rulePassed, machineResult: row.machine_result, sharesDocument };
  }
  const { passed, decisive, beside } = evaluateVerification(facts, judged.company);
  return {
    rules: [
      ...decisive.map((rule) => ({ ...rule, decisive: true })),
      ...beside.map((rule) => ({ ...rule, decisive: false })),
    ],
    rulePassed: passed,
    machineResult: machineResult(checks.map(checkFact), passed),
    sharesDocument,
  };
}
