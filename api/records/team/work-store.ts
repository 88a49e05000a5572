import { sql } from 'kysely';
import type { MemberWork } from '#contract/company/members.ts';
import { openActivityStatuses } from '#rules/lifecycles/activities.ts';
import { openAlertStatuses } from '#rules/lifecycles/monitoring.ts';
import type { Trx } from '../../kernel/database/tables/schema.ts';

/** Records of one kind that one request hands over at most; counting stops one beyond it. */
export const maxReassigned = 1000;

/** Open work of a member: clients, activities and alerts, each counted up to `maxReassigned` + 1. */
export async function countWork(trx: Trx, memberId: string): Promise<MemberWork> {
  const limit = maxReassigned + 1;
  const { rows } = await sql<MemberWork>`SELECT
    (SELECT count(*) FROM (SELECT FROM clients WHERE responsible_member_id = ${memberId} AND status <> 'merged' LIMIT ${limit}) c)::int AS clients,
    (SELECT count(*) FROM (SELECT FROM activities WHERE assignee_member_id = ${memberId}
       AND status IN (${sql.join(openActivityStatuses)}) LIMIT ${limit}) a)::int AS activities,
    (SELECT count(*) FROM (SELECT FROM alerts WHERE assignee_member_id = ${memberId}
       AND status IN (${sql.join(openAlertStatuses)}) LIMIT ${limit}) t)::int AS alerts`.execute(trx);
  return rows[0] ?? { clients: 0, activities: 0, alerts: 0 };
}

/** An active member with permission to work with clients; undefined otherwise. */
export function readAssignee(trx: Trx, id: string): Promise<{ id: string; name: string } | undefined> {
  return trx
    .selectFrom('members')
    .select(['id', 'name'])
    .where('id', '=', id)
    .where('status', '=', 'active')
    .where('role', '!=', 'auditor')
    .executeTakeFirst();
}

/** Active members with permission to work with clients, except one. */
export function listAssignees(
  trx: Trx,
  { companyId, except }: { companyId: string; except: string },
): Promise<{ id: string; name: string }[]> {
  return trx
    .selectFrom('members')
    .select(['id', 'name'])
    .where('company_id', '=', companyId)
    .where('status', '=', 'active')
    .where('role', '!=', 'auditor')
    .where('id', '!=', except)
    .orderBy('name')
    .orderBy('id')
    .limit(1000)
    .execute();
}

/** A record that went from one person to another. */
export interface HandedOver {
  id: string;
  holder: { id: string; name: string };
}

interface Change {
  limit: number;
  at: string;
  by: string;
}

async function getHolder(trx: Trx, id: string): Promise<HandedOver['holder']> {
  const row = await trx.selectFrom('members').select('name').where('id', '=', id).executeTakeFirst();
  return { id, name: row?.name ?? '' };
}

/** Reassigns the next records of a member; none are left if fewer than `limit` are returned. */
async function reassignWork(
  trx: Trx,
  {
    table,
    column,
    open,
    except,
  }: { table: string; column: string; open?: readonly string[]; except?: string },
  { from, to, limit, at, by }: Change & { from: string; to: string },
): Promise<HandedOver[]> {
  const [records, holdsIt] = [sql.table(table), sql.ref(column)];
  const isOpen = sql`${open === undefined ? sql`` : sql`AND status IN (${sql.join(open)})`}
    ${except === undefined ? sql`` : sql`AND status <> ${except}`}`;
  const { rows } = await sql<{ id: string }>`
    UPDATE ${records} SET ${holdsIt} = ${to}, version = version + 1, updated_at = ${at}, updated_by = ${by}
     WHERE id IN (SELECT id FROM ${records} WHERE ${holdsIt} = ${from} ${isOpen} ORDER BY id LIMIT ${limit} FOR UPDATE)
    RETURNING id`.execute(trx);
  const holder = await getHolder(trx, from);
  return rows.map(({ id }) => ({ id, holder }));
}

/** Reassigns the next few clients of a member. */
export const nextResponsibleClients = (trx: Trx, from: string, to: string, change: Change) =>
  reassignWork(
    trx,
    { table: 'clients', column: 'responsible_member_id', except: 'merged' },
    { ...change, from, to },
  );

/** The same for the activities of a person that are not over. */
export const nextOpenActivities = (trx: Trx, from: string, to: string, change: Change) =>
  reassignWork(
    trx,
    { table: 'activities', column: 'assignee_member_id', open: openActivityStatuses },
    { ...change, from, to },
  );

/** The same for alerts that are not closed. */
export const nextOpenAlerts = (trx: Trx, from: string, to: string, change: Change) =>
  reassignWork(
    trx,
    { table: 'alerts', column: 'assignee_member_id', open: openAlertStatuses },
    { ...change, from, to },
  );
