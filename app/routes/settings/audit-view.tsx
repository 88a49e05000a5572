import { Form, Link } from '@remix-run/react';
import { FilterChipList } from '../../components/filter-chips.tsx';
import { Options } from '../../components/forms/choices.tsx';
import { SubmitButton } from '../../components/forms/submit.tsx';
import { Marked, openMark, settledMark } from '../../components/mark.tsx';
import { ChangeLines } from '../../components/record-history.tsx';
import type { answerAudit, loadAudit } from './audit.server.ts';
import { auditHref } from './audit-filters.ts';
import { useAnswer, useShown } from './view-data.ts';

type Loaded = Awaited<ReturnType<typeof loadAudit>>;

/** Everything that was done in the company, and the proof that nobody has rewritten it. */
export default function AuditView() {
  const { events, chips, hasUnread, newestHref, earlierHref, csvHref } = useShown<typeof loadAudit>();
  return (
    <section aria-labelledby="audit-heading">
      <div className="flex flex-wrap items-center justify-between gap-3">
        <h2 id="audit-heading">Audit log</h2>
        <a href={csvHref} className="button" download>
          Download as CSV
        </a>
      </div>
      <Verification />
      <Filters />
      {hasUnread ? (
        <p className="notice notice-attention mt-3">
          A filter in this address could not be read and was left out. A day is written as 2026-03-31.
        </p>
      ) : null}
      <FilterChipList chips={chips} allOffHref={auditHref({})} />
      {events.length === 0 ? (
        <p className="panel mt-4 p-4 text-ink-soft">Nothing was done that fits these filters.</p>
      ) : (
        <Events events={events} />
      )}
      <p className="mt-4 flex gap-4 empty:hidden">
        {newestHref ? <Link to={newestHref}>Newest</Link> : null}
        {earlierHref ? <Link to={earlierHref}>Earlier</Link> : null}
      </p>
    </section>
  );
}

/** The button that reads the whole chain again, and what it found. */
function Verification() {
  const answer = useAnswer<typeof answerAudit>();
  return (
    <div className="panel mt-4 grid gap-3 p-4">
      <div role="status" className="grid gap-1">
        {answer === undefined ? (
          <p className="max-w-prose">
            Each event carries a hash of itself and of the one before it, and the last of them is signed every
            day. Verifying reads all of it again.
          </p>
        ) : answer.outcome === 'whole' ? (
          <p>
            <Marked by={settledMark}>{answer.events} events, unbroken</Marked>
            {answer.signed
              ? `, last signed ${answer.signed.at} at event ${answer.signed.event}.`
              : '. None of them is signed yet; that happens every night.'}
          </p>
        ) : answer.outcome === 'broken' ? (
          <p className="notice notice-danger">
            <strong className="font-semibold">The chain breaks at event {answer.at}:</strong> {answer.why}.
            The {answer.events} events before it are unbroken. Tell your Assay contact, and keep what you
            have.
          </p>
        ) : (
          <p>
            <Marked by={openMark}>{answer.events} events so far, unbroken.</Marked> There are more.
          </p>
        )}
        {answer?.destroyed ? (
          <p className="hint">
            The details of {answer.destroyed} events have been destroyed with their records; the chain holds
            without them.
          </p>
        ) : null}
      </div>
      <Form method="post" preventScrollReset>
        {answer?.outcome === 'more' ? (
          <>
            <input type="hidden" name="after" value={answer.after} />
            <input type="hidden" name="destroyed" value={answer.destroyedSoFar} />
          </>
        ) : null}
        <SubmitButton look="secondary" busy="Verifying…">
          {answer?.outcome === 'more' ? 'Go on verifying' : answer ? 'Verify again' : 'Verify the log'}
        </SubmitButton>
      </Form>
    </div>
  );
}

function Filters() {
  const { filters, people, kinds } = useShown<typeof loadAudit>();
  return (
    <Form
      method="get"
      key={auditHref(filters)}
      action="/settings"
      role="search"
      aria-label="Audit log"
      className="mt-4 grid grid-cols-2 items-end gap-3 md:grid-cols-3 lg:grid-cols-[1fr_1fr_1fr_auto_auto_auto] [&_input]:font-normal [&_select]:font-normal"
    >
      <input type="hidden" name="view" value="audit" />
      {filters.record ? <input type="hidden" name="record" value={filters.record} /> : null}
      <label className="grid gap-1">
        <span className="text-sm">Who</span>
        <select name="who" defaultValue={filters.who ?? ''}>
          <option value="">Anybody</option>
          <Options choices={people} />
        </select>
      </label>
      <label className="grid gap-1">
        <span className="text-sm">Kind of record</span>
        <select name="kind" defaultValue={filters.kind ?? ''}>
          <option value="">Any</option>
          <Options choices={kinds} />
        </select>
      </label>
      <label className="grid gap-1 max-md:col-span-2">
        <span className="text-sm">What happened</span>
        <input
          type="search"
          name="action"
          defaultValue={filters.action}
          maxLength={100}
          placeholder="approved"
          autoComplete="off"
        />
      </label>
      <label className="grid gap-1">
        <span className="text-sm">From</span>
        <input type="date" name="from" defaultValue={filters.from} />
      </label>
      <label className="grid gap-1">
        <span className="text-sm">Until</span>
        <input type="date" name="to" defaultValue={filters.to} />
      </label>
      <button type="submit" className="button max-md:col-span-2">
        Apply
      </button>
    </Form>
  );
}

function Events({ events }: { events: Loaded['events'] }) {
  return (
    <ol className="panel mt-4 divide-y divide-line" aria-label="Events, newest first">
      {events.map((event) => (
        <li
          key={event.seq}
          className="grid gap-x-4 gap-y-1 px-4 py-3 md:grid-cols-[160px_minmax(0,1fr)_minmax(0,2fr)]"
        >
          <p className="text-sm text-ink-soft tabular-nums">{event.at}</p>
          <p className="[overflow-wrap:anywhere]">
            {event.who}
            {event.as ? <span className="text-ink-soft">, {event.as}</span> : null}
          </p>
          <div className="grid min-w-0 gap-1 [overflow-wrap:anywhere]">
            <p className="font-semibold">{event.what}</p>
            <Record event={event} />
            {event.why ? (
              <p>
                <span className="text-ink-soft">Why: </span>
                {event.why}
              </p>
            ) : null}
            <Detail event={event} />
          </div>
        </li>
      ))}
    </ol>
  );
}

function Record({ event }: { event: Loaded['events'][number] }) {
  return (
    <p className="text-sm text-ink-soft">
      {event.recordHref ? <Link to={event.recordHref}>{event.record}</Link> : event.record}
      {event.sameRecordHref ? (
        <>
          {' · '}
          <Link to={event.sameRecordHref}>
            All of this record<span className="sr-only">: {event.recordKind}</span>
          </Link>
        </>
      ) : null}
    </p>
  );
}

function Detail({ event }: { event: Loaded['events'][number] }) {
  if (event.isDestroyed) return <p className="hint">The detail has been destroyed.</p>;
  if (event.detail.length === 0) return null;
  return (
    <details>
      <summary className="hint w-fit py-1">
        {event.detail.length === 1 ? 'One detail' : `${event.detail.length} details`}
        <span className="sr-only"> of {event.what}</span>
      </summary>
      <div className="mt-1">
        <ChangeLines changes={event.detail} />
      </div>
    </details>
  );
}
