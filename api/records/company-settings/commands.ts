import { isDeepStrictEqual } from 'node:util';
import {
  updatePolicies as updatePoliciesEndpoint,
  updateCompanyProfile as updateProfileEndpoint,
} from '#contract/company/company-settings.ts';
import { companyDay } from '#rules/dates/company-day.ts';
import { formatPolicies, type Policies } from '#rules/policies.ts';
import { requiredListsOn } from '#rules/required-lists.ts';
import { changesBetween } from '../../kernel/audit/detail.ts';
import { commandsFor } from '../../kernel/command/command.ts';
import type { Work } from '../../kernel/command/work.ts';
import type { MemberCaller } from '../../kernel/http/bind-endpoint.ts';
import { requireLists } from '../clients/record/store.ts';
import { adoptStarterTemplates } from '../risk-templates/starters.ts';
import {
  checkProfile,
  companyDetailsCause,
  companyPoliciesCause,
  haveDifferentRules,
  nextProfile,
  staleProfile,
} from './profile-change.ts';
import {
  type CompanySettingsDeps,
  getPolicies,
  getProfile,
  policiesFrom,
  problemsWith,
  staleMessage,
} from './queries.ts';
import { confirmRelief } from './relieved-clients.ts';
import { readSettings, type SettingsRow, updateSettings } from './store.ts';

const command = commandsFor<CompanySettingsDeps>();

const lock = ({ trx, caller }: Work & { caller: MemberCaller }) =>
  readSettings(trx, caller.company.id, { lock: true });

/** Fields compared in the audit log: everything a member can change here. */
function auditable(row: SettingsRow) {
  const { version: _version, updatedAt: _updatedAt, ...profile } = getProfile(row);
  return { ...profile, retentionYears: row.policy.retentionYears };
}

/**
 * PUT /company. A newly applicable country adds its starter templates and minimum retention period. Throws `confirmation.required` where initial CDD
 * would be waived for more clients.
 */
export const updateProfile = command(updateProfileEndpoint, {
  alone: true,
  lock,
  stale: staleProfile,
  check: checkProfile,
  async change(context, before) {
    const { trx, at, body, caller } = context;
    const next = nextProfile(body, before);
    const relievedClients = await confirmRelief(context, before, next.profile);
    const after = await updateSettings(trx, before, { ...next, at });
    const countries = body.regulatedIn.filter((country) => !before.regulated_in.includes(country));
    await adoptStarterTemplates(context, {
      companyId: caller.company.id,
      memberId: caller.member.id,
      countries,
    });
    await requireLists(
      trx,
      requiredListsOn(countries, companyDay(context.time(), body.timeZone)).map(({ regime }) => ({
        regime,
        problem: 'missing' as const,
      })),
    );
    if (haveDifferentRules(before, after)) {
      context.emit('company.rulesChanged', { cause: companyDetailsCause });
    }
    return { after, relievedClients };
  },
  read: async (_, _before, { after }) => getProfile(after),
  again: async ({ trx, caller }) => getProfile(await readSettings(trx, caller.company.id)),
  events: (_, { before, done: { after, relievedClients } }) => ({
    action: 'company.updated',
    resourceType: 'company',
    resourceId: before.id,
    detail: {
      changes: changesBetween(auditable(before), auditable(after)),
      ...(relievedClients > 0 ? { relievedClients } : {}),
    },
  }),
});

/** Policies as compared in the audit log, with their labels. */
const policiesInTrail = (policies: Policies) =>
  Object.fromEntries(formatPolicies(policies).map(({ field, text }) => [field, text]));

/**
 * PUT /company/policies. Rejects values below the legal minimum, and maker-checker approval without a second eligible
 * member.
 */
export const updatePolicies = command(updatePoliciesEndpoint, {
  alone: true,
  lock,
  stale: {
    message: staleMessage,
    current: ({ trx, time }, row) => policiesFrom(trx, row, time()),
  },
  async check({ trx, time, body, problems }, before) {
    const found = await problemsWith(trx, before, { after: getPolicies(body), now: time() });
    for (const { field, message } of found) problems.add(field, message);
  },
  async change({ trx, at, body, emit }, before) {
    const after = getPolicies(body);
    const updated = await updateSettings(trx, before, {
      policy: {
        ...after,
        idExpiryAlertDays: [...after.idExpiryAlertDays],
        formerProcedures: [...after.formerProcedures],
      },
      at,
    });
    if (!isDeepStrictEqual(before.policy.formerProcedures, updated.policy.formerProcedures)) {
      emit('company.rulesChanged', { cause: companyPoliciesCause });
    }
    return updated;
  },
  read: ({ trx, time }, _, after) => policiesFrom(trx, after, time()),
  again: async ({ trx, time, caller }) =>
    policiesFrom(trx, await readSettings(trx, caller.company.id), time()),
  events: (_, { before, done }) => ({
    action: 'company.policiesChanged',
    resourceType: 'company',
    resourceId: before.id,
    detail: { changes: changesBetween(policiesInTrail(before.policy), policiesInTrail(done.policy)) },
  }),
});
