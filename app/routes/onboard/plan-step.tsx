import { useActionData, useLoaderData } from '@remix-run/react';
import { EnterpriseRequest } from '../../components/billing/enterprise-request.tsx';
import type { PlanAnswer } from '../../components/billing/plan-actions.server.ts';
import { PlanChoice } from '../../components/billing/plan-choice.tsx';
import type { action, loader } from './onboard.tsx';

/** How the company pays; the payment itself happens at the payment service. */
export function PlanStep() {
  const { plan, person, requestKey, left } = useLoaderData<typeof loader>();
  const given = useActionData<typeof action>();
  if (plan === null) return null;
  const answer = given && 'form' in given ? (given as PlanAnswer) : undefined;
  return (
    <>
      <h2 id="step-heading">Plan and payment</h2>
      {left.includes('plan') ? (
        plan.isProcessing ? (
          <p className="mt-2">You chose a plan. There is nothing to do here until the bank has answered.</p>
        ) : (
          <div className="mt-3 grid gap-4">
            <p className="text-ink-soft">
              You pay on the page of our payment service, which keeps your card; we never see it. Afterwards
              you come back here.
            </p>
            <PlanChoice
              plans={plan.plans}
              gstPercent={plan.gstPercent}
              requestKey={requestKey}
              answer={answer}
              current={plan.current}
            />
            <EnterpriseRequest requestKey={requestKey} answer={answer} person={person} asked={plan.asked} />
          </div>
        )
      ) : (
        <p className="mt-2">Your plan is active. It can be changed in the settings, under Billing.</p>
      )}
    </>
  );
}
