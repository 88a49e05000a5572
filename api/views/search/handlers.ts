import { searchEverything } from './queries.ts';

/** Handler of the search over all records. */
export const searchHandlers = [searchEverything] as const;
