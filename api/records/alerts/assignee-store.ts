import { sql } from 'kysely';
import type { AlertResourceType } from '#rules/alerts/alert-types.ts';
import type { Trx } from '../../kernel/database/tables/schema.ts';

/**
 * Responsible members by record id: a client's relationship owner, an activity's assignee, a screening list's compliance officer.
 * Unassigned ones are absent, and all of other records.
 */
export async function responsibleFor(
  trx: Trx,
  resourceType: AlertResourceType,
  ids: readonly string[],
): Promise<Map<string, string>> {
  if (resourceType === 'screeningLists') {
    const officer = await firstComplianceOfficer(trx);
    return new Map(officer === null ? [] : ids.map((id) => [id, officer]));
  }
  if (resourceType !== 'clients' && resourceType !== 'activities') return new Map();
  const rows =
    resourceType === 'clients'
      ? await trx
          .selectFrom('clients')
          .select(['id', 'responsible_member_id as member'])
          .where('id', 'in', [...ids])
          .execute()
      : await trx
          .selectFrom('activities')
          .select(['id', 'assignee_member_id as member'])
          .where('id', 'in', [...ids])
          .execute();
  return new Map(rows.flatMap(({ id, member }) => (member === null ? [] : [[id, member] as const])));
}

/** Name of an active member with permission to work on alerts; null for others. */
export async function assignableName(trx: Trx, memberId: string): Promise<string | null> {
  const row = await trx
    .selectFrom('members')
    .select('name')
    .where('id', '=', memberId)
    .where('status', '=', 'active')
    .where('role', '!=', 'auditor')
    .executeTakeFirst();
  return row?.name ?? null;
}

/** The compliance officer designated longest ago; null if there is none. */
export async function firstComplianceOfficer(trx: Trx): Promise<string | null> {
  const row = await trx
    .selectFrom('members')
    .select('id')
    .where('status', '=', 'active')
    .where(sql<boolean>`'complianceOfficer' = ANY (designations)`)
    .orderBy('created_at')
    .orderBy('id')
    .executeTakeFirst();
  return row?.id ?? null;
}
