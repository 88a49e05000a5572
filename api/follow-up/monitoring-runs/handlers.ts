import { readMonitoringLists } from './lists.ts';

/** Handlers of the monitoring endpoints. */
export const monitoringHandlers = [readMonitoringLists] as const;
