/** Limits of bulk operations. Our decision: as many as a person can review. */

/** Rows of one import; longer files are split. */
export const maxImportRows = 5000;

/** Maximum clients of one page, which can be selected together. */
export const maxSelectedClients = 100;

/** Clients of one filter that are assigned together. */
export const maxFilteredClients = 500;

/** Clients of one bulk action, which a job works through. */
export const maxBulkClients = 10_000;
