import type { ClientEvent } from '#contract/clients.ts';
import { formatDate, isCalendarDate } from '#rules/calendar-dates.ts';
import {
  cddLevelLabels,
  cddStatusLabels,
  clientKindLabels,
  clientStatusLabels,
  clientTypeLabels,
  pepStatusLabels,
  riskLevelLabels,
  sanctionsStatusLabels,
  trustTypeLabels,
} from '#rules/client-types.ts';
import { countryName } from '#rules/countries.ts';
import { clientIdentifierLabels } from '#rules/identifiers.ts';
import { changeInWords, eventsInWords, type HistoryWords } from '../../components/record-history.server.ts';
import type { HistoryEntry } from '../../components/record-history.tsx';
import { pepOfLabels } from './finding-words.ts';

const actions: Record<string, string> = {
  'client.created': 'Created the client',
  'client.updated': 'Changed the details',
  'client.statusChanged': 'Moved the client on',
  'client.cddStatusChanged': 'Moved the due diligence on',
  'client.cddLevelChanged': 'Changed the level of due diligence',
  'client.findingRecorded': 'Recorded what was found',
  'client.findingWithdrawn': 'Took back what was recorded',
  'client.partyAdded': 'Added a party',
  'client.partyChanged': 'Changed a party',
  'client.partyEnded': 'Recorded that a party no longer belongs',
  'document.added': 'Added documents',
  'document.removed': 'Removed a document',
  'documentRequest.sent': 'Sent a document request',
  'documentRequest.sentAgain': 'Sent a document request again',
  'documentRequest.opened': 'Started to answer a document request',
  'documentRequest.submitted': 'Sent everything in that was asked for',
  'documentRequest.itemAccepted': 'Accepted what was given',
  'documentRequest.itemRejected': 'Did not accept what was given',
  'documentRequest.changesRequested': 'Asked for something again',
  'documentRequest.cancelled': 'Cancelled a document request',
  'documentRequest.expired': 'The link of a document request ran out',
  'export.started': 'Began to download an evidence pack',
  'export.ready': 'Downloaded an evidence pack',
  'export.failed': 'An evidence pack broke off',
};

const labels: Record<string, string> = {
  ...clientIdentifierLabels,
  kind: 'Kind',
  clientType: 'Type of client',
  status: 'Status',
  externalId: 'Your reference',
  responsible: 'Responsible',
  email: 'Email',
  phone: 'Phone',
  addresses: 'Addresses',
  tags: 'Tags',
  givenNames: 'Given names',
  middleNames: 'Middle names',
  familyName: 'Family name',
  otherNames: 'Other names',
  dateOfBirth: 'Date of birth',
  citizenships: 'Citizenship',
  residenceCountry: 'Country of residence',
  occupation: 'Occupation',
  legalName: 'Legal name',
  tradingNames: 'Trading names',
  registrationCountry: 'Country of registration',
  incorporatedOn: 'Date of formation',
  trustType: 'Kind of trust',
  beneficiaryClassDescription: 'Who the beneficiaries are',
  hasNomineeShareholders: 'Nominee shareholders',
  hasBearerShares: 'Shares in bearer form',
  relationshipPurpose: 'Nature and purpose',
  relationshipStartedOn: 'Client since',
  preCommencement: 'Client since before the law applied',
  relationshipEndedOn: 'Relationship ended',
  retainUntil: 'Kept until',
  exceptionEndsOn: 'Exception ends',
  reason: 'Reason',
  reasons: 'Reasons',
  cddStatus: 'Due diligence',
  cddLevel: 'Due diligence level',
  riskLevel: 'Risk',
  pepStatus: 'Politically exposed',
  sanctionsStatus: 'Sanctions',
  nextReviewDueOn: 'Next review',
  finding: 'About',
  withdrawnBecause: 'Why it was taken back',
  pepOf: 'Close to',
  basis: 'How it was found out',
  of: 'Source of',
  description: 'Where it comes from',
  verification: 'How it was verified',
  holdsPersonalAssets: 'Holds personal assets',
  beneficiaryCount: 'Number of beneficiaries',
  what: 'What',
  recipient: 'Whom you ask',
  dueOn: 'Due on',
  message: 'Message',
  items: 'What you ask for',
  findings: 'Findings',
  inListedClass: 'Of a class that the law lists',
  ground: 'Ground',
  note: 'Note',
  party: 'Party',
  roles: 'Roles',
  directPercent: 'Share in percent',
  joint: 'Held jointly',
  beneficiallyHeld: 'Held for their own benefit',
  controlBasis: 'Basis of control',
  authority: 'Authority to act',
  mustVerifyReason: 'Why to verify',
  validFrom: 'Since',
  validTo: 'Until',
};

const valueLabels: Record<string, Record<string, string>> = {
  kind: clientKindLabels,
  clientType: clientTypeLabels,
  status: clientStatusLabels,
  trustType: trustTypeLabels,
  cddStatus: cddStatusLabels,
  cddLevel: cddLevelLabels,
  riskLevel: riskLevelLabels,
  pepStatus: pepStatusLabels,
  sanctionsStatus: sanctionsStatusLabels,
  pepOf: pepOfLabels,
  of: { wealth: 'Wealth', funds: 'Funds', both: 'Wealth and funds' },
};

const countryFields = new Set(['citizenships', 'residenceCountry', 'registrationCountry']);

function words(field: string, value: string | null): string {
  if (value === null) return '';
  if (countryFields.has(field)) return value.split('\n').map(countryName).join('\n');
  return valueLabels[field]?.[value] ?? (isCalendarDate(value) ? formatDate(value) : value);
}

const clientWords: HistoryWords = { actions, labels, value: words };

/** A client's events as the page shows them. @param timeZone of the company */
export const historyEntries = (events: readonly ClientEvent[], timeZone: string): HistoryEntry[] =>
  eventsInWords(events, clientWords, timeZone);

/** A client's field and both of its values in the words of the client's own history. */
export const clientChange = (change: ClientEvent['changes'][number]): HistoryEntry['changes'][number] =>
  changeInWords(change, clientWords);
