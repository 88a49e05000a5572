import { isProhibition } from '#rules/alerts/prohibitions.ts';
import type { Blocker } from '#rules/alerts/resolution-targets.ts';
import { type CalendarDate, formatDate } from '#rules/dates/calendar-dates.ts';
import type { DesignatedService } from '#rules/firm/captured-services.ts';
import { agencyProvision } from '#rules/firm/cash-buyers.ts';
import { delayProvisions, getDelayLaw, isDelayedParty, isVerification } from '#rules/firm/cdd-delay.ts';
import { allowsNonCooperation, isRecorded, outstandingIfDeemed } from '#rules/firm/non-cooperation.ts';
import {
  allowsArrangement,
  isArranged,
  outstandingUnderArrangement,
} from '#rules/firm/property-arrangement.ts';
import type { PermitAct } from '#rules/firm/sanctions-permits.ts';
import { formatMoney } from '#rules/format/money.ts';
import { cite, type Jurisdiction } from '#rules/legal-provisions.ts';
import type { Coverage } from '#rules/source-of-funds/coverage.ts';
import type { ActivityCompletionFacts, ActivityPartyFacts, DelayedCdd } from './activity-facts.ts';
import { isDiligenceUnfinished } from './client-status.ts';

/** Returns true if the activity requires CDD on a party. */
function isWanted({ capacity, mustVerify }: ActivityPartyFacts): boolean {
  return capacity === 'customer' || capacity === 'onBehalfOf' || mustVerify === true;
}

/** Note on the delay in the message that CDD is not complete. */
function delayNote(delayedCdd: DelayedCdd | null | undefined, on: CalendarDate): string {
  if (!delayedCdd) return '';
  if (on > delayedCdd.dueOn) return ` Delayed CDD was due on ${formatDate(delayedCdd.dueOn)}.`;
  if (!delayedCdd.isApproved) return ' The delay is not approved.';
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
> & { act?: DelayedAct };

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
function getOutstanding(party: ActivityPartyFacts, context: PartyContext): Blocker[] {
  const { clientId, name, capacity } = party;
  const { delayedCdd, on, act } = context;
  const isDelayed =
    !!delayedCdd &&
    isDelayedParty(capacity, delayedCdd.side) &&
    context.jurisdictions.includes(getDelayLaw(delayedCdd.basis));
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
          NZL: capacity === 'otherParty' || act === 'startWork' ? agencyProvision : 'NZ s37',
          AUS: australian,
        }),
        fix: { target: 'client.diligence', id: clientId },
      },
    ];
  });
}

type DelayContext = Pick<ActivityCompletionFacts, 'delayedCdd' | 'propertyDates' | 'on' | 'jurisdictions'>;
type DelayedAct = Extract<PermitAct, 'startWork' | 'completeWork'>;

/** Whether a delay could cover an act on its last day: the days and the law, not the approval. */
function coversAct(
  { basis, dueOn }: DelayedCdd,
  { on, jurisdictions }: DelayContext,
  act: DelayedAct,
): boolean {
  if (on > dueOn) return false;
  // What one law lets follow, another that requires CDD before the start does not.
  if (act === 'startWork') return jurisdictions.includes(getDelayLaw(basis));
  // By any other delay nothing is transferred or made available before CDD is complete.
  return basis === 'relationship' || basis === 'property';
}

/** Whether the day of exchange, from which a sale's delay is counted, is yet to be recorded. */
const lacksExchange = ({ delayedCdd, propertyDates }: DelayContext): boolean =>
  delayedCdd?.basis === 'property' && !propertyDates?.exchangeOn;

/**
 * A party with what is due now. While CDD is delayed, all but verification is; after the last day, without an approval, and at completion without
 * the day of exchange, everything is. This alone decides what may follow: at start, at completion, of funds and on the progress.
 */
function withoutFollowing(
  party: ActivityPartyFacts,
  context: DelayContext,
  act: DelayedAct,
): ActivityPartyFacts {
  const { delayedCdd } = context;
  const isInEffect =
    !!delayedCdd?.isApproved &&
    coversAct(delayedCdd, context, act) &&
    !(act === 'completeWork' && lacksExchange(context)) &&
    isDelayedParty(party.capacity, delayedCdd.side) &&
    party.isUnable !== true;
  if (!isInEffect) return party;
  return { ...party, outstanding: party.outstanding.filter((blocker) => !isVerification(blocker)) };
}

/** What keeps a recorded delay from covering an act, where verification of a party is outstanding: its approval, and the day of exchange. */
function delayBlockers(
  parties: readonly ActivityPartyFacts[],
  context: PartyContext,
  act: DelayedAct,
): Blocker[] {
  const { delayedCdd } = context;
  if (!delayedCdd || !coversAct(delayedCdd, context, act)) return [];
  const isWaiting = parties
    .filter((party) => isDelayedParty(party.capacity, delayedCdd.side) && party.isUnable !== true)
    .some((party) => withoutDeemed(party, context).some(isVerification));
  if (!isWaiting) return [];
  const provision = delayProvisions[delayedCdd.basis];
  const blockers: Blocker[] = [];
  if (!delayedCdd.isApproved) {
    blockers.push({
      code: 'activity.delayNotApproved',
      text: 'The delay of CDD is awaiting approval by someone who may grant exceptions from CDD. Have it approved, or complete CDD first.',
      provision,
      fix: { target: 'activity.delay' },
    });
  }
  if (act === 'completeWork' && lacksExchange(context)) {
    blockers.push({
      code: 'activity.exchangeMissing',
      text: 'Enter the day of exchange: until then a delay of CDD covers starting, not completing.',
      provision,
      fix: { target: 'activity.edit', id: 'exchangeOn' },
    });
  }
  return blockers;
}

/** Outstanding CDD on parties before an act, except what may follow, and what keeps a delay from covering it. */
function outstandingBefore(
  parties: readonly ActivityPartyFacts[],
  facts: PartyContext,
  act: DelayedAct,
): Blocker[] {
  const context = { ...facts, act };
  return [
    ...parties.flatMap((party) => getOutstanding(withoutFollowing(party, context, act), context)),
    ...delayBlockers(parties, context, act),
  ];
}

/**
 * Outstanding CDD on the parties before completion, except verification that a sale of property, or a business relationship in New Zealand, lets
 * come later. Any other delay excuses no completion: nothing may be transferred or made available before CDD is complete; of Rules 6-14 and 6-15 that
 * is the stricter reading. Source: NZ ss16(3), 20(3), 24(3), 37; AU s28, Rules 6-12 to 6-15, 6-32.
 */
export function unverified(facts: ActivityCompletionFacts): Blocker[] {
  return outstandingBefore(facts.parties.filter(isWanted), facts, 'completeWork');
}

/** What is outstanding under several laws, each once, with the provisions of all. */
function joinProvisions(blockers: readonly Blocker[]): Blocker[] {
  const joined = new Map<string, Blocker>();
  for (const blocker of blockers) {
    const { code, text, fix, provision } = blocker;
    const key = JSON.stringify([code, text, fix]);
    const provisions = [joined.get(key)?.provision, provision].flatMap((each) => each?.split(', ') ?? []);
    joined.set(key, { ...blocker, provision: [...new Set(provisions)].join(', ') });
  }
  return [...joined.values()];
}

/**
 * Outstanding CDD on the customers before work starts under each of the laws that require it then, except verification that a delay of that law lets
 * come later: a designated service in Australia, and a real estate agent's work in New Zealand, whose customer is the client of the agency agreement.
 * The other party of a sale becomes a customer later, with the offer, or with cash. AU s28(1), s29; NZ s14(3), ss16(3), 24(3).
 */
export function unverifiedAtStart(facts: ActivityCompletionFacts, laws: readonly Jurisdiction[]): Blocker[] {
  const customers = facts.parties.filter((party) => isWanted(party) && party.capacity !== 'otherParty');
  return joinProvisions(
    laws.flatMap((law) => outstandingBefore(customers, { ...facts, jurisdictions: [law] }, 'startWork')),
  );
}

/** Last day of verification that may follow completion; null where none is outstanding, or nothing lets it follow. */
export function followsUntil(facts: ActivityCompletionFacts): CalendarDate | null {
  const follows = facts.parties
    .filter(isWanted)
    .map((party) => ({ ...party, outstanding: withoutDeemed(party, facts) }))
    .some((party) => {
      const { outstanding } = withoutFollowing(party, facts, 'completeWork');
      return outstanding.length < party.outstanding.length;
    });
  return follows && facts.delayedCdd ? facts.delayedCdd.dueOn : null;
}

/** Whether the lines account for all of the value, verified or not: the source of funds is then obtained. */
function isObtained({ target, sums }: Coverage): boolean {
  if (target === null) return sums.length > 0;
  return sums.some(({ currency, claimed }) => currency === target.currency && claimed >= target.amount);
}

/** Whether a party's source of funds still has to be verified: once obtained, its verification may follow where the party's does. NZ s24(3). */
function wantsFunds(party: ActivityPartyFacts, funds: Coverage, facts: ActivityCompletionFacts): boolean {
  if (!party.fundsProvision) return false;
  if (!isObtained(funds) || party.fundsProvision.includes('AU ')) return true;
  const verification: Blocker = {
    code: 'source.verified',
    text: '',
    provision: party.fundsProvision,
    fix: { target: 'client.funds' },
  };
  const asked = withoutFollowing({ ...party, outstanding: [verification] }, facts, 'completeWork');
  return asked.outstanding.length > 0;
}

/**
 * If a party's rules require verified source of funds and the activity has its own lines, these must cover its value. Without such lines
 * the party's record applies, which its own requirements cover. NZ s24(1)(b); AU Rules 6-21, 6-23.
 */
export function uncoveredFunds(facts: ActivityCompletionFacts): Blocker[] {
  const { funds, noun } = facts;
  if (!funds || funds.evidence === 'verified') return [];
  const asking = facts.parties.filter((party) => isWanted(party) && wantsFunds(party, funds, facts));
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
