import { readHome } from './service.ts';

/** Handler of the home page's endpoint. */
export const homeHandlers = [readHome] as const;
