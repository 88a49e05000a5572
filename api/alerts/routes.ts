import { assignAlert, claimAlert, listAlerts, moveAlert, readAlert } from '#contract/alerts.ts';
import { type Binding, bind } from '../http/bind.ts';
import { alertDetail } from './detail.ts';
import {
  type AlertsDeps,
  assignAlert as assign,
  claimAlert as claim,
  listAlerts as list,
  moveAlert as move,
} from './service.ts';

/** The alerts' endpoints with what answers them. */
export function alertsRoutes(deps: AlertsDeps): Binding[] {
  return [
    bind(listAlerts, ({ query }, caller) => list(deps, caller, query)),
    bind(readAlert, ({ params }, caller) => alertDetail(deps, caller, params.id)),
    bind(assignAlert, ({ params, body }, caller) => assign(deps, caller, params.id, body)),
    bind(claimAlert, ({ body }, caller) => claim(deps, caller, body)),
    bind(moveAlert, ({ params, body }, caller) => move(deps, caller, params.id, body)),
  ];
}
