import { approvePermit, recordPermit, withdrawPermit } from './commands.ts';
import { listPermits } from './queries.ts';

/** Permits that lift a sanctions prohibition. */
export const sanctionsPermitHandlers = [listPermits, recordPermit, approvePermit, withdrawPermit] as const;
