import type { AdminBySubject, MemberBySubject, SessionEndsRow } from '../../kernel/database/people-store.ts';
import type { AdminRecord, MemberRecord } from '../../kernel/http/authenticate.ts';
import { adminSessionLimits, type BrowserSession } from '../../kernel/http/browser-sessions.ts';
import type { SessionEnds } from '../../kernel/http/session-tokens.ts';

/** Revoked session tokens, from a row. */
export const sessionEnds = (row: SessionEndsRow): SessionEnds => ({
  validFrom: row.sessions_valid_from,
  endedTokens: row.ended_tokens,
});

/** The session in a row of a person; undefined without one. */
function browserSession(
  row: Pick<
    MemberBySubject,
    'session_id' | 'session_started_at' | 'session_last_seen_at' | 'session_factor_at' | 'session_password_at'
  >,
  limits: Pick<BrowserSession, 'idleMinutes' | 'maxHours'>,
): BrowserSession | undefined {
  const { session_id: id, session_started_at: startedAt, session_last_seen_at: lastSeenAt } = row;
  if (id === null || startedAt === null || lastSeenAt === null) return undefined;
  const { session_factor_at: factorAt, session_password_at: passwordAt } = row;
  return { id, startedAt, lastSeenAt, factorAt, passwordAt, ...limits };
}

/** The member in a row of a signed-in member, or of one who started a job. */
export const memberFields = (
  row: Pick<MemberBySubject, 'id' | 'login_id' | 'name' | 'role' | 'designations' | 'access_ends_at'>,
) => ({
  id: row.id,
  loginId: row.login_id,
  name: row.name,
  role: row.role,
  designations: row.designations,
  accessEndsAt: row.access_ends_at,
});

type CompanyColumns = Pick<
  MemberBySubject,
  | 'company_id'
  | 'company_name'
  | 'access_restricted'
  | 'access_restricted_reason'
  | 'subscription_active'
  | 'billing_country_code'
  | 'regulated_in'
  | 'sector'
  | 'other_sectors'
  | 'australian_tranche'
  | 'first_service_nz'
  | 'first_service_au'
  | 'default_worklist_id'
  | 'onboarding_step'
  | 'time_zone'
>;

/** The company in such a row. */
export const companyFields = (row: CompanyColumns) => ({
  id: row.company_id,
  name: row.company_name,
  accessRestricted: row.access_restricted,
  accessRestrictedReason: row.access_restricted_reason,
  subscriptionActive: row.subscription_active,
  billingCountryCode: row.billing_country_code,
  regulatedIn: row.regulated_in,
  sector: row.sector,
  otherSectors: row.other_sectors,
  australianTranche: row.australian_tranche,
  firstServiceNz: row.first_service_nz,
  firstServiceAu: row.first_service_au,
  defaultWorklistId: row.default_worklist_id,
  onboardingStep: row.onboarding_step,
  timeZone: row.time_zone,
});

/** A row of `member_by_subject` as the contract names its parts. */
export function memberRecord(row: MemberBySubject): MemberRecord {
  return {
    status: row.status,
    sessions: sessionEnds(row),
    session: browserSession(row, {
      idleMinutes: row.session_idle_minutes,
      maxHours: row.session_max_hours,
    }),
    isCompanyChosen: row.company_chosen,
    secondFactor: { isEnrolled: row.has_factor, policy: row.second_factor, ownsCompany: row.owns_company },
    member: {
      ...memberFields(row),
      otherCompanies: row.other_companies,
      unreadNotifications: row.unread_notifications,
    },
    company: {
      ...companyFields(row),
      subscription:
        row.subscription_status === null
          ? null
          : { status: row.subscription_status, plan: row.plan, graceUntil: row.grace_until },
      sessionIdleMinutes: row.session_idle_minutes,
      openAlerts: row.open_alerts,
    },
  };
}

/** A row of `admin_by_subject` as the contract names its parts. */
export function adminRecord(row: AdminBySubject): AdminRecord {
  return {
    status: row.status,
    sessions: sessionEnds(row),
    session: browserSession(row, adminSessionLimits),
    secondFactor: { isEnrolled: row.has_factor, policy: 'optional', ownsCompany: false },
    admin: { id: row.id, loginId: row.login_id, name: row.name },
  };
}
