import { readClientGroup as groupEndpoint } from '#contract/clients/client-group.ts';
import { listParties, readParty as readEndpoint } from '#contract/clients/parties.ts';
import { handlersFor } from '../../kernel/command/handler.ts';
import { addParty, endParty, updateParty } from './commands.ts';
import { readClientGroup } from './group.ts';
import { listParties as list, type PartiesDeps, readParty as read } from './queries.ts';

const handler = handlersFor<PartiesDeps>();

/** Handlers of the related party endpoints. */
export const partyHandlers = [
  handler(listParties, (deps, { params, query }, caller) => list(deps, caller, params.id, query)),
  handler(readEndpoint, (deps, { params: { id, partyId } }, caller) =>
    read(deps, caller, { clientId: id, partyId }),
  ),
  handler(groupEndpoint, (deps, { params }, caller) => readClientGroup(deps, caller, params.id)),
  addParty,
  updateParty,
  endParty,
] as const;
