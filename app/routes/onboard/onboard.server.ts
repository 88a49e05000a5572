import { data } from '@remix-run/node';
import { inviteMember } from '#contract/company/members.ts';
import {
  adoptStarters,
  nameOfficer,
  type OnboardingState,
  type OnboardingStep,
  readOnboarding,
} from '#contract/company/onboarding.ts';
import { type BillingState, readBilling } from '#contract/platform/billing.ts';
import { officerProvisions } from '#rules/firm/company-facts.ts';
import { sectorLabels, sectors } from '#rules/sectors.ts';
import { type PlanResult, planActions } from '../../components/billing/plan-actions.server.ts';
import { planLines } from '../../components/billing/plan-lines.server.ts';
import { formatDay } from '../../components/format-instant.server.ts';
import { oneButton, onSubmit, screenForms } from '../../components/forms/form-actions.server.ts';
import { newRequestKey } from '../../components/forms/form-result.server.ts';
import { redirectWithFlash } from '../../flash.server.ts';
import type { MemberArgs } from '../../session/guard-args.server.ts';
import { may } from '../../session/permissions.server.ts';
import { type CompanyResult, companyStep } from './company-step.server.ts';
import { isStep, stepAfter, stepNames, steps } from './setup-steps.ts';

/** The step named in the URL; by default the first that is not done. */
function visibleStep(url: URL, left: readonly OnboardingStep[]): OnboardingStep {
  const named = url.searchParams.get('step');
  if (isStep(named)) return named;
  return left.find((name) => !steps[name].canWait) ?? left[0] ?? 'company';
}

const isPaid = (billing: BillingState | null) =>
  billing?.subscription?.status === 'active' || billing?.subscription?.status === 'trialing';

/** Data of the page: the status of all steps, and the data of the open step. */
export async function loadOnboarding({ api, me, url }: MemberArgs) {
  const [{ member, company }, read, { billing, owners }] = await Promise.all([
    me(),
    api.call(readOnboarding, {}),
    api.call(readBilling, {}),
  ]);
  // A payment in progress may have completed while the steps were read.
  const isBehind = read.left.includes('plan') && isPaid(billing);
  const onboarding = isBehind ? await api.call(readOnboarding, {}) : read;
  const { left, done } = onboarding;
  const step = visibleStep(url, left);
  const canSetUp = may({ member, company }, 'onboarding.write');
  return {
    ...onboarding,
    step,
    canSetUp,
    owners: owners.map(({ name }) => name),
    progress: stepNames.map((name) => ({
      name,
      ...steps[name],
      isDone: !left.includes(name),
      isProcessing: name === 'plan' && billing?.isProcessing === true && left.includes('plan'),
    })),
    // Read last, since the setup may have just been completed.
    canAddClients: done && may({ member, company }, 'records.write'),
    restrictedBecause: done ? company.accessRestrictedReason : null,
    officerProvisions: officerProvisions(onboarding.company),
    person: { id: member.id, name: member.name, loginId: member.loginId },
    billingCountry: company.billingCountryCode,
    // Here rather than in the page, where the contract would add zod to the browser bundle.
    sectorChoices: sectors.map((value) => ({ value, label: sectorLabels[value] })),
    plan:
      billing === null
        ? null
        : {
            ...planLines(billing),
            isProcessing: billing.isProcessing,
            status: billing.subscription?.status ?? null,
            current: billing.needsCheckout ? null : (billing.subscription?.plan ?? null),
            asked: billing.planAskedAt && formatDay(billing.planAskedAt, company.timeZone),
          },
    requestKey: newRequestKey(),
  };
}

/** Result of a step's form. */
export type StepResult = CompanyResult & { form?: PlanResult['form'] };

/** URL after saving a step: the next one that is not done. */
function nextStep(step: OnboardingStep, { left, done }: OnboardingState, text: string) {
  if (done) return { to: '/home', text: `${text} Your company is set up.` };
  const next = stepAfter(step, left);
  return { to: next === undefined ? '/onboard' : `/onboard?step=${next}`, text };
}

const submits = screenForms<MemberArgs>()({
  page: () => '/onboard?step=team',
  rejected: ({ result, status }) => data<StepResult>(result, { status }),
});

/** Actions of each step; saving one redirects to the next step that is not done. */
const stepActions = {
  company: companyStep((state) => {
    const { to, text } = nextStep('company', state, 'Company details saved.');
    return redirectWithFlash(to, { kind: 'success', text });
  }),
  officer: oneButton(
    submits({
      endpoint: nameOfficer,
      accepted: (state) => nextStep('officer', state, 'Compliance officer saved.'),
    }),
  ),
  templates: oneButton(
    submits({
      endpoint: adoptStarters,
      accepted: (state) => nextStep('templates', state, 'Templates adopted.'),
    }),
  ),
  team: oneButton(
    submits({
      endpoint: inviteMember,
      accepted: ({ mailed }) =>
        mailed
          ? 'Invitation sent.'
          : 'Invitation saved, but the email could not be sent. Resend it from the Team page.',
    }),
  ),
  plan: planActions('onboarding'),
} satisfies Record<OnboardingStep, unknown>;

/** Handles the steps' forms, each of which posts to its own step. */
export const handleOnboardingAction = onSubmit(async (args: MemberArgs, form) => {
  const named = args.url.searchParams.get('step');
  return stepActions[isStep(named) ? named : 'company'](args, form);
});
