import { data } from '@remix-run/node';
import type { EndpointResponse } from '#contract/endpoint.ts';
import { readCompany, restrictCompany } from '#contract/platform/platform.ts';
import { currentEventName } from '#rules/audit/event-names.ts';
import { planLabels } from '#rules/billing/prices.ts';
import { countryName } from '#rules/countries.ts';
import { toAddressLines } from '#rules/format/addresses.ts';
import { sectorLabels } from '#rules/sectors.ts';
import { accessBadge, subscriptionBadge } from '../../components/admin-layout/admin-badges.ts';
import { adminActionLabels, platformUsageLabels } from '../../components/admin-layout/admin-labels.ts';
import { formatDay, formatInstant } from '../../components/format-instant.server.ts';
import { formActions, onSubmit, screenForms } from '../../components/forms/form-actions.server.ts';
import { type FormResult, newRequestKey } from '../../components/forms/form-result.server.ts';
import { textIn } from '../../components/forms/parse-form.server.ts';
import { formatCount } from '../../components/table.tsx';
import type { SignedInArgs } from '../../session/guard-args.server.ts';
import { getCompanyId } from './company-id.server.ts';
import { personLine } from './user-row.server.ts';

const utc = (instant: string) => `${formatInstant(instant, 'UTC')} UTC`;

type CompanyDetail = EndpointResponse<typeof readCompany>;

function profileFacts(company: CompanyDetail['company']) {
  const { address, sector } = company;
  return [
    { label: 'Legal name', value: company.legalName },
    { label: 'Sector', value: sector && sectorLabels[sector as keyof typeof sectorLabels] },
    { label: 'Billing country', value: countryName(company.billingCountryCode) },
    { label: 'Regulated in', value: company.regulatedIn.map(countryName).join(', ') },
    { label: 'NZBN', value: company.nzbn },
    { label: 'ABN', value: company.abn },
    { label: 'ACN', value: company.acn },
    {
      label: 'Address',
      value: address && toAddressLines({ ...address, countryCode: undefined }).join(', '),
    },
    { label: 'Time zone', value: company.timeZone },
    { label: 'Signed up', value: utc(company.createdAt) },
  ];
}

/** A plan’s name; others as they are stored. */
const formatPlan = (plan: string | null) =>
  plan !== null && Object.hasOwn(planLabels, plan) ? planLabels[plan as keyof typeof planLabels] : plan;

function planFacts(subscription: NonNullable<CompanyDetail['subscription']>) {
  return [
    { label: 'Plan', value: formatPlan(subscription.plan) },
    { label: 'Currency', value: subscription.currency },
    {
      label: subscription.cancelAtPeriodEnd ? 'Ends on' : 'Period ends on',
      value: subscription.currentPeriodEnd && formatDay(subscription.currentPeriodEnd, 'UTC'),
    },
    {
      label: 'Grace period ends',
      value: subscription.graceUntil && formatDay(subscription.graceUntil, 'UTC'),
    },
  ];
}

/**
 * One company: its profile, plan, users and usage, and admins' actions on it. `?confirm=` confirms before it is restricted or
 * opened.
 */
export async function loadCompany(args: SignedInArgs) {
  const companyId = getCompanyId(args);
  const { company, subscription, people, usage, actions } = await args.api.call(readCompany, {
    params: { companyId },
  });
  const requested = args.url.searchParams.get('confirm');
  const confirm: 'restricted' | 'open' | null =
    requested === 'restricted' || requested === 'open' ? requested : null;
  return {
    id: company.id,
    name: company.name,
    version: company.version,
    requestKey: newRequestKey(),
    confirm,
    isRestrictedByAdmin: company.restrictedByAdmin,
    isSetUp: company.onboardingStep === 'done',
    access: accessBadge(company),
    restriction: company.restrictedByAdmin
      ? {
          reason: company.accessRestrictedReason,
          at: company.accessRestrictedAt && utc(company.accessRestrictedAt),
          by: company.accessRestrictedBy ?? 'A platform admin',
        }
      : null,
    profile: profileFacts(company),
    subscription: subscriptionBadge(company),
    noPlan: company.subscriptionActive ? 'Access without a plan. No monthly fee.' : 'No checkout yet.',
    plan: subscription && planFacts(subscription),
    people: people.map(personLine),
    usage: usage.map(({ kind, total }) => ({ label: platformUsageLabels[kind], value: formatCount(total) })),
    actions: actions.map(({ seq, at, action, adminName, person, reason }) => ({
      seq,
      at: utc(at),
      what: `${adminActionLabels[currentEventName(action)] ?? action}${person === null ? '' : `: ${person}`}`,
      who: adminName,
      reason,
    })),
  };
}

/** The action’s result when nothing was changed. */
export interface RestrictionResult extends FormResult {
  requestKey: string;
}

const submits = screenForms<SignedInArgs>()({
  page: (args) => `/admin/companies/${getCompanyId(args)}`,
  rejected: ({ result, status }) =>
    data<RestrictionResult>({ ...result, requestKey: newRequestKey() }, { status }),
});

const formatOpened = (isStillRestricted: boolean) =>
  isStillRestricted
    ? 'Restriction removed. Records open when company setup is complete.'
    : 'Restriction removed.';

/** Restricts a company, or removes its restriction. */
export const handleRestriction = onSubmit(
  formActions(
    {
      restrict: submits({
        endpoint: restrictCompany,
        params: (args) => ({ companyId: getCompanyId(args) }),
        accepted: ({ accessRestricted }, { form }) =>
          textIn(form, 'to') === 'restricted'
            ? 'Access restricted. Members can see the reason.'
            : formatOpened(accessRestricted),
      }),
    },
    { otherwise: 'restrict' },
  ),
);
