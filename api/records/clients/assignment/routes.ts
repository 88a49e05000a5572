import { assignFilteredClients } from '#contract/clients/client-assignment.ts';
import { type Binding, bind } from '../../../kernel/http/bind-endpoint.ts';
import type { ClientsDeps } from '../record/queries.ts';
import { assignFiltered, assignTicked } from './service.ts';

/** Handlers of bulk changes to clients, including enrolment in monitoring. */
export function clientAssignmentRoutes(deps: ClientsDeps): Binding[] {
  return [
    assignTicked.bind(deps),
    bind(assignFilteredClients, ({ body }, caller) => assignFiltered(deps, caller, body)),
  ];
}
