import { readAlert } from '#contract/monitoring/alerts.ts';
import { readClientMonitoring, screenClient } from '#contract/monitoring/screenings.ts';
import { type Binding, bind } from '../../kernel/http/bind-endpoint.ts';
import { alertDetail } from './alert-detail.ts';
import { decideMatch, dismissMatches } from './decide.ts';
import { readClientMonitoring as read, type ScreeningsDeps, screenClient as screen } from './service.ts';

/** Handlers of the screening endpoints. */
export function screeningsRoutes(deps: ScreeningsDeps): Binding[] {
  return [
    bind(readAlert, ({ params }, caller) => alertDetail(deps, caller, params.id)),
    bind(readClientMonitoring, ({ params, query }, caller) => read(deps, caller, params.id, query.before)),
    bind(screenClient, ({ params }, caller) => screen(deps, caller, params.id)),
    decideMatch.bind(deps),
    dismissMatches.bind(deps),
  ];
}
