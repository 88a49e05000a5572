import type { ClientEvent } from '#contract/clients/client-record.ts';
import { addressKindLabels, addressKinds } from '#rules/clients/address-kinds.ts';
import { yesNo } from '#rules/format/yes-no.ts';
import { toPage } from '../database/keyset.ts';
import type { Trx } from '../database/tables/schema.ts';
import type { MemberCaller } from '../http/bind-endpoint.ts';
import { readReaderNumbers } from './reader-numbers.ts';
import { readRecordEvents } from './record-events-store.ts';

/** Events per page. */
const eventsPerPage = 50;

/** Names of actors that are not members, or no longer known. */
export const actorNames = {
  user: 'A former member',
  client: 'Client',
  system: 'Assay',
  apiKey: 'An API key',
  admin: 'Platform admin',
} as const;

/** Formats a value for display; nothing for null. Lists on several lines, addresses on one. */
export function displayedValue(value: unknown): string | null {
  if (value === null || value === undefined || value === '') return null;
  if (typeof value === 'boolean') return yesNo(value);
  if (Array.isArray(value)) {
    return value.length === 0 ? null : value.map((item) => displayedValue(item) ?? '').join('\n');
  }
  if (typeof value !== 'object') return String(value);
  const fields = value as Record<string, unknown>;
  if (typeof fields.name === 'string') return fields.name;
  const { kind, addressLine1, addressLine2, suburb, city, state, postcode, countryCode } = fields;
  const label = addressKinds.find((known) => known === kind);
  const lines = [addressLine1, addressLine2, suburb, city, state, postcode, countryCode];
  const text = lines.filter((line) => typeof line === 'string' && line !== '').join(', ');
  return label === undefined ? text : `${addressKindLabels[label]}: ${text}`;
}

function getChanges(detail: unknown): ClientEvent['changes'] {
  const changes =
    (detail as { changes?: Record<string, { before: unknown; after: unknown }> } | null)?.changes ?? {};
  return Object.entries(changes)
    .map(([field, { before, after }]) => ({
      field,
      before: displayedValue(before),
      after: displayedValue(after),
    }))
    .filter(({ before, after }) => before !== null || after !== null);
}

/** Events of related records, shown with the record's own. */
export interface BelongingEvents {
  resourceType: string;
  resourceIds: readonly string[];
  /** The events shown; others only appear on the related record's page. */
  actions: readonly string[];
}

interface Page {
  /** The member who reads it, now. */
  reader: Pick<MemberCaller, 'member' | 'company'>;
  now: Date;
  before: number | undefined;
}

/**
 * A page of a record's history, newest first, before an event's number; `nextBefore` is null on the last page.
 * Destroyed details are left out. The caller must have checked access to the record, of a kind that is not withheld. Numbers are those that
 * the reader sees in the log.
 *
 * @param alsoOf further records of the type, whose events are the record's as well
 * @param belonging events of related records to include
 */
export async function readResourceHistory(
  trx: Trx,
  {
    resourceType,
    resourceId,
    alsoOf = [],
    belonging,
    reader,
    now,
    before: beforeNumber,
  }: Page & {
    resourceType: string;
    resourceId: string;
    alsoOf?: readonly string[];
    belonging?: BelongingEvents;
  },
): Promise<{ events: ClientEvent[]; nextBefore: number | null }> {
  const limit = eventsPerPage + 1;
  const companyId = reader.company.id;
  const before =
    beforeNumber === undefined ? undefined : (await readReaderNumbers(trx, reader, now)).toSeq(beforeNumber);
  const own = await readRecordEvents(trx, {
    companyId,
    before,
    resourceType,
    resourceIds: [resourceId, ...alsoOf],
    limit,
  });
  const others =
    belonging === undefined || belonging.resourceIds.length === 0
      ? []
      : await readRecordEvents(trx, { companyId, ...belonging, before, limit });
  const rows = [...own, ...others].toSorted((a, b) => b.seq - a.seq);
  const { items: pageRows, next } = toPage(rows, eventsPerPage, ({ seq }) => seq);
  const numbers = await readReaderNumbers(trx, reader, now);
  return {
    events: pageRows.map((row) => ({
      seq: numbers.toNumber(row.seq),
      at: row.at,
      actorName: row.member_name ?? actorNames[row.actor_type],
      action: row.action,
      changes: getChanges(row.detail),
    })),
    nextBefore: next === null ? null : numbers.toNumber(next),
  };
}
