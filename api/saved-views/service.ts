import type { Kysely, Transaction } from 'kysely';
import { v7 as uuidv7 } from 'uuid';
import type { z } from 'zod';
import type { SavedView, ViewScreen, ViewsOfList } from '#contract/saved-view.ts';
import type { savedViewInput, updateSavedView } from '#contract/saved-views.ts';
import { mayAct } from '#rules/access.ts';
import { foldName } from '#rules/names.ts';
import { changesBetween } from '../audit/detail.ts';
import { recordEvent } from '../audit/record-event.ts';
import type { Schema } from '../database/schema.ts';
import { brokenConstraint } from '../database/sql-state.ts';
import { asTenant } from '../database/tenancy.ts';
import type { MemberCaller } from '../http/bind.ts';
import { refuse } from '../http/problems.ts';
import { answerOnce } from '../request-keys/answer-once.ts';
import {
  clearDefault,
  countViews,
  deleteView,
  insertView,
  lockView,
  readViews,
  replaceView,
  type SavedViewRow,
} from './store.ts';

export interface SavedViewsDeps {
  db: Kysely<Schema>;
  now: () => Date;
}

type Trx = Transaction<Schema>;
type NewView = z.output<typeof savedViewInput>;
type ChangedView = z.output<typeof updateSavedView.body>;

/** Views of one list that a member has, and that everybody shares. */
const mostViews = 50;

function mayShare(deps: Pick<SavedViewsDeps, 'now'>, { member, company }: MemberCaller): boolean {
  return mayAct({ kind: 'member', ...member }, 'views.share', company, deps.now().toISOString()).allowed;
}

function requireSharing(deps: SavedViewsDeps, caller: MemberCaller): void {
  const { member, company } = caller;
  const may = mayAct({ kind: 'member', ...member }, 'views.share', company, deps.now().toISOString());
  if (!may.allowed) throw refuse(may.code, { detail: may.reason });
}

function viewOf(row: SavedViewRow, mayChangeShared: boolean): SavedView {
  const shared = row.member_id === null;
  return {
    id: row.id,
    version: row.version,
    screen: row.screen,
    name: row.name,
    query: row.query,
    shared,
    isDefault: row.is_default,
    mayChange: !shared || mayChangeShared,
  };
}

/** GET /saved-views: the shared views of a list and the caller's own. */
export async function listViews(
  deps: SavedViewsDeps,
  caller: MemberCaller,
  screen: ViewScreen,
): Promise<ViewsOfList> {
  const rows = await asTenant(deps.db, caller.company.id, (trx) => readViews(trx, screen, caller.member.id));
  return viewsOfList(deps, caller, rows);
}

/** Rows of a list's views as the caller gets them: those that everybody shares only some may change. */
export function viewsOfList(
  deps: Pick<SavedViewsDeps, 'now'>,
  caller: MemberCaller,
  rows: readonly SavedViewRow[],
): ViewsOfList {
  const sharing = mayShare(deps, caller);
  return { views: rows.map((row) => viewOf(row, sharing)), mayShare: sharing };
}

async function refusingTakenName<T>(work: Promise<T>): Promise<T> {
  try {
    return await work;
  } catch (error) {
    const broken = brokenConstraint(error);
    if (broken === 'saved_views_own_name' || broken === 'saved_views_shared_name') {
      const name = ['There is a view of this name already. Choose another name.'];
      throw refuse('request.invalid', { fields: { name } });
    }
    throw error;
  }
}

function auditable({ member_id, name, query, is_default, screen }: SavedViewRow): Record<string, unknown> {
  return { screen, name, query, shared: member_id === null, isDefault: is_default };
}

function record(
  trx: Trx,
  deps: SavedViewsDeps,
  { member, company, request }: MemberCaller,
  event: { action: string; id: string; detail: Record<string, unknown> },
) {
  return recordEvent(trx, deps, {
    companyId: company.id,
    actor: { type: 'user', id: member.id, role: member.role },
    action: event.action,
    resourceType: 'savedView',
    resourceId: event.id,
    detail: event.detail,
    requestId: request.id,
  });
}

async function written(trx: Trx, id: string, memberId: string): Promise<SavedViewRow> {
  const row = await lockView(trx, id, memberId);
  if (row === null) throw new Error('A view that was just written cannot be read.');
  return row;
}

/** POST /saved-views. Refuses with `request.invalid` a name that is taken, with `role.forbidden` sharing without the right to. */
export async function createView(
  deps: SavedViewsDeps,
  caller: MemberCaller,
  input: NewView,
): Promise<SavedView> {
  const { member, company } = caller;
  if (input.shared) requireSharing(deps, caller);
  const memberId = input.shared ? null : member.id;
  const command = { body: input, status: 201 };
  return refusingTakenName(
    asTenant(deps.db, company.id, (trx) =>
      answerOnce(trx, deps, caller, command, async () => {
        const has = await countViews(trx, input.screen, memberId);
        if (has >= mostViews) {
          const name = [`There are ${mostViews} views already. Delete one that nobody needs first.`];
          throw refuse('request.invalid', { fields: { name } });
        }
        const now = deps.now();
        const at = now.toISOString();
        const id = uuidv7({ msecs: now.getTime() });
        const { screen, name, query, isDefault } = input;
        if (isDefault) await clearDefault(trx, { screen, memberId, exceptId: id, at, by: member.id });
        const nameKey = foldName(name);
        await insertView(trx, {
          companyId: company.id,
          ...{ id, memberId, screen, name, nameKey, query, isDefault, at },
          by: member.id,
        });
        const row = await written(trx, id, member.id);
        const detail = { changes: changesBetween({}, auditable(row)) };
        await record(trx, deps, caller, { action: 'savedView.created', id, detail });
        return viewOf(row, mayShare(deps, caller));
      }),
    ),
  );
}

/** The view as it is now, where the caller may change it in this version. */
async function changeable(
  trx: Trx,
  deps: SavedViewsDeps,
  caller: MemberCaller,
  { id, version }: { id: string; version: number },
): Promise<SavedViewRow> {
  const row = await lockView(trx, id, caller.member.id);
  if (row === null) throw refuse('record.notFound');
  if (row.member_id === null) requireSharing(deps, caller);
  if (row.version !== version) {
    throw refuse('record.stale', {
      detail: 'This view was changed after you opened it. Look at it again, then make your change.',
      current: viewOf(row, mayShare(deps, caller)),
    });
  }
  return row;
}

/** PUT /saved-views/:id. A shared view that is shared no longer becomes its changer's own. */
export async function updateView(
  deps: SavedViewsDeps,
  caller: MemberCaller,
  id: string,
  input: ChangedView,
): Promise<SavedView> {
  const { member, company } = caller;
  if (input.shared) requireSharing(deps, caller);
  const command = { record: id, body: input, status: 200 };
  return refusingTakenName(
    asTenant(deps.db, company.id, (trx) =>
      answerOnce(trx, deps, caller, command, async () => {
        const before = await changeable(trx, deps, caller, { id, version: input.version });
        const memberId = input.shared ? null : member.id;
        const { name, isDefault } = input;
        const sharing = mayShare(deps, caller);
        if (before.name === name && before.is_default === isDefault && before.member_id === memberId) {
          return viewOf(before, sharing);
        }
        const at = deps.now().toISOString();
        if (isDefault) {
          await clearDefault(trx, { screen: before.screen, memberId, exceptId: id, at, by: member.id });
        }
        const nameKey = foldName(name);
        const version = before.version;
        await replaceView(trx, { id, version, memberId, name, nameKey, isDefault, at, by: member.id });
        const after = await written(trx, id, member.id);
        const detail = { changes: changesBetween(auditable(before), auditable(after)) };
        await record(trx, deps, caller, { action: 'savedView.updated', id, detail });
        return viewOf(after, sharing);
      }),
    ),
  );
}

/** POST /saved-views/:id/delete. */
export async function removeView(
  deps: SavedViewsDeps,
  caller: MemberCaller,
  id: string,
  version: number,
): Promise<{ id: string }> {
  const command = { record: id, body: { version }, status: 200 };
  return asTenant(deps.db, caller.company.id, (trx) =>
    answerOnce(trx, deps, caller, command, async () => {
      const before = await changeable(trx, deps, caller, { id, version });
      await deleteView(trx, id);
      const detail = { changes: changesBetween(auditable(before), {}) };
      await record(trx, deps, caller, { action: 'savedView.deleted', id, detail });
      return { id };
    }),
  );
}
