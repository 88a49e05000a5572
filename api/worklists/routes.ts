import {
  enrolClient,
  enrolClients,
  enrolFilteredClients,
  listEnrolments,
  moveEnrolment,
} from '#contract/enrolments.ts';
import {
  archiveWorklist,
  createWorklist,
  listWorklists,
  readWorklist,
  setDefaultWorklist,
  updateWorklist,
} from '#contract/worklists.ts';
import { type Binding, bind } from '../http/bind.ts';
import { enrolFiltered, enrolTicked } from './enrol-many.ts';
import { enrolOne, moveOne, showEnrolments } from './enrolments.ts';
import {
  archiveWorklist as archive,
  createWorklist as create,
  makeDefault,
  showWorklist,
  showWorklists,
  updateWorklist as update,
  type WorklistsDeps,
} from './service.ts';

/** Worklists, and whom they watch. */
export function worklistsRoutes(deps: WorklistsDeps): Binding[] {
  return [
    bind(listWorklists, ({ query }, caller) => showWorklists(deps, caller, query)),
    bind(readWorklist, ({ params }, caller) => showWorklist(deps, caller, params.id)),
    bind(createWorklist, ({ body }, caller) => create(deps, caller, body)),
    bind(updateWorklist, ({ params, body }, caller) => update(deps, caller, params.id, body)),
    bind(setDefaultWorklist, ({ params, body }, caller) => makeDefault(deps, caller, params.id, body)),
    bind(archiveWorklist, ({ params, body }, caller) => archive(deps, caller, params.id, body)),
    bind(listEnrolments, ({ params, query }, caller) => showEnrolments(deps, caller, params.id, query)),
    bind(enrolClient, ({ params, body }, caller) => enrolOne(deps, caller, params.id, body)),
    bind(moveEnrolment, ({ params, body }, caller) => moveOne(deps, caller, params.id, body)),
    bind(enrolClients, ({ body }, caller) => enrolTicked(deps, caller, body)),
    bind(enrolFilteredClients, ({ body }, caller) => enrolFiltered(deps, caller, body)),
  ];
}
