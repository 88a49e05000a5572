import { addMonths, compareDates, formatDate } from '#rules/calendar-dates.ts';
import { type DocumentWorth, documentTypes } from './document-types.ts';
import type { DocumentFact, VerificationFacts } from './evidence.ts';
import {
  bindingFinding,
  currencyFinding,
  type Finding,
  listed,
  noContradictionFinding,
  riskFinding,
  sameDocumentFinding,
  usableDocuments,
} from './findings.ts';
import { isTrustedReferee, refereeTypes } from './referees.ts';
import type { ClauseDefinition, VerificationRule } from './rule-definition.ts';

const code = 'NZ IVCOP 2013, Part 1';
const certification = 'NZ IVCOP 2013, Part 2 (certification)';

function labels(documents: readonly DocumentFact[]): string {
  return listed(documents.map(({ type }) => documentTypes[type].label));
}

/**
 * One primary photo document; or a primary document without photo and a photo document; or a New Zealand driver licence with something
 * that supports it. Source: domain 11.5, marked uncertain there.
 */
function combinationFinding(facts: VerificationFacts): Finding {
  const usable = usableDocuments(facts, 'NZL');
  const worth = (...wanted: DocumentWorth[]) =>
    usable.filter(({ type }) => wanted.includes(documentTypes[type].nz));
  const [primary] = worth('primaryPhoto');
  if (primary) return { passed: true, evidence: `${documentTypes[primary.type].label} is enough by itself.` };
  const photos = worth('secondaryPhoto');
  const [nonPhoto] = worth('primaryNonPhoto');
  const [photo] = photos;
  if (nonPhoto && photo) return { passed: true, evidence: `${labels([nonPhoto, photo])} together.` };
  const licence = photos.find(({ type }) => type === 'nzDriverLicence');
  const yearAgo = addMonths(facts.on, -12);
  const [support] = worth('supporting').filter(
    ({ issuedOn }) => !issuedOn || compareDates(issuedOn, yearAgo) >= 0,
  );
  const confirmed = facts.checks.some(
    ({ type, outcome, source }) => type === 'issuer' && outcome === 'match' && source === 'nzDriverLicence',
  );
  if (licence && support) return { passed: true, evidence: `${labels([licence, support])} together.` };
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
      evidence: `${documentTypes[nonPhoto.type].label} needs a photo document beside it.`,
    };
  return { passed: false, evidence: 'No document, or no set of documents, of the code’s lists is recorded.' };
}

function certifiedOnly(find: (documents: DocumentFact[], facts: VerificationFacts) => Finding) {
  return {
    applies: ({ method, documents }: VerificationFacts) =>
      method === 'documentCertified' || documents.some(({ certified }) => certified !== null),
    find: (facts: VerificationFacts): Finding => {
      const copies = facts.documents.filter(({ certified }) => certified !== null);
      return copies.length === 0
        ? { passed: false, evidence: 'No certification is recorded.' }
        : find(copies, facts);
    },
  };
}

const clauses: readonly ClauseDefinition[] = [
  {
    code: 'documents',
    text: 'One primary photo document, or a combination that the code allows.',
    provision: code,
    find: combinationFinding,
  },
  {
    code: 'current',
    text: 'Every document was valid on the day.',
    provision: code,
    find: (facts) => currencyFinding(facts, 'NZL'),
  },
  {
    code: 'nameAndBirth',
    text: 'The documents show the recorded name, and one the recorded date of birth.',
    provision: code,
    find: ({ documents }) => {
      const wrong = documents.filter(
        ({ showsName, showsDateOfBirth }) => showsName === false || showsDateOfBirth === false,
      );
      if (wrong.length > 0)
        return { passed: false, evidence: `Does not agree with the record: ${labels(wrong)}.` };
      const named = documents.length > 0 && documents.every(({ showsName }) => showsName === true);
      const born = documents.some(({ showsDateOfBirth }) => showsDateOfBirth === true);
      if (named && born) return { passed: true, evidence: 'Somebody compared both with the record.' };
      return {
        passed: false,
        evidence: named
          ? 'No document is recorded as showing the date of birth.'
          : 'Nobody has compared the name on each document with the record.',
      };
    },
  },
  {
    code: 'seen',
    text: 'The originals were seen with the person present, or the copies are certified.',
    provision: code,
    find: ({ documents }) => {
      const unseen = documents.filter(
        ({ originalSighted, certified }) => !originalSighted && certified === null,
      );
      if (documents.length === 0) return { passed: false, evidence: 'No document is recorded.' };
      return unseen.length === 0
        ? {
            passed: true,
            evidence: documents.some(({ certified }) => certified)
              ? 'Certified copies are recorded.'
              : 'Originals seen.',
          }
        : { passed: false, evidence: `Neither seen nor certified: ${labels(unseen)}.` };
    },
  },
  {
    code: 'referee',
    text: 'A trusted referee of the code’s list certified the copy.',
    provision: certification,
    ...certifiedOnly((copies) => ({
      passed: copies.every(
        ({ certified }) =>
          certified !== null &&
          certified.refereeName.trim() !== '' &&
          isTrustedReferee(certified.refereeType),
      ),
      evidence: `${listed(copies.flatMap(({ certified }) => (certified ? [`${certified.refereeName} (${refereeTypes[certified.refereeType]})`] : [])))}.`,
    })),
  },
  {
    code: 'certifiedWithinThreeMonths',
    text: 'The copy was certified in the three months before it was presented.',
    provision: certification,
    ...certifiedOnly((copies, { on }) => ({
      passed: copies.every(
        ({ certified }) =>
          certified !== null &&
          compareDates(certified.certifiedOn, addMonths(on, -3)) >= 0 &&
          compareDates(certified.certifiedOn, on) <= 0,
      ),
      evidence: `Certified on ${listed(copies.flatMap(({ certified }) => (certified ? [formatDate(certified.certifiedOn)] : [])))}.`,
    })),
  },
  {
    code: 'likeness',
    text: 'The referee states that a photo is a true likeness of the person.',
    provision: certification,
    ...certifiedOnly((copies) => {
      const without = copies.filter(
        ({ type, certified }) => documentTypes[type].hasPhoto && !certified?.statesLikeness,
      );
      return without.length === 0
        ? { passed: true, evidence: 'Stated.' }
        : { passed: false, evidence: `Not stated on: ${labels(without)}.` };
    }),
  },
  {
    code: 'independentReferee',
    text: 'The referee is not related to the person, does not live with them, and has no part in the business.',
    provision: certification,
    ...certifiedOnly((copies) =>
      copies.every(({ certified }) => certified?.independent)
        ? { passed: true, evidence: 'Recorded as independent.' }
        : { passed: false, evidence: 'Not recorded as independent.' },
    ),
  },
  {
    code: 'binding',
    text: 'The person is the one in the photo.',
    provision: code,
    applies: ({ documents }) => documents.every(({ certified }) => certified === null),
    find: bindingFinding,
  },
  {
    code: 'noContradiction',
    text: 'No source that was asked says otherwise.',
    provision: code,
    applies: ({ checks }) => checks.length > 0,
    find: noContradictionFinding,
  },
  {
    code: 'sameDocument',
    text: 'The same document is not used by another client.',
    provision: code,
    find: sameDocumentFinding,
  },
  {
    code: 'risk',
    text: 'The client is of low or medium risk, which is what the code covers.',
    provision: 'NZ IVCOP 2013, scope',
    find: riskFinding,
  },
];

/** The documentary parts of the Identity Verification Code of Practice 2013. Source: domain 11.5. */
export const nzDocumentaryRules: readonly VerificationRule[] = [
  {
    id: 'nz.ivcop.documentary',
    title: 'New Zealand: identity verification code of practice, documents',
    jurisdiction: 'NZL',
    effectiveFrom: '2013-10-10',
    methods: ['documentSighted', 'documentCertified'],
    clauses,
    uncertain: [
      'The combinations of documents and the list of referees are to be confirmed against the code’s text by your adviser.',
    ],
    sourceUrls: [
      'https://www.dia.govt.nz/diawebsite.nsf/wpg_URL/Services-Anti-Money-Laundering-Codes-of-Practice-and-Guidelines',
    ],
  },
];
