import type { SavedView } from '#contract/saved-view.ts';
import {
  createSavedView as createEndpoint,
  deleteSavedView as deleteEndpoint,
  updateSavedView as updateEndpoint,
} from '#contract/views/saved-views.ts';
import { foldName } from '#rules/name-matching/name-normalisation.ts';
import { changesBetween } from '../../kernel/audit/detail.ts';
import { commandsFor, receipt, unchanged } from '../../kernel/command/command.ts';
import { handlersFor } from '../../kernel/command/handler.ts';
import type { Work } from '../../kernel/command/work.ts';
import { brokenConstraint } from '../../kernel/database/postgres-errors.ts';
import { apiError } from '../../kernel/http/api-error.ts';
import type { MemberCaller } from '../../kernel/http/bind-endpoint.ts';
import { getView, requireSharing, type SavedViewsDeps } from './queries.ts';
import { clearDefault, countViews, deleteView, lockView, type SavedViewRow, views } from './store.ts';

const command = commandsFor<SavedViewsDeps>();
const handler = handlersFor<SavedViewsDeps>();

/** Maximum views of one list per member, and of shared ones. */
const maxViews = 50;

type ViewWork = Work & { params: { id: string }; deps: SavedViewsDeps; caller: MemberCaller };

/**
 * Locks a shared view or one of the caller's own. Rejects a shared one without the permission to share, regardless of
 * the version.
 */
async function lock({ trx, params, deps, caller }: ViewWork): Promise<SavedViewRow | null> {
  const row = await lockView(trx, params.id, caller.member.id);
  if (row?.memberId === null) requireSharing(deps, caller);
  return row;
}

const stale = {
  message: 'This view has changed. Review it and try again.',
  current: ({ deps, caller }: ViewWork, row: SavedViewRow) => getView(deps, caller, row),
};

type Reading = Pick<ViewWork, 'trx' | 'deps' | 'caller'>;

async function readView({ trx, deps, caller }: Reading, id: string): Promise<SavedView | null> {
  const row = await lockView(trx, id, caller.member.id);
  return row && getView(deps, caller, row);
}

const reloadView = async ({ trx, deps, caller }: Reading, id: string): Promise<SavedView> =>
  getView(deps, caller, await views.reread(trx, id));

const getOwner = (shared: boolean, { member }: MemberCaller) => (shared ? null : member.id);

const auditable = ({ screen, name, query, shared, isDefault }: SavedView) => ({
  screen,
  name,
  query,
  shared,
  isDefault,
});

async function convertDuplicateName<Written>(writing: Promise<Written>): Promise<Written> {
  try {
    return await writing;
  } catch (error) {
    const broken = brokenConstraint(error);
    if (broken === 'saved_views_own_name' || broken === 'saved_views_shared_name') {
      const name = ['A view with this name already exists. Use another name.'];
      throw apiError('request.invalid', { fields: { name } });
    }
    throw error;
  }
}

const create = command(createEndpoint, {
  async check({ trx, caller, body: { screen, shared }, problems }) {
    if ((await countViews(trx, screen, getOwner(shared, caller))) >= maxViews) {
      problems.add('name', `There are already ${maxViews} views. Delete one you no longer need.`);
    }
  },
  async change(context) {
    const { trx, at, caller, body } = context;
    const { screen, name, query, shared, isDefault } = body;
    const memberId = getOwner(shared, caller);
    if (isDefault) await clearDefault(trx, { screen, memberId, at, by: caller.member.id });
    const columns = { member_id: memberId, name, name_key: foldName(name), is_default: isDefault };
    return convertDuplicateName(views.insert(context, { ...columns, screen, query }));
  },
  read: (context, _, id) => reloadView(context, id),
  again: (context, { id }) => readView(context, id),
  events: (_, { after }) => ({
    action: 'savedView.created',
    resourceType: 'savedView',
    resourceId: after.id,
    detail: { changes: changesBetween({}, auditable(after)) },
  }),
});

const update = command(updateEndpoint, {
  lock,
  stale,
  async change(context, before) {
    const { trx, at, deps, caller, body } = context;
    const { name, shared, isDefault } = body;
    const memberId = getOwner(shared, caller);
    if (before.name === name && before.isDefault === isDefault && before.memberId === memberId) {
      return unchanged(getView(deps, caller, before));
    }
    const { id, screen } = before;
    if (isDefault) await clearDefault(trx, { screen, memberId, exceptId: id, at, by: caller.member.id });
    const columns = { member_id: memberId, name, name_key: foldName(name), is_default: isDefault };
    await convertDuplicateName(views.update(context, before, columns));
  },
  read: (context, { id }) => reloadView(context, id),
  again: (context) => readView(context, context.params.id),
  events: ({ deps, caller }, { before, after }) => ({
    action: 'savedView.updated',
    resourceType: 'savedView',
    resourceId: before.id,
    detail: { changes: changesBetween(auditable(getView(deps, caller, before)), auditable(after)) },
  }),
});

/** POST /saved-views. Checks the permission to share before a repeated key is answered. @throws `request.invalid` for a duplicate name. */
export const createView = handler(createEndpoint, async (deps, input, caller) => {
  if (input.body.shared) requireSharing(deps, caller);
  return create.run(deps, caller, input);
});

/**
 * PUT /saved-views/:id. A view that is no longer shared belongs to the editing member. Checks the permission to share as `createView` does.
 * @throws `request.invalid` for a duplicate name.
 */
export const updateView = handler(updateEndpoint, async (deps, input, caller) => {
  if (input.body.shared) requireSharing(deps, caller);
  return update.run(deps, caller, input);
});

/** POST /saved-views/:id/delete. */
export const removeView = command(deleteEndpoint, {
  lock,
  stale,
  change: ({ trx }, { id }) => deleteView(trx, id),
  read: async (_, { id }) => ({ id }),
  again: receipt,
  events: ({ deps, caller }, { before }) => ({
    action: 'savedView.deleted',
    resourceType: 'savedView',
    resourceId: before.id,
    detail: { changes: changesBetween(auditable(getView(deps, caller, before)), {}) },
  }),
});
