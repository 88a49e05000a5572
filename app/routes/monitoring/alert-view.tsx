import { Form, Link } from '@remix-run/react';
import type { ReactNode } from 'react';
import { Select } from '../../components/forms/choices.tsx';
import { ErrorSummary } from '../../components/forms/error-summary.tsx';
import type { FormField } from '../../components/forms/field.tsx';
import { plainFields } from '../../components/forms/plain-fields.ts';
import { RequestKeyInput, SubmitButton } from '../../components/forms/submit.tsx';
import { TextArea, TextInput } from '../../components/forms/text-input.tsx';
import { Marked, overdueMark, severityMarks } from '../../components/mark.tsx';
import type { LoadedAlert } from './alert.server.ts';
import type { MonitoringAnswer } from './answers.server.ts';
import { DismissAll, MatchCard } from './match-card.tsx';

/** An alert whole: what it is about, for a match both records side by side, and what can be done. */
export function AlertView({ shown, answer }: { shown: LoadedAlert; answer?: MonitoringAnswer | undefined }) {
  const { alert, matches, screening, belongsTo, undecided, mayDecide } = shown;
  return (
    <>
      <p className="mt-4 text-sm">
        <Link to="/monitoring">All alerts</Link>
      </p>
      <div className="mt-2 flex flex-wrap items-start justify-between gap-3">
        <h2>{alert.title}</h2>
        <Link to={alert.href} className="button">
          Open the {alert.href.startsWith('/clients') ? 'client' : 'activity'}
        </Link>
      </div>
      <p className="mt-2 max-w-form">{alert.summary}</p>
      <Standing shown={shown} />
      {belongsTo.length > 0 ? (
        <p className="mt-2">
          Belongs to{' '}
          {belongsTo.map(({ href, name, roles }, index) => (
            <span key={href}>
              {index > 0 ? '; ' : ''}
              <Link to={href}>{name}</Link> ({roles})
            </span>
          ))}
          .
        </p>
      ) : null}
      <div className="mt-4 grid items-start gap-6 min-[1200px]:grid-cols-[minmax(0,1fr)_320px]">
        <div className="grid min-w-0 gap-6">
          {matches.map((match) => (
            <MatchCard key={match.id} match={match} shown={shown} answer={answer} />
          ))}
          {mayDecide && undecided.length > 1 ? <DismissAll shown={shown} answer={answer} /> : null}
          {matches.length === 0 ? (
            <section className="panel p-4" aria-labelledby="todo-heading">
              <h3 id="todo-heading">What to do</h3>
              <p className="mt-2">
                <Link to={alert.href}>Open the record</Link>, settle what the alert says, then close it here
                with what came of it.
              </p>
            </section>
          ) : null}
          {screening ? (
            <p className="hint">
              Found on {screening.at} by {screening.algorithm}, from {screening.threshold} of 100 on, in{' '}
              {screening.lists.join('; ')}.
            </p>
          ) : null}
        </div>
        <div className="grid min-w-0 gap-6">
          <Moves shown={shown} answer={answer} />
          <section aria-labelledby="history-heading">
            <h3 id="history-heading">History</h3>
            <ol className="mt-2 grid gap-2">
              {shown.history.map(({ seq, at, who, what, changes }) => (
                <li key={seq} className="border-l-2 border-line pl-3">
                  <span className="font-semibold">{what}</span>{' '}
                  <span className="hint">{`${who} · ${at}`}</span>
                  {changes.map(({ label, before, after }) => (
                    <p key={label} className="hint whitespace-pre-line">
                      {label}: {before === after ? after : `${before} → ${after}`}
                    </p>
                  ))}
                </li>
              ))}
            </ol>
          </section>
        </div>
      </div>
    </>
  );
}

function Standing({ shown: { alert } }: { shown: LoadedAlert }) {
  return (
    <dl className="mt-3 flex flex-wrap gap-x-8 gap-y-2 [&_dt]:text-xs [&_dt]:text-ink-soft">
      <div>
        <dt>Weight</dt>
        <dd>
          <Marked by={severityMarks[alert.severity]}>{alert.severityText}</Marked>
        </dd>
      </div>
      <div>
        <dt>Status</dt>
        <dd>
          {alert.statusText}
          {alert.snoozedUntil ? ` until ${alert.snoozedUntil}` : ''}
          {alert.outcome ? `: ${alert.outcome}` : ''}
        </dd>
      </div>
      <div>
        <dt>For</dt>
        <dd>{alert.assignee ?? 'Nobody'}</dd>
      </div>
      {alert.due ? (
        <div>
          <dt>Due</dt>
          <dd>{alert.isOverdue ? <Marked by={overdueMark}>{alert.due} overdue</Marked> : alert.due}</dd>
        </div>
      ) : null}
      <div>
        <dt>Opened</dt>
        <dd>{alert.opened}</dd>
      </div>
      {alert.reason ? (
        <div className="basis-full">
          <dt>Why it was closed</dt>
          <dd className="whitespace-pre-line">{alert.reason}</dd>
        </div>
      ) : null}
      {alert.escalationNote ? (
        <div className="basis-full">
          <dt>Why it was escalated</dt>
          <dd className="whitespace-pre-line">{alert.escalationNote}</dd>
        </div>
      ) : null}
    </dl>
  );
}

interface Frame {
  shown: LoadedAlert;
  answer?: MonitoringAnswer | undefined;
}

/** One form of the alert: `intent` is its button's. */
function AlertForm({
  frame: { shown, answer },
  intent,
  button,
  look = 'secondary',
  values,
  children,
}: {
  frame: Frame;
  intent: string;
  button: string;
  look?: 'primary' | 'secondary';
  values?: Record<string, unknown>;
  children?: (field: (name: string) => FormField) => ReactNode;
}) {
  const own = answer?.form === intent ? answer : undefined;
  return (
    <Form method="post" className="grid gap-3">
      <RequestKeyInput value={shown.requestKey} />
      <input type="hidden" name="alertId" value={shown.alert.id} />
      <input type="hidden" name="version" value={shown.alert.version} />
      <ErrorSummary formId={intent} errors={own?.reply.error ?? {}} reply={own} />
      {children?.(plainFields(intent, own?.reply, values))}
      <div>
        <SubmitButton name="intent" value={intent} look={look}>
          {button}
        </SubmitButton>
      </div>
    </Form>
  );
}

function Moves(frame: Frame) {
  const { shown, answer } = frame;
  const { moves, alert, members, outcomes, undecided } = shown;
  if (moves.length === 0) return null;
  const may = (to: string) => (moves as string[]).includes(to);
  const opens = (intent: string) => answer?.form === intent;
  return (
    <section className="panel grid gap-4 p-4" aria-labelledby="moves-heading">
      <h3 id="moves-heading">What happens with it</h3>
      {may('inProgress') ? (
        <AlertForm frame={frame} intent="move-inProgress" button="Take it up" look="primary" />
      ) : null}
      {may('open') ? <AlertForm frame={frame} intent="move-open" button="Open it again" /> : null}
      {may('closed') ? (
        <AlertForm frame={frame} intent="move-closed" button="Close" look="primary">
          {(field) => (
            <>
              <Select field={field('outcome')} label="What came of it" empty="Choose" choices={outcomes} />
              <TextArea
                field={field('reason')}
                label="Why it is closed"
                hint="An auditor will read it"
                maxLength={1000}
              />
            </>
          )}
        </AlertForm>
      ) : null}
      {undecided.length > 0 ? <p className="hint">It closes by itself once each match is decided.</p> : null}
      {alert.status === 'closed' ? null : (
        <details open={opens('assign')}>
          <summary>Give it to somebody</summary>
          <div className="mt-3">
            <AlertForm frame={frame} intent="assign" button="Assign" values={{ memberId: alert.assigneeId }}>
              {(field) => <Select field={field('memberId')} label="For" empty="Nobody" choices={members} />}
            </AlertForm>
          </div>
        </details>
      )}
      {may('escalated') ? (
        <details open={opens('move-escalated')}>
          <summary>Escalate</summary>
          <div className="mt-3">
            <AlertForm frame={frame} intent="move-escalated" button="Escalate">
              {(field) => (
                <TextArea
                  field={field('reason')}
                  label="What should be looked at"
                  hint="It goes to your compliance officer"
                  maxLength={1000}
                  optional
                />
              )}
            </AlertForm>
          </div>
        </details>
      ) : null}
      {may('snoozed') ? (
        <details open={opens('move-snoozed')}>
          <summary>Put it off</summary>
          <div className="mt-3">
            <AlertForm frame={frame} intent="move-snoozed" button="Put off">
              {(field) => (
                <TextInput
                  field={field('snoozedUntil')}
                  label="Until"
                  hint="At most 90 days from now"
                  type="date"
                />
              )}
            </AlertForm>
          </div>
        </details>
      ) : null}
    </section>
  );
}
