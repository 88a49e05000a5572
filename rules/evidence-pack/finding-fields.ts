import { noneableParts, sourcedParts } from '#rules/cdd-rule-packs/entity-information.ts';
import type { FindingContents, FindingSubject } from '#rules/cdd-rule-packs/findings.ts';

/**
 * What a field of a finding holds. `text`: as entered. `choice`: a key of a list. `money`: minor units of the finding's currency. `absent`: ticked if
 * there is none of what the field names. `document`: the id of one.
 */
export type FindingField =
  | 'text'
  | 'choice'
  | 'pepStatus'
  | 'country'
  | 'day'
  | 'money'
  | 'count'
  | 'yesNo'
  | 'absent'
  | 'document'
  | 'exposures';

type FieldsOf<Subject extends Exclude<FindingSubject, 'entity'>> = Record<
  keyof FindingContents[Subject],
  FindingField
>;

const entityFields: Record<string, FindingField> = Object.fromEntries([
  ...sourcedParts.flatMap((part) => [
    [`${part}Source`, 'choice'],
    [`${part}Register`, 'choice'],
    [`${part}Document`, 'document'],
  ]),
  ...noneableParts.map((part) => [`${part}None`, 'absent']),
]);

const otherFields: { [Subject in Exclude<FindingSubject, 'entity'>]: FieldsOf<Subject> } = {
  politicalExposure: {
    pepStatus: 'pepStatus',
    pepOf: 'choice',
    office: 'text',
    officeCountry: 'country',
    officeEndedOn: 'day',
    basis: 'text',
  },
  sourceOfWealthOrFunds: { of: 'choice', description: 'text', verification: 'text' },
  structure: { holdsPersonalAssets: 'yesNo', beneficiaryCount: 'count' },
  ownership: {
    outcome: 'choice',
    basis: 'text',
    source: 'choice',
    register: 'choice',
    documentId: 'document',
  },
  ownersDeemed: { ground: 'choice', basis: 'text' },
  addressVerified: { address: 'text', basis: 'text' },
  addressExcused: { reason: 'text' },
  unusual: { what: 'text', findings: 'text' },
  significantChange: { what: 'text' },
  enhanced: { reason: 'text' },
  mitigation: { reason: 'text' },
  simplified: { listedClass: 'choice', inListedClass: 'yesNo', ground: 'text' },
  seniorApproval: { note: 'text', exposures: 'exposures' },
  sourceValue: { wealth: 'money', funds: 'money', currency: 'text', basis: 'text' },
  sourceNotRelevant: { of: 'choice', reason: 'text' },
  pepCheckExcused: { reason: 'text' },
  newTechnology: { what: 'text', measures: 'text' },
  furtherMeasures: { what: 'text', measures: 'text' },
  anonymousAccount: { what: 'text', ended: 'text' },
  nestedServices: { what: 'text' },
  actingExcused: { reason: 'text' },
  earlierCdd: { ground: 'choice', doneBy: 'text', doneOn: 'day', basis: 'text', procedure: 'choice' },
  preCommencement: { reason: 'text', documentId: 'document', dated: 'day' },
};

/** What a field of a finding on the subject holds; information about an entity is text unless it names a source. */
export const findingField = (subject: FindingSubject, name: string): FindingField =>
  (subject === 'entity' ? entityFields : (otherFields[subject] as Record<string, FindingField>))[name] ??
  'text';
