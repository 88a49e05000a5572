import { enrolFilteredClients, listEnrolments } from '#contract/monitoring/enrolments.ts';
import { listWorklists, readWorklist } from '#contract/monitoring/worklists.ts';
import { handlersFor } from '../../kernel/command/handler.ts';
import { archiveWorklist, createWorklist, makeDefaultWorklist, updateWorklist } from './commands.ts';
import { enrolFiltered } from './enrol.ts';
import { enrolClient, enrolSelected, transitionEnrolment } from './enrolments.ts';
import { showEnrolments, showWorklist, showWorklists, type WorklistsDeps } from './queries.ts';

const handler = handlersFor<WorklistsDeps>();

/** Handlers of the worklist and enrolment endpoints. */
export const worklistHandlers = [
  handler(listWorklists, (deps, { query }, caller) => showWorklists(deps, caller, query)),
  handler(readWorklist, (deps, { params }, caller) => showWorklist(deps, caller, params.id)),
  createWorklist,
  updateWorklist,
  makeDefaultWorklist,
  archiveWorklist,
  handler(listEnrolments, (deps, { params, query }, caller) =>
    showEnrolments(deps, caller, params.id, query),
  ),
  enrolClient,
  transitionEnrolment,
  enrolSelected,
  handler(enrolFilteredClients, (deps, { body }, caller) => enrolFiltered(deps, caller, body)),
] as const;
