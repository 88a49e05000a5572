import {
  addParty,
  endParty,
  listParties,
  readParty as readEndpoint,
  updateParty,
} from '#contract/parties.ts';
import { type Binding, bind } from '../http/bind.ts';
import {
  addParty as add,
  endParty as end,
  listParties as list,
  type PartiesDeps,
  readParty as read,
  updateParty as update,
} from './service.ts';

/** The endpoints of clients' parties with what answers them. */
export function partiesRoutes(deps: PartiesDeps): Binding[] {
  const idsOf = ({ id, partyId }: { id: string; partyId: string }) => ({ clientId: id, partyId });
  return [
    bind(listParties, ({ params, query }, caller) => list(deps, caller, params.id, query)),
    bind(readEndpoint, ({ params }, caller) => read(deps, caller, idsOf(params))),
    bind(addParty, ({ params, body }, caller) => add(deps, caller, params.id, body)),
    bind(updateParty, ({ params, body }, caller) => update(deps, caller, idsOf(params), body)),
    bind(endParty, ({ params, body }, caller) => end(deps, caller, idsOf(params), body)),
  ];
}
