import type { Transaction } from 'kysely';
import type { ClientEvent } from '#contract/clients.ts';
import type { Schema } from '../database/schema.ts';
import { asTenant } from '../database/tenancy.ts';
import type { MemberCaller } from '../http/bind.ts';
import { refuse } from '../http/problems.ts';
import type { ClientsDeps } from './service.ts';
import { readClientById } from './store.ts';

/** Events on one page. */
const eventsPerPage = 50;

/** A value as text for people to read; nothing where there was none. Lists line by line, addresses on one. */
function displayed(value: unknown): string | null {
  if (value === null || value === undefined || value === '') return null;
  if (typeof value === 'boolean') return value ? 'Yes' : 'No';
  if (Array.isArray(value))
    return value.length === 0 ? null : value.map((item) => displayed(item) ?? '').join('\n');
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
    .map(([field, { before, after }]) => ({ field, before: displayed(before), after: displayed(after) }))
    .filter(({ before, after }) => before !== null || after !== null);
}

async function eventsOf(
  trx: Transaction<Schema>,
  companyId: string,
  clientId: string,
  before: number | undefined,
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
    .where('e.resource_type', '=', 'client')
    .where('e.resource_id', '=', clientId)
    .orderBy('e.seq', 'desc')
    .limit(eventsPerPage + 1);
  if (before !== undefined) query = query.where('e.seq', '<', before);
  return query.execute();
}

const actorNames = {
  user: 'A former member',
  client: 'The client',
  system: 'Assay',
  apiKey: 'An API key',
  admin: 'Platform admin',
} as const;

/** What was done to a client, newest first, from before an event's number on. Details that were destroyed are left out. */
export async function readClientHistory(
  deps: ClientsDeps,
  caller: MemberCaller,
  id: string,
  before: number | undefined,
): Promise<{ events: ClientEvent[]; nextBefore: number | null }> {
  const rows = await asTenant(deps.db, caller.company.id, async (trx) => {
    if ((await readClientById(trx, id)) === null) throw refuse('record.notFound');
    return eventsOf(trx, caller.company.id, id, before);
  });
  const page = rows.slice(0, eventsPerPage);
  return {
    events: page.map((row) => ({
      seq: row.seq,
      at: row.at,
      actorName: row.member_name ?? actorNames[row.actor_type],
      action: row.action,
      changes: changesOf(row.detail),
    })),
    nextBefore: rows.length > eventsPerPage ? (page.at(-1)?.seq ?? null) : null,
  };
}
