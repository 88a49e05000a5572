import { z } from 'zod';
import { endpoint } from '#contract/endpoint.ts';
import { instant, recordId } from '#contract/fields.ts';
import { designation, memberRole, memberSession } from './accounts.ts';

/** A company that the caller can work in, with their permissions there. */
const membership = z.object({
  companyId: recordId,
  companyName: z.string(),
  role: memberRole,
  designations: z.array(designation),
  accessEndsAt: instant.nullable(),
  lastSignInAt: instant.nullable(),
  /** The session is in this company. */
  isInUse: z.boolean(),
});
export type Membership = z.infer<typeof membership>;

export const listMemberships = endpoint({
  id: 'memberships.list',
  method: 'GET',
  path: '/memberships',
  summary: 'List the companies that the caller can work in, by name',
  caller: 'person',
  response: z.object({ memberships: z.array(membership) }),
  status: 200,
});

export const switchCompany = endpoint({
  id: 'memberships.use',
  method: 'POST',
  path: '/memberships/:companyId/use',
  summary: 'Switch this session to another of the caller’s companies',
  caller: 'person',
  params: z.object({ companyId: recordId }),
  body: z.object({}),
  response: memberSession,
  status: 200,
});
