import { compareDates, formatDate } from '#rules/dates/calendar-dates.ts';
import type { VerificationFacts } from './evidence.ts';
import { documentLabels, photosSeen } from './findings.ts';
import type { ClauseDefinition } from './rule-definition.ts';

const provision = 'NZ IVCOP 2026, face to face';

const isFaceToFace = ({ documents }: VerificationFacts) =>
  documents.every(({ certified }) => certified === null);

/**
 * Documents sighted face to face: who met the person, when, and the likeness to a photo. Source: NZ IVCOP 2026 as proposed in the
 * consultation. To be confirmed (verification nz.ivcop.documentary from 2026-07-01): the final wording.
 */
export const faceToFaceClauses: readonly ClauseDefinition[] = [
  {
    code: 'met',
    text: 'Who met the person with the documents, and on which day, is recorded.',
    provision,
    applies: isFaceToFace,
    find: ({ documents, on }) => {
      const met = documents.find(({ originalSighted, meeting }) => originalSighted && meeting !== null);
      if (!met?.meeting) return { passed: false, evidence: 'No meeting is recorded.' };
      const { metBy, metOn } = met.meeting;
      return {
        passed: compareDates(metOn, on) <= 0,
        evidence: `${metBy} met the person on ${formatDate(metOn)}.`,
      };
    },
  },
  {
    code: 'likenessConfirmed',
    text: 'The person who met them confirmed that the photo is of them.',
    provision,
    applies: isFaceToFace,
    find: (facts) => {
      const photos = photosSeen(facts);
      const compared = photos.filter(({ likenessConfirmed }) => likenessConfirmed);
      if (photos.length === 0)
        return { passed: false, evidence: 'No photo document was seen with the person present.' };
      return compared.length > 0
        ? { passed: true, evidence: `Confirmed at the meeting: ${documentLabels(compared)}.` }
        : { passed: false, evidence: 'The photo has not been compared with the person.' };
    },
  },
];
