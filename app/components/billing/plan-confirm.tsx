import { Form, Link } from '@remix-run/react';
import { settingsUrl } from '#rules/pages/settings-pages.ts';
import { DescriptionList } from '../description-list.tsx';
import { ErrorSummary } from '../forms/error-summary.tsx';
import { RequestKeyInput, SubmitButton } from '../forms/submit.tsx';
import type { PlanResult } from './plan-actions.server.ts';
import type { PlanQuestion } from './plan-lines.server.ts';

/** Asks before the plan is changed: the price, from when, and the effect on the next invoice. */
export function PlanConfirm({
  question,
  requestKey,
  result,
}: {
  question: PlanQuestion;
  requestKey: string;
  result: PlanResult | undefined;
}) {
  const mine = result?.form === 'plan' ? result : undefined;
  return (
    <section aria-labelledby="confirm-heading" className="grid max-w-form gap-4">
      <h2 id="confirm-heading">{question.title}</h2>
      {question.problem === null ? (
        <ErrorSummary formId="plan" errors={mine?.reply.error ?? {}} reply={mine} />
      ) : (
        <p className="notice notice-warning">{question.problem}</p>
      )}
      {question.change === null ? null : (
        <>
          <p>{question.change.message}</p>
          <DescriptionList
            card
            layout="figures"
            facts={question.change.facts.map(({ label, text, about }) => ({ label, value: text, about }))}
          />
          <p className="hint">
            Amounts include GST and are calculated by our payment provider. Checks you run until the next
            invoice are added to it.
          </p>
        </>
      )}
      <Form method="post" className="flex flex-wrap items-center gap-4">
        {question.change === null ? null : (
          <>
            <RequestKeyInput value={mine?.requestKey ?? `${requestKey}-change`} />
            <input type="hidden" name="plan" value={question.plan} />
            <input type="hidden" name="proratedAt" value={question.change.proratedAt} />
            <input type="hidden" name="prorated" value={question.change.prorated} />
            <SubmitButton name="intent" value="changePlan" busy="Changing…">
              {question.button}
            </SubmitButton>
          </>
        )}
        <Link to={settingsUrl('billing')}>Go back</Link>
      </Form>
    </section>
  );
}
