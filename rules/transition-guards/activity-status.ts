import { assessmentFix, type Blocker } from '#rules/alerts/resolution-targets.ts';
import { describeOutdated } from '#rules/decisions/describe-outdated.ts';
import { cashProhibition } from '#rules/firm/high-value-cash.ts';
import type { PermitAct } from '#rules/firm/sanctions-permits.ts';
import { cite, ownRules } from '#rules/legal-provisions.ts';
import {
  type ApprovedExposure,
  isDomesticPepInAustralia,
  isForeignPepIn,
  toApprovedExposure,
} from '#rules/pep.ts';
import { uncoveredFunds, unverified, unverifiedAtStart } from './activity-cdd.ts';
import type { ActivityCompletionFacts, ActivityPartyFacts } from './activity-facts.ts';
import { activityReviewBlockers, missingService } from './activity-review.ts';
import { sanctionsBlockers } from './sanctions.ts';

const isOfAustralia = (code: string): boolean => code.startsWith('au.');

/** Whether the work counts as a designated service: where Australia's law applies, unless it is recorded why it is none. AU s6. */
function isDesignatedService({
  services,
  offersServices,
  jurisdictions,
  formerNoServiceReason,
}: ActivityCompletionFacts): boolean {
  const isExcused = offersServices && formerNoServiceReason !== null && !services.some(isOfAustralia);
  return jurisdictions.includes('AUS') && !isExcused;
}

/** Why Australia's law holds up the start of work of which only the captured activity in New Zealand is recorded. AU s6. */
const untoldService: Blocker = {
  code: 'activity.serviceUntold',
  text: 'No designated service in Australia is selected, nor why the work is outside Australia’s law, so it counts as a designated service. Select one of them, or complete CDD first.',
  provision: 'AU s6',
  fix: { target: 'activity.edit', id: 'designatedServiceAu' },
};

/**
 * Blockers of starting or resuming a designated service, or a real estate agent's work in New Zealand: CDD on its recipients comes first, except
 * verification while a delay is in effect. AU s28(1), s29; NZ s14(3), from 1 January 2019; the times are those of regulations that were not read.
 */
export function activityStartBlockers(facts: ActivityCompletionFacts): Blocker[] {
  if (facts.outcome === 'declined') return [];
  // Whether this guard applies depends on the service: in Australia, and of a real estate agent, work does not start before it is recorded.
  const isUntold = facts.jurisdictions.includes('AUS') || facts.isAgencyWorkNz === null;
  const missing = isUntold ? missingService(facts) : [];
  if (missing.length > 0) return missing;
  const isDesignated = isDesignatedService(facts);
  const outstanding = unverifiedAtStart(facts, [
    ...(facts.isAgencyWorkNz ? (['NZL'] as const) : []),
    ...(isDesignated ? (['AUS'] as const) : []),
  ]);
  const isByDefault = isDesignated && facts.offersServices && !facts.services.some(isOfAustralia);
  return outstanding.length > 0 && isByDefault ? [...outstanding, untoldService] : outstanding;
}

const customersOf = ({ parties }: Pick<ActivityCompletionFacts, 'parties'>) =>
  parties.filter(({ capacity }) => capacity !== 'otherParty');

/** Customers who are foreign PEPs by a law of the company. NZ s26(2)(a); AU Rules 5-5. */
function foreignPeps(facts: ExposedActivity): ActivityPartyFacts[] {
  return customersOf(facts).filter((person) =>
    facts.jurisdictions.some((jurisdiction) => isForeignPepIn(jurisdiction, person, facts.on)),
  );
}

/** Customers who are PEPs of another kind at high risk. AU Rules 5-5. */
function pepsAtHighRisk({ jurisdictions, riskLevel, ...facts }: ExposedActivity): ActivityPartyFacts[] {
  if (!jurisdictions.includes('AUS')) return [];
  return customersOf(facts).filter(
    (person) => (riskLevel === 'high' || person.riskLevel === 'high') && isDomesticPepInAustralia(person),
  );
}

type ExposedActivity = Pick<ActivityCompletionFacts, 'parties' | 'jurisdictions' | 'riskLevel' | 'on'>;

/** Exposures of an activity's customers for which a senior manager decides, each person once. NZ s26(2)(a); AU Rules 5-5. */
export function activityExposures(facts: ExposedActivity): ApprovedExposure[] {
  return [...new Set([...foreignPeps(facts), ...pepsAtHighRisk(facts)])].map((person) =>
    toApprovedExposure(person.clientId, person),
  );
}

/**
 * A senior manager's approval that is missing: of a foreign PEP among the customers by law, in Australia at high risk of a PEP of any kind too,
 * and of high risk alone by the company's programme, as no law requires it. NZ s26(2)(a); AU Rules 5-5.
 */
function missingSeniorManager(facts: ActivityCompletionFacts): Blocker[] {
  const { riskLevel, jurisdictions, noun, seniorManagerApproved } = facts;
  if (seniorManagerApproved) return [];
  const blocker = { code: 'activity.seniorManagerMissing', fix: { target: 'activity.approval' as const } };
  if (foreignPeps(facts).length > 0) {
    return [
      {
        ...blocker,
        text: `A customer is a foreign PEP: a senior manager must approve the ${noun.singular}.`,
        ...cite(jurisdictions, { NZL: 'NZ s26(2)(a)', AUS: 'AU Rules 5-5' }),
      },
    ];
  }
  if (pepsAtHighRisk(facts).length > 0) {
    return [
      {
        ...blocker,
        text: `A customer is a PEP at high risk: a senior manager must approve the ${noun.singular}.`,
        provision: 'AU Rules 5-5',
      },
    ];
  }
  if (riskLevel !== 'high') return [];
  return [
    {
      ...blocker,
      text: `High risk: a senior manager must approve the ${noun.singular}.`,
      ...ownRules.programme,
    },
  ];
}

/**
 * Blockers of starting, resuming or completing work: a party with whom dealing is prohibited. Declining and cancelling
 * are never blocked.
 */
export function activityProhibitions(
  {
    outcome,
    sanctions,
    jurisdictions,
    sanctionsLaws = jurisdictions,
    on,
  }: Pick<ActivityCompletionFacts, 'outcome' | 'sanctions' | 'jurisdictions' | 'sanctionsLaws' | 'on'>,
  act: PermitAct,
): Blocker[] {
  return outcome === 'declined' ? [] : sanctionsBlockers(sanctions, sanctionsLaws, undefined, { act, on });
}

/** Blocker of starting, resuming, submitting or completing work paid in prohibited cash; declining and cancelling are never blocked. */
export function prohibitedCash({
  outcome,
  isCashProhibited,
  noun,
}: Pick<ActivityCompletionFacts, 'outcome' | 'isCashProhibited' | 'noun'>): Blocker[] {
  return isCashProhibited && outcome !== 'declined' ? [cashProhibition(noun)] : [];
}

/**
 * Blockers of completing an activity: the checklist. Declined work is not carried out, so legal requirements do not block
 * its completion (NZ s37); cancelling is never blocked.
 */
export function activityCompletionBlockers(facts: ActivityCompletionFacts): Blocker[] {
  if (facts.outcome === 'declined') return [];
  const blockers = activityReviewBlockers(facts);
  if (facts.outcome === null) {
    blockers.push({
      code: 'activity.outcomeMissing',
      text:
        facts.outcomeOutdatedBy === null
          ? 'Set the outcome: approved or declined.'
          : `The outcome is outdated. ${describeOutdated(facts.outcomeOutdatedBy)} Set it again.`,
      ...ownRules.programme,
      fix: { target: 'activity.outcome' },
    });
  }
  blockers.push(...unverified(facts), ...uncoveredFunds(facts));
  if (facts.assessmentStatus === 'submitted') {
    blockers.push({
      code: 'activity.assessmentNotApproved',
      text: 'The risk assessment is awaiting approval.',
      ...ownRules.programme,
      fix: assessmentFix('activity', facts.assessmentId),
    });
  }
  if (facts.assessmentProhibited) {
    blockers.push({
      code: 'activity.prohibited',
      text: `A risk assessment answer prohibits this ${facts.noun.singular}. Decline it.`,
      ...ownRules.programme,
      fix: { target: 'activity.outcome' },
    });
  }
  blockers.push(
    ...activityProhibitions(facts, 'completeWork'),
    ...prohibitedCash(facts),
    ...missingSeniorManager(facts),
  );
  return blockers;
}
