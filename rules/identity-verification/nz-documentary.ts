import { addDays, addMonths, compareDates } from '#rules/dates/calendar-dates.ts';
import { type DocumentWorth, identityDocumentTypes } from './documents/identity-document-types.ts';
import type { Finding, VerificationFacts } from './evidence.ts';
import {
  bindingFinding,
  currencyFinding,
  documentLabels,
  hasResponse,
  noContradictionFinding,
  sameDocumentClause,
  usableDocuments,
} from './findings.ts';
import { certifiedCopyClauses, copyDeliveryClause } from './nz-certified-copies.ts';
import {
  copyDeliveryFrom,
  type NzCode,
  nzCode2013,
  nzCode2013From,
  nzCode2013To,
  nzCode2026,
  nzCode2026From,
  nzCodeRiskClause,
  nzCodeSource,
} from './nz-code.ts';
import { faceToFaceClauses } from './nz-face-to-face.ts';
import type { ClauseDefinition, VerificationRule } from './rule-definition.ts';

/**
 * One primary photo document; or a primary document without photo and a photo document; or a New Zealand driver licence with a
 * supporting document. Uncertain in detail.
 */
function combinationFinding(facts: VerificationFacts): Finding {
  const usable = usableDocuments(facts, 'NZL');
  const worth = (...wanted: DocumentWorth[]) =>
    usable.filter(({ type }) => wanted.includes(identityDocumentTypes[type].nz));
  const [primary] = worth('primaryPhoto');
  if (primary)
    return { passed: true, evidence: `${identityDocumentTypes[primary.type].label} is sufficient alone.` };
  const photos = worth('secondaryPhoto');
  const [nonPhoto] = worth('primaryNonPhoto');
  const [photo] = photos;
  if (nonPhoto && photo) return { passed: true, evidence: `${documentLabels([nonPhoto, photo])} together.` };
  const licence = photos.find(({ type }) => type === 'nzDriverLicence');
  const yearAgo = addMonths(facts.on, -12);
  const [support] = worth('supporting').filter(
    ({ issuedOn }) => !issuedOn || compareDates(issuedOn, yearAgo) >= 0,
  );
  const confirmed = facts.checks.some(
    ({ type, outcome, source }) => type === 'issuer' && outcome === 'match' && source === 'nzDriverLicence',
  );
  if (licence && support)
    return { passed: true, evidence: `${documentLabels([licence, support])} together.` };
  if (licence && confirmed) {
    return {
      passed: true,
      evidence: 'New Zealand driver licence, confirmed by the register that issued it.',
    };
  }
  if (licence) {
    return {
      passed: false,
      evidence:
        'A driver licence needs a birth or citizenship certificate, a bank or government document of the last 12 months, or the register’s confirmation beside it.',
    };
  }
  if (nonPhoto)
    return {
      passed: false,
      evidence: `${identityDocumentTypes[nonPhoto.type].label} needs a photo document beside it.`,
    };
  return { passed: false, evidence: 'No document, or no set of documents, of the code’s lists is recorded.' };
}

/** Whether a member compared the documents with the record. */
function recordFinding({ documents }: VerificationFacts): Finding {
  const wrong = documents.filter(
    ({ showsName, showsDateOfBirth }) => showsName === false || showsDateOfBirth === false,
  );
  if (wrong.length > 0)
    return { passed: false, evidence: `Does not agree with the record: ${documentLabels(wrong)}.` };
  const named = documents.length > 0 && documents.every(({ showsName }) => showsName === true);
  const born = documents.some(({ showsDateOfBirth }) => showsDateOfBirth === true);
  if (named && born)
    return { passed: true, evidence: `Compared with the record: ${documentLabels(documents)}.` };
  return {
    passed: false,
    evidence: named
      ? 'The date of birth has not been compared with the record on any document.'
      : 'The name on each document has not been compared with the record.',
  };
}

function seenFinding({ documents }: VerificationFacts): Finding {
  const unseen = documents.filter(({ originalSighted, certified }) => !originalSighted && certified === null);
  if (documents.length === 0) return { passed: false, evidence: 'No document is recorded.' };
  if (unseen.length > 0)
    return { passed: false, evidence: `Neither seen nor certified: ${documentLabels(unseen)}.` };
  const hasCopies = documents.some(({ certified }) => certified);
  return {
    passed: true,
    evidence: `${hasCopies ? 'Originals seen or copies certified' : 'Originals seen'}: ${documentLabels(documents)}.`,
  };
}

/** Requirements on the documents in every version. */
function documentClauses({ documents: provision }: NzCode): ClauseDefinition[] {
  return [
    {
      code: 'documents',
      text: 'One primary photo document, or a combination that the code allows.',
      provision,
      find: combinationFinding,
    },
    {
      code: 'current',
      text: 'Every document was valid on the day.',
      provision,
      find: (facts) => currencyFinding(facts, 'NZL'),
    },
    {
      code: 'nameAndBirth',
      text: 'The documents show the recorded name, and one the recorded date of birth.',
      provision,
      find: recordFinding,
    },
    {
      code: 'seen',
      text: 'The originals were seen with the person present, or the copies are certified.',
      provision,
      find: seenFinding,
    },
  ];
}

/** Requirements in every version after the person is bound to the documents. */
function identityClauses(code: NzCode): ClauseDefinition[] {
  return [
    {
      code: 'noContradiction',
      text: 'No checked source contradicts the identity.',
      provision: code.documents,
      applies: hasResponse,
      find: noContradictionFinding,
    },
    sameDocumentClause(code.documents),
  ];
}

const bindingClause: ClauseDefinition = {
  code: 'binding',
  text: 'The person is the one in the photo.',
  provision: nzCode2013.documents,
  applies: ({ documents }) => documents.every(({ certified }) => certified === null),
  find: bindingFinding,
};

function getClauses(code: NzCode, bindingClauses: readonly ClauseDefinition[]): ClauseDefinition[] {
  return [
    ...documentClauses(code),
    ...certifiedCopyClauses(code),
    ...bindingClauses,
    ...identityClauses(code),
  ];
}

const common = {
  id: 'nz.ivcop.documentary',
  jurisdiction: 'NZL',
  methods: ['documentSighted', 'documentCertified'],
  sourceUrls: [nzCodeSource],
} as const satisfies Partial<VerificationRule>;

const lists =
  'The combinations of documents and the list of referees are to be confirmed against the code’s text by your adviser.';

const of2026 = {
  ...common,
  title: 'New Zealand: identity verification code of practice 2026, documents',
};

const clauses2026 = getClauses(nzCode2026, faceToFaceClauses);

/**
 * The documentary parts of the Identity Verification Code of Practice: of 2013, for clients of low and medium risk; of 2026, at any risk,
 * with the meeting on record; and from 1 July 2027 with the delivery of certified copies. To be confirmed (verification
 * nz.ivcop.documentary): the combinations of documents, and the list of referees.
 */
export const nzDocumentaryRules: readonly VerificationRule[] = [
  {
    ...common,
    title: 'New Zealand: identity verification code of practice 2013, documents',
    effectiveFrom: nzCode2013From,
    effectiveTo: nzCode2013To,
    clauses: [...getClauses(nzCode2013, [bindingClause]), nzCodeRiskClause],
    uncertain: [lists],
  },
  {
    ...of2026,
    effectiveFrom: nzCode2026From,
    effectiveTo: addDays(copyDeliveryFrom, -1),
    clauses: clauses2026,
    uncertain: [
      lists,
      'What the code requires of a meeting face to face is taken from its consultation draft.',
    ],
  },
  {
    ...of2026,
    effectiveFrom: copyDeliveryFrom,
    clauses: [...clauses2026, copyDeliveryClause],
    uncertain: [
      lists,
      'What the code requires of a meeting face to face is taken from its consultation draft.',
      'What paragraphs 1.4.3 to 1.4.5 require of the delivery of certified copies is to be confirmed against the code’s text.',
    ],
  },
];
