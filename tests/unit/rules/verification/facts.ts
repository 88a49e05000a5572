import type { CheckFact, DocumentFact, VerificationFacts } from '#rules/verification/evidence.ts';

/** A check that matches everything, unless told otherwise. */
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
    certified: null,
    showsName: true,
    showsDateOfBirth: true,
    otherClients: 0,
    ...more,
  };
}

/** Somebody who is verified electronically in New Zealand and meets every clause. */
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
    reliance: null,
    exception: null,
    ...more,
  };
}
