import { type Kysely, sql } from 'kysely';
import { addDays, type CalendarDate } from '#rules/dates/calendar-dates.ts';
import { openActivityStatuses } from '#rules/lifecycles/activities.ts';
import { monitoredClientStatuses } from '#rules/lifecycles/clients.ts';
import {
  defaultNotificationMail,
  type NotificationKind,
  type NotificationMail,
} from '#rules/notifications/kinds.ts';
import { literals } from '../../kernel/database/literals.ts';
import type { Schema, Trx } from '../../kernel/database/tables/schema.ts';

export interface NotificationRow {
  id: string;
  kind: NotificationKind;
  path: string;
  at: string;
  isRead: boolean;
}

/** An active member whose access has not ended, with the member's choices. */
export interface Recipient {
  memberId: string;
  loginId: string;
  companyId: string;
  companyName: string;
  choices: Partial<Record<NotificationKind, NotificationMail>>;
}

/** Member `m` has access at an instant. */
const hasAccess = (at: string) =>
  sql<boolean>`m.status = 'active' AND (m.access_ends_at IS NULL OR m.access_ends_at > ${at}::timestamptz)`;

/** Those of these members who have access at an instant. */
export function readRecipients(trx: Trx, memberIds: readonly string[], at: string): Promise<Recipient[]> {
  return trx
    .selectFrom('members as m')
    .innerJoin('companies as c', 'c.id', 'm.company_id')
    .select([
      'm.id as memberId',
      'm.login_id as loginId',
      'c.id as companyId',
      'c.name as companyName',
      sql<Recipient['choices']>`coalesce((SELECT jsonb_object_agg(n.kind, n.mail) FROM notification_choices n
        WHERE n.company_id = m.company_id AND n.member_id = m.id), '{}')`.as('choices'),
    ])
    .where(sql<boolean>`m.id = ANY (${[...memberIds]}::uuid[])`)
    .where(hasAccess(at))
    .execute();
}

/** How a member is emailed about a kind. */
export const getMail = ({ choices }: Recipient, kind: NotificationKind): NotificationMail =>
  choices[kind] ?? defaultNotificationMail;

export async function insertNotifications(
  trx: Trx,
  rows: readonly {
    company_id: string;
    id: string;
    member_id: string;
    kind: NotificationKind;
    path: string;
    created_at: string;
    awaits_digest: boolean;
  }[],
): Promise<void> {
  if (rows.length === 0) return;
  await trx
    .insertInto('notifications')
    .values(rows.map((row) => ({ ...row, read_at: null })))
    .execute();
}

/** A member's notifications before one, newest first, one more than the limit if there are more. */
export async function listRows(
  trx: Trx,
  memberId: string,
  { before, limit }: { before: string | undefined; limit: number },
): Promise<NotificationRow[]> {
  let query = trx
    .selectFrom('notifications')
    .select(['id', 'kind', 'path', 'created_at', 'read_at'])
    .where('member_id', '=', memberId);
  if (before !== undefined) query = query.where('id', '<', before);
  const rows = await query
    .orderBy('id', 'desc')
    .limit(limit + 1)
    .execute();
  return rows.map(({ created_at: at, read_at, ...row }) => ({ ...row, at, isRead: read_at !== null }));
}

/** Marks a member's unread notifications as read, up to one. Read ones need no summary. @returns how many */
export async function markRead(trx: Trx, memberId: string, upTo: string, at: string): Promise<number> {
  const rows = await trx
    .updateTable('notifications')
    .set({ read_at: at, awaits_digest: false })
    .where('member_id', '=', memberId)
    .where('read_at', 'is', null)
    .where('id', '<=', upTo)
    .returning('id')
    .execute();
  return rows.length;
}

/** The kinds for which a member has chosen. */
export async function readChoices(
  trx: Trx,
  memberId: string,
): Promise<Map<NotificationKind, NotificationMail>> {
  const rows = await trx
    .selectFrom('notification_choices')
    .select(['kind', 'mail'])
    .where('member_id', '=', memberId)
    .execute();
  return new Map(rows.map(({ kind, mail }) => [kind, mail]));
}

/** Saves a member's choices. What waits for a summary of kinds that are no longer in it waits no more. */
export async function saveChoices(
  trx: Trx,
  { companyId, memberId }: { companyId: string; memberId: string },
  choices: readonly { kind: NotificationKind; mail: NotificationMail }[],
): Promise<void> {
  if (choices.length === 0) return;
  await trx
    .insertInto('notification_choices')
    .values(choices.map((choice) => ({ company_id: companyId, member_id: memberId, ...choice })))
    .onConflict((conflict) =>
      conflict
        .columns(['company_id', 'member_id', 'kind'])
        .doUpdateSet((eb) => ({ mail: eb.ref('excluded.mail') })),
    )
    .execute();
  const others = choices.filter(({ mail }) => mail !== 'digest').map(({ kind }) => kind);
  if (others.length === 0) return;
  await trx
    .updateTable('notifications')
    .set({ awaits_digest: false })
    .where('member_id', '=', memberId)
    .where('awaits_digest', '=', true)
    .where('kind', 'in', others)
    .execute();
}

/** When a member's calendar feed was created; null without one. */
export async function readFeed(trx: Trx, memberId: string): Promise<{ createdAt: string } | null> {
  const row = await trx
    .selectFrom('calendar_feeds')
    .select('created_at as createdAt')
    .where('member_id', '=', memberId)
    .executeTakeFirst();
  return row ?? null;
}

/** Replaces a member's calendar feed: a former secret stops working. */
export async function replaceFeed(
  trx: Trx,
  feed: { company_id: string; member_id: string; token_hash: string; created_at: string },
): Promise<void> {
  await trx
    .insertInto('calendar_feeds')
    .values(feed)
    .onConflict((conflict) =>
      conflict
        .columns(['company_id', 'member_id'])
        .doUpdateSet({ token_hash: feed.token_hash, created_at: feed.created_at }),
    )
    .execute();
}

export async function deleteFeed(trx: Trx, memberId: string): Promise<boolean> {
  const deleted = await trx
    .deleteFrom('calendar_feeds')
    .where('member_id', '=', memberId)
    .returning('member_id')
    .executeTakeFirst();
  return deleted !== undefined;
}

/** The member whose calendar feed has the hash; null if there is none. */
export async function findFeed(
  db: Kysely<Schema>,
  tokenHash: string,
  at: string,
): Promise<{ companyId: string; memberId: string } | null> {
  const { rows } = await sql<{ companyId: string; memberId: string }>`
    SELECT company_id AS "companyId", member_id AS "memberId" FROM calendar_feed_of(${tokenHash}, ${at}::timestamptz)`.execute(
    db,
  );
  return rows[0] ?? null;
}

/** Days before today, and ahead of it, that a calendar shows. */
const [daysPast, daysAhead] = [60, 400];
const maxEntries = 1000;

/** Reviews of a member's clients, and dates of the member's open activities. */
export async function readDates(
  trx: Trx,
  memberId: string,
  today: CalendarDate,
): Promise<{ kind: 'review' | 'activity'; id: string; on: CalendarDate }[]> {
  const [from, to] = [addDays(today, -daysPast), addDays(today, daysAhead)];
  const { rows } = await sql<{ kind: 'review' | 'activity'; id: string; on: CalendarDate }>`
    (SELECT 'review' AS kind, c.id, c.next_review_due_on AS "on" FROM clients c
      WHERE c.responsible_member_id = ${memberId} AND c.status IN ${literals(monitoredClientStatuses)}
        AND c.next_review_due_on BETWEEN ${from} AND ${to} ORDER BY c.next_review_due_on, c.id LIMIT ${sql.lit(maxEntries)})
    UNION ALL
    (SELECT 'activity', a.id, a.due_on FROM activities a
      WHERE a.assignee_member_id = ${memberId} AND a.status IN ${literals(openActivityStatuses)}
        AND a.due_on BETWEEN ${from} AND ${to} ORDER BY a.due_on, a.id LIMIT ${sql.lit(maxEntries)})`.execute(
    trx,
  );
  return rows;
}

/** A member's notifications up to an instant that wait for a summary: their number by kind. */
export async function countAwaiting(
  trx: Trx,
  memberId: string,
  upTo: string,
): Promise<{ kind: NotificationKind; count: number }[]> {
  return trx
    .selectFrom('notifications')
    .select((eb) => ['kind', eb.cast<number>(eb.fn.countAll(), 'integer').as('count')])
    .where('member_id', '=', memberId)
    .where('awaits_digest', '=', true)
    .where('created_at', '<=', upTo)
    .groupBy('kind')
    .orderBy('kind')
    .execute();
}

/** Marks a member's notifications up to an instant as no longer waiting for a summary. */
export async function clearAwaiting(trx: Trx, memberId: string, upTo: string): Promise<void> {
  await trx
    .updateTable('notifications')
    .set({ awaits_digest: false })
    .where('member_id', '=', memberId)
    .where('awaits_digest', '=', true)
    .where('created_at', '<=', upTo)
    .execute();
}

/** Members with access at an instant and notifications that wait for a summary, with the time zones of their companies. Runs as `assay_jobs`. */
export async function membersAwaiting(
  trx: Trx,
  at: string,
): Promise<{ companyId: string; memberId: string; timeZone: string }[]> {
  return trx
    .selectFrom('notifications as n')
    .innerJoin('companies as c', 'c.id', 'n.company_id')
    .innerJoin('members as m', 'm.id', 'n.member_id')
    .select(['n.company_id as companyId', 'n.member_id as memberId', 'c.time_zone as timeZone'])
    .where('n.awaits_digest', '=', true)
    .where(hasAccess(at))
    .distinct()
    .execute();
}

/** Deletes what is older. Runs as `assay_jobs`. */
export async function deleteBefore(trx: Trx, before: string): Promise<number> {
  const { numDeletedRows } = await trx
    .deleteFrom('notifications')
    .where('created_at', '<', before)
    .executeTakeFirst();
  return Number(numDeletedRows);
}
