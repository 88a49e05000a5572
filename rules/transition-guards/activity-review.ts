import type { ActivityNoun } from '#rules/activity-noun.ts';
import type { Blocker } from '#rules/alerts/resolution-targets.ts';
import { describeOutdated } from '#rules/decisions/describe-outdated.ts';
import type { DesignatedService } from '#rules/firm/captured-services.ts';
import { cite, ownRules } from '#rules/legal-provisions.ts';
import type { ActivityReviewFacts } from './activity-facts.ts';

const requiredFields = [
  ['name', ({ singular }: ActivityNoun) => `Enter a name for the ${singular}.`],
  ['activityType', ({ singular }: ActivityNoun) => `Select a type of ${singular}.`],
  ['nature', ({ singular }: ActivityNoun) => `Describe the nature of the ${singular}.`],
  ['purpose', ({ singular }: ActivityNoun) => `Describe the purpose of the ${singular}.`],
] as const;

const createsEntity: DesignatedService = 'au.t6.6';

/**
 * The service must be identified by its code, or described if the company's sectors have no codes, unless it is recorded why there is none.
 * Not of work that no law captures. NZ s5(1), s6(4); AU s6.
 */
export function missingService({
  services,
  offersServices,
  fields,
  jurisdictions,
  formerNoServiceReason,
}: ActivityReviewFacts): Blocker[] {
  if (jurisdictions.length === 0) return [];
  const isMissing = services.length === 0 && (offersServices || !fields.capturedService?.trim());
  if (!isMissing || formerNoServiceReason !== null) return [];
  return [
    {
      code: 'activity.fieldMissing',
      text: `${offersServices ? 'Select' : 'Enter'} the captured activity or designated service, or why the work is outside the law.`,
      ...cite(jurisdictions, { NZL: 'NZ s5(1)', AUS: 'AU s6' }),
      fix: {
        target: 'activity.edit',
        id: !offersServices
          ? 'capturedService'
          : jurisdictions.includes('NZL')
            ? 'capturedActivityNz'
            : 'designatedServiceAu',
      },
    },
  ];
}

/** If an entity is created, it and the people the law makes customers must be recorded. AU s6 table 6 item 6. */
function formedEntityBlockers({ services, parties }: ActivityReviewFacts): Blocker[] {
  if (!services.includes(createsEntity)) return [];
  const provision = 'AU s6 table 6 item 6';
  const entities = parties.filter(({ capacity }) => capacity === 'formedEntity');
  if (entities.length === 0) {
    return [
      {
        code: 'activity.formedEntityMissing',
        text: 'Add the entity that is created or restructured. Its directors and owners, or its trustee, settlor and beneficiaries, are customers.',
        provision,
        fix: { target: 'activity.parties' },
      },
    ];
  }
  return entities
    .filter(({ hasRelated }) => hasRelated !== true)
    .map(({ clientId, name }) => ({
      code: 'activity.formedEntityPeopleMissing',
      text: `Record who directs and owns ${name}, or its trustee, settlor and beneficiaries: they are customers.`,
      provision,
      fix: { target: 'client.parties', of: clientId },
    }));
}

const isAssessed = ({ assessmentStatus: status }: ActivityReviewFacts): boolean =>
  status === 'submitted' || status === 'approved';

/**
 * Blockers of submitting an activity for review. Declined work has none: it is not carried out, and an assessment is often
 * missing because it was declined (NZ s37).
 */
export function activityReviewBlockers(facts: ActivityReviewFacts): Blocker[] {
  if (facts.outcome === 'declined') return [];
  const { noun } = facts;
  const blockers: Blocker[] = requiredFields
    .filter(([name]) => !facts.fields[name]?.trim())
    .map(([name, textFor]) => ({
      code: 'activity.fieldMissing',
      text: textFor(noun),
      ...cite(
        facts.jurisdictions,
        name === 'nature' || name === 'purpose'
          ? { NZL: 'NZ s17', AUS: 'AU s28(2)(f)' }
          : // The record from which the work can be reconstructed.
            { NZL: 'NZ s49', AUS: 'AU s107' },
      ),
      fix: { target: 'activity.edit', id: name },
    }));
  blockers.push(...missingService(facts), ...formedEntityBlockers(facts));
  if (!facts.parties.some(({ capacity }) => capacity === 'customer')) {
    blockers.push({
      code: 'activity.customerMissing',
      text: `Add the customer of the ${noun.singular}.`,
      ...cite(facts.jurisdictions, { NZL: 'NZ s11', AUS: 'AU s28' }),
      fix: { target: 'activity.parties' },
    });
  }
  if (!isAssessed(facts)) {
    blockers.push({
      code: 'activity.assessmentNotSubmitted',
      text:
        facts.assessmentStatus === 'draft' || facts.assessmentStatus === 'returned'
          ? 'The risk assessment is not complete. Complete and submit it.'
          : `There is no risk assessment. Assess the risk of the ${noun.singular} and submit the assessment.`,
      ...ownRules.programme,
      fix: { target: 'activity.assessments' },
    });
  }
  if (isAssessed(facts) && facts.assessmentOutdatedBy !== null) {
    blockers.push({
      code: 'activity.assessmentOutdated',
      text: `The risk assessment is outdated. ${describeOutdated(facts.assessmentOutdatedBy)} Assess the risk again: the new assessment counts once it is approved.`,
      ...ownRules.programme,
      fix: { target: 'activity.assessments' },
    });
  }
  return blockers;
}
