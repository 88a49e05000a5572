import type { Kysely, Transaction } from 'kysely';
import type { z } from 'zod';
import type { AuditEvent, AuditFilters, listAuditLog } from '#contract/audit.ts';
import { mayAct } from '#rules/access.ts';
import { actionMatches, suspicionKinds } from '#rules/audit-words.ts';
import type { Schema } from '../database/schema.ts';
import { asTenant } from '../database/tenancy.ts';
import type { MemberCaller } from '../http/bind.ts';
import {
  eventNames,
  everybody,
  type LogConditions,
  type LogRow,
  logPage,
  namesOf,
  recordKinds,
} from './log-store.ts';
import { actorNames, displayedValue } from './resource-history.ts';

/** What the audit log works with. */
export interface AuditLogDeps {
  db: Kysely<Schema>;
  /** Signs the heads of chains. */
  auditKey: string;
  /** Keys that heads were signed with before, newest first. */
  pastAuditKeys?: readonly string[];
  now: () => Date;
}

type Trx = Transaction<Schema>;
type Parent = NonNullable<AuditEvent['resource']['parent']>;

/** Events on one page. */
const eventsPerPage = 50;

const uuid = /^[0-9a-f]{8}-[0-9a-f]{4}-[0-9a-f]{4}-[0-9a-f]{4}-[0-9a-f]{12}$/;

/** Whether this person may learn of suspicions from the log. */
function seesSuspicions({ member, company }: MemberCaller, now: Date): boolean {
  return mayAct({ kind: 'member', ...member }, 'suspicions.manage', company, now.toISOString()).allowed;
}

/** The filters as the database reads them; words are looked for among the names of the company's events. */
export async function conditionsOf(
  trx: Trx,
  deps: AuditLogDeps,
  caller: MemberCaller,
  { who, action, ...filters }: AuditFilters,
): Promise<LogConditions> {
  const { id: companyId, timeZone } = caller.company;
  const people = who === undefined ? {} : uuid.test(who) ? { memberId: who } : { actorKind: who as 'client' };
  return {
    companyId,
    timeZone,
    withSuspicions: seesSuspicions(caller, deps.now()),
    ...filters,
    ...people,
    ...(action
      ? { actions: (await eventNames(trx, companyId)).filter((name) => actionMatches(name, action)) }
      : {}),
  };
}

const asRecord = (value: unknown): Record<string, unknown> =>
  typeof value === 'object' && value !== null && !Array.isArray(value)
    ? (value as Record<string, unknown>)
    : {};

const isChange = (value: unknown): value is { before: unknown; after: unknown } => {
  const names = Object.keys(asRecord(value));
  return names.length === 2 && names.includes('before') && names.includes('after');
};

/** A value as text; one that no reader has words for as it was written down. */
function textOf(value: unknown): string | null {
  const text = displayedValue(value);
  return text === '' && typeof value === 'object' ? JSON.stringify(value) : text;
}

/** What an event's detail says: each change with before and after, and whatever else was written down. */
export function detailInLines(detail: unknown): NonNullable<AuditEvent['detail']> {
  const { changes, ...rest } = asRecord(detail);
  return [...Object.entries(asRecord(changes)), ...Object.entries(rest)]
    .map(([field, value]) =>
      isChange(value)
        ? { field, before: textOf(value.before), after: textOf(value.after) }
        : { field, before: null, after: textOf(value) },
    )
    .filter(({ before, after }) => before !== null || after !== null);
}

/** The client or activity that a record belongs to, as far as the event says. */
function parentOf({ detail }: Pick<LogRow, 'detail'>): Parent | null {
  const { clientId, activityId, resourceType, resourceId, ownerType, ownerId } = asRecord(detail);
  const id = (value: unknown): value is string => typeof value === 'string' && uuid.test(value);
  if (id(clientId)) return { type: 'client', id: clientId };
  if (id(activityId)) return { type: 'activity', id: activityId };
  if (id(resourceId)) return { type: resourceType === 'activities' ? 'activity' : 'client', id: resourceId };
  if (id(ownerId) && (ownerType === 'client' || ownerType === 'activity'))
    return { type: ownerType, id: ownerId };
  return null;
}

/** Rows of the log as they are answered, with the names of what they speak of: one look-up a kind, however many rows. */
export async function presentEvents(trx: Trx, rows: readonly LogRow[]): Promise<AuditEvent[]> {
  const parents = rows.map(parentOf);
  const idsOf = (type: Parent['type']) => [
    ...new Set(
      rows.flatMap((row, index) => [
        ...(row.resource_type === type && uuid.test(row.resource_id) ? [row.resource_id] : []),
        ...(parents[index]?.type === type ? [parents[index].id] : []),
      ]),
    ),
  ];
  const names = await namesOf(trx, { clients: idsOf('client'), activities: idsOf('activity') });
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
        // One that is gone leads nowhere.
        parent: parent && names.has(parent.id) ? parent : null,
      },
      reason: row.reason,
      detail: row.detail_key === null ? null : detailInLines(row.detail),
      requestId: row.request_id,
    };
  });
}

/** GET /audit-log: a page, newest first, with what its filters choose from. */
export function readAuditLog(
  deps: AuditLogDeps,
  caller: MemberCaller,
  { before, ...filters }: AuditFilters & { before?: number },
): Promise<z.output<typeof listAuditLog.answer>> {
  return asTenant(deps.db, caller.company.id, async (trx) => {
    const conditions = await conditionsOf(trx, deps, caller, filters);
    const rows = await logPage(trx, conditions, before, eventsPerPage).execute();
    const page = rows.slice(0, eventsPerPage);
    const hidden: readonly string[] = conditions.withSuspicions ? [] : suspicionKinds;
    return {
      events: await presentEvents(trx, page),
      nextBefore: rows.length > eventsPerPage ? (page.at(-1)?.seq ?? null) : null,
      people: await everybody(trx),
      kinds: (await recordKinds(trx, caller.company.id)).filter((kind) => !hidden.includes(kind)),
    };
  });
}
