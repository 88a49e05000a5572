import { addParty, endParty, updateParty } from './commands.ts';
import { readClientGroup } from './group.ts';
import { listParties, readParty } from './queries.ts';

/** Handlers of the related party endpoints. */
export const partyHandlers = [
  listParties,
  readParty,
  readClientGroup,
  addParty,
  updateParty,
  endParty,
] as const;
