import { readMonitoringLists } from '#contract/monitoring/screenings.ts';
import type { ScreeningsDeps } from '../../checks/screening-results/service.ts';
import { handlersFor } from '../../kernel/command/handler.ts';
import { readListsInUse } from './lists.ts';

const handler = handlersFor<ScreeningsDeps>();

/** Handlers of the monitoring endpoints. */
export const monitoringHandlers = [
  handler(readMonitoringLists, (deps, _input, caller) => readListsInUse(deps, caller)),
] as const;
