import { data, redirectDocument } from '@remix-run/node';
import type { Problem } from '#contract/errors.ts';
import { changePlan, openCheckout, openPortal, requestPlan } from '#contract/platform/billing.ts';
import { settingsUrl } from '#rules/pages/settings-pages.ts';
import { redirectWithFlash } from '../../flash.server.ts';
import type { MemberArgs } from '../../session/guard-args.server.ts';
import { formActions, screenForms } from '../forms/form-actions.server.ts';
import { type FormResult, newRequestKey } from '../forms/form-result.server.ts';
import { getRequestKey, textIn } from '../forms/parse-form.server.ts';

/** Result of a rejected plan form. */
export interface PlanResult extends FormResult {
  /** The form that was posted. */
  form: 'plan' | 'portal' | 'enterprise';
  requestKey?: string;
}

function rejectedPlan(name: 'plan' | 'portal', problem: Problem) {
  const whole = problem.fields === undefined ? undefined : Object.values(problem.fields).flat();
  const reply = { error: { '': whole ?? [problem.detail ?? `${problem.title}.`] } };
  const result: PlanResult = { reply, form: name };
  if (problem.code === 'idempotencyKey.reused') result.requestKey = newRequestKey();
  return data(result, { status: problem.status });
}

const settingsPage = settingsUrl('billing');

/** Actions of the plan forms: checkout, change of plan, the payment provider's portal, and the enterprise request. */
export function planActions(from: 'onboarding' | 'settings') {
  const submits = screenForms<MemberArgs>()({
    page: () => (from === 'onboarding' ? '/onboard?step=plan' : settingsPage),
    rejected: ({ result, status, problem }) => {
      const rejected: PlanResult = { ...result, form: 'enterprise' };
      if (problem?.code === 'idempotencyKey.reused') rejected.requestKey = newRequestKey();
      return data(rejected, { status });
    },
  });

  async function checkout({ api }: MemberArgs, form: FormData) {
    const opened = await api.submitForm(openCheckout, {
      body: { plan: textIn(form, 'plan'), from },
      requestKey: getRequestKey(form),
    });
    if (!opened.ok) return rejectedPlan('plan', opened.problem);
    // A full page load: the payment provider's page is not part of the app.
    return redirectDocument(opened.value.url, 303);
  }

  async function change({ api }: MemberArgs, form: FormData) {
    const changed = await api.submitForm(changePlan, {
      body: {
        plan: textIn(form, 'plan'),
        proratedAt: textIn(form, 'proratedAt'),
        prorated: Number(form.get('prorated') ?? Number.NaN),
      },
      requestKey: getRequestKey(form),
    });
    if (!changed.ok) return rejectedPlan('plan', changed.problem);
    return redirectWithFlash(settingsPage, { kind: 'success', text: 'Plan changed.' });
  }

  async function portal({ api }: MemberArgs) {
    const opened = await api.submit(openPortal, { body: {} });
    if (!opened.ok) return rejectedPlan('portal', opened.problem);
    return redirectDocument(opened.value.url, 303);
  }

  return formActions({
    checkout,
    changePlan: change,
    portal,
    enterprise: submits({
      endpoint: requestPlan,
      accepted: 'Request sent. We will reply to the email address you entered.',
    }),
  });
}
