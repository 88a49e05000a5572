import { australianReform } from '#rules/dates/commencement.ts';
import { creditBureauClauses } from './au-credit-bureau.ts';
import { type DocumentWorth, identityDocumentTypes } from './documents/identity-document-types.ts';
import type { Finding, VerificationFacts } from './evidence.ts';
import {
  bindingFinding,
  certifiers,
  consentFinding,
  currencyFinding,
  documentLabels,
  hasResponse,
  independentCount,
  listed,
  noContradictionFinding,
  sameDocumentClause,
  sourceNames,
  sourcesMatching,
  usableDocuments,
} from './findings.ts';
import type { VerificationRule } from './rule-definition.ts';

/** Name with date of birth or address, each confirmed by data of two organisations. */
function dataFinding(facts: VerificationFacts): Finding {
  const [births, addresses] = [
    sourcesMatching(facts, 'name', 'dob'),
    sourcesMatching(facts, 'name', 'address'),
  ];
  if (independentCount(births) >= 2)
    return { passed: true, evidence: `${sourceNames(births)} match name and date of birth.` };
  if (independentCount(addresses) >= 2)
    return { passed: true, evidence: `${sourceNames(addresses)} match name and address.` };
  const some = [...new Set([...births, ...addresses])];
  return {
    passed: false,
    evidence:
      some.length === 0
        ? 'No data source matches yet.'
        : `Only ${sourceNames(some)} matches. One more organisation’s data is needed.`,
  };
}

/** Documents in the recorded name by a member’s comparison, sighted or certified, or confirmed by their issuer: a primary photo document, or a primary one and another. */
function documentsFinding(facts: VerificationFacts): Finding {
  const confirmed = new Set(
    facts.checks
      .filter(({ type, outcome }) => type === 'issuer' && outcome === 'match')
      .map(({ documentId }) => documentId),
  );
  const usable = usableDocuments(facts, 'AUS').filter(
    ({ id, originalSighted, certified, showsName }) =>
      showsName !== false &&
      (confirmed.has(id) || (showsName === true && (originalSighted || certified !== null))),
  );
  const worth = (...wanted: DocumentWorth[]) =>
    usable.filter(({ type }) => wanted.includes(identityDocumentTypes[type].au));
  const [primary] = worth('primaryPhoto');
  if (primary) {
    const how = confirmed.has(primary.id)
      ? 'confirmed by its issuer'
      : primary.certified
        ? 'a certified copy'
        : 'original seen';
    return { passed: true, evidence: `${identityDocumentTypes[primary.type].label}, ${how}.` };
  }
  const [nonPhoto] = worth('primaryNonPhoto');
  const second = worth('secondaryPhoto', 'supporting')[0];
  if (nonPhoto && second) {
    return {
      passed: true,
      evidence: `${listed([identityDocumentTypes[nonPhoto.type].label, identityDocumentTypes[second.type].label])} together.`,
    };
  }
  const uncompared = usableDocuments(facts, 'AUS').filter(
    ({ id, originalSighted, certified, showsName }) =>
      !confirmed.has(id) && showsName === null && (originalSighted || certified !== null),
  );
  return {
    passed: false,
    evidence:
      uncompared.length === 0
        ? 'No primary photo document, and no set of a primary and a second document, seen or confirmed.'
        : `The name has not been compared with the record: ${documentLabels(uncompared)}.`,
  };
}

function groundsFinding(facts: VerificationFacts): Finding {
  const [data, documents] = [dataFinding(facts), documentsFinding(facts)];
  if (data.passed && documents.passed)
    return { passed: true, evidence: `${documents.evidence} ${data.evidence}` };
  if (documents.passed) return documents;
  return data.passed ? data : { passed: false, evidence: `${documents.evidence} ${data.evidence}` };
}

/** The grounds as they are; at high risk documents and data of two organisations. */
function riskFinding(facts: VerificationFacts): Finding {
  if (facts.riskLevel !== 'high') {
    const { passed, evidence } = groundsFinding(facts);
    return { passed, evidence: `Rated ${facts.riskLevel}. ${evidence}` };
  }
  const [data, documents] = [dataFinding(facts), documentsFinding(facts)];
  return data.passed && documents.passed
    ? { passed: true, evidence: `Rated high. ${documents.evidence} ${data.evidence}` }
    : { passed: false, evidence: 'Rated high: documents and data of two organisations are both needed.' };
}

/**
 * Reasonable grounds for the identity of an individual under the Act as reformed. The Act names no documents; the sets accepted here
 * are those of AUSTRAC's former safe harbour, as one way to reasonable grounds (AU s28). To be confirmed (verification au.reasonableGrounds): that the sets suit the programme,
 * and the passport that has expired.
 */
export const auReasonableGroundsRules: readonly VerificationRule[] = [
  {
    id: 'au.reasonableGrounds',
    title: 'Australia: reasonable grounds for the identity',
    jurisdiction: 'AUS',
    effectiveFrom: australianReform.T1,
    // A service accredited in New Zealand is not evidence here: documents or data are still required.
    methods: ['electronicRemote', 'electronicInPerson', 'documentSighted', 'documentCertified', 'distf'],
    clauses: [
      {
        code: 'consent',
        text: 'The person consented to checks with issuers and bureaus.',
        provision: 'AU Privacy Act 1988; terms of the Document Verification Service',
        applies: ({ method, checks }) =>
          method.startsWith('electronic') ||
          checks.some(({ type }) => type === 'issuer' || type === 'dataSource'),
        find: consentFinding,
      },
      ...creditBureauClauses,
      {
        code: 'information',
        text: 'The name is recorded, with a date of birth or an address.',
        provision: 'Firm policy for individuals, on AUSTRAC’s examples; AU s28(3)(c)',
        find: ({ hasDateOfBirth, hasAddress }) => ({
          passed: hasDateOfBirth || hasAddress,
          evidence:
            hasDateOfBirth && hasAddress
              ? 'Both are recorded.'
              : hasDateOfBirth
                ? 'The date of birth is recorded.'
                : hasAddress
                  ? 'The address is recorded.'
                  : 'Neither is recorded.',
        }),
      },
      {
        code: 'grounds',
        text: 'Reliable and independent documents or data establish the identity on reasonable grounds.',
        provision: 'AU s28(2)(a)',
        find: groundsFinding,
      },
      {
        code: 'current',
        text: 'Every document may still be used.',
        provision: 'AU s28',
        applies: ({ documents }) => documents.length > 0,
        find: (facts) => currencyFinding(facts, 'AUS'),
      },
      {
        code: 'binding',
        text: 'The identity belongs to this person.',
        provision: 'AU s28(2)(a)',
        applies: ({ documents }) =>
          documents.length === 0 || documents.every(({ certified }) => certified === null),
        find: bindingFinding,
      },
      {
        code: 'certifier',
        text: 'An independent person of the list certified the copy.',
        provision: 'AU s28; AUSTRAC’s former rules on certified copies',
        applies: ({ documents }) => documents.some(({ certified }) => certified !== null),
        find: ({ documents }) => {
          const weak = documents.filter(
            ({ certified }) =>
              certified !== null && (!certified.independent || certified.refereeType === 'other'),
          );
          return weak.length === 0
            ? { passed: true, evidence: `Recorded as independent and entitled: ${certifiers(documents)}.` }
            : {
                passed: false,
                evidence: 'The certifier is not on the list, or not recorded as independent.',
              };
        },
      },
      {
        code: 'noContradiction',
        text: 'No source contradicts the record.',
        provision: 'AU s28',
        applies: hasResponse,
        find: noContradictionFinding,
      },
      sameDocumentClause('AU s28'),
      {
        code: 'risk',
        text: 'The evidence is appropriate to the client’s risk.',
        provision: 'AU s28, s32',
        isByRisk: true,
        // Before the client is rated there is no risk to judge by, and without grounds nothing to be judged.
        applies: (facts) =>
          facts.riskLevel === 'high' || (facts.riskLevel !== null && groundsFinding(facts).passed),
        find: riskFinding,
      },
    ],
    uncertain: [
      'The Act names no set of documents. The sets are those of AUSTRAC’s former safe harbour; your adviser should confirm that they suit your programme.',
      'Whether an Australian passport that expired within two years may still be used.',
    ],
    sourceUrls: ['https://www.zoelaw.ai/', 'https://www.austrac.gov.au/amlctf-reform'],
  },
];
