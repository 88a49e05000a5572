import {
  decideMatch,
  dismissMatches,
  readClientMonitoring,
  readMonitoringLists,
  screenClient,
} from '#contract/screenings.ts';
import { type Binding, bind } from '../http/bind.ts';
import { readListsInUse } from '../monitoring/lists.ts';
import { decideMatch as decide, dismissMatches as dismiss } from './decide.ts';
import { readClientMonitoring as read, type ScreeningsDeps, screenClient as screen } from './service.ts';

/** Screenings of clients and what is decided about their matches. */
export function screeningsRoutes(deps: ScreeningsDeps): Binding[] {
  return [
    bind(readClientMonitoring, ({ params, query }, caller) => read(deps, caller, params.id, query.before)),
    bind(screenClient, ({ params }, caller) => screen(deps, caller, params.id)),
    bind(decideMatch, ({ params, body }, caller) => decide(deps, caller, params.id, body)),
    bind(dismissMatches, ({ params, body }, caller) => dismiss(deps, caller, params.id, body)),
    bind(readMonitoringLists, (_input, caller) => readListsInUse(deps, caller)),
  ];
}
