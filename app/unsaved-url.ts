/** Fields beside the entries: the page with the form, where the form is posted, and secret fields that the page did not send. */
export const heldFields = { page: 'heldPage', action: 'heldAction', leftOut: 'heldLeftOut' } as const;

/** Field of the page that offers entries: which of them to discard. */
export const heldIdField = 'held';

/** Keeps a session alive by GET, and holds a form's entries by POST. */
export const holdPath = '/unsaved/hold';

/** The page that offers entries that were not saved. */
export const unsavedPage = '/unsaved';

/** Leads to the page that has the form held last, which offers it: where a person goes on after signing in again. */
export const newestUnsaved = `${unsavedPage}?go=newest`;
