import type { ClientEvent } from '#contract/clients/client-record.ts';
import {
  entityPartLabels,
  informationSourceLabels,
  noneableParts,
  sourcedParts,
} from '#rules/cdd-rule-packs/entity-information.ts';
import { listedClassLabels } from '#rules/cdd-rule-packs/findings.ts';
import { clientFields } from '#rules/clients/client-fields.ts';
import {
  cddLevelLabels,
  cddStatusLabels,
  clientKindLabels,
  clientStatusLabels,
  clientTypeLabels,
  pepStatusLabels,
  riskLevelLabels,
  sanctionsStatusLabels,
} from '#rules/clients/client-types.ts';
import { countryName } from '#rules/countries.ts';
import { formatDate, isCalendarDate } from '#rules/dates/calendar-dates.ts';
import { labelsOf, namesOfKind, type RecordFields } from '#rules/records/fields.ts';
import { registryNames } from '#rules/registers/registry-extract.ts';
import { formatChange, formatEvents, type HistoryLabels } from '../../../components/record-history.server.ts';
import type { HistoryEntry } from '../../../components/record-history.tsx';
import { ownersDeemedLabels, ownershipOutcomeLabels, pepOfLabels } from '../cdd/finding-labels.ts';

const actions: Record<string, string> = {
  'client.created': 'Created the client',
  'client.updated': 'Updated details',
  'client.statusChanged': 'Changed client status',
  'client.merged': 'Merged a duplicate into this client',
  'client.mergedInto': 'Merged into another client',
  'client.cddStatusChanged': 'Changed CDD status',
  'client.cddLevelChanged': 'Changed CDD level',
  'client.lawChanged': 'Affected by a law change',
  'client.findingRecorded': 'Recorded a finding',
  'client.findingWithdrawn': 'Withdrew a finding',
  'client.screened': 'Screened the client',
  'client.screeningStatusChanged': 'Screening result changed',
  'client.enrolled': 'Enrolled in monitoring',
  'client.enrolmentStatusChanged': 'Changed monitoring',
  'screening.matched': 'Match found',
  'screening.matchDecided': 'Match decided',
  'client.partyAdded': 'Added a related party',
  'client.partyChanged': 'Updated a related party',
  'client.partyEnded': 'Ended a related party',
  'client.fundsLineAdded': 'Added a line of source of funds or wealth',
  'client.fundsLineChanged': 'Changed a line of source of funds or wealth',
  'client.fundsLineVerified': 'Verified a line of source of funds or wealth',
  'client.fundsLineRejected': 'Rejected a line of source of funds or wealth',
  'client.fundsLineWithdrawn': 'Withdrew a line of source of funds or wealth',
  'sanctionsPermit.recorded': 'Recorded a sanctions permit',
  'sanctionsPermit.approved': 'Approved a sanctions permit',
  'sanctionsPermit.withdrawn': 'Withdrew a sanctions permit',
  'document.added': 'Added documents',
  'document.removed': 'Removed a document',
  'document.quarantined': 'Quarantined an infected document',
  'document.removalRequested': 'Requested removal of a document',
  'document.removalWithdrawn': 'Withdrew a request to remove a document',
  'documentRequest.sent': 'Sent a document request',
  'documentRequest.sentAgain': 'Resent a document request',
  'documentRequest.opened': 'Client started a document request',
  'documentRequest.submitted': 'Client submitted a document request',
  'documentRequest.itemAccepted': 'Accepted a request item',
  'documentRequest.itemRejected': 'Rejected a request item',
  'documentRequest.numberRevealed': 'Saw a full document number',
  'documentRequest.numberCleared': 'Cleared a full document number',
  'documentRequest.changesRequested': 'Requested changes',
  'documentRequest.cancelled': 'Cancelled a document request',
  'documentRequest.expired': 'Document request link expired',
  'retention.confirmed': 'Confirmed destruction (1 of 2)',
  'export.started': 'Started an evidence pack download',
  'export.ready': 'Downloaded an evidence pack',
  'export.failed': 'Evidence pack download failed',
};

const labels: Record<string, string> = {
  ...Object.fromEntries(labelsOf(clientFields)),
  number: 'Number',
  approvedBy: 'Approved by',
  kind: 'Kind',
  status: 'Status',
  spellingCorrection: 'Spelling correction',
  relationshipEndedOn: 'Relationship ended',
  retainUntil: 'Retain until',
  exceptionEndsOn: 'Exception ends',
  makerChecker: 'Maker-checker',
  reason: 'Reason',
  reasons: 'Reasons',
  cddStatus: 'CDD status',
  cddLevel: 'CDD level',
  outstanding: 'Outstanding requirements',
  provisions: 'Provisions',
  effectiveOn: 'In force from',
  riskLevel: 'Risk',
  pepStatus: 'PEP status',
  sanctionsStatus: 'Sanctions',
  nextReviewDueOn: 'Next review',
  finding: 'Finding',
  mergedRecord: 'Merged client',
  mergedInto: 'Merged into',
  withdrawnBecause: 'Withdrawal reason',
  alsoWithdrawn: 'Also withdrawn',
  exposures: 'Exposures approved',
  pepOf: 'Connected to',
  basis: 'How it was established',
  office: 'Office',
  officeCountry: 'Country of the office',
  officeEndedOn: 'Left office on',
  of: 'Source of',
  description: 'Source',
  verification: 'How it was verified',
  holdsPersonalAssets: 'Holds personal assets',
  beneficiaryCount: 'Number of beneficiaries',
  what: 'Items',
  recipient: 'Recipient',
  dueOn: 'Due date',
  message: 'Message',
  items: 'Requested items',
  findings: 'Findings',
  measures: 'Measures',
  ended: 'How it ended',
  listed: 'List entry',
  worklist: 'Worklist',
  monitoring: 'Monitoring',
  match: 'Match',
  inListedClass: 'Listed class (simplified CDD)',
  ground: 'Ground',
  note: 'Note',
  party: 'Party',
  roles: 'Roles',
  directPercent: 'Ownership %',
  joint: 'Held jointly',
  beneficiallyHeld: 'Beneficially held',
  controlBasis: 'Basis of control',
  authority: 'Authority to act',
  mustVerifyReason: 'Reason to verify',
  validFrom: 'Since',
  validTo: 'Until',
  fundsLine: 'Line',
  sourceOf: 'Source of wealth or funds',
  sourceKind: 'Source type',
  amount: 'Amount',
  from: 'From',
  period: 'Period',
  corroboration: 'Corroboration',
  activity: 'Transaction',
  lineDocuments: 'Documents',
  lineStatus: 'Status of the line',
  rejectReason: 'Reason for rejecting',
  wealth: 'Wealth',
  funds: 'Funds',
  ...entityPartLabels,
  ...Object.fromEntries(
    sourcedParts.flatMap((part) => [
      [`${part}Source`, `Source: ${entityPartLabels[part].toLowerCase()}`],
      [`${part}Register`, `Register: ${entityPartLabels[part].toLowerCase()}`],
      [`${part}Document`, `Document: ${entityPartLabels[part].toLowerCase()}`],
    ]),
  ),
  ...Object.fromEntries(
    noneableParts.map((part) => [`${part}None`, `None: ${entityPartLabels[part].toLowerCase()}`]),
  ),
  outcome: 'Outcome',
  source: 'Source',
  documentId: 'Document',
  address: 'Address',
  listedClass: 'Listed class',
};

/** Labels of the values of choices, by their fields. */
const choiceLabels = (fields: RecordFields): Record<string, Readonly<Record<string, string>>> =>
  Object.fromEntries(
    Object.entries(fields).flatMap(([name, field]) =>
      field.kind === 'choice' ? [[name, field.labels]] : [],
    ),
  );

const valueLabels: Readonly<Record<string, Readonly<Record<string, string>>>> = {
  kind: clientKindLabels,
  clientType: clientTypeLabels,
  status: clientStatusLabels,
  ...choiceLabels(clientFields),
  cddStatus: cddStatusLabels,
  cddLevel: cddLevelLabels,
  riskLevel: riskLevelLabels,
  pepStatus: pepStatusLabels,
  sanctionsStatus: sanctionsStatusLabels,
  pepOf: pepOfLabels,
  of: { wealth: 'Wealth', funds: 'Funds', both: 'Wealth and funds' },
  ...Object.fromEntries(sourcedParts.map((part) => [`${part}Source`, informationSourceLabels])),
  ...Object.fromEntries(sourcedParts.map((part) => [`${part}Register`, registryNames])),
  source: informationSourceLabels,
  register: registryNames,
  outcome: ownershipOutcomeLabels,
  ground: ownersDeemedLabels,
  listedClass: listedClassLabels,
};

const countryFields: ReadonlySet<string> = new Set([
  ...namesOfKind(clientFields, 'country', 'countries'),
  'officeCountry',
]);

function words(field: string, value: string | null): string {
  if (value === null) return '';
  if (countryFields.has(field)) return value.split('\n').map(countryName).join('\n');
  return valueLabels[field]?.[value] ?? (isCalendarDate(value) ? formatDate(value) : value);
}

const clientLabels: HistoryLabels = { actions, labels, value: words };

/** A client's events as the page shows them. @param timeZone of the company */
export const historyEntries = (events: readonly ClientEvent[], timeZone: string): HistoryEntry[] =>
  formatEvents(events, clientLabels, timeZone);

/** A client's field and both of its values, with the labels of the client's history. */
export const clientChange = (change: ClientEvent['changes'][number]): HistoryEntry['changes'][number] =>
  formatChange(change, clientLabels);
