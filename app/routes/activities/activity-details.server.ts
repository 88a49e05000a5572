import type { Activity } from '#contract/activities.ts';
import { activityTypeLabels } from '#rules/activity-types.ts';
import { formatDate } from '#rules/calendar-dates.ts';
import { countryName } from '#rules/countries.ts';
import type { DetailLine, DetailSection } from '../clients/client-details.server.ts';
import { addressLines } from '../clients/client-versions.server.ts';
import { moneyText } from './activity-texts.server.ts';

function line(label: string, text: string | string[] | null, note?: string): DetailLine {
  const texts = Array.isArray(text) ? text : text ? [text] : [];
  return { label, texts, ...(note ? { note } : {}) };
}

const day = (date: string | null) => date && formatDate(date);

function dateLines({ exchangeOn, settlementOn, delayedCdd }: Activity): DetailLine[] {
  const lines = [line('Exchange', day(exchangeOn)), line('Settlement', day(settlementOn))];
  if (delayedCdd) {
    lines.push(
      line(
        'Due diligence on the other party',
        `Due by ${formatDate(delayedCdd.dueOn)}`,
        'AU Rules 6-15, 6-32',
      ),
      line('Ground for doing it later', delayedCdd.ground),
    );
  }
  return lines;
}

/** An activity's record as sections of lines, in words. */
export function activitySections(activity: Activity): DetailSection[] {
  const { maxTransactionValue: amount, currency, address } = activity;
  return [
    {
      heading: 'What it is',
      lines: [
        line('Type', activityTypeLabels[activity.activityType]),
        line('Captured activity or designated service', activity.capturedService),
        line('Nature', activity.nature),
        line('Purpose', activity.purpose),
        line('Your reference', activity.externalId),
      ],
    },
    {
      heading: 'Money',
      lines: [
        line('Largest transaction', amount === null ? null : moneyText(amount, currency)),
        line('Cash expected', activity.cashExpected ? 'Yes' : 'No'),
        line('Source of funds', activity.sourceOfFunds),
        line('Countries of the funds', activity.fundsCountries.map(countryName)),
      ],
    },
    {
      heading: 'Dates and place',
      lines: [...dateLines(activity), line('Address', address ? addressLines(address) : null)],
    },
    {
      heading: 'People',
      lines: [
        line('Assigned to', activity.assignee?.name ?? null),
        line('Reviewer', activity.reviewer?.name ?? null),
      ],
    },
  ];
}
