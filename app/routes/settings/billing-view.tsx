import { Form } from '@remix-run/react';
import { Fragment } from 'react';
import { EnterpriseRequest } from '../../components/billing/enterprise-request.tsx';
import type { PlanAnswer } from '../../components/billing/plan-actions.server.ts';
import { PlanChoice } from '../../components/billing/plan-choice.tsx';
import { LooksAgain } from '../../components/billing/waiting-for-payment.tsx';
import { ErrorSummary } from '../../components/forms/error-summary.tsx';
import { SubmitButton } from '../../components/forms/submit.tsx';
import { RecordTable } from '../../components/table.tsx';
import type { answerBilling, loadBilling } from './billing.server.ts';
import { useAnswer, useShown } from './view-data.ts';

/** What the company pays for: to see and change for an owner; for everybody else who to ask. */
export default function BillingView() {
  const { billing, owners } = useShown<typeof loadBilling>();
  if (billing === null) {
    return (
      <section className="max-w-form">
        <h2>Billing</h2>
        <p className="mt-2">
          Owners see to the plan and its payment. Ask{' '}
          {owners.length > 0 ? owners.join(' or ') : 'an owner of your company'}.
        </p>
      </section>
    );
  }
  return <OwnersBilling billing={billing} />;
}

type Billing = NonNullable<Awaited<ReturnType<typeof loadBilling>>['billing']>;

function OwnersBilling({ billing }: { billing: Billing }) {
  const answer = useAnswer<typeof answerBilling>() as PlanAnswer | undefined;
  const { plans, gstPercent, current, requestKey } = billing;
  return (
    <div className="grid max-w-[720px] gap-8">
      {billing.isProcessing ? (
        <div className="notice" role="status">
          <strong className="font-semibold">Your payment is being processed.</strong> The bank has not
          confirmed it yet. This page looks again by itself.
          <LooksAgain />
        </div>
      ) : null}
      {billing.hasAccount ? <PresentPlan billing={billing} answer={answer} /> : null}
      {billing.isWithoutPlan ? (
        <p className="notice">Your company was let in without a plan. There is nothing to pay.</p>
      ) : null}
      {billing.isProcessing ? null : (
        <section aria-labelledby="plans-heading" className="grid gap-4">
          <h2 id="plans-heading">{current === null ? 'Choose a plan' : 'Plans'}</h2>
          {current === 'enterprise' ? (
            <p>Your plan was agreed in person. Ask your Assay contact to change it.</p>
          ) : (
            <PlanChoice
              plans={plans}
              gstPercent={gstPercent}
              requestKey={requestKey}
              answer={answer}
              current={current}
              endsSoon={billing.endsSoon}
            />
          )}
          {current === 'enterprise' ? null : (
            <EnterpriseRequest
              requestKey={requestKey}
              answer={answer}
              person={billing.person}
              asked={billing.asked}
            />
          )}
        </section>
      )}
      <Usage usage={billing.usage} />
      {billing.hasAccount ? <Invoices invoices={billing.invoices} /> : null}
    </div>
  );
}

function PresentPlan({ billing, answer }: { billing: Billing; answer: PlanAnswer | undefined }) {
  const mine = answer?.form === 'portal' ? answer : undefined;
  return (
    <section aria-labelledby="plan-heading" className="grid gap-3">
      <h2 id="plan-heading">Your plan</h2>
      {billing.standing === null ? null : (
        <p className={billing.standing.isUrgent ? 'notice notice-attention' : 'notice'}>
          {billing.standing.text}
        </p>
      )}
      <dl className="panel grid gap-x-4 gap-y-2 p-4 sm:grid-cols-[160px_1fr]">
        {billing.facts.map(({ label, text }) => (
          <Fragment key={label}>
            <dt className="font-semibold">{label}</dt>
            <dd>{text}</dd>
          </Fragment>
        ))}
      </dl>
      <ErrorSummary formId="portal" errors={mine?.reply.error ?? {}} reply={mine} />
      <Form method="post" className="flex flex-wrap items-center gap-x-4 gap-y-2">
        <SubmitButton name="intent" value="portal" look="secondary" busy="Opening…">
          Card, invoices and cancelling
        </SubmitButton>
        <span className="hint">Opens the page of our payment service.</span>
      </Form>
    </section>
  );
}

function Usage({ usage }: { usage: Billing['usage'] }) {
  return (
    <section aria-labelledby="usage-heading" className="grid gap-3">
      <h2 id="usage-heading">Checks this period</h2>
      {usage.lines.length === 0 ? (
        <p className="text-ink-soft">Nothing was charged since {usage.since}.</p>
      ) : (
        <>
          <p className="hint">Charged since {usage.since}</p>
          <RecordTable
            caption={`Charged since ${usage.since}`}
            columns={[
              { label: 'What' },
              { label: 'How many', isFigure: true },
              { label: 'Without GST', isFigure: true },
              { label: 'GST', isFigure: true },
              { label: 'In all', isFigure: true },
            ]}
          >
            {usage.lines.map(({ label, uses, without, gst, total }) => (
              <tr key={label} className="md:[&_td:nth-child(n+2)]:text-right">
                <td>{label}</td>
                <td data-label="How many">{uses}</td>
                <td data-label="Without GST">{without}</td>
                <td data-label="GST">{gst}</td>
                <td data-label="In all">{total}</td>
              </tr>
            ))}
          </RecordTable>
        </>
      )}
      {usage.waiting > 0 ? (
        <p className="hint">
          {usage.waiting} more {usage.waiting === 1 ? 'is' : 'are'} under way; only what is answered is
          charged.
        </p>
      ) : null}
    </section>
  );
}

function Invoices({ invoices }: { invoices: Billing['invoices'] }) {
  return (
    <section aria-labelledby="invoices-heading" className="grid gap-3">
      <h2 id="invoices-heading">Invoices</h2>
      {invoices === null ? (
        <p className="text-ink-soft">
          The payment service cannot be reached at the moment. Try again shortly.
        </p>
      ) : invoices.length === 0 ? (
        <p className="text-ink-soft">There is none yet.</p>
      ) : (
        <ul className="panel divide-y divide-line">
          {invoices.map(({ number, day, total, status, url }) => (
            <li key={number} className="flex flex-wrap justify-between gap-x-4 px-4 py-2">
              <span>
                {url === null ? number : <a href={url}>{number}</a>} <span className="hint">{day}</span>
              </span>
              <span className="tabular-nums">
                {total} <span className="hint">{status}</span>
              </span>
            </li>
          ))}
        </ul>
      )}
    </section>
  );
}
