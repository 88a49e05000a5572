import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { addDays } from '#rules/dates/calendar-dates.ts';
import { identityDocumentTypes } from '#rules/identity-verification/documents/identity-document-types.ts';
import { evaluateRule, verificationRules } from '#rules/identity-verification/evaluate.ts';
import {
  checkOutcomes,
  checkTypes,
  copyDeliveries,
  type DocumentFact,
  matchedParts,
  type VerificationFacts,
  verificationMethods,
} from '#rules/identity-verification/evidence.ts';
import { refereeTypeNames } from '#rules/identity-verification/referees.ts';
import { dataSourceCodes } from '#rules/identity-verification/sources.ts';
import { relianceBases, serviceCoverage } from '#rules/identity-verification/statements.ts';
import { accreditedService, exception, facts, firstCompany, reliance } from './facts.ts';

const days = ['2019-05-01', '2026-06-30', '2026-11-21', '2027-08-01'];
const maybe = <T>(value: fc.Arbitrary<T>) => fc.option(value);
const anyOf = <T>(values: readonly T[]) => fc.constantFrom(...values);

const certified = fc.record({
  refereeName: anyOf(['A. Referee', '']),
  refereeType: anyOf(refereeTypeNames),
  certifiedOn: anyOf(days.map((day) => addDays(day, -10))),
  statesLikeness: fc.boolean(),
  independent: fc.boolean(),
  delivery: anyOf([...copyDeliveries, undefined]),
});

const document: fc.Arbitrary<DocumentFact> = fc.record({
  id: anyOf(['a', 'b']),
  type: anyOf(Object.keys(identityDocumentTypes) as (keyof typeof identityDocumentTypes)[]),
  expiresOn: maybe(anyOf(['2018-01-01', '2030-01-01'])),
  issuedOn: maybe(anyOf(['2018-12-01', '2026-06-01'])),
  originalSighted: fc.boolean(),
  meeting: maybe(fc.constant({ metBy: 'A. Member', metOn: '2019-01-01' })),
  likenessConfirmed: fc.boolean(),
  certified: maybe(certified),
  showsName: maybe(fc.boolean()),
  showsDateOfBirth: maybe(fc.boolean()),
  otherClients: anyOf([0, 0, 1]),
});

const check = fc.record({
  type: anyOf(checkTypes),
  outcome: anyOf([...checkOutcomes, 'match' as const]),
  source: maybe(anyOf(dataSourceCodes)),
  documentId: maybe(anyOf(['a', 'b'])),
  matched: fc.subarray([...matchedParts]),
  unmatched: anyOf([[], [], ['name' as const]]),
  at: fc.constant('2026-11-20T01:00:00.000Z'),
});

const nothing: Omit<VerificationFacts, 'on' | 'method'> = {
  consentAt: null,
  hasDateOfBirth: false,
  hasAddress: false,
  riskLevel: null,
  pepStatus: 'notChecked',
  documents: [],
  checks: [],
  bureauStatement: null,
  bureauNotice: null,
  accreditedService: null,
  reliance: null,
  exception: null,
};

const anyFacts: fc.Arbitrary<VerificationFacts> = fc.record({
  on: anyOf(days),
  method: anyOf(verificationMethods),
  consentAt: maybe(fc.constant('2019-01-01T00:00:00.000Z')),
  hasDateOfBirth: fc.boolean(),
  hasAddress: fc.boolean(),
  riskLevel: anyOf([null, 'low', 'medium', 'high'] as const),
  pepStatus: anyOf(['notChecked', 'none', 'foreign'] as const),
  documents: fc.array(document, { maxLength: 3 }),
  checks: fc.array(check, { maxLength: 5 }),
  bureauStatement: maybe(
    fc.record({ informed: fc.boolean(), agreed: fc.boolean(), alternativeOffered: fc.boolean() }),
  ),
  bureauNotice: maybe(
    fc.constant({ sentOn: '2019-01-01', bureauName: 'A Bureau', alternativeOffered: true }),
  ),
  accreditedService: maybe(
    fc
      .record({ covers: fc.subarray([...serviceCoverage]), matchesRecord: fc.boolean() })
      .map(accreditedService),
  ),
  reliance: maybe(
    fc
      .record({
        basis: anyOf([...relianceBases, null]),
        appropriateToRisk: fc.boolean(),
        agreedInWriting: fc.boolean(),
      })
      .map((more) => reliance({ ...more, verifiedOn: '2019-01-01' })),
  ),
  exception: maybe(fc.record({ approvedBy: anyOf([null, 'An owner']) }).map(exception)),
});

type Evidence = keyof typeof nothing;

/** By clause: what the finding that it is met is based on. Without any of it the clause is never met. */
const evidenceOf: Record<string, readonly Evidence[]> = {
  name: ['checks'],
  dateOfBirth: ['checks'],
  address: ['checks'],
  issuer: ['checks'],
  sources: ['checks'],
  noContradiction: ['checks'],
  pep: ['pepStatus'],
  risk: ['riskLevel'],
  rating: ['riskLevel'],
  grounds: ['documents', 'checks'],
  documents: ['documents'],
  current: ['documents'],
  seen: ['documents'],
  certifier: ['documents'],
  referee: ['documents'],
  certifiedWithinThreeMonths: ['documents'],
  likeness: ['documents'],
  independentReferee: ['documents'],
  copyDelivery: ['documents'],
  met: ['documents'],
  likenessConfirmed: ['documents'],
  sameDocument: ['documents'],
  bureauInformed: ['bureauStatement'],
  bureauAgreed: ['bureauStatement'],
  bureauAlternative: ['bureauStatement'],
  bureauNotice: ['bureauNotice'],
  service: ['accreditedService'],
  accreditation: ['accreditedService'],
  record: ['accreditedService'],
  date: ['accreditedService'],
  evidence: ['accreditedService'],
  supervised: ['reliance'],
  regulated: ['reliance'],
  relationship: ['reliance'],
  conducted: ['reliance'],
  recordsOnRequest: ['reliance'],
  agreement: ['reliance'],
  responsibilities: ['reliance'],
  seniorManager: ['reliance'],
  dataOnRequest: ['reliance'],
  assessed: ['reliance'],
  assessmentRecorded: ['reliance'],
  appropriate: ['reliance'],
  reasons: ['reliance'],
  reason: ['exception'],
  process: ['exception'],
  alternative: ['exception'],
  approval: ['exception'],
  end: ['exception'],
  beyondControl: ['exception'],
  steps: ['exception'],
  availableData: ['exception'],
  policy: ['exception'],
  // Of more than one rule, each with its own evidence.
  consent: ['consentAt', 'reliance'],
  binding: ['documents', 'checks', 'accreditedService'],
  nameAndBirth: ['documents', 'accreditedService'],
  information: ['hasDateOfBirth', 'hasAddress', 'reliance'],
};

const metClauses = (given: VerificationFacts) =>
  verificationRules
    .filter(
      ({ effectiveFrom, effectiveTo }) => effectiveFrom <= given.on && given.on <= (effectiveTo ?? given.on),
    )
    .flatMap(({ id }) => evaluateRule(id, given, firstCompany).clauses)
    .filter(({ passed }) => passed);

/** "No document is recorded.", but not "Not recorded under another client: …" or "None found.", which something was compared for. */
const saysNothing = /^(No|Not|Nothing|None|Neither)\b(?! recorded under| found)|not (rated|checked)/;

describe('a clause that is met', () => {
  it('is met by evidence on record', () => {
    fc.assert(
      fc.property(anyFacts, (given) => {
        const metWithout = new Map<string, string[]>();
        const codesWithout = (parts: readonly Evidence[]) => {
          const key = parts.join();
          const known = metWithout.get(key);
          if (known) return known;
          const reduced = { ...given, ...Object.fromEntries(parts.map((part) => [part, nothing[part]])) };
          const codes = metClauses(reduced).map((clause) => clause.code);
          metWithout.set(key, codes);
          return codes;
        };
        for (const { code, evidence } of metClauses(given)) {
          expect(evidence).not.toMatch(saysNothing);
          expect(codesWithout(evidenceOf[code] ?? [])).not.toContain(code);
        }
      }),
      { numRuns: 400 },
    );
  });

  it('is none where nothing is recorded', () => {
    for (const on of days)
      for (const method of verificationMethods) expect(metClauses({ ...nothing, on, method })).toEqual([]);
  });

  it('has its evidence in the list above', () => {
    const codes = verificationRules.flatMap(({ clauses }) => clauses.map(({ code }) => code));
    expect(Object.keys(evidenceOf).toSorted()).toEqual([...new Set(codes)].toSorted());
  });

  it('names the document, the source or the person', () => {
    const meeting = { metBy: 'A. Member', metOn: '2026-11-20' };
    const given = facts({
      method: 'documentSighted',
      documents: [
        {
          id: 'passport',
          type: 'nzPassport',
          expiresOn: '2030-01-01',
          originalSighted: true,
          meeting,
          likenessConfirmed: true,
          certified: null,
          showsName: true,
          showsDateOfBirth: true,
          otherClients: 0,
        },
      ],
    });
    for (const { code, evidence } of evaluateRule('nz.ivcop.documentary', given, firstCompany).clauses)
      expect(`${code}: ${evidence}`).toMatch(
        /New Zealand passport|A\. Member|Department of Internal Affairs/i,
      );
  });
});
