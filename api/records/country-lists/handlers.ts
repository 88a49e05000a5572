import { saveCountryList } from './commands.ts';
import { readCountryListStates, showCountryLists } from './queries.ts';

/** Country lists used by scores and rules. */
export const countryListHandlers = [showCountryLists, readCountryListStates, saveCountryList] as const;
