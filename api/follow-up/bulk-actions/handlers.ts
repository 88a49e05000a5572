import { listBulkActions, listBulkItems, readBulkAction } from '#contract/monitoring/bulk-actions.ts';
import { handlersFor } from '../../kernel/command/handler.ts';
import { startAction, stopAction, undoAction } from './commands.ts';
import { type BulkActionsDeps, listActions, listItems, readOne } from './queries.ts';

const handler = handlersFor<BulkActionsDeps>();

/** Handlers of bulk actions on clients. */
export const bulkActionHandlers = [
  handler(listBulkActions, (deps, _input, caller) => listActions(deps, caller)),
  startAction,
  handler(readBulkAction, (deps, { params }, caller) => readOne(deps, caller, params.id)),
  handler(listBulkItems, (deps, { params, query }, caller) => listItems(deps, caller, params.id, query)),
  stopAction,
  undoAction,
] as const;
