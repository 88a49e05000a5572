import { type CalendarDate, formatDate } from '#rules/calendar-dates.ts';
import type { CddStatus, PepStatus, RiskLevel } from '#rules/client-types.ts';
import type { Blocker } from '#rules/fix-targets.ts';
import type { AssessmentStatus } from '#rules/lifecycles/risk.ts';
import { countsAsForeignPep, type PepOf } from '#rules/politically-exposed.ts';
import { cite, type Jurisdiction } from '#rules/provisions.ts';
import { isProhibition } from '#rules/rule-packs/blockers.ts';
import { isDiligenceDone } from './client-status.ts';

export type Capacity = 'customer' | 'otherParty' | 'onBehalfOf';

export type ActivityPartyFacts = {
  clientId: string;
  name: string;
  capacity: Capacity;
  cddStatus: CddStatus;
  exceptionEndsOn?: CalendarDate | null;
  pepStatus: PepStatus;
  pepOf?: PepOf | null;
  /** Whether a rule wants due diligence on another party, as in a property sale (AU). Customers always need it. */
  mustVerify?: boolean;
};

/** `fields` as entered; a blank text is no text. `assessmentStatus`: of the activity's current assessment, null without one. */
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
  outcome: 'approved' | 'declined' | null;
  /** The laws that the company works under. */
  jurisdictions: readonly Jurisdiction[];
};

const requiredFields: Record<keyof ActivityReviewFacts['fields'], string> = {
  name: 'Give the activity a name.',
  activityType: 'Say what type of activity it is.',
  capturedService: 'Say which captured activity or designated service it is.',
  nature: 'Describe the nature of the activity.',
  purpose: 'Describe the purpose of the activity.',
};

/**
 * Everything that keeps an activity from going to review. Work that was declined is not done: nothing is wanted of it on its way to
 * being completed as declined, an assessment least of all, which is often why it was declined (NZ s37). Source: domain 3,
 * ActivityStatus; domain 11.2.
 */
export function activityReviewBlockers(facts: ActivityReviewFacts): Blocker[] {
  if (facts.outcome === 'declined') return [];
  const names = Object.keys(requiredFields) as (keyof typeof requiredFields)[];
  const blockers: Blocker[] = names
    .filter((name) => !facts.fields[name]?.trim())
    .map((name) => ({
      code: 'activity.fieldMissing',
      text: requiredFields[name],
      ...(name === 'nature' || name === 'purpose'
        ? cite(facts.jurisdictions, { NZL: 'NZ s17', AUS: 'AU s28(2)(f)' })
        : {}),
      fix: { target: 'activity.edit', id: name },
    }));
  if (!facts.parties.some(({ capacity }) => capacity === 'customer')) {
    blockers.push({
      code: 'activity.customerMissing',
      text: 'Add the customer for whom the activity is done.',
      ...cite(facts.jurisdictions, { NZL: 'NZ s11', AUS: 'AU s28' }),
      fix: { target: 'activity.parties' },
    });
  }
  if (facts.assessmentStatus !== 'submitted' && facts.assessmentStatus !== 'approved') {
    blockers.push({
      code: 'activity.assessmentNotSubmitted',
      text:
        facts.assessmentStatus === 'draft' || facts.assessmentStatus === 'returned'
          ? 'The risk assessment is not finished. Finish and submit it.'
          : 'There is no risk assessment. Assess the activity’s risk and submit it.',
      fix: { target: 'activity.assessments' },
    });
  }
  return blockers;
}

export type ActivityCompletionFacts = ActivityReviewFacts & {
  /** Set where due diligence may come later; in date up to and including `dueOn`. */
  delayedCdd?: { dueOn: CalendarDate } | null;
  /** Final level of the activity's assessment. */
  riskLevel: RiskLevel | null;
  assessmentProhibited: boolean;
  seniorManagerApproved: boolean;
  /** What the rule packs put in the way for the customers, as `ruleBlockers` of rule-packs/blockers.ts finds it. */
  ruleBlockers: readonly Blocker[];
  on: CalendarDate;
};

function unverified(facts: ActivityCompletionFacts): Blocker[] {
  const { delayedCdd, on } = facts;
  if (delayedCdd && on <= delayedCdd.dueOn) return [];
  const late = delayedCdd ? ` The time for doing it later ended on ${formatDate(delayedCdd.dueOn)}.` : '';
  return facts.parties
    .filter((party) => party.capacity !== 'otherParty' || party.mustVerify)
    .filter((party) => !isDiligenceDone(party, on))
    .map(({ clientId, name, capacity }) => ({
      code: 'activity.partyNotVerified',
      text: `Due diligence on ${name} is not finished.${late} Finish it, or end the relationship.`,
      ...cite(
        facts.jurisdictions,
        capacity === 'otherParty' ? { AUS: 'AU s28, Rules 6-15' } : { NZL: 'NZ s37', AUS: 'AU s28' },
      ),
      fix: { target: 'client.diligence', id: clientId },
    }));
}

/** What a senior manager has to approve: a high risk, or a foreign PEP among those for whom the activity is done. */
function needsSeniorManager({ riskLevel, parties }: ActivityCompletionFacts): boolean {
  return (
    riskLevel === 'high' ||
    parties.some(
      ({ capacity, pepStatus, pepOf }) => capacity !== 'otherParty' && countsAsForeignPep(pepStatus, pepOf),
    )
  );
}

/**
 * Everything that keeps an activity from being completed: the checklist. Work that was declined is not done, so what the law wants
 * before it is done does not hold its completion up (NZ s37: do not carry it out); nor may cancelling ever be held up. Source:
 * domain 3, ActivityStatus; domain 11.2.
 */
export function activityCompletionBlockers(facts: ActivityCompletionFacts): Blocker[] {
  if (facts.outcome === 'declined') return [];
  const blockers = activityReviewBlockers(facts);
  if (facts.outcome === null) {
    blockers.push({
      code: 'activity.outcomeMissing',
      text: 'Choose the outcome: approved or declined.',
      fix: { target: 'activity.outcome' },
    });
  }
  blockers.push(...unverified(facts));
  if (facts.assessmentStatus === 'submitted') {
    blockers.push({
      code: 'activity.assessmentNotApproved',
      text: 'The risk assessment waits for approval.',
      fix: { target: 'activity.assessments' },
    });
  }
  if (facts.assessmentProhibited) {
    blockers.push({
      code: 'activity.prohibited',
      text: 'An answer of the risk assessment rules this activity out. It can only be declined.',
      fix: { target: 'activity.outcome' },
    });
  }
  blockers.push(...facts.ruleBlockers.filter(isProhibition));
  if (needsSeniorManager(facts) && !facts.seniorManagerApproved) {
    blockers.push({
      code: 'activity.seniorManagerMissing',
      text:
        facts.riskLevel === 'high'
          ? 'The risk is high: a senior manager has to approve the activity.'
          : 'A customer is a foreign politically exposed person: a senior manager has to approve the activity.',
      ...cite(facts.jurisdictions, { NZL: 'NZ s26', AUS: 'AU s32' }),
      fix: { target: 'activity.approval' },
    });
  }
  return blockers;
}
