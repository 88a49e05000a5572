import type { Transaction } from 'kysely';
import type { z } from 'zod';
import type { CompanyProfile, companyProfileInput } from '#contract/company-settings.ts';
import { leastRetentionYears } from '#rules/retention.ts';
import { changesBetween } from '../audit/detail.ts';
import { actorOf, recordMemberEvent } from '../audit/member-event.ts';
import type { Schema } from '../database/schema.ts';
import { asTenant } from '../database/tenancy.ts';
import type { MemberCaller } from '../http/bind.ts';
import { refuse } from '../http/problems.ts';
import { answerOnce } from '../request-keys/answer-once.ts';
import { adoptStarterTemplates } from '../templates/starters.ts';
import type { CompanySettingsDeps } from './deps.ts';
import { readSettings, type SettingsRow, updateSettings } from './store.ts';

type ProfileForm = z.output<typeof companyProfileInput>;

function profileOf(row: SettingsRow): CompanyProfile {
  return {
    version: row.version,
    name: row.name,
    legalName: row.legal_name,
    sector: row.sector,
    regulatedIn: row.regulated_in,
    nzbn: row.nzbn,
    abn: row.abn,
    acn: row.acn,
    address: row.address,
    timeZone: row.time_zone,
    updatedAt: row.updated_at,
  };
}

/** GET /company. */
export function readProfile(deps: CompanySettingsDeps, { company }: MemberCaller): Promise<CompanyProfile> {
  return asTenant(deps.db, company.id, async (trx) => profileOf(await readSettings(trx, company.id)));
}

/** What the trail compares: everything that a person can change here. */
function traced(row: SettingsRow) {
  const { version: _version, updatedAt: _updatedAt, ...profile } = profileOf(row);
  return { ...profile, retentionYears: row.policy.retentionYears };
}

/**
 * The years of keeping after a change of countries. They grow to the minimum of the law and never shrink by themselves: records made
 * while another country's law applied stay under it. Source: domain 6.
 */
function retentionYearsUnder(row: SettingsRow, regulatedIn: ProfileForm['regulatedIn']): number {
  return Math.max(row.policy.retentionYears, leastRetentionYears('identity', regulatedIn));
}

async function writeProfile(
  trx: Transaction<Schema>,
  deps: CompanySettingsDeps,
  caller: MemberCaller,
  form: ProfileForm,
): Promise<CompanyProfile> {
  const { member, company, request } = caller;
  const row = await readSettings(trx, company.id, { lock: true });
  if (row.version !== form.version) {
    throw refuse('record.stale', {
      detail: 'Somebody else changed the company’s settings while you had them open.',
      current: profileOf(row),
    });
  }
  const after = await updateSettings(trx, row, {
    profile: {
      name: form.name,
      legal_name: form.legalName ?? null,
      sector: form.sector ?? null,
      regulated_in: form.regulatedIn,
      nzbn: form.nzbn ?? null,
      abn: form.abn ?? null,
      acn: form.acn ?? null,
      address: form.address ?? null,
      time_zone: form.timeZone,
    },
    policy: { ...row.policy, retentionYears: retentionYearsUnder(row, form.regulatedIn) },
    at: deps.now().toISOString(),
  });
  const countries = form.regulatedIn.filter((country) => !row.regulated_in.includes(country));
  if (countries.length > 0) {
    await adoptStarterTemplates(trx, deps, {
      companyId: company.id,
      memberId: member.id,
      countries,
      actor: actorOf(caller),
      requestId: request.id,
    });
  }
  await recordMemberEvent(trx, deps, caller, {
    action: 'company.updated',
    resourceType: 'company',
    resourceId: company.id,
    detail: { changes: changesBetween(traced(row), traced(after)) },
  });
  return profileOf(after);
}

/**
 * PUT /company. Refuses a stale version with `record.stale`. A country that comes to apply brings its starter templates and its least
 * years of keeping with it.
 */
export function updateProfile(
  deps: CompanySettingsDeps,
  caller: MemberCaller,
  form: ProfileForm,
): Promise<CompanyProfile> {
  return asTenant(deps.db, caller.company.id, (trx) =>
    answerOnce(trx, deps, caller, { body: form, status: 200 }, () => writeProfile(trx, deps, caller, form)),
  );
}
