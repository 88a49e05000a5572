import type { ActivityNoun } from '#rules/activity-noun.ts';
import type { PepStatus, RiskLevel } from '#rules/clients/client-types.ts';
import { type CalendarDate, formatDate } from '#rules/dates/calendar-dates.ts';
import { cite, type Jurisdiction } from '#rules/legal-provisions.ts';
import type { AssessmentStatus } from '#rules/lifecycles/risk.ts';
import { isForeignPepIn, type PepOf, type PepOffice } from '#rules/pep.ts';
import { assessmentFix, type Blocker } from '#rules/resolution-targets.ts';
import type { ConfirmedSanction } from '#rules/sanctions.ts';
import { isDiligenceUnfinished } from './client-status.ts';
import { isProhibition, sanctionsBlockers } from './sanctions.ts';

type Capacity = 'customer' | 'otherParty' | 'onBehalfOf';

export type ActivityPartyFacts = {
  clientId: string;
  name: string;
  capacity: Capacity;
  /** Blockers of dealing with the client: everything that `activationBlockers` of client-status.ts returns. */
  outstanding: readonly Blocker[];
  pepStatus: PepStatus;
  pepOf?: PepOf | null;
  pepOffice?: PepOffice | null;
  /** Whether a rule requires CDD on another party, as in a property sale (AU). Customers always require it. */
  mustVerify?: boolean;
};

/** `fields` as entered; a blank text is no text. `assessmentStatus`, `assessmentId`: of the activity's current assessment, null without one. */
export type ActivityReviewFacts = {
  fields: {
    name: string | null;
    activityType: string | null;
    capturedService: string | null;
    nature: string | null;
    purpose: string | null;
  };
  parties: readonly ActivityPartyFacts[];
  assessmentStatus: AssessmentStatus | null;
  assessmentId: string | null;
  outcome: 'approved' | 'declined' | null;
  /** What the company calls an activity. */
  noun: ActivityNoun;
  /** The laws that the company works under. */
  jurisdictions: readonly Jurisdiction[];
};

const requiredFields = [
  ['name', ({ singular }: ActivityNoun) => `Enter a name for the ${singular}.`],
  ['activityType', ({ singular }: ActivityNoun) => `Select a type of ${singular}.`],
  ['capturedService', () => 'Enter the captured activity or designated service.'],
  ['nature', ({ singular }: ActivityNoun) => `Describe the nature of the ${singular}.`],
  ['purpose', ({ singular }: ActivityNoun) => `Describe the purpose of the ${singular}.`],
] as const;

/**
 * Blockers of submitting an activity for review. Declined work has none: it is not carried out, and an assessment is often
 * missing because it was declined (NZ s37). Source: domain 3, ActivityStatus; domain 11.2.
 */
export function activityReviewBlockers(facts: ActivityReviewFacts): Blocker[] {
  if (facts.outcome === 'declined') return [];
  const { noun } = facts;
  const blockers: Blocker[] = requiredFields
    .filter(([name]) => !facts.fields[name]?.trim())
    .map(([name, textFor]) => ({
      code: 'activity.fieldMissing',
      text: textFor(noun),
      ...(name === 'nature' || name === 'purpose'
        ? cite(facts.jurisdictions, { NZL: 'NZ s17', AUS: 'AU s28(2)(f)' })
        : {}),
      fix: { target: 'activity.edit', id: name },
    }));
  if (!facts.parties.some(({ capacity }) => capacity === 'customer')) {
    blockers.push({
      code: 'activity.customerMissing',
      text: `Add the customer of the ${noun.singular}.`,
      ...cite(facts.jurisdictions, { NZL: 'NZ s11', AUS: 'AU s28' }),
      fix: { target: 'activity.parties' },
    });
  }
  if (facts.assessmentStatus !== 'submitted' && facts.assessmentStatus !== 'approved') {
    blockers.push({
      code: 'activity.assessmentNotSubmitted',
      text:
        facts.assessmentStatus === 'draft' || facts.assessmentStatus === 'returned'
          ? 'The risk assessment is not complete. Complete and submit it.'
          : `There is no risk assessment. Assess the risk of the ${noun.singular} and submit the assessment.`,
      fix: { target: 'activity.assessments' },
    });
  }
  return blockers;
}

export type ActivityCompletionFacts = ActivityReviewFacts & {
  /** Set where due diligence on other parties may come later; in date up to and including `dueOn`. */
  delayedCdd?: { dueOn: CalendarDate } | null;
  /** Final level of the activity's assessment. */
  riskLevel: RiskLevel | null;
  assessmentProhibited: boolean;
  seniorManagerApproved: boolean;
  /** Confirmed sanctions matches of the parties and of those related to them. */
  sanctions: readonly ConfirmedSanction[];
  on: CalendarDate;
};

/** Returns true if the activity requires CDD on a party. */
function isWanted({ capacity, mustVerify }: ActivityPartyFacts): boolean {
  return capacity !== 'otherParty' || mustVerify === true;
}

/** Outstanding CDD of one party: that it is not complete, and each requirement, with links to the party's page. */
function getOutstanding(
  { clientId, name, capacity, outstanding }: ActivityPartyFacts,
  { jurisdictions, delayedCdd, on }: Pick<ActivityCompletionFacts, 'jurisdictions' | 'delayedCdd' | 'on'>,
): Blocker[] {
  const isLate = capacity === 'otherParty' && delayedCdd && on > delayedCdd.dueOn;
  const late = isLate ? ` Delayed CDD was due on ${formatDate(delayedCdd.dueOn)}.` : '';
  return outstanding.flatMap(({ code, text, fix, ...law }): Blocker[] => {
    // A sanctions prohibition is listed once for the activity, whatever the party's capacity.
    if (isProhibition({ code })) return [];
    if (!isDiligenceUnfinished({ code })) {
      return [
        {
          code: 'activity.partyOutstanding',
          text: `${name}: ${text}`,
          ...law,
          fix: { ...fix, of: clientId },
        },
      ];
    }
    return [
      {
        code: 'activity.partyNotVerified',
        text: `CDD on ${name} is not complete.${late} Complete it, or end the relationship.`,
        ...cite(
          jurisdictions,
          capacity === 'otherParty' ? { AUS: 'AU s28, Rules 6-32' } : { NZL: 'NZ s37', AUS: 'AU s28' },
        ),
        fix: { target: 'client.diligence', id: clientId },
      },
    ];
  });
}

/**
 * Outstanding CDD on the parties before completion. Only CDD on other parties can be delayed, never that on the customer or
 * a person on whose behalf the customer acts. Source: NZ s37; AU s28, Rules 6-32.
 */
function unverified(facts: ActivityCompletionFacts): Blocker[] {
  const { delayedCdd, on } = facts;
  const isDelayed = delayedCdd !== null && delayedCdd !== undefined && on <= delayedCdd.dueOn;
  return facts.parties
    .filter(isWanted)
    .filter(({ capacity }) => !(capacity === 'otherParty' && isDelayed))
    .flatMap((party) => getOutstanding(party, facts));
}

/**
 * Outstanding delayed CDD on other parties, before and after its due date. Completing the activity does not end that duty.
 * Source: AU s29(c), Rules 6-32.
 */
export function delayedBlockers(
  facts: Pick<ActivityCompletionFacts, 'parties' | 'delayedCdd' | 'jurisdictions' | 'on'>,
): Blocker[] {
  if (!facts.delayedCdd) return [];
  return facts.parties
    .filter((party) => party.capacity === 'otherParty' && isWanted(party))
    .flatMap((party) => getOutstanding(party, facts));
}

/** Returns true if a senior manager must approve: high risk, or a foreign PEP among the customers. */
function needsSeniorManager({ riskLevel, parties, jurisdictions, on }: ActivityCompletionFacts): boolean {
  const isForeign = (party: ActivityPartyFacts) =>
    jurisdictions.some((jurisdiction) => isForeignPepIn(jurisdiction, party, on));
  return riskLevel === 'high' || parties.some((party) => party.capacity !== 'otherParty' && isForeign(party));
}

/**
 * Blockers of starting, resuming or completing work: a party that dealing is prohibited with. Declining and cancelling
 * are never blocked.
 */
export function activityProhibitions({
  outcome,
  sanctions,
  jurisdictions,
}: Pick<ActivityCompletionFacts, 'outcome' | 'sanctions' | 'jurisdictions'>): Blocker[] {
  return outcome === 'declined' ? [] : sanctionsBlockers(sanctions, jurisdictions);
}

/**
 * Blockers of completing an activity: the checklist. Declined work is not carried out, so legal requirements do not block
 * its completion (NZ s37); cancelling is never blocked. Source: domain 3, ActivityStatus; domain 11.2.
 */
export function activityCompletionBlockers(facts: ActivityCompletionFacts): Blocker[] {
  if (facts.outcome === 'declined') return [];
  const blockers = activityReviewBlockers(facts);
  if (facts.outcome === null) {
    blockers.push({
      code: 'activity.outcomeMissing',
      text: 'Set the outcome: approved or declined.',
      fix: { target: 'activity.outcome' },
    });
  }
  blockers.push(...unverified(facts));
  if (facts.assessmentStatus === 'submitted') {
    blockers.push({
      code: 'activity.assessmentNotApproved',
      text: 'The risk assessment is awaiting approval.',
      fix: assessmentFix('activity', facts.assessmentId),
    });
  }
  if (facts.assessmentProhibited) {
    blockers.push({
      code: 'activity.prohibited',
      text: `A risk assessment answer prohibits this ${facts.noun.singular}. Decline it.`,
      fix: { target: 'activity.outcome' },
    });
  }
  blockers.push(...activityProhibitions(facts));
  if (needsSeniorManager(facts) && !facts.seniorManagerApproved) {
    blockers.push({
      code: 'activity.seniorManagerMissing',
      text:
        facts.riskLevel === 'high'
          ? `High risk: a senior manager must approve the ${facts.noun.singular}.`
          : `A customer is a foreign PEP: a senior manager must approve the ${facts.noun.singular}.`,
      ...cite(facts.jurisdictions, { NZL: 'NZ s26', AUS: 'AU s32' }),
      fix: { target: 'activity.approval' },
    });
  }
  return blockers;
}
