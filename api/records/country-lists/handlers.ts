import { readCountryListStates, readCountryLists } from '#contract/cdd/cdd.ts';
import { handlersFor } from '../../kernel/command/handler.ts';
import { saveCountryList } from './commands.ts';
import { type CountryListsDeps, showCountryListStates, showCountryLists } from './queries.ts';

const handler = handlersFor<CountryListsDeps>();

/** Country lists used by scores and rules. */
export const countryListHandlers = [
  handler(readCountryLists, (deps, _input, caller) => showCountryLists(deps, caller)),
  handler(readCountryListStates, (deps, { params, query }, caller) =>
    showCountryListStates(deps, caller, params.key, query.before),
  ),
  saveCountryList,
] as const;
