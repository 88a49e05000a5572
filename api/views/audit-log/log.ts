import type { Kysely } from 'kysely';
import {
  type AuditEvent,
  type AuditFilters,
  listAuditLog as listEndpoint,
} from '#contract/platform/audit.ts';
import { isRecordId } from '#contract/record-id.ts';
import { toActivityNoun } from '#rules/activity-noun.ts';
import { actionMatches } from '#rules/audit/audit-labels.ts';
import { readReaderNumbers, withheldKinds } from '../../kernel/audit/reader-numbers.ts';
import { actorNames, displayedValue } from '../../kernel/audit/resource-history.ts';
import type { SigningKeys } from '../../kernel/audit/signing-keys.ts';
import { queriesFor } from '../../kernel/command/query.ts';
import { toPage } from '../../kernel/database/keyset.ts';
import type { Schema, Trx } from '../../kernel/database/tables/schema.ts';
import type { MemberCaller } from '../../kernel/http/bind-endpoint.ts';
import {
  eventNames,
  everybody,
  getNames,
  type LogConditions,
  type LogRow,
  logPage,
  recordKinds,
} from './log-store.ts';
import { getWordMatches } from './search.ts';

/** Dependencies of the audit log. */
export interface AuditLogDeps {
  db: Kysely<Schema>;
  signingKeys: SigningKeys;
  /** Shared keys with which a former version signed. */
  auditKeys: readonly string[];
  /** Folder of the signed batches outside the database; undefined where this process has none. */
  headsFolder?: string | undefined;
  now: () => Date;
}

const query = queriesFor<AuditLogDeps>();

type Parent = NonNullable<AuditEvent['resource']['parent']>;

/** Events per page. */
const eventsPerPage = 50;

/** Converts the filters to query conditions: `action` by the labels of the company's events, `search` as in `search.ts`. */
export async function getConditions(
  trx: Trx,
  deps: AuditLogDeps,
  caller: MemberCaller,
  { who, action, search, ...filters }: AuditFilters,
): Promise<LogConditions> {
  const { id: companyId, timeZone } = caller.company;
  const noun = toActivityNoun(caller.company.sector);
  const people =
    who === undefined ? {} : isRecordId(who) ? { memberId: who } : { actorKind: who as 'client' };
  return {
    companyId,
    timeZone,
    withheldKinds: withheldKinds(caller, deps.now()),
    ...filters,
    ...people,
    ...(action
      ? {
          actions: (await eventNames(trx, companyId)).filter((name) => actionMatches(name, action, noun)),
        }
      : {}),
    ...(search ? { words: await getWordMatches(trx, companyId, search, noun) } : {}),
  };
}

/** Words of the search that name more records than were looked for, so that events may be missing. */
export const getCutWords = ({ words = [] }: LogConditions): string[] =>
  words.flatMap(({ cutWord }) => cutWord ?? []);

const asRecord = (value: unknown): Record<string, unknown> =>
  typeof value === 'object' && value !== null && !Array.isArray(value)
    ? (value as Record<string, unknown>)
    : {};

const isChange = (value: unknown): value is { before: unknown; after: unknown } => {
  const names = Object.keys(asRecord(value));
  return names.length === 2 && names.includes('before') && names.includes('after');
};

/** A value as text; unknown shapes as JSON. */
function getText(value: unknown): string | null {
  const text = displayedValue(value);
  return text === '' && typeof value === 'object' ? JSON.stringify(value) : text;
}

/** Lines of an event's detail: each change with before and after, and other recorded values. */
function detailInLines(detail: unknown): NonNullable<AuditEvent['detail']> {
  const { changes, ...rest } = asRecord(detail);
  return [...Object.entries(asRecord(changes)), ...Object.entries(rest)]
    .map(([field, value]) =>
      isChange(value)
        ? { field, before: getText(value.before), after: getText(value.after) }
        : { field, before: null, after: getText(value) },
    )
    .filter(({ before, after }) => before !== null || after !== null);
}

/** The client or activity that the event names as the record's parent. */
function getParent({ detail }: Pick<LogRow, 'detail'>): Parent | null {
  const { clientId, activityId, resourceType, resourceId, ownerType, ownerId } = asRecord(detail);
  const id = (value: unknown): value is string => typeof value === 'string' && isRecordId(value);
  if (id(clientId)) return { type: 'client', id: clientId };
  if (id(activityId)) return { type: 'activity', id: activityId };
  if (id(resourceId)) return { type: resourceType === 'activities' ? 'activity' : 'client', id: resourceId };
  if (id(ownerId) && (ownerType === 'client' || ownerType === 'activity'))
    return { type: ownerType, id: ownerId };
  return null;
}

/** Rows of the log as responses, with the names of their records: one query per kind, for any number of rows. */
export async function toAuditEventDtos(trx: Trx, rows: readonly LogRow[]): Promise<AuditEvent[]> {
  const parents = rows.map(getParent);
  const getIds = (type: Parent['type'] | 'member') => [
    ...new Set(
      rows.flatMap((row, index) => [
        ...(row.resource_type === type && isRecordId(row.resource_id) ? [row.resource_id] : []),
        ...(parents[index]?.type === type ? [parents[index].id] : []),
      ]),
    ),
  ];
  const names = await getNames(trx, {
    clients: getIds('client'),
    activities: getIds('activity'),
    members: getIds('member'),
  });
  return rows.map((row, index) => {
    const parent = parents[index] ?? null;
    return {
      seq: row.seq,
      at: row.at,
      actor: {
        kind: row.actor_type,
        id: row.actor_id,
        name: row.member_name ?? actorNames[row.actor_type],
        role: row.actor_role,
      },
      action: row.action,
      resource: {
        type: row.resource_type,
        id: row.resource_id,
        name: names.get(row.resource_id) ?? (parent ? (names.get(parent.id) ?? null) : null),
        // Deleted records are not linked.
        parent: parent && names.has(parent.id) ? parent : null,
      },
      reason: row.reason,
      detail: row.detail_key === null ? null : detailInLines(row.detail),
      requestId: row.request_id,
      session: row.session_id,
      address: row.client_address,
    };
  });
}

/** GET /audit-log: a page, newest first, with the options of its filters. Numbers are those of the reader. */
export const listAuditLog = query(listEndpoint, async ({ trx, deps, caller, query: requested }) => {
  const { before, ...filters } = requested;
  const conditions = await getConditions(trx, deps, caller, filters);
  const readNumbers = () => readReaderNumbers(trx, caller, deps.now());
  const beforeSeq = before === undefined ? undefined : (await readNumbers()).toSeq(before);
  const rows = await logPage(trx, conditions, beforeSeq, eventsPerPage).execute();
  const { items: page, next } = toPage(rows, eventsPerPage, ({ seq }) => seq);
  const events = await toAuditEventDtos(trx, page);
  const numbers = await readNumbers();
  return {
    events: events.map((event) => ({ ...event, seq: numbers.toNumber(event.seq) })),
    nextBefore: next === null ? null : numbers.toNumber(next),
    cutWords: getCutWords(conditions),
    people: await everybody(trx),
    kinds: (await recordKinds(trx, caller.company.id)).filter(
      (kind) => !conditions.withheldKinds.includes(kind),
    ),
  };
});
