import { createSavedView, deleteSavedView, listSavedViews, updateSavedView } from '#contract/saved-views.ts';
import { type Binding, bind } from '../http/bind.ts';
import { createView, listViews, removeView, type SavedViewsDeps, updateView } from './service.ts';

/** The saved views' endpoints with what answers them. */
export function savedViewsRoutes(deps: SavedViewsDeps): Binding[] {
  return [
    bind(listSavedViews, ({ query }, caller) => listViews(deps, caller, query.screen)),
    bind(createSavedView, ({ body }, caller) => createView(deps, caller, body)),
    bind(updateSavedView, ({ params, body }, caller) => updateView(deps, caller, params.id, body)),
    bind(deleteSavedView, ({ params, body }, caller) => removeView(deps, caller, params.id, body.version)),
  ];
}
