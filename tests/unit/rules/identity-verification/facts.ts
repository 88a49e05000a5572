import type { RegulatedCompany } from '#rules/dates/commencement.ts';
import { evaluateRule } from '#rules/identity-verification/evaluate.ts';
import type {
  CheckFact,
  DocumentFact,
  RuleOutcome,
  VerificationFacts,
  VerificationRuleId,
} from '#rules/identity-verification/evidence.ts';
import type {
  AccreditedServiceFact,
  ExceptionFact,
  RelianceFact,
} from '#rules/identity-verification/statements.ts';

/** A company that both laws have bound since their first days. */
export const firstCompany: RegulatedCompany = { sector: 'finance' };

/** Outcome of a rule for a company that both laws have bound since their first days. */
export function evaluate(id: VerificationRuleId, given: VerificationFacts): RuleOutcome {
  return evaluateRule(id, given, firstCompany);
}

/** Codes of the clauses that fail a rule. */
export function failing(id: VerificationRuleId, given: VerificationFacts): string[] {
  return evaluate(id, given)
    .clauses.filter(({ passed }) => !passed)
    .map(({ code }) => code);
}

/** A check that matches everything by default. */
export function check(more: Partial<CheckFact> = {}): CheckFact {
  return {
    type: 'issuer',
    outcome: 'match',
    source: 'nzDiaPassport',
    documentId: 'passport',
    matched: ['name', 'dob', 'documentNumber'],
    unmatched: [],
    at: '2026-11-20T01:00:00.000Z',
    ...more,
  };
}

export function document(more: Partial<DocumentFact> = {}): DocumentFact {
  return {
    id: 'passport',
    type: 'nzPassport',
    expiresOn: '2030-01-01',
    originalSighted: false,
    meeting: null,
    likenessConfirmed: false,
    certified: null,
    showsName: true,
    showsDateOfBirth: true,
    otherClients: 0,
    ...more,
  };
}

/** An original that a member sighted at a meeting with its holder. */
export function seen(more: Partial<DocumentFact> = {}): DocumentFact {
  return document({
    originalSighted: true,
    meeting: { metBy: 'A. Member', metOn: '2013-10-10' },
    likenessConfirmed: true,
    ...more,
  });
}

/** Reliance that meets every clause of both countries on 21 November 2026. */
export function reliance(more: Partial<RelianceFact> = {}): RelianceFact {
  return {
    partyName: 'Harbour Law',
    supervisor: 'DIA',
    verifiedOn: '2026-08-03',
    hasBusinessRelationship: true,
    agreedInWriting: true,
    identityInformationReceived: true,
    evidenceOnRequest: true,
    basis: 'agreement',
    responsibilitiesWritten: true,
    approvedBySeniorManager: 'S. Manager',
    assessedOn: '2026-06-01',
    assessmentRecordedOn: '2026-06-02',
    appropriateToRisk: true,
    reasons: 'One purchase; the agent met the client last month.',
    ...more,
  };
}

/** An exception that meets every clause of both countries on 21 November 2026. */
export function exception(more: Partial<ExceptionFact> = {}): ExceptionFact {
  return {
    reason: 'Has never held any document here.',
    stepsTaken: 'Asked the register of births and the family',
    policy: 'Programme, part 4',
    alternativeEvidence: 'Letter of the shelter',
    approvedBy: 'An owner',
    endsOn: '2027-01-01',
    ...more,
  };
}

/** A result of an accredited service that covers everything required. */
export function accreditedService(more: Partial<AccreditedServiceFact> = {}): AccreditedServiceFact {
  return {
    provider: 'Invented Identity',
    service: 'Invented Identity Check',
    accreditation: 'DISTF 0042, identification service',
    verifiedOn: '2026-11-20',
    covers: ['name', 'dateOfBirth', 'binding'],
    evidence: 'Result 7f3a',
    matchesRecord: true,
    ...more,
  };
}

/** A person verified electronically in New Zealand who meets every clause. */
export function facts(more: Partial<VerificationFacts> = {}): VerificationFacts {
  return {
    on: '2026-11-21',
    method: 'electronicRemote',
    consentAt: '2026-11-20T00:00:00.000Z',
    hasDateOfBirth: true,
    hasAddress: true,
    riskLevel: 'medium',
    pepStatus: 'none',
    documents: [document()],
    checks: [
      check(),
      check({
        type: 'dataSource',
        source: 'nzCreditBureau',
        documentId: null,
        matched: ['name', 'dob', 'address'],
      }),
      check({ type: 'face', source: null, matched: ['face'] }),
      check({ type: 'liveness', source: null, matched: [] }),
    ],
    bureauStatement: null,
    bureauNotice: null,
    accreditedService: null,
    reliance: null,
    exception: null,
    ...more,
  };
}
