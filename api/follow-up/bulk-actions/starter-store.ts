import type { Trx } from '../../kernel/database/tables/schema.ts';
import type { MemberCaller } from '../../kernel/http/bind-endpoint.ts';
import { companyFields, memberFields } from '../../records/sign-in/records.ts';

/** Who started an action, as the database has them now; `isActive`: may still sign in. */
export interface Starter {
  isActive: boolean;
  caller: MemberCaller;
}

/** The member who started an action, with the company's state, as a caller; the request is the action itself. */
export async function readStarter(trx: Trx, memberId: string, actionId: string): Promise<Starter> {
  const row = await trx
    .selectFrom('members as m')
    .innerJoin('companies as c', 'c.id', 'm.company_id')
    .select([
      'm.id',
      'm.status',
      'm.identity_user_id',
      'm.login_id',
      'm.name',
      'm.role',
      'm.designations',
      'm.access_ends_at',
      'c.id as company_id',
      'c.name as company_name',
      'c.access_restricted',
      'c.access_restricted_reason',
      'c.subscription_active',
      'c.billing_country_code',
      'c.regulated_in',
      'c.sector',
      'c.other_sectors',
      'c.australian_tranche',
      'c.first_service_nz',
      'c.first_service_au',
      'c.default_worklist_id',
      'c.onboarding_step',
      'c.time_zone',
    ])
    .where('m.id', '=', memberId)
    .executeTakeFirstOrThrow();
  return {
    isActive: row.status === 'active',
    caller: {
      kind: 'member',
      subject: row.identity_user_id ?? '',
      member: { ...memberFields(row), otherCompanies: 0, unreadNotifications: 0 },
      company: { ...companyFields(row), subscription: null, openAlerts: 0, sessionIdleMinutes: 0 },
      request: { id: actionId, endpointId: 'bulkActions.start', requestKey: undefined, clientIp: '' },
    },
  };
}
