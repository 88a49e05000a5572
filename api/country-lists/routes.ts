import { readCountryListStates, readCountryLists, saveCountryList } from '#contract/diligence.ts';
import { type Binding, bind } from '../http/bind.ts';
import {
  type CountryListsDeps,
  saveCountryListOf,
  showCountryListStates,
  showCountryLists,
} from './service.ts';

/** The lists of countries that scores and rules look at. */
export function countryListsRoutes(deps: CountryListsDeps): Binding[] {
  return [
    bind(readCountryLists, (_input, caller) => showCountryLists(deps, caller)),
    bind(readCountryListStates, ({ params, query }, caller) =>
      showCountryListStates(deps, caller, params.key, query.before),
    ),
    bind(saveCountryList, ({ params, body }, caller) => saveCountryListOf(deps, caller, params.key, body)),
  ];
}
