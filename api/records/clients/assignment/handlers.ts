import { assignFilteredClients } from '#contract/clients/client-assignment.ts';
import { handlersFor } from '../../../kernel/command/handler.ts';
import type { ClientsDeps } from '../record/queries.ts';
import { assignFiltered, assignTicked } from './service.ts';

const handler = handlersFor<ClientsDeps>();

/** Handlers of bulk changes to clients, including enrolment in monitoring. */
export const clientAssignmentHandlers = [
  assignTicked,
  handler(assignFilteredClients, (deps, { body }, caller) => assignFiltered(deps, caller, body)),
] as const;
