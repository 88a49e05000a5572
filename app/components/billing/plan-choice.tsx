import { Form } from '@remix-run/react';
import { ErrorSummary } from '../forms/error-summary.tsx';
import { RequestKeyInput, SubmitButton } from '../forms/submit.tsx';
import type { PlanAnswer } from './plan-actions.server.ts';
import type { PlanLine } from './plan-lines.server.ts';

/**
 * Plans side by side, each with its price as it is charged and a button of its own.
 * @param current the plan that goes on; without one a plan is chosen by paying
 */
export function PlanChoice({
  plans,
  gstPercent,
  requestKey,
  answer,
  current,
  endsSoon = false,
}: {
  plans: readonly PlanLine[];
  gstPercent: number;
  requestKey: string;
  answer: PlanAnswer | undefined;
  current?: string | null | undefined;
  /** The present plan ends with the month. */
  endsSoon?: boolean;
}) {
  const mine = answer?.form === 'plan' ? answer : undefined;
  const changes = current !== undefined && current !== null;
  return (
    <>
      <ErrorSummary formId="plan" errors={mine?.reply.error ?? {}} reply={mine} />
      <ul className="grid gap-4 sm:grid-cols-2">
        {plans.map(({ plan, label, about, monthly, uses }) => {
          const isCurrent = plan === current;
          return (
            <li key={plan} className="panel grid content-start gap-3 p-4">
              <h3>
                {label}
                {isCurrent ? <span className="font-normal text-ink-soft"> (your plan)</span> : null}
              </h3>
              <p className="text-lg font-semibold tabular-nums">
                {monthly.total} <span className="text-sm font-normal text-ink-soft">a month</span>
              </p>
              <p className="hint">
                {monthly.isFree ? null : `${monthly.without} and ${monthly.gst} GST (${gstPercent} %). `}
                {about}
              </p>
              <dl className="grid grid-cols-[1fr_auto] gap-x-3 gap-y-1 border-t border-line pt-3 text-sm">
                {uses.map((use) => (
                  <div key={use.label} className="contents">
                    <dt>{use.label}</dt>
                    <dd className="text-right tabular-nums">{use.text}</dd>
                  </div>
                ))}
              </dl>
              {isCurrent && !endsSoon ? null : (
                <Form method="post" className="mt-auto">
                  <RequestKeyInput value={mine?.requestKey ?? `${requestKey}-${plan}`} />
                  <input type="hidden" name="plan" value={plan} />
                  <SubmitButton
                    name="intent"
                    value={changes ? 'changePlan' : 'checkout'}
                    look={changes ? 'secondary' : 'primary'}
                    busy={changes ? 'Changing…' : 'Opening the payment page…'}
                  >
                    {changes ? (isCurrent ? `Keep ${label}` : `Change to ${label}`) : `Choose ${label}`}
                    {changes || monthly.isFree ? null : ' and pay'}
                  </SubmitButton>
                </Form>
              )}
            </li>
          );
        })}
      </ul>
      <p className="hint">
        Amounts include GST, and are what is charged. Seats are free. Before each check that costs something
        you see what it costs.
      </p>
    </>
  );
}
