import { randomBytes } from 'node:crypto';
import { sql } from 'kysely';
import type { SealingKey } from '#api/checks/individual-verifications/record/encryption.ts';
import type { Database } from '#api/kernel/database/pool.ts';
import { asPlatform, asTenant } from '#api/kernel/database/tenancy.ts';
import type { MemberCaller } from '#api/kernel/http/bind-endpoint.ts';
import { createCompanyKeys } from '#api/kernel/keys/company-keys.ts';
import { setPublicAuthenticatorApp } from '#api/kernel/sessions/authenticator-store.ts';
import type { FileStorage } from '#api/records/documents/storage.ts';
import type { ListFile } from '#api/records/screening-lists/parsing/files/list-file.ts';
import type { OperatorSourceKey } from '#api/records/screening-lists/sources.ts';
import { authenticatorLabel, sealAuthenticatorKey } from '#api/records/sign-in/authenticator-apps.ts';
import {
  type DemoAccount,
  demoAdmin,
  demoAdminTotpKey,
  demoAuditor,
  demoNewcomer,
  demoOfficer,
  demoOwner,
  demoStaff,
} from './demo-accounts.ts';
import { seedDemoSubscription } from './demo-subscription.ts';

export interface DemoDeps {
  database: Pick<Database, 'db'>;
  now: () => Date;
  /** Keys of the digests and sealed numbers of invented documents; generated if absent. */
  sealingKey?: SealingKey | undefined;
  /** Where the files of lists are kept; absent for a database that is thrown away. */
  storage?: FileStorage | undefined;
  /** Fetches a list from the sandbox's publishers; the caller removes the files. */
  publishedList?: ((source: OperatorSourceKey) => Promise<ListFile[]>) | undefined;
  /** Members already read, by the id of their user, while the demo is made. */
  callers?: Map<string, MemberCaller> | undefined;
}

/** The keys of a demo; without a server's, new ones that nothing can be opened with later. */
export function demoSealingKey({ sealingKey, now }: Pick<DemoDeps, 'sealingKey' | 'now'>): SealingKey {
  const newKey = () => randomBytes(32).toString('base64url');
  return (
    sealingKey ?? {
      idHmacKey: newKey(),
      companyKeys: createCompanyKeys({ files: [newKey()], fields: [newKey()] }, now),
    }
  );
}

/** The same dependencies with the clock set back by some days. */
export function daysBefore(deps: DemoDeps, days: number): DemoDeps {
  return { ...deps, now: () => new Date(deps.now().getTime() - days * 86_400_000) };
}

/** Fixed, so that repeated seeding finds the existing company. */
export const demoCompanyId = '01980000-0000-7000-8000-000000000001';
const newcomersCompanyId = '01980000-0000-7000-8000-000000000002';
const adminId = '01980000-0000-7000-8000-000000000003';
const adminFactorId = '01980000-0000-7000-8000-0000000000f1';

interface DemoMember {
  id: string;
  account: DemoAccount;
  role: 'owner' | 'member' | 'auditor';
  designations: ('complianceOfficer' | 'seniorManager')[];
}

export const demoMembers: readonly DemoMember[] = [
  {
    id: '01980000-0000-7000-8000-000000000011',
    account: demoOwner,
    role: 'owner',
    designations: ['seniorManager'],
  },
  {
    id: '01980000-0000-7000-8000-000000000012',
    account: demoOfficer,
    role: 'member',
    designations: ['complianceOfficer'],
  },
  { id: '01980000-0000-7000-8000-000000000013', account: demoStaff, role: 'member', designations: [] },
  { id: '01980000-0000-7000-8000-000000000014', account: demoAuditor, role: 'auditor', designations: [] },
];

const newcomer: DemoMember = {
  id: '01980000-0000-7000-8000-000000000015',
  account: demoNewcomer,
  role: 'owner',
  designations: [],
};

/** Age of the company in days, more than that of its first client. */
const companyDays = 500;

/** Days of the auditor's access from the first seeding. */
const auditorDays = 365;

async function rejectUnlessSandbox({ database }: DemoDeps): Promise<void> {
  const { rows } = await asPlatform(database.db, (trx) =>
    sql`SELECT FROM settings WHERE key = 'sandbox'`.execute(trx),
  );
  if (rows.length === 0) {
    throw new Error('Demo data is for sandboxes only: this database is not marked as a sandbox.');
  }
}

function memberRow(member: DemoMember, companyId: string, at: string, accessEndsAt: string) {
  return {
    id: member.id,
    company_id: companyId,
    identity_user_id: member.account.userId,
    login_id: member.account.loginId,
    name: member.account.name,
    role: member.role,
    designations: member.designations,
    access_ends_at: member.role === 'auditor' ? accessEndsAt : null,
    status: 'active' as const,
    created_at: at,
    created_by: 'system',
    updated_at: at,
  };
}

async function makeDemoCompany({ database }: DemoDeps, at: string, accessEndsAt: string): Promise<void> {
  await asTenant(database.db, demoCompanyId, async (trx) => {
    await trx
      .insertInto('companies')
      .values({
        id: demoCompanyId,
        name: 'Kōwhai & Wattle Advisory',
        legal_name: 'Kōwhai and Wattle Advisory Limited',
        sector: 'accounting',
        other_sectors: ['conveyancing'],
        first_service_nz: '2018-07-01',
        first_service_au: '2020-02-03',
        former_supervisor: 'DIA',
        enrolment_number: '100012337',
        billing_country_code: 'NZL',
        regulated_in: ['NZL', 'AUS'],
        time_zone: 'Pacific/Auckland',
        access_restricted: false,
        subscription_active: true,
        onboarding_step: 'done',
        created_at: at,
        created_by: 'system',
        updated_at: at,
      })
      .onConflict((conflict) => conflict.doNothing())
      .execute();
    await trx
      .insertInto('members')
      .values(demoMembers.map((member) => memberRow(member, demoCompanyId, at, accessEndsAt)))
      .onConflict((conflict) => conflict.doNothing())
      .execute();
  });
}

/** A company directly after sign-up: all flags have their column defaults. */
async function makeNewcomersCompany({ database }: DemoDeps, at: string, accessEndsAt: string): Promise<void> {
  await asTenant(database.db, newcomersCompanyId, async (trx) => {
    await trx
      .insertInto('companies')
      .values({
        id: newcomersCompanyId,
        name: 'Firstday Conveyancing',
        regulated_in: ['AUS'],
        time_zone: 'Australia/Sydney',
        created_at: at,
        created_by: 'system',
        updated_at: at,
      })
      .onConflict((conflict) => conflict.doNothing())
      .execute();
    await trx
      .insertInto('members')
      .values(memberRow(newcomer, newcomersCompanyId, at, accessEndsAt))
      .onConflict((conflict) => conflict.doNothing())
      .execute();
  });
}

async function makeAdmin(deps: DemoDeps, at: string): Promise<void> {
  const { database } = deps;
  const created = await asPlatform(database.db, (trx) =>
    trx
      .insertInto('admins')
      .values({
        id: adminId,
        identity_user_id: demoAdmin.userId,
        login_id: demoAdmin.loginId,
        name: demoAdmin.name,
        status: 'active',
        created_at: at,
        created_by: 'system',
        updated_at: at,
      })
      .onConflict((conflict) => conflict.doNothing())
      .executeTakeFirst(),
  );
  // A new one only with the account: an earlier account may have removed it.
  const subject = demoAdmin.userId;
  await setPublicAuthenticatorApp(database.db, {
    id: adminFactorId,
    subject,
    isNew: created.numInsertedOrUpdatedRows !== 0n,
    label: authenticatorLabel,
    key: sealAuthenticatorKey(demoSealingKey(deps).companyKeys, subject, demoAdminTotpKey),
    at,
  });
}

/**
 * Creates the demo company, the newcomer's company and the platform admin if missing. Existing ones are not changed.
 * @throws Error if the database is not marked as a sandbox's.
 */
export async function seedDemoAccounts(deps: DemoDeps): Promise<void> {
  await rejectUnlessSandbox(deps);
  const at = deps.now().toISOString();
  const accessEndsAt = new Date(deps.now().getTime() + auditorDays * 86_400_000).toISOString();
  await makeDemoCompany(deps, daysBefore(deps, companyDays).now().toISOString(), accessEndsAt);
  await seedDemoSubscription(deps, demoCompanyId);
  await makeNewcomersCompany(deps, at, accessEndsAt);
  await makeAdmin(deps, at);
}
