import type { MetaFunction } from '@remix-run/node';
import { Form, Link, useActionData, useLoaderData } from '@remix-run/react';
import { monitoringUrl } from '#rules/pages/monitoring-pages.ts';
import { getPlaces } from '../../components/activities/blocker-list.tsx';
import { Badge, overdueBadge } from '../../components/badge.tsx';
import { ButtonLink } from '../../components/button.tsx';
import { DescriptionList } from '../../components/description-list.tsx';
import { ErrorInLayout } from '../../components/error-page.tsx';
import { RadioGroup } from '../../components/forms/choices.tsx';
import { ErrorSummary } from '../../components/forms/error-summary.tsx';
import { plainFields } from '../../components/forms/form-fields.ts';
import { RequestKeyInput, SubmitButton } from '../../components/forms/submit.tsx';
import { TextArea, TextInput } from '../../components/forms/text-input.tsx';
import { Panel } from '../../components/panel.tsx';
import { SanctionsTag } from '../../components/sanctions/sanctions-tag.tsx';
import { asMember } from '../../session/session.server.ts';
import type { MonitoringResult } from './actions.server.ts';
import { handleReviewAction } from './actions.server.ts';
import { monitoringTitle } from './monitoring-title.ts';
import { loadReview } from './reviews.server.ts';

export const meta: MetaFunction<typeof loader> = ({ data, error }) =>
  monitoringTitle(error, data && `Review: ${data.name}`);

export const loader = asMember(loadReview);

export const action = asMember(handleReviewAction);

export const ErrorBoundary = ErrorInLayout;

type PageData = Awaited<ReturnType<typeof loadReview>>;

/** One review: why it is due, and the form that records its findings. */
export default function ReviewView() {
  const page = useLoaderData<typeof loader>();
  const result = useActionData<typeof action>();
  return (
    <>
      <p className="mt-4 text-sm">
        <Link to={monitoringUrl('reviews')}>All reviews</Link>
      </p>
      <div className="mt-2 flex flex-wrap items-start justify-between gap-3">
        <h2>
          Review of {page.name}
          <SanctionsTag tag={page.sanctions} />
        </h2>
        <ButtonLink to={page.clientHref}>View client</ButtonLink>
      </div>
      <p className="mt-2 max-w-form whitespace-pre-line">{page.cause}</p>
      <DescriptionList
        layout="line"
        className="mt-3"
        facts={[
          {
            label: 'Due',
            value: page.isOverdue ? <Badge by={overdueBadge}>{page.due} overdue</Badge> : page.due,
          },
          { label: 'Status', value: page.statusText },
          { label: 'Risk before', value: page.riskBefore },
          { label: 'Risk after', value: page.riskAfter },
          { label: 'Assignee', value: page.who ?? 'Unassigned' },
          { label: 'Next review', value: page.next },
        ]}
      />
      {page.findings ? (
        <Panel headingId="findings-heading" title="Findings" level={3} className="mt-4 max-w-form">
          <p className="whitespace-pre-line">{page.findings}</p>
          <p className="hint">{page.done}</p>
        </Panel>
      ) : null}
      {page.isToReassess ? (
        <div className="notice notice-warning mt-4 max-w-form">
          <p>The review found another risk than on record. Reassess the client.</p>
          <Reassess page={page} result={result} />
        </div>
      ) : null}
      {page.reason ? <p className="mt-4 max-w-form whitespace-pre-line">Reason: {page.reason}</p> : null}
      {page.canStart ? (
        <ReviewForm page={page} result={result} intent="startReview" button="Start review" />
      ) : null}
      {page.canComplete ? (
        <>
          <p className="hint mt-6 max-w-form">
            The level on record comes from an assessment. If you found another level, reassess the client
            first.
          </p>
          <Reassess page={page} result={result} />
          <Complete page={page} result={result} />
        </>
      ) : null}
      {page.canCancel ? (
        <details className="mt-6 max-w-form" open={result?.form === 'cancelReview'}>
          <summary>Cancel review</summary>
          <ReviewForm
            page={page}
            result={result}
            intent="cancelReview"
            button="Cancel the review"
            variant="secondary"
            needsReason
          />
        </details>
      ) : null}
    </>
  );
}

interface Frame {
  page: PageData;
  result?: MonitoringResult | undefined;
}

function Hidden({ page }: { page: PageData }) {
  return (
    <>
      <RequestKeyInput value={page.requestKey} />
      <input type="hidden" name="version" value={page.version} />
    </>
  );
}

function ReviewForm({
  page,
  result,
  intent,
  button,
  variant = 'primary',
  needsReason = false,
}: Frame & { intent: string; button: string; variant?: 'primary' | 'secondary'; needsReason?: boolean }) {
  const own = result?.form === intent ? result : undefined;
  const field = plainFields(intent, own?.reply);
  return (
    <Form method="post" className="mt-4 grid max-w-form gap-3">
      <Hidden page={page} />
      <ErrorSummary formId={intent} errors={own?.reply.error ?? {}} reply={own} />
      {needsReason ? (
        <TextArea field={field('reason')} label="Reason" hint="Recorded for audit" maxLength={1000} />
      ) : null}
      <div>
        <SubmitButton name="intent" value={intent} variant={variant}>
          {button}
        </SubmitButton>
      </div>
    </Form>
  );
}

/** Opens a draft assessment of the client, started for the review. */
function Reassess(frame: Frame) {
  return <ReviewForm {...frame} intent="reassess" button="Reassess the client" variant="secondary" />;
}

function Complete({ page, result }: Frame) {
  const own = result?.form === 'completeReview' ? result : undefined;
  const field = plainFields('completeReview', own?.reply);
  return (
    <Panel headingId="complete-heading" title="Complete review" level={3} className="mt-6 max-w-form">
      <Form method="post" className="grid gap-4">
        <Hidden page={page} />
        <ErrorSummary
          formId="completeReview"
          errors={own?.reply.error ?? {}}
          reply={own}
          getPlace={getPlaces(
            own?.blockers,
            { kind: 'review', id: page.clientId, href: page.href },
            ({ target }) => target === 'review.findings',
          )}
        />
        <TextArea
          field={field('findings')}
          label="Findings"
          hint="What you reviewed, what has changed and your conclusion. Required even if nothing changed"
          rows={6}
          maxLength={5000}
        />
        <RadioGroup field={field('riskAfter')} label="Risk after review" choices={page.riskChoices} />
        <TextInput
          field={field('nextDueOn')}
          label="Next review"
          hint="Leave blank to use your policy’s date"
          type="date"
          optional
        />
        <TextArea
          field={field('reason')}
          label="Reason for a later date"
          rows={2}
          maxLength={1000}
          optional
        />
        <div>
          <SubmitButton name="intent" value="completeReview" busy="Recording…">
            Complete review
          </SubmitButton>
        </div>
      </Form>
    </Panel>
  );
}
