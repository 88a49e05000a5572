import { Form, Link } from '@remix-run/react';
import { RadioGroup } from '../../components/forms/choices.tsx';
import { ErrorSummary } from '../../components/forms/error-summary.tsx';
import { plainFields } from '../../components/forms/plain-fields.ts';
import { RequestKeyInput, SubmitButton } from '../../components/forms/submit.tsx';
import { TextArea, TextInput } from '../../components/forms/text-input.tsx';
import { ListPages } from '../../components/list-page/list-pages.tsx';
import { Marked, overdueMark, RiskMark } from '../../components/mark.tsx';
import { RecordTable, shownText } from '../../components/table.tsx';
import type { MonitoringAnswer } from './answers.server.ts';
import { QueueLinks } from './queue-links.tsx';
import type { loadReview, loadReviews } from './reviews.server.ts';

type Reviews = Awaited<ReturnType<typeof loadReviews>>;
type Shown = Awaited<ReturnType<typeof loadReview>>;

/** Reviews by when they are due. */
export function ReviewsView({ shown: { tabs, rows, total, firstHref, nextHref } }: { shown: Reviews }) {
  return (
    <>
      <QueueLinks label="Which reviews" links={tabs} />
      {rows.length === 0 ? (
        <div className="panel mt-4 px-6 py-10">
          <h2>No review here</h2>
          <p className="mt-2 text-ink-soft">
            Everybody whom you deal with has a review on the list, on the day that the risk assessment or your
            policy sets; the list is brought up to date each night.
          </p>
        </div>
      ) : (
        <>
          <p className="mt-4 mb-2 text-sm text-ink-soft tabular-nums">{shownText(rows.length, total)}</p>
          <RecordTable
            caption="Reviews"
            columns={[
              { label: 'Client' },
              { label: 'Why' },
              { label: 'Due' },
              { label: 'Status' },
              { label: 'Risk' },
              { label: 'Who' },
            ]}
          >
            {rows.map((row) => (
              <tr key={row.id}>
                <td>
                  <Link to={`/monitoring?review=${row.id}`}>{row.name}</Link>
                </td>
                <td className="max-md:col-span-2">{row.why}</td>
                <td data-label="Due" className="whole">
                  {row.isOverdue ? <Marked by={overdueMark}>{row.due}</Marked> : row.due}
                </td>
                <td data-label="Status">{row.statusText}</td>
                <td data-label="Risk">
                  <RiskMark level={row.riskLevel} none="Not assessed" />
                </td>
                <td data-label="Who">{row.who ?? <span className="text-ink-soft">Nobody</span>}</td>
              </tr>
            ))}
          </RecordTable>
          <ListPages firstHref={firstHref} nextHref={nextHref} />
        </>
      )}
    </>
  );
}

/** One review: why it is due, and the form that records what it found. */
export function ReviewView({ shown, answer }: { shown: Shown; answer?: MonitoringAnswer | undefined }) {
  return (
    <>
      <p className="mt-4 text-sm">
        <Link to="/monitoring?view=reviews">All reviews</Link>
      </p>
      <div className="mt-2 flex flex-wrap items-start justify-between gap-3">
        <h2>Review of {shown.name}</h2>
        <Link to={shown.clientHref} className="button">
          Open the client
        </Link>
      </div>
      <p className="mt-2 max-w-form whitespace-pre-line">{shown.cause}</p>
      <dl className="mt-3 flex flex-wrap gap-x-8 gap-y-2 [&_dt]:text-xs [&_dt]:text-ink-soft">
        <div>
          <dt>Due</dt>
          <dd>{shown.isOverdue ? <Marked by={overdueMark}>{shown.due} overdue</Marked> : shown.due}</dd>
        </div>
        <div>
          <dt>Status</dt>
          <dd>{shown.statusText}</dd>
        </div>
        <div>
          <dt>Risk before</dt>
          <dd>{shown.riskBefore}</dd>
        </div>
        {shown.riskAfter ? (
          <div>
            <dt>Risk after</dt>
            <dd>{shown.riskAfter}</dd>
          </div>
        ) : null}
        <div>
          <dt>Who</dt>
          <dd>{shown.who ?? 'Nobody yet'}</dd>
        </div>
        {shown.next ? (
          <div>
            <dt>Next review</dt>
            <dd>{shown.next}</dd>
          </div>
        ) : null}
      </dl>
      {shown.findings ? (
        <section className="panel mt-4 max-w-form p-4" aria-labelledby="findings-heading">
          <h3 id="findings-heading">What it found</h3>
          <p className="mt-2 whitespace-pre-line">{shown.findings}</p>
          <p className="hint mt-2">{shown.done}</p>
        </section>
      ) : null}
      {shown.reason ? <p className="mt-4 max-w-form whitespace-pre-line">Reason: {shown.reason}</p> : null}
      {shown.mayStart ? (
        <ReviewForm shown={shown} answer={answer} intent="startReview" button="Take up the review" />
      ) : null}
      {shown.mayComplete ? <Complete shown={shown} answer={answer} /> : null}
      {shown.mayCancel ? (
        <details className="mt-6 max-w-form" open={answer?.form === 'cancelReview'}>
          <summary>It is not needed</summary>
          <ReviewForm
            shown={shown}
            answer={answer}
            intent="cancelReview"
            button="Cancel the review"
            look="secondary"
            asksReason
          />
        </details>
      ) : null}
    </>
  );
}

interface Frame {
  shown: Shown;
  answer?: MonitoringAnswer | undefined;
}

function Hidden({ shown }: { shown: Shown }) {
  return (
    <>
      <RequestKeyInput value={shown.requestKey} />
      <input type="hidden" name="reviewId" value={shown.id} />
      <input type="hidden" name="version" value={shown.version} />
    </>
  );
}

function ReviewForm({
  shown,
  answer,
  intent,
  button,
  look = 'primary',
  asksReason = false,
}: Frame & { intent: string; button: string; look?: 'primary' | 'secondary'; asksReason?: boolean }) {
  const own = answer?.form === intent ? answer : undefined;
  const field = plainFields(intent, own?.reply);
  return (
    <Form method="post" className="mt-4 grid max-w-form gap-3">
      <Hidden shown={shown} />
      <ErrorSummary formId={intent} errors={own?.reply.error ?? {}} reply={own} />
      {asksReason ? (
        <TextArea field={field('reason')} label="Why" hint="An auditor will read it" maxLength={1000} />
      ) : null}
      <div>
        <SubmitButton name="intent" value={intent} look={look}>
          {button}
        </SubmitButton>
      </div>
    </Form>
  );
}

function Complete({ shown, answer }: Frame) {
  const own = answer?.form === 'completeReview' ? answer : undefined;
  const field = plainFields('completeReview', own?.reply);
  return (
    <section className="panel mt-6 max-w-form p-4" aria-labelledby="complete-heading">
      <h3 id="complete-heading">Record the review</h3>
      <Form method="post" className="mt-3 grid gap-4">
        <Hidden shown={shown} />
        <ErrorSummary formId="completeReview" errors={own?.reply.error ?? {}} reply={own} />
        <TextArea
          field={field('findings')}
          label="What the review found"
          hint="What you looked at, what has changed since, and what you make of it; also where nothing has changed"
          rows={6}
          maxLength={5000}
        />
        <RadioGroup field={field('riskAfter')} label="The risk after it" choices={shown.riskChoices} />
        <TextInput
          field={field('nextDueOn')}
          label="Next review"
          hint="Left blank, the day that your policy sets for the risk"
          type="date"
          optional
        />
        <TextArea
          field={field('reason')}
          label="Why it may be later than the policy sets"
          rows={2}
          maxLength={1000}
          optional
        />
        <div>
          <SubmitButton name="intent" value="completeReview" busy="Recording…">
            Record the review
          </SubmitButton>
        </div>
      </Form>
    </section>
  );
}
