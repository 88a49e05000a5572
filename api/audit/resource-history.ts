import type { Transaction } from 'kysely';
import type { ClientEvent } from '#contract/clients.ts';
import type { Schema } from '../database/schema.ts';

/** Events on one page. */
const eventsPerPage = 50;

/** Who acted where no member did, or none that is known any more. */
export const actorNames = {
  user: 'A former member',
  client: 'The client',
  system: 'Assay',
  apiKey: 'An API key',
  admin: 'Platform admin',
} as const;

/** A value as text for people to read; nothing where there was none. Lists line by line, addresses on one. */
export function displayedValue(value: unknown): string | null {
  if (value === null || value === undefined || value === '') return null;
  if (typeof value === 'boolean') return value ? 'Yes' : 'No';
  if (Array.isArray(value)) {
    return value.length === 0 ? null : value.map((item) => displayedValue(item) ?? '').join('\n');
  }
  if (typeof value !== 'object') return String(value);
  const fields = value as Record<string, unknown>;
  if (typeof fields.name === 'string') return fields.name;
  const { addressLine1, addressLine2, suburb, city, state, postcode, countryCode } = fields;
  const lines = [addressLine1, addressLine2, suburb, city, state, postcode, countryCode];
  return lines.filter((line) => typeof line === 'string' && line !== '').join(', ');
}

function changesOf(detail: unknown): ClientEvent['changes'] {
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

/** Events of records that belong to another one and are told with its own. */
export interface BelongingEvents {
  resourceType: string;
  resourceIds: readonly string[];
  /** Those that are told; others stay on the record's own page. */
  actions: readonly string[];
}

interface Page {
  companyId: string;
  before: number | undefined;
}

/** Newest events first, one more than a page holds. */
function readEvents(
  trx: Transaction<Schema>,
  { companyId, before }: Page,
  { resourceType, resourceIds, actions }: Omit<BelongingEvents, 'actions'> & { actions?: readonly string[] },
) {
  let query = trx
    .selectFrom('audit_events as e')
    .leftJoin('audit_details as d', 'd.id', 'e.detail_id')
    // Ids of people are text here, because an actor may be a job or a link as well.
    .leftJoin('members as m', (join) =>
      join.on((on) => on(on.cast<string>('m.id', 'text'), '=', on.ref('e.actor_id'))),
    )
    .select(['e.seq', 'e.at', 'e.action', 'e.actor_type', 'm.name as member_name', 'd.detail'])
    .where('e.chain', '=', companyId)
    .where('e.resource_type', '=', resourceType)
    .where('e.resource_id', 'in', [...resourceIds])
    .orderBy('e.seq', 'desc')
    .limit(eventsPerPage + 1);
  if (actions !== undefined) query = query.where('e.action', 'in', [...actions]);
  if (before !== undefined) query = query.where('e.seq', '<', before);
  return query.execute();
}

/**
 * A page of what was done to one record, newest first, from before an event's number on; `nextBefore` is null on the last one.
 * Details that were destroyed are left out. Whether the record may be seen is the caller's to check first.
 * @param belonging events of other records that are told with it
 */
export async function readResourceHistory(
  trx: Transaction<Schema>,
  {
    resourceType,
    resourceId,
    belonging,
    ...page
  }: Page & { resourceType: string; resourceId: string; belonging?: BelongingEvents },
): Promise<{ events: ClientEvent[]; nextBefore: number | null }> {
  const own = await readEvents(trx, page, { resourceType, resourceIds: [resourceId] });
  const others =
    belonging === undefined || belonging.resourceIds.length === 0
      ? []
      : await readEvents(trx, page, belonging);
  const rows = [...own, ...others].toSorted((a, b) => b.seq - a.seq);
  const shown = rows.slice(0, eventsPerPage);
  return {
    events: shown.map((row) => ({
      seq: row.seq,
      at: row.at,
      actorName: row.member_name ?? actorNames[row.actor_type],
      action: row.action,
      changes: changesOf(row.detail),
    })),
    nextBefore: rows.length > eventsPerPage ? (shown.at(-1)?.seq ?? null) : null,
  };
}
