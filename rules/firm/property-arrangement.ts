import type { Capacity } from '#rules/activity-types.ts';
import type { Blocker } from '#rules/alerts/resolution-targets.ts';
import { addDays, type CalendarDate, formatDate } from '#rules/dates/calendar-dates.ts';
import { australianReform } from '#rules/dates/commencement.ts';
import { beforeSettlement, type PropertyDates } from '#rules/dates/property-delay.ts';
import type { DesignatedService } from '#rules/firm/captured-services.ts';
import type { Jurisdiction } from '#rules/legal-provisions.ts';
import { isBesideCdd } from './beside-cdd.ts';

/** Provisions on an arrangement between participants of a sale of property, one of whom relies on the other's CDD. */
export const propertyArrangementProvision = 'AU Rules 6-33(1), 5-20';

/**
 * A written arrangement with another participant of a sale: who that is, which of them is responsible for what, and the days on which it was
 * agreed, on which the other completed CDD, and on which its data was received.
 */
export type PropertyArrangement = {
  participant: string;
  responsibilities: string;
  agreedOn: CalendarDate;
  cddDoneOn: CalendarDate;
  receivedOn: CalendarDate;
};

/** Days after exchange by which the other participant completes CDD, and before settlement by which its data is received. */
const days = { afterExchange: 28, beforeSettlement: 3 } as const;

/**
 * Whether the law lets the company rely on another participant for a party: for who brokers the sale, on either side; for who acts in it, on
 * its own customer. AU Rules 6-33(1).
 */
export function allowsArrangement({
  capacity,
  designatedServiceAu,
  jurisdictions,
}: {
  capacity: Capacity;
  designatedServiceAu: DesignatedService | null;
  jurisdictions: readonly Jurisdiction[];
}): boolean {
  if (!jurisdictions.includes('AUS')) return false;
  if (capacity === 'otherParty') return designatedServiceAu === 'au.t5.1';
  return capacity === 'customer' && (designatedServiceAu === 'au.t5.1' || designatedServiceAu === 'au.t6.1');
}

type ArrangementProblem = { field: 'agreedOn' | 'cddDoneOn' | 'receivedOn' | 'dates'; text: string };

/** Why the order of an arrangement's days does not fit, or the law was not in force; in the order of the form. */
function dayProblem({ agreedOn, cddDoneOn, receivedOn }: PropertyArrangement): ArrangementProblem | null {
  if (cddDoneOn < australianReform.T2) {
    const text = `The Australian rules were not in force on that day. Enter a day from ${formatDate(australianReform.T2)}`;
    return { field: 'cddDoneOn', text };
  }
  if (agreedOn > receivedOn) {
    return { field: 'agreedOn', text: 'Enter a day on or before the data was received' };
  }
  return receivedOn < cddDoneOn
    ? { field: 'receivedOn', text: 'Enter a day on or after CDD was done' }
    : null;
}

/**
 * Why an arrangement does not count for a sale, with the field; null where it does. `dates`: the sale has no exchange or settlement date. An
 * earlier current settlement date counts instead of the one agreed first, as for delayed CDD: an earlier last day is safe. AU Rules 6-33(1).
 */
export function arrangementProblem(
  arrangement: PropertyArrangement,
  dates: PropertyDates,
): ArrangementProblem | null {
  const settlement = beforeSettlement(dates, days.beforeSettlement);
  if (!dates.exchangeOn || settlement === undefined) {
    return { field: 'dates', text: 'Enter the dates of exchange and settlement first' };
  }
  const found = dayProblem(arrangement);
  if (found !== null) return found;
  const doneBy = addDays(dates.exchangeOn, days.afterExchange);
  if (arrangement.cddDoneOn > doneBy) {
    const text = `CDD had to be done by ${formatDate(doneBy)}, 28 days after exchange. Complete CDD yourself`;
    return { field: 'cddDoneOn', text };
  }
  return arrangement.receivedOn > settlement.on
    ? {
        field: 'receivedOn',
        text: `The data had to be received by ${formatDate(settlement.on)}: ${settlement.text}. Complete CDD yourself`,
      }
    : null;
}

/** Whether an arrangement has all legally required parts and days. */
export function isArranged(
  arrangement: PropertyArrangement | null | undefined,
  dates: PropertyDates,
): boolean {
  return (
    !!arrangement &&
    arrangement.participant.trim() !== '' &&
    arrangement.responsibilities.trim() !== '' &&
    arrangementProblem(arrangement, dates) === null
  );
}

/**
 * Provisions of requirements that an arrangement deems met: on whose behalf the customer acts, its beneficial owners, and which of them are
 * politically exposed or designated. Identity, those who act for the customer and the purpose stay the company's own work. To be
 * confirmed (au.property.information): what the Rules specify under s28(2)(g). Until then the information of Rules 6-1 to 6-5 stays required.
 */
const deemed = /^(?:AU s28\(2\)\([bdeg]\)(?:\(i+\))?|(?:AU )?Rules 6-(?:6\(2\)|8))$/;

/** Provisions of a requirement under some laws; one without a country's letters continues the law of the one before it. */
function provisionsUnder(provision: string, laws: readonly Jurisdiction[]): string[] {
  let law: Jurisdiction = 'AUS';
  return provision.split(', ').filter((part) => {
    if (part.startsWith('NZ ')) law = 'NZL';
    else if (part.startsWith('AU ')) law = 'AUS';
    return laws.includes(law);
  });
}

function isDeemed(blocker: Pick<Blocker, 'code' | 'provision'>, laws: readonly Jurisdiction[]): boolean {
  const provisions = provisionsUnder(blocker.provision, laws);
  return !isBesideCdd(blocker) && provisions.length > 0 && provisions.every((part) => deemed.test(part));
}

/**
 * Requirements that stay outstanding for a party under an arrangement. Screening, undecided matches and approvals stay, as for a party
 * who does not cooperate; so does every requirement of another country's law that requires CDD on the party (`laws`).
 * `isUnfinished`: whether a blocker only says that CDD is incomplete, which stays until the company's own work is done. AU Rules 6-33(1).
 */
export function outstandingUnderArrangement<One extends Pick<Blocker, 'code' | 'provision'>>(
  outstanding: readonly One[],
  { laws, isUnfinished }: { laws: readonly Jurisdiction[]; isUnfinished: (blocker: One) => boolean },
): One[] {
  const left = outstanding.filter((blocker) => isUnfinished(blocker) || !isDeemed(blocker, laws));
  const isOwnWorkDone = left.every((blocker) => isUnfinished(blocker) || isBesideCdd(blocker));
  return isOwnWorkDone ? left.filter((blocker) => !isUnfinished(blocker)) : left;
}
