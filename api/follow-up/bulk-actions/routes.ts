import { listBulkActions, listBulkItems, readBulkAction } from '#contract/monitoring/bulk-actions.ts';
import { type Binding, bind } from '../../kernel/http/bind-endpoint.ts';
import { startAction, stopAction, undoAction } from './commands.ts';
import { type BulkActionsDeps, listActions, listItems, readOne } from './queries.ts';

/** Handlers of bulk actions on clients. */
export function bulkActionsRoutes(deps: BulkActionsDeps): Binding[] {
  return [
    bind(listBulkActions, (_input, caller) => listActions(deps, caller)),
    startAction.bind(deps),
    bind(readBulkAction, ({ params }, caller) => readOne(deps, caller, params.id)),
    bind(listBulkItems, ({ params, query }, caller) => listItems(deps, caller, params.id, query)),
    stopAction.bind(deps),
    undoAction.bind(deps),
  ];
}
