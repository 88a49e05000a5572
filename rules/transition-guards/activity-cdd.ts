import type { Blocker } from '#rules/alerts/resolution-targets.ts';
import { type CalendarDate, formatDate } from '#rules/dates/calendar-dates.ts';
import type { DesignatedService } from '#rules/firm/captured-services.ts';
import { cashBuyerProvision } from '#rules/firm/cash-buyers.ts';
import { delayProvisions, isDelayedParty, mayFollowByRelationship } from '#rules/firm/cdd-delay.ts';
import { allowsNonCooperation, isRecorded, outstandingIfDeemed } from '#rules/firm/non-cooperation.ts';
import {
  allowsArrangement,
  isArranged,
  outstandingUnderArrangement,
} from '#rules/firm/property-arrangement.ts';
import { formatMoney } from '#rules/format/money.ts';
import { cite } from '#rules/legal-provisions.ts';
import type { ActivityCompletionFacts, ActivityPartyFacts, DelayedCdd } from './activity-facts.ts';
import { isDiligenceUnfinished } from './client-status.ts';
import { isProhibition } from './sanctions.ts';

/** Returns true if the activity requires CDD on a party. */
export function isWanted({ capacity, mustVerify }: ActivityPartyFacts): boolean {
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

type PartyContext = Pick<
  ActivityCompletionFacts,
  'jurisdictions' | 'delayedCdd' | 'on' | 'services' | 'propertyDates'
>;

const isOfProperty = (code: string): code is DesignatedService => code === 'au.t5.1' || code === 'au.t6.1';

/** Whether the law permits a record of the party's non-cooperation, or of an arrangement with another participant of the sale. */
function getWays({ capacity }: ActivityPartyFacts, { services, jurisdictions }: PartyContext) {
  const designatedServiceAu = services.find(isOfProperty) ?? null;
  const sale = { capacity, designatedServiceAu, jurisdictions };
  return { nonCooperation: allowsNonCooperation(sale), arrangement: allowsArrangement(sale) };
}

/** The company's laws that require CDD on a party. */
function getLaws({ capacity, requiredBy = ['AUS'] }: ActivityPartyFacts, { jurisdictions }: PartyContext) {
  return capacity === 'otherParty' ? jurisdictions.filter((law) => requiredBy.includes(law)) : jurisdictions;
}

/** Outstanding requirements of one party that no record replaces. */
function withoutDeemed(party: ActivityPartyFacts, context: PartyContext): readonly Blocker[] {
  const ways = getWays(party, context);
  if (ways.nonCooperation && isRecorded(party.nonCooperation)) return outstandingIfDeemed(party.outstanding);
  if (!ways.arrangement || !isArranged(party.arrangement, context.propertyDates ?? {})) {
    return party.outstanding;
  }
  return outstandingUnderArrangement(party.outstanding, {
    laws: getLaws(party, context),
    isUnfinished: isDiligenceUnfinished,
  });
}

/** Ways out of incomplete CDD besides completing it, as words between "Complete it," and "the relationship". */
function describeWays(ways: ReturnType<typeof getWays>): string {
  if (ways.nonCooperation) return 'record non-cooperation or a participants’ arrangement, or end';
  return ways.arrangement ? 'record a participants’ arrangement, or end' : 'or end';
}

/** Outstanding CDD of one party: that it is not complete, and each requirement, with links to the party's page. */
export function getOutstanding(party: ActivityPartyFacts, context: PartyContext): Blocker[] {
  const { clientId, name, capacity } = party;
  const { delayedCdd, on } = context;
  const isDelayed = !!delayedCdd && isDelayedParty(capacity, delayedCdd.side);
  const words = isDelayed ? delayNote(delayedCdd, on) : '';
  const australian =
    isDelayed && delayedCdd.basis !== 'relationship'
      ? `AU s28, ${delayProvisions[delayedCdd.basis].replace('AU ', '')}`
      : capacity === 'otherParty'
        ? 'AU s28, Rules 6-32'
        : 'AU s28';
  const ways = describeWays(getWays(party, context));
  return withoutDeemed(party, context).flatMap(({ code, text, fix, ...law }): Blocker[] => {
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
        ...cite(getLaws(party, context), {
          NZL: capacity === 'otherParty' ? cashBuyerProvision : 'NZ s37',
          AUS: australian,
        }),
        fix: { target: 'client.diligence', id: clientId },
      },
    ];
  });
}

/** Whether delayed CDD is not overdue. */
export const isInDate = ({ dueOn }: DelayedCdd, on: CalendarDate) => on <= dueOn;

/**
 * Outstanding CDD on the parties before completion, except what a sale of property lets come later. Any other delay excuses no completion:
 * nothing may be transferred or made available before CDD is complete; of Rules 6-14 and 6-15 that is the stricter reading. In New Zealand the
 * verification of a customer may follow until its day, and nothing is completed after it. Source: NZ ss16(3), 20(3), 24(3), 37; AU s28, Rules
 * 6-12 to 6-15, 6-32.
 */
export function unverified(facts: ActivityCompletionFacts): Blocker[] {
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
    isDelayedParty(party.capacity, delayedCdd.side);
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
    .filter(({ capacity }) => excused === null || !isDelayedParty(capacity, excused));
}

/**
 * If a party's rules require verified source of funds and the activity has its own lines, these must cover its value. Without such lines
 * the party's record applies, which its own requirements cover. NZ s24(1)(b); AU Rules 6-21, 6-23.
 */
export function uncoveredFunds(facts: ActivityCompletionFacts): Blocker[] {
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
 * Outstanding delayed CDD, before and after its due date. Completing the activity does not end that duty.
 * Source: AU s29(c), Rules 6-12 to 6-15, 6-32.
 */
export function delayedBlockers(facts: Pick<ActivityCompletionFacts, 'parties'> & PartyContext): Blocker[] {
  const { delayedCdd } = facts;
  if (!delayedCdd) return [];
  return facts.parties
    .filter((party) => isDelayedParty(party.capacity, delayedCdd.side) && isWanted(party))
    .flatMap((party) => getOutstanding(party, facts));
}
