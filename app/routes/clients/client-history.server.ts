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
import { instantText } from './instant-text.server.ts';

/** One event of a client's history in words. */
export interface HistoryEntry {
  seq: number;
  at: string;
  who: string;
  what: string;
  changes: { label: string; before: string; after: string }[];
}

const actions: Record<string, string> = {
  'client.created': 'Created the client',
  'client.updated': 'Changed the details',
  'client.statusChanged': 'Moved the client on',
  'client.cddStatusChanged': 'Moved the due diligence on',
  'client.cddLevelChanged': 'Changed the level of due diligence',
  'document.added': 'Added documents',
  'document.removed': 'Removed a document',
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
};

const countryFields = new Set(['citizenships', 'residenceCountry', 'registrationCountry']);

/** `individual.dateOfBirth` is known by its last part. */
const lastPart = (field: string) => field.slice(field.lastIndexOf('.') + 1);

function words(field: string, value: string | null): string {
  if (value === null) return '';
  if (countryFields.has(field)) return value.split('\n').map(countryName).join('\n');
  return valueLabels[field]?.[value] ?? (isCalendarDate(value) ? formatDate(value) : value);
}

/** A client's events as the page shows them. @param timeZone of the company */
export function historyEntries(events: readonly ClientEvent[], timeZone: string): HistoryEntry[] {
  return events.map(({ seq, at, actorName, action, changes }) => ({
    seq,
    at: instantText(at, timeZone),
    who: actorName,
    what: actions[action] ?? action,
    changes: changes.map(({ field, before, after }) => {
      const name = lastPart(field);
      return { label: labels[name] ?? name, before: words(name, before), after: words(name, after) };
    }),
  }));
}
