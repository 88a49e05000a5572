import { readCountryListStates, readCountryLists } from '#contract/cdd/cdd.ts';
import { type Binding, bind } from '../../kernel/http/bind-endpoint.ts';
import { saveCountryList } from './commands.ts';
import { type CountryListsDeps, showCountryListStates, showCountryLists } from './queries.ts';

/** Country lists used by scores and rules. */
export function countryListsRoutes(deps: CountryListsDeps): Binding[] {
  return [
    bind(readCountryLists, (_input, caller) => showCountryLists(deps, caller)),
    bind(readCountryListStates, ({ params, query }, caller) =>
      showCountryListStates(deps, caller, params.key, query.before),
    ),
    saveCountryList.bind(deps),
  ];
}
