import { listAlerts, moveAlert } from '#contract/alerts.ts';
import { type Binding, bind } from '../http/bind.ts';
import { type AlertsDeps, listAlerts as list, moveAlert as move } from './service.ts';

/** The alerts' endpoints with what answers them. */
export function alertsRoutes(deps: AlertsDeps): Binding[] {
  return [
    bind(listAlerts, ({ query }, caller) => list(deps, caller, query)),
    bind(moveAlert, ({ params, body }, caller) => move(deps, caller, params.id, body)),
  ];
}
