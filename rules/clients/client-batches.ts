/** Limits of what is done to several clients at once. Our decision: no more than a person can look through. */

/** Rows of one import; longer files are split. */
export const maxImportRows = 5000;

/** Clients of one page, which is what can be ticked. */
export const maxSelectedClients = 100;

/** Clients of one filter that are assigned together. */
export const maxFilteredClients = 500;
