import { Form, Link, useActionData, useLoaderData } from '@remix-run/react';
import { settingsUrl } from '#rules/pages/settings-pages.ts';
import { Badge, openBadge, resolvedBadge } from '../../../components/badge.tsx';
import { ButtonLink } from '../../../components/button.tsx';
import { ErrorInLayout } from '../../../components/error-page.tsx';
import { SubmitButton } from '../../../components/forms/submit.tsx';
import { useResultFocus } from '../../../components/layout/landing.ts';
import { FilterBar, FilterInput, FilterSelect } from '../../../components/list-page/filter-bar.tsx';
import { Card, EntryList } from '../../../components/panel.tsx';
import { ChangeLines } from '../../../components/record-history.tsx';
import { asMember } from '../../../session/session.server.ts';
import { settingsMeta } from '../settings-meta.ts';
import { settingsLoader } from '../settings-route.server.ts';
import { loadAudit } from './audit.server.ts';
import { auditHref } from './audit-filters.ts';
import { handleAuditAction } from './verification.server.ts';

export const meta = settingsMeta('audit');

export const loader = settingsLoader('audit', loadAudit);

export const action = asMember(handleAuditAction);

export const ErrorBoundary = ErrorInLayout;

type Loaded = Awaited<ReturnType<typeof loadAudit>>;

/** The company's audit log, and the check that it was not altered. */
export default function AuditView() {
  const { events, hasUnread, cutWords, newestHref, earlierHref, csvHref } = useLoaderData<typeof loader>();
  return (
    <section aria-labelledby="audit-heading">
      <div className="flex flex-wrap items-center justify-between gap-3">
        <h2 id="audit-heading">Audit log</h2>
        <ButtonLink href={csvHref}>Download as CSV</ButtonLink>
      </div>
      <Verification />
      <Filters />
      {hasUnread ? (
        <p className="notice notice-warning mt-3">
          An invalid filter was ignored. Use dates like 2026-03-31.
        </p>
      ) : null}
      {cutWords.length > 0 ? (
        <p className="notice notice-warning mt-3">
          Events may be missing, here and in the CSV: many records match{' '}
          {cutWords.map((word) => `“${word}”`).join(' and ')}. Add words, or open the record and choose “All
          of this record”.
        </p>
      ) : null}
      {events.length === 0 ? (
        <Card as="p" className="mt-4 text-ink-soft">
          No events match these filters
        </Card>
      ) : (
        <Events events={events} />
      )}
      <p className="mt-4 flex gap-4 empty:hidden">
        {newestHref ? <Link to={newestHref}>Newest</Link> : null}
        {earlierHref ? <Link to={earlierHref}>Older</Link> : null}
      </p>
    </section>
  );
}

/** Verifies the hash chain and shows the result. */
function Verification() {
  const result = useActionData<typeof action>();
  const found = useResultFocus<HTMLDivElement>(result);
  return (
    <Card className="mt-4 grid gap-3">
      <div ref={found} role="status" tabIndex={-1} className="grid gap-1">
        {result === undefined ? (
          <p className="max-w-prose">
            Events are hash-chained and signed hourly. Verify to check nothing was changed or removed.
          </p>
        ) : result.outcome === 'whole' ? (
          <>
            <p>
              <Badge by={resolvedBadge}>{result.events} events verified</Badge>
            </p>
            <Compared heading="Compared" lines={result.compared} />
            <Compared heading="Not compared" lines={result.notCompared} />
          </>
        ) : result.outcome === 'broken' ? (
          <p className="notice notice-danger">
            <strong className="font-semibold">Verification failed at {result.at}:</strong> {result.why}.{' '}
            {result.events} events were verified before. Contact Assay support and preserve your data.
          </p>
        ) : (
          <p>
            <Badge by={openBadge}>{result.events} events verified</Badge> so far. There are more.
          </p>
        )}
      </div>
      <Form method="post" preventScrollReset>
        {result?.outcome === 'more' ? <input type="hidden" name="progress" value={result.progress} /> : null}
        <SubmitButton variant="secondary" busy="Verifying…">
          {result?.outcome === 'more' ? 'Continue verifying' : result ? 'Verify again' : 'Verify the log'}
        </SubmitButton>
      </Form>
    </Card>
  );
}

/** What was compared, or was not and why. */
function Compared({ heading, lines }: { heading: string; lines: readonly string[] }) {
  if (lines.length === 0) return null;
  return (
    <div className="text-sm">
      <p className="font-semibold">{heading}</p>
      <ul className="list-disc pl-5">
        {lines.map((line) => (
          <li key={line}>{line}</li>
        ))}
      </ul>
    </div>
  );
}

function Filters() {
  const { filters, people, kinds, chips } = useLoaderData<typeof loader>();
  return (
    <FilterBar
      label="Audit log"
      path={settingsUrl('audit')}
      query={auditHref(filters)}
      columns="md:grid-cols-3 lg:grid-cols-[2fr_1fr_1fr_auto_auto_auto]"
      isFiltered={chips.length > 0}
      chips={chips}
      allOffHref={auditHref({})}
    >
      {filters.record ? <input type="hidden" name="record" value={filters.record} /> : null}
      {filters.action ? <input type="hidden" name="action" value={filters.action} /> : null}
      <FilterInput
        name="search"
        label="Search"
        type="search"
        value={filters.search}
        maxLength={100}
        placeholder="Event, person, record or detail"
        autoComplete="off"
        className="max-md:col-span-2"
      />
      <FilterSelect name="who" label="Actor" value={filters.who} empty="Anyone" choices={people} />
      <FilterSelect name="kind" label="Record type" value={filters.kind} empty="Any" choices={kinds} />
      <FilterInput name="from" label="From" type="date" value={filters.from} />
      <FilterInput name="to" label="Until" type="date" value={filters.to} />
    </FilterBar>
  );
}

function Events({ events }: { events: Loaded['events'] }) {
  return (
    <EntryList ordered className="mt-4" aria-label="Events, newest first">
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
            {event.origin ? <p className="text-sm text-ink-soft">{event.origin}</p> : null}
          </div>
        </li>
      ))}
    </EntryList>
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

/** Number of values from which they are folded. */
const foldedFrom = 4;

/** The first fields by name, and how many more there are: `Name, Address, Phone and 4 more`. */
function summarise(detail: Loaded['events'][number]['detail']): string {
  const named = detail.slice(0, foldedFrom - 1).map(({ label }) => label);
  return `${named.join(', ')} and ${detail.length - named.length} more`;
}

function Detail({ event }: { event: Loaded['events'][number] }) {
  if (event.isDestroyed) return <p className="hint">Details destroyed under retention policy.</p>;
  if (event.detail.length === 0) return null;
  if (event.detail.length < foldedFrom) return <ChangeLines changes={event.detail} />;
  return (
    <details>
      <summary className="hint w-fit py-1">
        {summarise(event.detail)}
        <span className="sr-only">: changes of {event.what}</span>
      </summary>
      <div className="mt-1">
        <ChangeLines changes={event.detail} />
      </div>
    </details>
  );
}
