import type { Kysely } from 'kysely';
import type { SavedListViews, SavedView } from '#contract/saved-view.ts';
import { listSavedViews as listEndpoint } from '#contract/views/saved-views.ts';
import { can } from '#rules/permissions.ts';
import { queriesFor } from '../../kernel/command/query.ts';
import type { Schema } from '../../kernel/database/tables/schema.ts';
import { apiError } from '../../kernel/http/api-error.ts';
import type { MemberCaller } from '../../kernel/http/bind-endpoint.ts';
import { readViews, type SavedViewRow } from './store.ts';

export interface SavedViewsDeps {
  db: Kysely<Schema>;
  now: () => Date;
}

const query = queriesFor<SavedViewsDeps>();

type Clock = Pick<SavedViewsDeps, 'now'>;

const sharing = ({ now }: Clock, { member, company }: MemberCaller) =>
  can({ kind: 'member', ...member }, 'views.share', company, now().toISOString());

/** Throws for callers without the permission to share views, which exceeds the permission to save them. */
export function requireSharing(clock: Clock, caller: MemberCaller): void {
  const may = sharing(clock, caller);
  if (!may.allowed) throw apiError(may.code, { detail: may.reason });
}

function viewFrom({ memberId, ...view }: SavedViewRow, mayShare: boolean): SavedView {
  const shared = memberId === null;
  return { ...view, shared, mayChange: !shared || mayShare };
}

/** A view as the caller gets it. */
export function getView(clock: Clock, caller: MemberCaller, row: SavedViewRow): SavedView {
  return viewFrom(row, sharing(clock, caller).allowed);
}

/** Rows of a list's views as responses; shared ones are editable by some members only. */
export function toListViews(
  clock: Clock,
  caller: MemberCaller,
  rows: readonly SavedViewRow[],
): SavedListViews {
  const mayShare = sharing(clock, caller).allowed;
  return { views: rows.map((row) => viewFrom(row, mayShare)), mayShare };
}

/** GET /saved-views: the list's shared views and the caller's own. */
export const listViews = query(listEndpoint, async ({ trx, deps, caller, query: { screen } }) =>
  toListViews(deps, caller, await readViews(trx, screen, caller.member.id)),
);
