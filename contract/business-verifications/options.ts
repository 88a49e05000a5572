import { z } from 'zod';
import { recordId, recordVersion } from '#contract/fields.ts';
import { businessVerification } from './record.ts';

/** Path parameters of a verification’s endpoints. */
export const byId = z.object({ id: recordId });

/** Body field of commands: the version that the caller saw. */
export const versioned = { version: recordVersion };

const member = { caller: 'member' } as const;

/** Options of endpoints that start or order checks. */
export const checkEndpoint = {
  ...member,
  permission: 'checks.start',
  once: true,
  response: businessVerification,
} as const;

/** Options of endpoints that change a verification. */
export const writeEndpoint = {
  ...member,
  permission: 'records.write',
  once: true,
  response: businessVerification,
  status: 200,
} as const;

/** Options of endpoints that only read. */
export const readEndpoint = { ...member, permission: 'records.read', status: 200 } as const;
