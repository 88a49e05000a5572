import type { Client } from '#contract/clients.ts';
import type { CalendarDate } from '#rules/calendar-dates.ts';
import type { Jurisdiction } from '#rules/provisions.ts';
import { evaluateVerification } from '#rules/verification/evaluate.ts';
import type { CheckFact, DocumentFact, VerificationFacts } from '#rules/verification/evidence.ts';
import { type MachineResult, machineResult } from '#rules/verification/machine-result.ts';
import type { FrozenRule } from '../database/individual-verification-tables.ts';
import type { CheckRow, DocumentRow, SameDocument, StoredVerification } from './store.ts';

/** All that a verification is judged by, as it is in the database now. */
export interface Judged {
  stored: StoredVerification;
  client: Client;
  same: readonly SameDocument[];
  regulatedIn: readonly Jurisdiction[];
  on: CalendarDate;
}

/** What the rules find, with what the machine makes of it. */
export interface Findings {
  rules: FrozenRule[];
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

/** Other clients who have the same document, by the document. */
export function sameClientsOf({ number_hmac }: DocumentRow, same: readonly SameDocument[]): SameDocument[] {
  return number_hmac === null ? [] : same.filter((one) => one.number_hmac === number_hmac);
}

function documentFact(row: DocumentRow, same: readonly SameDocument[]): DocumentFact {
  return {
    id: row.id,
    type: row.type,
    expiresOn: row.expires_on,
    issuedOn: row.issued_on,
    originalSighted: row.sighted?.originalSighted ?? false,
    certified: row.certified,
    showsName: row.sighted?.showsName ?? null,
    showsDateOfBirth: row.sighted?.showsDateOfBirth ?? null,
    otherClients: sameClientsOf(row, same).length,
  };
}

function factsOf({ stored, client, same, on }: Judged): VerificationFacts {
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
    reliance: row.reliance,
    exception: row.exception && {
      ...row.exception,
      approvedBy: row.exception_approved_by_name,
    },
  };
}

/** Holds a verification against the rules of the company's countries. Once decided, what was found then stands. */
export function findingsOf(judged: Judged): Findings {
  const { row, checks } = judged.stored;
  const facts = factsOf(judged);
  const sharesDocument = facts.documents.some(({ otherClients }) => otherClients > 0);
  if (row.rules !== null) {
    const decisive = row.rules.filter((rule) => rule.decisive);
    const rulePassed = decisive.length > 0 && decisive.every(({ passed }) => passed);
    return { rules: row.rules, rulePassed, machineResult: row.machine_result, sharesDocument };
  }
  const { passed, decisive, beside } = evaluateVerification(facts, judged.regulatedIn);
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
