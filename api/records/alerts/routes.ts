import { listAlerts } from '#contract/monitoring/alerts.ts';
import { type Binding, bind } from '../../kernel/http/bind-endpoint.ts';
import { assignAlert, claimAlert, transitionAlert } from './commands.ts';
import { type AlertsDeps, listAlerts as list } from './queries.ts';

/** Handlers of the alert endpoints. */
export function alertsRoutes(deps: AlertsDeps): Binding[] {
  return [
    bind(listAlerts, ({ query }, caller) => list(deps, caller, query)),
    transitionAlert.bind(deps),
    assignAlert.bind(deps),
    claimAlert.bind(deps),
  ];
}
