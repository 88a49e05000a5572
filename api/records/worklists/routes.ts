import { enrolFilteredClients, listEnrolments } from '#contract/monitoring/enrolments.ts';
import { listWorklists, readWorklist } from '#contract/monitoring/worklists.ts';
import { type Binding, bind } from '../../kernel/http/bind-endpoint.ts';
import { archiveWorklist, createWorklist, makeDefaultWorklist, updateWorklist } from './commands.ts';
import { enrolFiltered } from './enrol.ts';
import { enrolClient, enrolSelected, transitionEnrolment } from './enrolments.ts';
import { showEnrolments, showWorklist, showWorklists, type WorklistsDeps } from './queries.ts';

/** Handlers of the worklist and enrolment endpoints. */
export function worklistsRoutes(deps: WorklistsDeps): Binding[] {
  return [
    bind(listWorklists, ({ query }, caller) => showWorklists(deps, caller, query)),
    bind(readWorklist, ({ params }, caller) => showWorklist(deps, caller, params.id)),
    createWorklist.bind(deps),
    updateWorklist.bind(deps),
    makeDefaultWorklist.bind(deps),
    archiveWorklist.bind(deps),
    bind(listEnrolments, ({ params, query }, caller) => showEnrolments(deps, caller, params.id, query)),
    enrolClient.bind(deps),
    transitionEnrolment.bind(deps),
    enrolSelected.bind(deps),
    bind(enrolFilteredClients, ({ body }, caller) => enrolFiltered(deps, caller, body)),
  ];
}
