import { useActionData, useLoaderData } from '@remix-run/react';
import { EnterpriseRequest } from '../../components/billing/enterprise-request.tsx';
import type { PlanResult } from '../../components/billing/plan-actions.server.ts';
import { PlanChoice } from '../../components/billing/plan-choice.tsx';
import type { handleOnboardingAction, loadOnboarding } from './onboard.server.ts';

/** Chooses the plan; payment happens at the payment provider. */
export function PlanStep() {
  const { plan, person, requestKey, left } = useLoaderData<typeof loadOnboarding>();
  const actionData = useActionData<typeof handleOnboardingAction>();
  if (plan === null) return null;
  const result = actionData && 'form' in actionData ? (actionData as PlanResult) : undefined;
  return (
    <>
      <h2 id="step-heading">Plan and payment</h2>
      {left.includes('plan') ? (
        plan.isProcessing ? (
          <p className="mt-2">Plan selected. Waiting for payment confirmation.</p>
        ) : (
          <div className="mt-3 grid gap-4">
            <p className="text-ink-soft">
              Payment is handled by our payment provider. We never see your card details. You will return here
              afterwards.
            </p>
            <PlanChoice
              plans={plan.plans}
              gstPercent={plan.gstPercent}
              requestKey={requestKey}
              result={result}
              current={plan.current}
            />
            <EnterpriseRequest
              requestKey={requestKey}
              result={result}
              person={person}
              contactedOn={plan.asked}
            />
          </div>
        )
      ) : (
        <p className="mt-2">Your plan is active. It can be changed in the settings, under Billing.</p>
      )}
    </>
  );
}
