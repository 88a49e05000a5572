import { data, redirectDocument } from '@remix-run/node';
import { changePlan, openCheckout, openPortal, planRequestInput, requestPlan } from '#contract/billing.ts';
import type { Problem } from '#contract/errors.ts';
import { redirectWithFlash } from '../../flash.server.ts';
import type { MainApi } from '../../main-api.server.ts';
import { parseForm, requestKeyOf } from '../forms/parse-form.server.ts';
import { answerProblem, type FormAnswer, newRequestKey } from '../forms/reply.server.ts';

/** What a form about plans gets back when nothing came of it. */
export interface PlanAnswer extends FormAnswer {
  /** The form that it belongs to. */
  form: 'plan' | 'portal' | 'enterprise';
  requestKey?: string;
}

function answerWith(form: FormData, name: PlanAnswer['form'], problem: Problem) {
  const submission = parseForm(form, planRequestInput);
  const answer: PlanAnswer = { ...answerProblem(submission, problem), form: name };
  if (name !== 'enterprise') {
    const whole = problem.fields === undefined ? undefined : Object.values(problem.fields).flat();
    answer.reply = { error: { '': whole ?? [problem.detail ?? `${problem.title}.`] } };
  }
  if (problem.code === 'requestKey.reused') answer.requestKey = newRequestKey();
  return data(answer, { status: problem.status });
}

/**
 * Answers the forms about plans, wherever they stand: choosing one, which leads to the payment service, changing it, its portal, and
 * asking for the enterprise plan. Undefined for a form of somebody else's.
 */
export async function answerPlans(form: FormData, api: MainApi, from: 'onboarding' | 'settings') {
  const intent = form.get('intent');
  const requestKey = requestKeyOf(form);
  const key = requestKey === undefined ? {} : { requestKey };
  const plan = String(form.get('plan') ?? '') as 'monthly';
  switch (intent) {
    case 'checkout': {
      const opened = await api.submit(openCheckout, { body: { plan, from }, ...key });
      // A whole document: the payment service's page is not ours.
      return opened.ok ? redirectDocument(opened.value.url, 303) : answerWith(form, 'plan', opened.problem);
    }
    case 'changePlan': {
      const changed = await api.submit(changePlan, { body: { plan }, ...key });
      if (!changed.ok) return answerWith(form, 'plan', changed.problem);
      return redirectWithFlash('/settings?view=billing', { kind: 'success', text: 'Your plan is changed.' });
    }
    case 'portal': {
      const opened = await api.submit(openPortal, { body: {} });
      return opened.ok ? redirectDocument(opened.value.url, 303) : answerWith(form, 'portal', opened.problem);
    }
    case 'enterprise': {
      const submission = parseForm(form, planRequestInput);
      if (submission.status !== 'success') {
        return data<PlanAnswer>({ reply: submission.reply(), form: 'enterprise' }, { status: 422 });
      }
      const asked = await api.submit(requestPlan, { body: submission.value, ...key });
      if (!asked.ok) return answerWith(form, 'enterprise', asked.problem);
      const url = from === 'onboarding' ? '/onboard?step=plan' : '/settings?view=billing';
      return redirectWithFlash(url, {
        kind: 'success',
        text: 'Your request is with us. Somebody writes to the address you gave.',
      });
    }
    default:
      return undefined;
  }
}
