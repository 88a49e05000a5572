import { assignClients, assignFilteredClients } from '#contract/client-assignment.ts';
import { type Binding, bind } from '../../http/bind.ts';
import type { ClientsDeps } from '../service.ts';
import { assignFiltered, assignTicked } from './service.ts';

/** What is done to several clients at once. Taking them into monitoring together belongs beside it. */
export function clientAssignmentRoutes(deps: ClientsDeps): Binding[] {
  return [
    bind(assignClients, ({ body }, caller) => assignTicked(deps, caller, body)),
    bind(assignFilteredClients, ({ body }, caller) => assignFiltered(deps, caller, body)),
  ];
}
