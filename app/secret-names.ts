/** Secrets are not held for a day, nor shown. The last part of a name decides: `tokenUrl` and `reasonCode` are none. */
export const secretNames = /(?:password|secret|token|\bcode)$/i;
