import { Link, useLoaderData } from '@remix-run/react';
import { settingsUrl } from '#rules/pages/settings-pages.ts';
import { ErrorInLayout } from '../../components/error-page.tsx';
import { FilterBar, FilterInput, FilterSelect } from '../../components/list-page/filter-bar.tsx';
import { Card, EntryList } from '../../components/panel.tsx';
import { accessHref } from './access-filters.ts';
import { loadAccessLog } from './access-log.server.ts';
import { settingsMeta } from './settings-meta.ts';
import { settingsLoader } from './settings-route.server.ts';

export const meta = settingsMeta('access');

export const loader = settingsLoader('access', loadAccessLog);

export const ErrorBoundary = ErrorInLayout;

type Entry = Awaited<ReturnType<typeof loadAccessLog>>['entries'][number];

/** Who opened which record. */
export default function AccessLogView() {
  const { entries, hasUnread, chips, newestHref, earlierHref } = useLoaderData<typeof loader>();
  const isFiltered = chips.length > 0;
  return (
    <section aria-labelledby="access-heading">
      <h2 id="access-heading">Access log</h2>
      <p className="mt-2 max-w-prose text-ink-soft">
        Who opened clients, activities, documents and identity verifications, retained for two years. A record
        opened again in the same session within ten minutes is listed once. Exports and evidence packs are in
        the audit log.
      </p>
      <Filters />
      {hasUnread ? (
        <p className="notice notice-warning mt-3">
          An invalid filter was ignored. Use dates like 2026-03-31.
        </p>
      ) : null}
      {entries.length === 0 ? (
        <Card as="p" className="mt-4 text-ink-soft">
          {isFiltered ? 'No entries match these filters' : 'No records opened yet'}
        </Card>
      ) : (
        <EntryList ordered className="mt-4" aria-label="Entries, newest first">
          {entries.map((entry) => (
            <OpenedRecord key={entry.id} entry={entry} />
          ))}
        </EntryList>
      )}
      <p className="mt-4 flex gap-4 empty:hidden">
        {newestHref ? <Link to={newestHref}>Newest</Link> : null}
        {earlierHref ? <Link to={earlierHref}>Older</Link> : null}
      </p>
    </section>
  );
}

function OpenedRecord({ entry }: { entry: Entry }) {
  return (
    <li className="grid gap-x-4 gap-y-1 px-4 py-3 md:grid-cols-[160px_minmax(0,1fr)_minmax(0,2fr)]">
      <p className="text-sm text-ink-soft tabular-nums">{entry.at}</p>
      <p className="[overflow-wrap:anywhere]">
        {entry.who}
        <span className="text-ink-soft">, {entry.role}</span>
      </p>
      <div className="grid min-w-0 gap-1 [overflow-wrap:anywhere]">
        <p>
          {entry.href ? <Link to={entry.href}>{entry.record}</Link> : entry.record}
          {entry.record === entry.kind ? null : <span className="text-ink-soft"> · {entry.kind}</span>}
        </p>
        <p className="text-sm text-ink-soft">
          IP address {entry.address}
          {entry.session ? ` · session ${entry.session}` : ''}
          {' · '}
          <Link to={entry.sameRecordHref}>
            All of this record<span className="sr-only">: {entry.record}</span>
          </Link>
        </p>
      </div>
    </li>
  );
}

function Filters() {
  const { filters, people, kinds, chips } = useLoaderData<typeof loader>();
  return (
    <FilterBar
      label="Access log"
      path={settingsUrl('access')}
      query={accessHref(filters)}
      columns="md:grid-cols-3 lg:grid-cols-[1fr_1fr_auto_auto_auto]"
      isFiltered={chips.length > 0}
      chips={chips}
      allOffHref={accessHref({})}
    >
      {filters.record ? <input type="hidden" name="record" value={filters.record} /> : null}
      <FilterSelect name="who" label="Opened by" value={filters.who} empty="Anyone" choices={people} />
      <FilterSelect name="kind" label="Record type" value={filters.kind} empty="Any" choices={kinds} />
      <FilterInput name="from" label="From" type="date" value={filters.from} />
      <FilterInput name="to" label="Until" type="date" value={filters.to} />
    </FilterBar>
  );
}
