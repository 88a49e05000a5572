import { startAction, stopAction, undoAction } from './commands.ts';
import { listBulkActions, listBulkItems, readBulkAction } from './queries.ts';

/** Handlers of bulk actions on clients. */
export const bulkActionHandlers = [
  listBulkActions,
  startAction,
  readBulkAction,
  listBulkItems,
  stopAction,
  undoAction,
] as const;
