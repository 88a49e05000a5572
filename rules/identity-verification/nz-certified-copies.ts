import { addMonths, compareDates, formatDate } from '#rules/dates/calendar-dates.ts';
import { identityDocumentTypes } from './documents/identity-document-types.ts';
import { copyDeliveryLabels, type DocumentFact, type Finding, type VerificationFacts } from './evidence.ts';
import { certifiers, documentLabels, listed } from './findings.ts';
import type { NzCode } from './nz-code.ts';
import { isTrustedReferee } from './referees.ts';
import type { ClauseDefinition } from './rule-definition.ts';

/** Clause on certified copies only; not met if the method requires them and none is recorded. */
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

/** Referee, age, likeness and independence of certified copies. Source: rule nz.ivcop.cert; the list of referees is uncertain. */
export function certifiedCopyClauses({ certification: provision }: NzCode): ClauseDefinition[] {
  return [
    {
      code: 'referee',
      text: 'A trusted referee of the code’s list certified the copy.',
      provision,
      ...certifiedOnly((copies) => ({
        passed: copies.every(
          ({ certified }) =>
            certified !== null &&
            certified.refereeName.trim() !== '' &&
            isTrustedReferee(certified.refereeType),
        ),
        evidence: `${certifiers(copies)}.`,
      })),
    },
    {
      code: 'certifiedWithinThreeMonths',
      text: 'The copy was certified in the three months before it was presented.',
      provision,
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
      provision,
      ...certifiedOnly((copies) => {
        const photos = copies.filter(({ type }) => identityDocumentTypes[type].hasPhoto);
        const without = photos.filter(({ certified }) => !certified?.statesLikeness);
        if (photos.length === 0)
          return { passed: false, evidence: 'No copy of a photo document is certified.' };
        return without.length === 0
          ? { passed: true, evidence: `Stated on: ${documentLabels(photos)}.` }
          : { passed: false, evidence: `Not stated on: ${documentLabels(without)}.` };
      }),
    },
    {
      code: 'independentReferee',
      text: 'The referee is not related to the person, does not live with them, and has no part in the business.',
      provision,
      ...certifiedOnly((copies) =>
        copies.every(({ certified }) => certified?.independent)
          ? { passed: true, evidence: `Recorded as independent: ${certifiers(copies)}.` }
          : { passed: false, evidence: 'Not recorded as independent.' },
      ),
    },
  ];
}

/**
 * Delivery of certified copies, NZ IVCOP 2026 paragraphs 1.4.3 to 1.4.5, in force from 1 July 2027. To be confirmed (verification
 * nz.ivcop.documentary from 2027-07-01): their text. The safe reading requires a record of how the company received each copy.
 */
export const copyDeliveryClause: ClauseDefinition = {
  code: 'copyDelivery',
  text: 'How the certified copy reached the company is recorded. What else the paragraphs require is to be confirmed.',
  provision: 'NZ IVCOP 2026, paragraphs 1.4.3 to 1.4.5',
  ...certifiedOnly((copies) => {
    const without = copies.filter(({ certified }) => certified?.delivery === undefined);
    if (without.length > 0)
      return { passed: false, evidence: `Not recorded for: ${documentLabels(without)}.` };
    const ways = copies.flatMap(({ certified }) =>
      certified?.delivery === undefined ? [] : [copyDeliveryLabels[certified.delivery].toLowerCase()],
    );
    return { passed: true, evidence: `Received by: ${listed([...new Set(ways)])}.` };
  }),
};
