import type { WorkEvent } from '../../kernel/command/work.ts';

/** An event of a bulk action as a whole; each client has its own. */
export const bulkEvent = (action: string, id: string, detail: Record<string, unknown>): WorkEvent => ({
  action,
  resourceType: 'bulkAction',
  resourceId: id,
  detail,
});
