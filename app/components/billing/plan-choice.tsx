import { Form } from '@remix-run/react';
import type { ReactNode } from 'react';
import { settingsUrl } from '#rules/pages/settings-pages.ts';
import { ButtonLink } from '../button.tsx';
import { DescriptionList } from '../description-list.tsx';
import { ErrorSummary } from '../forms/error-summary.tsx';
import { RequestKeyInput, SubmitButton } from '../forms/submit.tsx';
import { Card } from '../panel.tsx';
import type { PlanResult } from './plan-actions.server.ts';
import type { PlanLine } from './plan-lines.server.ts';

/**
 * Plans side by side, each with its price and a button. Changing the plan is confirmed on a separate page.
 * @param props.current the current plan; without one a plan is selected by paying
 */
export function PlanChoice({
  plans,
  gstPercent,
  requestKey,
  result,
  current,
  endsSoon = false,
}: {
  plans: readonly PlanLine[];
  gstPercent: number;
  requestKey: string;
  result: PlanResult | undefined;
  current?: string | null | undefined;
  /** The current plan ends with its billing period. */
  endsSoon?: boolean;
}) {
  const mine = result?.form === 'plan' ? result : undefined;
  const changes = current !== undefined && current !== null;
  return (
    <>
      <ErrorSummary formId="plan" errors={mine?.reply.error ?? {}} reply={mine} />
      <ul className="grid gap-4 sm:grid-cols-2">
        {plans.map((line) => (
          <PlanCard key={line.plan} line={line} gstPercent={gstPercent} isCurrent={line.plan === current}>
            {line.plan === current && !endsSoon ? null : changes ? (
              <PlanChangeLink line={line} isCurrent={line.plan === current} />
            ) : (
              <CheckoutForm line={line} requestKey={mine?.requestKey ?? `${requestKey}-${line.plan}`} />
            )}
          </PlanCard>
        ))}
      </ul>
      <p className="hint">Prices include GST. Users are free. You see the price before each paid check.</p>
    </>
  );
}

/** A plan's price and what is charged per use. */
function PlanCard({
  line: { label, about, monthly, uses },
  gstPercent,
  isCurrent,
  children,
}: {
  line: PlanLine;
  gstPercent: number;
  isCurrent: boolean;
  /** The button or link that chooses the plan. */
  children: ReactNode;
}) {
  return (
    <Card as="li" className="grid content-start gap-3">
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
      <DescriptionList
        layout="figures"
        className="border-t border-line pt-3 text-sm"
        facts={uses.map((use) => ({ label: use.label, value: use.text }))}
      />
      {children}
    </Card>
  );
}

function PlanChangeLink({ line: { plan, label }, isCurrent }: { line: PlanLine; isCurrent: boolean }) {
  return (
    <p className="mt-auto">
      <ButtonLink to={settingsUrl('billing', { confirm: plan })}>
        {isCurrent ? `Stay on ${label}` : `Change to ${label}`}
      </ButtonLink>
    </p>
  );
}

/** Chooses the plan by paying for it. */
function CheckoutForm({
  line: { plan, label, monthly },
  requestKey,
}: {
  line: PlanLine;
  requestKey: string;
}) {
  return (
    <Form method="post" className="mt-auto">
      <RequestKeyInput value={requestKey} />
      <input type="hidden" name="plan" value={plan} />
      <SubmitButton name="intent" value="checkout" busy="Opening the payment page…">
        Choose {label}
        {monthly.isFree ? null : ' and pay'}
      </SubmitButton>
    </Form>
  );
}
