import { Form, useActionData, useLoaderData } from '@remix-run/react';
import { EnterpriseRequest } from '../../components/billing/enterprise-request.tsx';
import type { PlanResult } from '../../components/billing/plan-actions.server.ts';
import { PlanChoice } from '../../components/billing/plan-choice.tsx';
import { PlanConfirm } from '../../components/billing/plan-confirm.tsx';
import { DescriptionList } from '../../components/description-list.tsx';
import { ErrorInLayout } from '../../components/error-page.tsx';
import { ErrorSummary } from '../../components/forms/error-summary.tsx';
import { SubmitButton } from '../../components/forms/submit.tsx';
import { EntryList } from '../../components/panel.tsx';
import { Polling } from '../../components/polling.tsx';
import { type Column, DataTable } from '../../components/table.tsx';
import { asMember } from '../../session/session.server.ts';
import { handleBillingAction, loadBilling } from './billing.server.ts';
import { settingsMeta } from './settings-meta.ts';
import { settingsLoader } from './settings-route.server.ts';

export const meta = settingsMeta('billing');

export const loader = settingsLoader('billing', loadBilling);

export const action = asMember(handleBillingAction);

export const ErrorBoundary = ErrorInLayout;

/** The company's plan and invoices, for owners; other members see the owners' names. */
export default function BillingView() {
  const { billing, owners } = useLoaderData<typeof loader>();
  if (billing === null) {
    return (
      <section className="max-w-form">
        <h2>Billing</h2>
        <p className="mt-2">
          Only owners can manage billing. Contact{' '}
          {owners.length > 0 ? owners.join(' or ') : 'an owner of your company'}.
        </p>
      </section>
    );
  }
  return <OwnersBilling billing={billing} />;
}

type Billing = NonNullable<Awaited<ReturnType<typeof loadBilling>>['billing']>;

function OwnersBilling({ billing }: { billing: Billing }) {
  const result = useActionData<typeof action>();
  const { plans, gstPercent, current, requestKey, question } = billing;
  if (question !== null) return <PlanConfirm question={question} requestKey={requestKey} result={result} />;
  return (
    <div className="grid max-w-[720px] gap-8">
      {billing.isProcessing ? (
        <div className="notice" role="status">
          <strong className="font-semibold">Your payment is being processed.</strong> The bank has not
          confirmed it yet. This page refreshes automatically.
          <Polling everySeconds={4} />
        </div>
      ) : null}
      {billing.hasAccount ? <PresentPlan billing={billing} result={result} /> : null}
      {billing.isWithoutPlan ? (
        <p className="notice">Your company has access without a plan. Nothing to pay.</p>
      ) : null}
      {billing.isProcessing ? null : (
        <section aria-labelledby="plans-heading" className="grid gap-4">
          <h2 id="plans-heading">{current === null ? 'Choose a plan' : 'Plans'}</h2>
          {current === 'enterprise' ? (
            <p>Your plan is managed by Assay. Contact us to change it.</p>
          ) : (
            <PlanChoice
              plans={plans}
              gstPercent={gstPercent}
              requestKey={requestKey}
              result={result}
              current={current}
              endsSoon={billing.endsSoon}
            />
          )}
          {current === 'enterprise' ? null : (
            <EnterpriseRequest
              requestKey={requestKey}
              result={result}
              person={billing.person}
              contactedOn={billing.asked}
            />
          )}
        </section>
      )}
      <Usage usage={billing.usage} />
      {billing.hasAccount ? <Invoices invoices={billing.invoices} /> : null}
    </div>
  );
}

function PresentPlan({ billing, result }: { billing: Billing; result: PlanResult | undefined }) {
  const mine = result?.form === 'portal' ? result : undefined;
  return (
    <section aria-labelledby="plan-heading" className="grid gap-3">
      <h2 id="plan-heading">Your plan</h2>
      {billing.standing === null ? null : (
        <p className={billing.standing.isUrgent ? 'notice notice-warning' : 'notice'}>
          {billing.standing.text}
        </p>
      )}
      <DescriptionList card facts={billing.facts.map(({ label, text }) => ({ label, value: text }))} />
      <ErrorSummary formId="portal" errors={mine?.reply.error ?? {}} reply={mine} />
      <Form method="post" className="flex flex-wrap items-center gap-x-4 gap-y-2">
        <SubmitButton
          name="intent"
          value="portal"
          variant={billing.standing?.isUrgent ? 'primary' : 'secondary'}
          busy="Opening…"
        >
          Manage payment and invoices
        </SubmitButton>
        <span className="hint">Opens the page of our payment service.</span>
      </Form>
    </section>
  );
}

const usageColumns: Column<Billing['usage']['lines'][number]>[] = [
  { title: 'Item', cell: ({ label }) => label },
  { title: 'Quantity', isFigure: true, cell: ({ uses }) => uses },
  { title: 'Without GST', isFigure: true, cell: ({ without }) => without },
  { title: 'GST', isFigure: true, cell: ({ gst }) => gst },
  { title: 'Total', isFigure: true, cell: ({ total }) => total },
];

function Usage({ usage }: { usage: Billing['usage'] }) {
  return (
    <section aria-labelledby="usage-heading" className="grid gap-3">
      <h2 id="usage-heading">Usage this period</h2>
      {usage.lines.length === 0 ? (
        <p className="text-ink-soft">No charges since {usage.since}.</p>
      ) : (
        <>
          <p className="hint">Charged since {usage.since}</p>
          <DataTable
            caption={`Charged since ${usage.since}`}
            columns={usageColumns}
            rows={usage.lines}
            rowKey={({ label }) => label}
          />
        </>
      )}
      {usage.waiting > 0 ? (
        <p className="hint">{usage.waiting} in progress. You are only charged for completed checks.</p>
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
        <p className="text-ink-soft">No invoices</p>
      ) : (
        <EntryList>
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
        </EntryList>
      )}
    </section>
  );
}
