import { readClientGroup as groupEndpoint } from '#contract/clients/client-group.ts';
import { listParties, readParty as readEndpoint } from '#contract/clients/parties.ts';
import { type Binding, bind } from '../../kernel/http/bind-endpoint.ts';
import { addParty, endParty, updateParty } from './commands.ts';
import { readClientGroup } from './group.ts';
import { listParties as list, type PartiesDeps, readParty as read } from './queries.ts';

/** Handlers of the related party endpoints. */
export function partiesRoutes(deps: PartiesDeps): Binding[] {
  return [
    bind(listParties, ({ params, query }, caller) => list(deps, caller, params.id, query)),
    bind(readEndpoint, ({ params: { id, partyId } }, caller) =>
      read(deps, caller, { clientId: id, partyId }),
    ),
    bind(groupEndpoint, ({ params }, caller) => readClientGroup(deps, caller, params.id)),
    addParty.bind(deps),
    updateParty.bind(deps),
    endParty.bind(deps),
  ];
}
