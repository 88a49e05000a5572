import type { ClientEvent } from '#contract/clients.ts';
import { activityTypeLabels, capacityLabels } from '#rules/activity-types.ts';
import { formatDate, isCalendarDate } from '#rules/calendar-dates.ts';
import { countryName } from '#rules/countries.ts';
import { eventsInWords } from '../../components/record-history.server.ts';
import type { HistoryEntry } from '../../components/record-history.tsx';

const actions: Record<string, string> = {
  'activity.created': 'Recorded the activity',
  'document.added': 'Added documents',
  'document.removed': 'Removed a document',
  'export.started': 'Began to download an evidence pack',
  'export.ready': 'Downloaded an evidence pack',
  'export.failed': 'An evidence pack broke off',
  'activity.updated': 'Changed the details',
  'activity.statusChanged': 'Moved the activity on',
  'activity.outcomeChosen': 'Chose the outcome',
  'activity.seniorApproved': 'Approved as senior manager',
  'activity.reopened': 'Reopened as a copy',
};

const labels: Record<string, string> = {
  reference: 'Reference',
  copyOf: 'Copy of',
  reopenedAs: 'Reopened as',
  name: 'Name',
  activityType: 'Type',
  capturedService: 'Captured activity or designated service',
  nature: 'Nature',
  purpose: 'Purpose',
  parties: 'Parties',
  maxTransactionValue: 'Largest transaction',
  currency: 'Currency',
  cashExpected: 'Cash expected',
  fundsCountries: 'Countries of the funds',
  sourceOfFunds: 'Source of funds',
  address: 'Address',
  exchangeOn: 'Exchange',
  settlementOn: 'Settlement',
  delayedCddGround: 'Ground for later due diligence',
  assigneeMemberId: 'Assigned to',
  reviewerMemberId: 'Reviewer',
  externalId: 'Your reference',
  status: 'Status',
  reason: 'Reason',
  outcome: 'Outcome',
  seniorApproval: 'Approved as senior manager by',
  snapshotHash: 'Fingerprint of the snapshot',
};

const amount = new Intl.NumberFormat('en-NZ', { minimumFractionDigits: 2, maximumFractionDigits: 2 });

const memberFields = new Set(['assigneeMemberId', 'reviewerMemberId']);
const yesNo: Record<string, string> = { true: 'Yes', false: 'No' };

function words(field: string, value: string | null, nameOf: (memberId: string) => string): string {
  if (value === null) return '';
  if (memberFields.has(field)) return nameOf(value);
  if (field === 'fundsCountries') return value.split('\n').map(countryName).join('\n');
  if (field === 'activityType') return (activityTypeLabels as Record<string, string>)[value] ?? value;
  if (field === 'maxTransactionValue') return amount.format(Number(value) / 100);
  if (field === 'cashExpected') return yesNo[value] ?? value;
  if (field === 'parties') {
    return Object.entries(capacityLabels).reduce(
      (text, [capacity, label]) => text.replaceAll(`(${capacity})`, `(${label})`),
      value,
    );
  }
  return isCalendarDate(value) ? formatDate(value) : value;
}

/** An activity's events as the page shows them. @param deps.nameOf a member by id @param deps.timeZone of the company */
export function activityEntries(
  events: readonly ClientEvent[],
  deps: { nameOf: (memberId: string) => string; timeZone: string },
): HistoryEntry[] {
  const value = (field: string, given: string | null) => words(field, given, deps.nameOf);
  return eventsInWords(events, { actions, labels, value }, deps.timeZone);
}
