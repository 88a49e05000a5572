import type { ActivityNoun } from '#rules/activity-noun.ts';
import type { Capacity } from '#rules/activity-types.ts';
import type { PepStatus, RiskLevel } from '#rules/clients/client-types.ts';
import { type CalendarDate, formatDate } from '#rules/dates/calendar-dates.ts';
import type { DesignatedService, ServiceCode } from '#rules/firm/captured-services.ts';
import { cashBuyerProvision } from '#rules/firm/cash-buyers.ts';
import {
  type DelayBasis,
  type DelayedSide,
  delayProvisions,
  isOfDelayedSide,
  mayFollowByRelationship,
} from '#rules/firm/cdd-delay.ts';
import {
  allowsNonCooperation,
  isRecorded,
  type NonCooperation,
  outstandingIfDeemed,
} from '#rules/firm/non-cooperation.ts';
import type { PermitAct } from '#rules/firm/sanctions-permits.ts';
import { cite } from '#rules/legal-provisions.ts';
import { isDomesticPepInAustralia, isForeignPepIn } from '#rules/pep.ts';
import { assessmentFix, type Blocker } from '#rules/resolution-targets.ts';
import type { Coverage } from '#rules/source-of-funds/coverage.ts';
import { isDiligenceUnfinished } from './client-status.ts';
import { isProhibition, type SanctionWithPermits, sanctionsBlockers } from './sanctions.ts';

export type ActivityPartyFacts = {
  clientId: string;
  name: string;
  capacity: Capacity;
  /** Blockers of dealing with the client: everything that `activationBlockers` of client-status.ts returns. */
  outstanding: readonly Blocker[];
  pepStatus: PepStatus;
  pepOf?: PepOf | null;
  pepOffice?: PepOffice | null;
  /** Level of the client's own risk. */
  riskLevel?: RiskLevel | null;
  /** Whether a rule requires CDD on another party, as in a property sale (AU). Customers always require it. */
  mustVerify?: boolean;
  /** Laws that require it of another party; Australia's if absent. */
  requiredBy?: readonly Jurisdiction[];
  /** The provision by which the party's rules require verified source of funds; null if they do not. */
  fundsProvision?: string | null;
  /** Of an entity created or restructured: whether its owners and directors, or those of its trust, are on record. */
  hasRelated?: boolean;
  /** Record of another party who does not cooperate with CDD (AU Rules 6-33). */
  nonCooperation?: NonCooperation | null;
};

/** Due date, basis and side of delayed CDD. */
export type DelayedCdd = { basis: DelayBasis; side: DelayedSide; dueOn: CalendarDate };

/** `fields` as entered; a blank text is no text. `assessmentStatus`, `assessmentId`: of the activity's current assessment, null without one. */
export type ActivityReviewFacts = {
  fields: {
    name: string | null;
    activityType: string | null;
    capturedService: string | null;
    nature: string | null;
    purpose: string | null;
  };
  /** Codes of the captured services, and whether the company's sectors have any. */
  services: readonly ServiceCode[];
  offersServices: boolean;
  parties: readonly ActivityPartyFacts[];
  assessmentStatus: AssessmentStatus | null;
  assessmentId: string | null;
  outcome: 'approved' | 'declined' | null;
  /** The company's term for an activity. */
  noun: ActivityNoun;
  /** The laws that the company works under. */
  jurisdictions: readonly Jurisdiction[];
};

const requiredFields = [
  ['name', ({ singular }: ActivityNoun) => `Enter a name for the ${singular}.`],
  ['activityType', ({ singular }: ActivityNoun) => `Select a type of ${singular}.`],
  ['nature', ({ singular }: ActivityNoun) => `Describe the nature of the ${singular}.`],
  ['purpose', ({ singular }: ActivityNoun) => `Describe the purpose of the ${singular}.`],
] as const;

const createsEntity: DesignatedService = 'au.t6.6';

/**
 * The service must be identified by its code, or described if the company's sectors have no codes; if an entity is created, so must the
 * entity and the people the law makes customers. NZ s5(1); AU s6 tables 5 and 6.
 */
function serviceBlockers({
  services,
  offersServices,
  fields,
  parties,
  jurisdictions,
}: ActivityReviewFacts): Blocker[] {
  if (services.length === 0 && (offersServices || !fields.capturedService?.trim())) {
    return [
      {
        code: 'activity.fieldMissing',
        text: offersServices
          ? 'Select the captured activity or designated service.'
          : 'Enter the captured activity or designated service.',
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
      ...(name === 'nature' || name === 'purpose'
        ? cite(facts.jurisdictions, { NZL: 'NZ s17', AUS: 'AU s28(2)(f)' })
        : {}),
      fix: { target: 'activity.edit', id: name },
    }));
  blockers.push(...serviceBlockers(facts));
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
  /** Set if CDD may be delayed; in date up to and including `dueOn`. */
  delayedCdd?: DelayedCdd | null;
  /** Final level of the activity's assessment. */
  riskLevel: RiskLevel | null;
  assessmentProhibited: boolean;
  seniorManagerApproved: boolean;
  /** Coverage of the activity's value by its own lines of source of funds; null if it has none. */
  funds?: Coverage | null;
  /** Confirmed sanctions matches of the parties and of those related to them. */
  sanctions: readonly SanctionWithPermits[];
  on: CalendarDate;
};

/** Returns true if the activity requires CDD on a party. */
function isWanted({ capacity, mustVerify }: ActivityPartyFacts): boolean {
  return capacity === 'customer' || capacity === 'onBehalfOf' || mustVerify === true;
}

/** Note on the delay in the message that CDD is not complete. */
function delayNote(delayedCdd: DelayedCdd | null | undefined, on: CalendarDate): string {
  if (!delayedCdd) return '';
  if (on > delayedCdd.dueOn) return ` Delayed CDD was due on ${formatDate(delayedCdd.dueOn)}.`;
  if (delayedCdd.basis === 'relationship') {
    return ` Verification may follow until ${formatDate(delayedCdd.dueOn)}.`;
  }
  return delayedCdd.basis !== 'property'
    ? ` It may follow until ${formatDate(delayedCdd.dueOn)}, but nothing may be transferred or made available before.`
    : '';
}

type PartyContext = Pick<ActivityCompletionFacts, 'jurisdictions' | 'delayedCdd' | 'on' | 'services'>;

/** Whether the law permits a record to complete the CDD of this party. */
function mayBeDeemed({ capacity }: ActivityPartyFacts, { services, jurisdictions }: PartyContext): boolean {
  const designatedServiceAu = services.find((code) => code === 'au.t5.1') ?? null;
  return allowsNonCooperation({ capacity, designatedServiceAu, jurisdictions });
}

/** Outstanding CDD of one party: that it is not complete, and each requirement, with links to the party's page. */
function getOutstanding(party: ActivityPartyFacts, context: PartyContext): Blocker[] {
  const { clientId, name, capacity, outstanding } = party;
  const { jurisdictions, delayedCdd, on } = context;
  const isOffered = mayBeDeemed(party, context);
  const asked =
    isOffered && isRecorded(party.nonCooperation) ? outstandingIfDeemed(outstanding) : outstanding;
  const isDelayed = !!delayedCdd && isOfDelayedSide(capacity, delayedCdd.side);
  const words = isDelayed ? delayNote(delayedCdd, on) : '';
  const australian =
    isDelayed && delayedCdd.basis !== 'relationship'
      ? `AU s28, ${delayProvisions[delayedCdd.basis].replace('AU ', '')}`
      : capacity === 'otherParty'
        ? 'AU s28, Rules 6-32'
        : 'AU s28';
  const ways = isOffered ? 'record that they do not cooperate, or end' : 'or end';
  return asked.flatMap(({ code, text, fix, ...law }): Blocker[] => {
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
        text: `CDD on ${name} is not complete.${words} Complete it, ${ways} the relationship.`,
        ...cite(
          capacity === 'otherParty'
            ? jurisdictions.filter((law) => (party.requiredBy ?? ['AUS']).includes(law))
            : jurisdictions,
          { NZL: capacity === 'otherParty' ? cashBuyerProvision : 'NZ s37', AUS: australian },
        ),
        fix: { target: 'client.diligence', id: clientId },
      },
    ];
  });
}

const isInDate = ({ dueOn }: DelayedCdd, on: CalendarDate) => on <= dueOn;

/**
 * Outstanding CDD on the parties before completion, except what a sale of property lets come later. Any other delay excuses no completion:
 * nothing may be transferred or made available before CDD is complete; of Rules 6-14 and 6-15 that is the stricter reading. In New Zealand the
 * verification of a customer may follow until its day, and nothing is completed after it. Source: NZ ss16(3), 20(3), 24(3), 37; AU s28, Rules
 * 6-12 to 6-15, 6-32.
 */
function unverified(facts: ActivityCompletionFacts): Blocker[] {
  return wantedNow(facts).flatMap((party) => getOutstanding(withoutDelayed(party, facts), facts));
}

/** A party without the verification that a delay of New Zealand's law lets follow, while it is in date and no other law applies. */
function withoutDelayed(
  party: ActivityPartyFacts,
  { delayedCdd, on }: ActivityCompletionFacts,
): ActivityPartyFacts {
  const mayFollow =
    delayedCdd?.basis === 'relationship' &&
    isInDate(delayedCdd, on) &&
    isOfDelayedSide(party.capacity, delayedCdd.side);
  if (!mayFollow) return party;
  return { ...party, outstanding: party.outstanding.filter((blocker) => !mayFollowByRelationship(blocker)) };
}

/**
 * Parties whose CDD is required for completion, excluding the side whose CDD a sale of property permits to be delayed.
 */
function wantedNow({ delayedCdd, parties, on }: ActivityCompletionFacts): ActivityPartyFacts[] {
  const excused = delayedCdd?.basis === 'property' && isInDate(delayedCdd, on) ? delayedCdd.side : null;
  return parties
    .filter(isWanted)
    .filter(({ capacity }) => excused === null || !isOfDelayedSide(capacity, excused));
}

/**
 * If a party's rules require verified source of funds and the activity has its own lines, these must cover its value. Without such lines
 * the party's record applies, which its own requirements cover. NZ s24(1)(b); AU Rules 6-21, 6-23.
 */
function uncoveredFunds(facts: ActivityCompletionFacts): Blocker[] {
  const { funds, noun } = facts;
  if (!funds || funds.evidence === 'verified') return [];
  const asking = wantedNow(facts).filter(({ fundsProvision }) => !!fundsProvision);
  const [first] = asking;
  if (first === undefined) return [];
  const { target, uncovered } = funds;
  const what = `Verify the source of funds of the ${noun.singular}`;
  const names = asking.map(({ name }) => name).join(', ');
  return [
    {
      code: 'activity.fundsNotCovered',
      text:
        target === null || !uncovered
          ? `${what}: not every line is verified. Required for ${names}.`
          : `${what}: ${formatMoney(uncovered, target.currency)} of ${formatMoney(target.amount, target.currency)} still has to be covered by verified lines. Required for ${names}.`,
      provision: [...new Set(asking.flatMap(({ fundsProvision }) => fundsProvision ?? []))].join(', '),
      fix: { target: 'client.funds', of: first.clientId },
    },
  ];
}

/**
 * Whether the work is a designated service: by its code, or by description if the company's sectors have no codes, such as
 * finance.
 */
function isDesignatedService({ services, offersServices, jurisdictions }: ActivityCompletionFacts): boolean {
  return (
    services.some((code) => code.startsWith('au.')) || (!offersServices && jurisdictions.includes('AUS'))
  );
}

/**
 * Blockers of starting or resuming a designated service: CDD on its recipients comes first, unless it is delayed and in date. The other
 * party of a sale becomes a customer later, with the offer. AU s28(1), s29.
 */
export function activityStartBlockers(facts: ActivityCompletionFacts): Blocker[] {
  const { delayedCdd, on, outcome } = facts;
  if (outcome === 'declined' || !isDesignatedService(facts)) return [];
  const isDelayed = delayedCdd?.side === 'customer' && delayedCdd.basis !== 'relationship';
  if (isDelayed && isInDate(delayedCdd, on)) return [];
  return facts.parties
    .filter((party) => isWanted(party) && party.capacity !== 'otherParty')
    .flatMap((party) => getOutstanding(party, { ...facts, jurisdictions: ['AUS'] }));
}

/**
 * A senior manager's approval that is missing: of a foreign PEP among the customers by law, in Australia at high risk of a PEP of any kind too,
 * and of high risk alone by the company's programme, as no law requires it. NZ s26(2)(a); AU Rules 5-5.
 */
function missingSeniorManager(facts: ActivityCompletionFacts): Blocker[] {
  const { riskLevel, parties, jurisdictions, on, noun, seniorManagerApproved } = facts;
  if (seniorManagerApproved) return [];
  const customers = parties.filter(({ capacity }) => capacity !== 'otherParty');
  const isExposed = (person: ActivityPartyFacts) =>
    jurisdictions.some((jurisdiction) => isForeignPepIn(jurisdiction, person, on));
  const isExposedAtHighRisk = (person: ActivityPartyFacts) =>
    jurisdictions.includes('AUS') &&
    (riskLevel === 'high' || person.riskLevel === 'high') &&
    isDomesticPepInAustralia(person);
  const blocker = { code: 'activity.seniorManagerMissing', fix: { target: 'activity.approval' as const } };
  if (customers.some(isExposed)) {
    return [
      {
        ...blocker,
        text: `A customer is a foreign PEP: a senior manager must approve the ${noun.singular}.`,
        ...cite(jurisdictions, { NZL: 'NZ s26(2)(a)', AUS: 'AU Rules 5-5' }),
      },
    ];
  }
  if (customers.some(isExposedAtHighRisk)) {
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
    on,
  }: Pick<ActivityCompletionFacts, 'outcome' | 'sanctions' | 'jurisdictions' | 'on'>,
  act: PermitAct,
): Blocker[] {
  return outcome === 'declined' ? [] : sanctionsBlockers(sanctions, jurisdictions, undefined, { act, on });
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
      text: 'Set the outcome: approved or declined.',
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
  blockers.push(...activityProhibitions(facts, 'completeWork'), ...missingSeniorManager(facts));
  return blockers;
}
