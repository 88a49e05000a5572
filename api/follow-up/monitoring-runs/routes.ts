import { readMonitoringLists } from '#contract/monitoring/screenings.ts';
import type { ScreeningsDeps } from '../../checks/screening-results/service.ts';
import { type Binding, bind } from '../../kernel/http/bind-endpoint.ts';
import { readListsInUse } from './lists.ts';

/** Handlers of the monitoring endpoints. */
export function monitoringRoutes(deps: ScreeningsDeps): Binding[] {
  return [bind(readMonitoringLists, (_input, caller) => readListsInUse(deps, caller))];
}
