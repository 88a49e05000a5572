import { readAlert } from '#contract/monitoring/alerts.ts';
import { readClientMonitoring, screenClient } from '#contract/monitoring/screenings.ts';
import { handlersFor } from '../../kernel/command/handler.ts';
import { alertDetail } from './alert-detail.ts';
import { decideMatch, dismissMatches } from './decide.ts';
import { readClientMonitoring as read, type ScreeningsDeps, screenClient as screen } from './service.ts';

const handler = handlersFor<ScreeningsDeps>();

/** Handlers of the screening endpoints. */
export const screeningHandlers = [
  handler(readAlert, (deps, { params }, caller) => alertDetail(deps, caller, params.id)),
  handler(readClientMonitoring, (deps, { params, query }, caller) =>
    read(deps, caller, params.id, query.before),
  ),
  handler(screenClient, (deps, { params }, caller) => screen(deps, caller, params.id)),
  decideMatch,
  dismissMatches,
] as const;
