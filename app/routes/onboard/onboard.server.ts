import { data } from '@remix-run/node';
import { type BillingState, readBilling } from '#contract/billing.ts';
import { invitationInput, inviteMember } from '#contract/members.ts';
import {
  adoptStarters,
  nameOfficer,
  type OnboardingState,
  type OnboardingStep,
  readOnboarding,
  sectorLabels,
  sectors,
} from '#contract/onboarding.ts';
import { answerPlans, type PlanAnswer } from '../../components/billing/plan-actions.server.ts';
import { planLines } from '../../components/billing/plan-lines.server.ts';
import { parseForm, readForm, requestKeyOf } from '../../components/forms/parse-form.server.ts';
import { answerProblem, type FormAnswer, newRequestKey } from '../../components/forms/reply.server.ts';
import { redirectWithFlash } from '../../flash.server.ts';
import type { MemberArgs } from '../../guards.server.ts';
import { may } from '../../rights.server.ts';
import { dayText } from '../clients/instant-text.server.ts';
import { answerCompany, type CompanyAnswer } from './company-step.server.ts';
import { isStep, stepAfter, stepNames, steps } from './steps.ts';

/** The step that the URL names; without one the first that is left. */
function shownStep(url: URL, left: readonly OnboardingStep[]): OnboardingStep {
  const named = url.searchParams.get('step');
  if (isStep(named)) return named;
  return left.find((name) => !steps[name].canWait) ?? left[0] ?? 'company';
}

const isPaid = (billing: BillingState | null) =>
  billing?.subscription?.status === 'active' || billing?.subscription?.status === 'trialing';

/** What stands on the page: where everything stands, and what the step that is open needs. */
export async function loadOnboarding({ api, me, url }: MemberArgs) {
  const [{ member, company }, read, { billing, owners }] = await Promise.all([
    me(),
    api.call(readOnboarding, {}),
    api.call(readBilling, {}),
  ]);
  // A payment that was being processed may have been found to be there while the steps were read.
  const isBehind = read.left.includes('plan') && isPaid(billing);
  const onboarding = isBehind ? await api.call(readOnboarding, {}) : read;
  const { left, done } = onboarding;
  const step = shownStep(url, left);
  const maySetUp = may({ member, company }, 'onboarding.write');
  return {
    ...onboarding,
    step,
    maySetUp,
    owners: owners.map(({ name }) => name),
    progress: stepNames.map((name) => ({
      name,
      ...steps[name],
      isDone: !left.includes(name),
      isProcessing: name === 'plan' && billing?.isProcessing === true && left.includes('plan'),
    })),
    // Read after the set-up may have ended, so that the page is not one step behind.
    mayAddClients: done && may({ member, company }, 'records.write'),
    restrictedBecause: done ? company.accessRestrictedReason : null,
    person: { id: member.id, name: member.name, loginId: member.loginId },
    billingCountry: company.billingCountryCode,
    // Here and not in the page: the contract would bring zod along.
    sectorChoices: sectors.map((value) => ({ value, label: sectorLabels[value] })),
    plan:
      billing === null
        ? null
        : {
            ...planLines(billing),
            isProcessing: billing.isProcessing,
            status: billing.subscription?.status ?? null,
            current: billing.needsCheckout ? null : (billing.subscription?.plan ?? null),
            asked: billing.planAskedAt && dayText(billing.planAskedAt, company.timeZone),
          },
    requestKey: newRequestKey(),
  };
}

/** What a step's form gets back. */
export type StepAnswer = CompanyAnswer & { form?: PlanAnswer['form'] };

/** What the schemas say of the company: the step that was saved leads to the next one that is not done. */
function goOn(step: OnboardingStep, { left, done }: OnboardingState, text: string) {
  if (done) {
    return redirectWithFlash('/home', { kind: 'success', text: `${text} Your company is set up.` });
  }
  const next = stepAfter(step, left);
  return redirectWithFlash(next === undefined ? '/onboard' : `/onboard?step=${next}`, {
    kind: 'success',
    text,
  });
}

function refused(answer: FormAnswer, status: number) {
  return data<StepAnswer>(answer, { status });
}

/** Answers the forms of the steps, each of which posts to the step that it stands on. */
export async function answerOnboarding({ api, request, url }: MemberArgs) {
  const form = await readForm(request);
  const named = url.searchParams.get('step');
  const step = isStep(named) ? named : 'company';
  const requestKey = requestKeyOf(form);
  const key = requestKey === undefined ? {} : { requestKey };
  switch (step) {
    case 'company': {
      const answer = await answerCompany(form, api);
      return 'left' in answer ? goOn(step, answer, 'Your company’s details are saved.') : answer;
    }
    case 'officer': {
      const submission = parseForm(form, nameOfficer.body);
      if (submission.status !== 'success') return refused({ reply: submission.reply() }, 422);
      const sent = await api.submit(nameOfficer, { body: submission.value, ...key });
      if (!sent.ok) return refused(answerProblem(submission, sent.problem), sent.problem.status);
      return goOn(step, sent.value, 'The compliance officer is named.');
    }
    case 'templates': {
      const submission = parseForm(form, adoptStarters.body);
      if (submission.status !== 'success') return refused({ reply: submission.reply() }, 422);
      const sent = await api.submit(adoptStarters, { body: submission.value, ...key });
      if (!sent.ok) return refused(answerProblem(submission, sent.problem), sent.problem.status);
      return goOn(step, sent.value, 'The templates are yours now.');
    }
    case 'team': {
      const submission = parseForm(form, invitationInput);
      if (submission.status !== 'success') return refused({ reply: submission.reply() }, 422);
      const sent = await api.submit(inviteMember, { body: submission.value, ...key });
      if (!sent.ok) return refused(answerProblem(submission, sent.problem), sent.problem.status);
      return redirectWithFlash('/onboard?step=team', {
        kind: 'success',
        text: sent.value.mailed
          ? 'The invitation is on its way.'
          : 'The invitation is kept, but its mail could not be sent. Send it again from the team’s page.',
      });
    }
    case 'plan': {
      const answer = await answerPlans(form, api, 'onboarding');
      return answer ?? refused({ reply: { error: { '': ['Choose a plan.'] } } }, 422);
    }
  }
}
