import { randomBytes } from 'node:crypto';

/** Generates an ID in the vendor's format: `<prefix>_` and 24 hex digits. */
export const newId = (prefix: string): string => `${prefix}_${randomBytes(12).toString('hex')}`;
