/** A verification by the ids in its path. */
export type VerificationIds = { clientId: string; id: string };

/** Placeholder for the client's id, in a URL built from the verification's id alone. */
export const anyClient = 'of';
