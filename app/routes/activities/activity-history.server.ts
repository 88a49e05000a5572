import type { ClientEvent } from '#contract/clients/client-record.ts';
import type { ActivityNoun } from '#rules/activity-noun.ts';
import { activityFields } from '#rules/activity-record/activity-fields.ts';
import { activityTypeLabels, capacityLabels } from '#rules/activity-types.ts';
import { countryName } from '#rules/countries.ts';
import { formatDate, isCalendarDate } from '#rules/dates/calendar-dates.ts';
import { formatAmount } from '#rules/format/money.ts';
import { labelsOf, namesOfKind } from '#rules/records/fields.ts';
import { formatEvents } from '../../components/record-history.server.ts';
import type { HistoryEntry } from '../../components/record-history.tsx';

const actions: Record<string, string> = {
  'document.added': 'Added documents',
  'document.removed': 'Removed a document',
  'document.quarantined': 'Quarantined an infected document',
  'document.removalRequested': 'Requested removal of a document',
  'document.removalWithdrawn': 'Withdrew a request to remove a document',
  'export.started': 'Started an evidence pack download',
  'export.ready': 'Downloaded an evidence pack',
  'export.failed': 'Evidence pack download failed',
  'activity.updated': 'Updated details',
  'activity.statusChanged': 'Changed status',
  'activity.outcomeSet': 'Set the outcome',
  'activity.seniorManagerApproved': 'Approved as senior manager',
  'activity.delayApproved': 'Approved the delay of CDD',
  'activity.recheckDue': 'Recheck due',
  'activity.rechecked': 'Rechecked',
  'activity.reopened': 'Reopened as a copy',
  'activity.nonCooperationRecorded': 'Recorded non-cooperation',
  'activity.nonCooperationWithdrawn': 'Withdrew a record of non-cooperation',
  'activity.arrangementRecorded': 'Recorded a participants’ arrangement',
  'activity.arrangementWithdrawn': 'Withdrew a participants’ arrangement',
};

const labels: Record<string, string> = {
  reference: 'Reference',
  copyOf: 'Copy of',
  reopenedAs: 'Reopened as',
  ...Object.fromEntries(labelsOf(activityFields)),
  delayedCddApproval: 'Delay of CDD approved by',
  recheck: 'Recheck due',
  status: 'Status',
  reason: 'Reason',
  outcome: 'Outcome',
  seniorApproval: 'Approved as senior manager by',
  snapshotHash: 'Snapshot hash (SHA-256)',
  otherParty: 'Other party',
  party: 'Party',
  participant: 'Other participant',
  responsibilities: 'Responsibilities',
  agreedOn: 'Arrangement made',
  cddDoneOn: 'CDD done by the other participant',
  receivedOn: 'Data received',
  stepsTaken: 'Steps taken',
  difficulties: 'Difficulties',
  reportConsidered: 'Whether to report a suspicious matter was considered',
};

const memberFields = new Set(['assigneeMemberId', 'reviewerMemberId']);
const countryFields: ReadonlySet<string> = new Set(namesOfKind(activityFields, 'country', 'countries'));
const flags: ReadonlySet<string> = new Set([...namesOfKind(activityFields, 'flag'), 'reportConsidered']);
const yesNo: Record<string, string> = { true: 'Yes', false: 'No' };

function words(field: string, value: string | null, getName: (memberId: string) => string): string {
  if (value === null) return '';
  if (memberFields.has(field)) return getName(value);
  if (countryFields.has(field)) return value.split('\n').map(countryName).join('\n');
  if (field === 'activityType') return (activityTypeLabels as Record<string, string>)[value] ?? value;
  if (field === 'maxTransactionValue') return formatAmount(Number(value));
  if (flags.has(field)) return yesNo[value] ?? value;
  if (field === 'parties') {
    return Object.entries(capacityLabels).reduce(
      (text, [capacity, label]) => text.replaceAll(`(${capacity})`, `(${label})`),
      value,
    );
  }
  return isCalendarDate(value) ? formatDate(value) : value;
}

/** An activity's events as the page shows them. @param deps.getName a member by id @param deps.timeZone and deps.noun of the company */
export function activityEntries(
  events: readonly ClientEvent[],
  deps: { getName: (memberId: string) => string; timeZone: string; noun: ActivityNoun },
): HistoryEntry[] {
  const value = (field: string, stored: string | null) => words(field, stored, deps.getName);
  const own = { ...actions, 'activity.created': `Created the ${deps.noun.singular}` };
  return formatEvents(events, { actions: own, labels, value }, deps.timeZone);
}
