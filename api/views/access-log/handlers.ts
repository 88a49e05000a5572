import { listAccessLog } from './queries.ts';

/** Handlers of the access log. */
export const accessLogHandlers = [listAccessLog] as const;
