import type { Kysely } from 'kysely';
import { listMembers } from '#contract/accounts.ts';
import type { Schema } from '../database/schema.ts';
import { asTenant } from '../database/tenancy.ts';
import { type Binding, bind } from '../http/bind.ts';
import { companyMembers } from './store.ts';

/** The members' endpoint with what answers it. */
export function membersRoutes(deps: { db: Kysely<Schema> }): Binding[] {
  return [
    bind(listMembers, async (_input, caller) => ({
      members: await asTenant(deps.db, caller.company.id, companyMembers),
    })),
  ];
}
