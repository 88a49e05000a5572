import {
  adoptStarters as adoptEndpoint,
  nameOfficer as officerEndpoint,
  saveCompanyDetails as saveEndpoint,
} from '#contract/company/onboarding.ts';
import { companyDay } from '#rules/dates/company-day.ts';
import { minRetentionYears } from '#rules/retention/retention-rules.ts';
import { changesBetween } from '../../kernel/audit/detail.ts';
import { commandsFor } from '../../kernel/command/command.ts';
import type { Work } from '../../kernel/command/work.ts';
import type { MemberCaller } from '../../kernel/http/bind-endpoint.ts';
import { factProblems, factsToWrite, getFacts } from '../company-settings/fact-columns.ts';
import { companyDetailsCause, haveDifferentRules } from '../company-settings/profile-change.ts';
import { confirmRelief } from '../company-settings/relieved-clients.ts';
import { library } from '../risk-templates/content.ts';
import { adoptStarterTemplates } from '../risk-templates/starters.ts';
import { finishOnboarding } from './finish.ts';
import { getDetails, type OnboardingDeps, readOnboardingState } from './queries.ts';
import { lockCompany, readOfficers, updateCompany, writeDesignations } from './store.ts';

const command = commandsFor<OnboardingDeps>();

type Step = Work & { caller: MemberCaller };

const lock = ({ trx, caller }: Step) => lockCompany(trx, caller.company.id);

const read = ({ trx, caller }: Step) => readOnboardingState(trx, caller.company.id);

// Each step records its event before it completes setup, whose events follow.
const events = () => [];

/**
 * PUT /onboarding/company.
 *
 * @throws `record.versionConflict` for a stale version; `confirmation.required` where initial CDD would be waived for more clients.
 */
export const saveDetails = command(saveEndpoint, {
  alone: true,
  lock,
  stale: {
    message: 'Someone else changed the company’s details while you had them open.',
    current: (_, row) => getDetails(row),
  },
  check({ time, caller, body, problems }) {
    for (const { field, message } of factProblems(body, companyDay(time(), caller.company.timeZone))) {
      problems.add(field, message);
    }
  },
  async change(context, row) {
    const { trx, at, record, emit, body } = context;
    const facts = factsToWrite(body);
    const after = {
      legalName: body.legalName,
      sector: body.sector,
      ...getFacts(facts),
      regulatedIn: body.regulatedIn,
      nzbn: body.nzbn ?? null,
      abn: body.abn ?? null,
      address: body.address ?? null,
    };
    const saved = { ...row, ...facts, sector: body.sector, regulated_in: body.regulatedIn };
    const relievedClients = await confirmRelief(context, row, saved);
    const retentionYears = Math.max(
      row.policy.retentionYears,
      minRetentionYears('identity', after.regulatedIn),
    );
    await updateCompany(trx, row, {
      legal_name: after.legalName,
      sector: after.sector,
      ...facts,
      regulated_in: after.regulatedIn,
      nzbn: after.nzbn,
      abn: after.abn,
      address: JSON.stringify(after.address),
      policy: { ...row.policy, retentionYears },
      at,
    });
    const { version: _, name: __, ...before } = getDetails(row);
    record({
      action: 'company.updated',
      resourceType: 'company',
      resourceId: row.id,
      detail: { ...changesBetween(before, after), ...(relievedClients > 0 ? { relievedClients } : {}) },
    });
    if (haveDifferentRules(row, saved)) emit('company.rulesChanged', { cause: companyDetailsCause });
    await finishOnboarding(context);
  },
  read,
  again: read,
  events,
});

/** PUT /onboarding/compliance-officer: designates one member and removes the designation of the former officer. */
export const setOfficer = command(officerEndpoint, {
  async lock({ trx, caller: { company }, body }) {
    await lockCompany(trx, company.id);
    return readOfficers(trx, company.id, body.memberId);
  },
  check({ body, problems }, found) {
    const named = found.find(({ id }) => id === body.memberId);
    if (named === undefined || named.role === 'auditor') {
      problems.add('memberId', 'Select a team member who can work with records');
    }
  },
  async change(context, found) {
    const { trx, at, record, body } = context;
    const changed = found.flatMap((item) => {
      const others = item.designations.filter((held) => held !== 'complianceOfficer');
      const after = item.id === body.memberId ? [...others, 'complianceOfficer' as const] : others;
      return [...after].sort().join() === [...item.designations].sort().join() ? [] : [{ ...item, after }];
    });
    for (const { id, designations: before, after } of changed) {
      await writeDesignations(trx, id, after, at);
      record({
        action: 'member.roleChanged',
        resourceType: 'member',
        resourceId: id,
        detail: { designations: { before, after } },
      });
    }
    await finishOnboarding(context);
  },
  read,
  again: read,
  events,
});

/** PUT /onboarding/templates. Rejects templates of countries other than the company's. */
export const adopt = command(adoptEndpoint, {
  lock,
  check({ body, problems }, { regulated_in: countries }) {
    const offered = library.filter(({ country }) => countries.includes(country)).map(({ key }) => key);
    if (body.keys.some((key) => !offered.includes(key))) {
      problems.add('keys', 'Select templates of your company’s countries');
    }
  },
  async change(context, { regulated_in: countries }) {
    const { caller, body } = context;
    await adoptStarterTemplates(context, {
      companyId: caller.company.id,
      memberId: caller.member.id,
      countries,
      keys: body.keys,
    });
    await finishOnboarding(context);
  },
  read,
  again: read,
  events,
});
