import type { Selectable } from 'kysely';
import type { ViewScreen } from '#contract/saved-view.ts';
import type { SavedViewsTable } from '../../kernel/database/tables/client-tool-tables.ts';
import type { Trx } from '../../kernel/database/tables/schema.ts';

export type SavedViewRow = Pick<
  Selectable<SavedViewsTable>,
  'id' | 'version' | 'member_id' | 'screen' | 'name' | 'query' | 'is_default'
>;

const columns = ['id', 'version', 'member_id', 'screen', 'name', 'query', 'is_default'] as const;

/** A list's shared views and the member's own, by name. */
export async function readViews(trx: Trx, screen: ViewScreen, memberId: string): Promise<SavedViewRow[]> {
  return trx
    .selectFrom('saved_views')
    .select(columns)
    .where('screen', '=', screen)
    .where((the) => the.or([the('member_id', 'is', null), the('member_id', '=', memberId)]))
    .orderBy('name_key')
    .orderBy('id')
    .execute();
}

/** Locks a view that is shared or the member's own until the transaction ends; null for others. */
export async function lockView(trx: Trx, id: string, memberId: string): Promise<SavedViewRow | null> {
  const row = await trx
    .selectFrom('saved_views')
    .select(columns)
    .where('id', '=', id)
    .where((the) => the.or([the('member_id', 'is', null), the('member_id', '=', memberId)]))
    .forUpdate()
    .executeTakeFirst();
  return row ?? null;
}

/** Number of an owner's views of a list: a member's, or shared ones (null). */
export async function countViews(trx: Trx, screen: ViewScreen, ownerId: string | null): Promise<number> {
  const { total } = await trx
    .selectFrom('saved_views')
    .select(({ fn }) => fn.countAll<number>().as('total'))
    .where('screen', '=', screen)
    .where('member_id', ownerId === null ? 'is' : '=', ownerId)
    .executeTakeFirstOrThrow();
  return Number(total);
}

/** Clears the default flag of an owner's views of a list: at most one opens by default. */
export async function clearDefault(
  trx: Trx,
  view: { screen: ViewScreen; memberId: string | null; exceptId: string; at: string; by: string },
): Promise<void> {
  await trx
    .updateTable('saved_views')
    .set((the) => ({
      is_default: false,
      version: the('version', '+', 1),
      updated_at: view.at,
      updated_by: view.by,
    }))
    .where('screen', '=', view.screen)
    .where('member_id', view.memberId === null ? 'is' : '=', view.memberId)
    .where('is_default', '=', true)
    .where('id', '!=', view.exceptId)
    .execute();
}

export interface NewView {
  companyId: string;
  id: string;
  memberId: string | null;
  screen: ViewScreen;
  name: string;
  nameKey: string;
  query: string;
  isDefault: boolean;
  at: string;
  by: string;
}

export async function insertView(trx: Trx, view: NewView): Promise<void> {
  await trx
    .insertInto('saved_views')
    .values({
      company_id: view.companyId,
      id: view.id,
      member_id: view.memberId,
      screen: view.screen,
      name: view.name,
      name_key: view.nameKey,
      query: view.query,
      is_default: view.isDefault,
      created_at: view.at,
      created_by: view.by,
      updated_at: view.at,
      updated_by: view.by,
    })
    .execute();
}

/** Updates a locked view and increments its version. */
export async function replaceView(
  trx: Trx,
  view: Pick<NewView, 'id' | 'memberId' | 'name' | 'nameKey' | 'isDefault' | 'at' | 'by'> & {
    version: number;
  },
): Promise<void> {
  await trx
    .updateTable('saved_views')
    .set({
      version: view.version + 1,
      member_id: view.memberId,
      name: view.name,
      name_key: view.nameKey,
      is_default: view.isDefault,
      updated_at: view.at,
      updated_by: view.by,
    })
    .where('id', '=', view.id)
    .execute();
}

export async function deleteView(trx: Trx, id: string): Promise<void> {
  await trx.deleteFrom('saved_views').where('id', '=', id).execute();
}
