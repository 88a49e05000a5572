import { createSavedView, listSavedViews, updateSavedView } from '#contract/views/saved-views.ts';
import { type Binding, bind } from '../../kernel/http/bind-endpoint.ts';
import { createView, removeView, updateView } from './commands.ts';
import { listViews, requireSharing, type SavedViewsDeps } from './queries.ts';

/**
 * Handlers of the saved view endpoints. Check the permission to share before responding to a repeated idempotency key.
 */
export function savedViewsRoutes(deps: SavedViewsDeps): Binding[] {
  return [
    bind(listSavedViews, ({ query }, caller) => listViews(deps, caller, query.screen)),
    bind(createSavedView, async (input, caller) => {
      if (input.body.shared) requireSharing(deps, caller);
      return createView.run(deps, caller, input);
    }),
    bind(updateSavedView, async (input, caller) => {
      if (input.body.shared) requireSharing(deps, caller);
      return updateView.run(deps, caller, input);
    }),
    removeView.bind(deps),
  ];
}
