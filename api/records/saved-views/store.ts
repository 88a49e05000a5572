import type { ViewScreen } from '#contract/saved-view.ts';
import type { Trx } from '../../kernel/database/tables/schema.ts';
import { selected } from '../../kernel/records/columns.ts';
import { everyStamp, recordStore } from '../../kernel/records/record-store.ts';

const columns = {
  id: 'id',
  version: 'version',
  memberId: 'member_id',
  screen: 'screen',
  name: 'name',
  query: 'query',
  isDefault: 'is_default',
} as const;

const selectViews = (trx: Trx) => trx.selectFrom('saved_views as v').select(selected('v', columns));

/** A view; without a member, a shared one. */
export type SavedViewRow = Awaited<ReturnType<ReturnType<typeof selectViews>['execute']>>[number];

/** A list's shared views and the member's own, by name. */
export async function readViews(trx: Trx, screen: ViewScreen, memberId: string): Promise<SavedViewRow[]> {
  return selectViews(trx)
    .where('v.screen', '=', screen)
    .where((the) => the.or([the('v.member_id', 'is', null), the('v.member_id', '=', memberId)]))
    .orderBy('v.name_key')
    .orderBy('v.id')
    .execute();
}

export const views = recordStore({
  table: 'saved_views',
  noun: 'view',
  read: async (trx, id) => (await selectViews(trx).where('v.id', '=', id).executeTakeFirst()) ?? null,
  stamps: everyStamp,
});

/** Locks a view that is shared or the member's own until the transaction ends; null for others. */
export async function lockView(trx: Trx, id: string, memberId: string): Promise<SavedViewRow | null> {
  const row = await views.lock(trx, id);
  return row?.memberId === null || row?.memberId === memberId ? row : null;
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
  view: { screen: ViewScreen; memberId: string | null; exceptId?: string; at: string; by: string },
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
    .$if(view.exceptId !== undefined, (query) => query.where('id', '!=', view.exceptId ?? ''))
    .execute();
}

export async function deleteView(trx: Trx, id: string): Promise<void> {
  await trx.deleteFrom('saved_views').where('id', '=', id).execute();
}
