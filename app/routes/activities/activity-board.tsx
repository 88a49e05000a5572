import { Link } from '@remix-run/react';
import type { CappedCount } from '#contract/clients.ts';
import { activityTypeLabels } from '#rules/activity-types.ts';
import { type ActivityStatus, activityLifecycle } from '#rules/lifecycles/activities.ts';
import { activityStatusMarks, Marked, RiskMark } from '../../components/mark.tsx';
import { countText, shownText } from '../../components/table.tsx';
import { type ActivityFilters, queryOf } from './activity-filters.ts';
import type { ActivityLine } from './activity-texts.server.ts';

export interface BoardColumn {
  status: ActivityStatus;
  total: CappedCount;
  lines: ActivityLine[];
}

/** Open activities in a column per status, each a plain list; what is finished is counted and linked. */
export function ActivityBoard({
  columns,
  finished,
  filters,
}: {
  columns: readonly BoardColumn[];
  finished: readonly { status: ActivityStatus; total: CappedCount }[];
  filters: ActivityFilters;
}) {
  return (
    <>
      <div className="mt-4 grid items-start gap-4 md:grid-cols-2 lg:grid-cols-4">
        {columns.map(({ status, total, lines }) => (
          <section key={status} aria-labelledby={`board-${status}`} className="rounded-lg bg-sunken p-2">
            <h2 id={`board-${status}`} className="flex justify-between gap-2 px-1 pb-2 text-base">
              <Marked by={activityStatusMarks[status]}>{activityLifecycle.labels[status]}</Marked>
              <span className="font-normal text-ink-soft tabular-nums">{countText(total)}</span>
            </h2>
            {lines.length === 0 ? <p className="px-1 pb-1 text-ink-soft">None</p> : null}
            <ul className="grid gap-2">
              {lines.map((line) => (
                <BoardCard key={line.id} line={line} />
              ))}
            </ul>
            {lines.length > 0 && (total.capped || total.count > lines.length) ? (
              <p className="hint px-1 pt-2">
                {shownText(lines.length, total)}.{' '}
                <Link to={`/activities${queryOf({ ...filters, status })}`}>
                  Show all<span className="sr-only"> {activityLifecycle.labels[status].toLowerCase()}</span>
                </Link>
              </p>
            ) : null}
          </section>
        ))}
      </div>
      <p className="mt-4 flex flex-wrap gap-4">
        {finished.map(({ status, total }) => (
          <Link key={status} to={`/activities${queryOf({ ...filters, status })}`}>
            {activityLifecycle.labels[status]}: {countText(total)}
          </Link>
        ))}
      </p>
    </>
  );
}

function BoardCard({ line }: { line: ActivityLine }) {
  const facts = [line.value, line.assignee, line.due ? `due ${line.due}` : null].filter(Boolean);
  return (
    <li className="panel min-w-0 px-3 py-2">
      <Link to={`/activities/${line.id}`} className="font-semibold no-underline hover:underline">
        {line.name}
      </Link>
      <p className="text-sm text-ink-soft">
        {line.reference} · {activityTypeLabels[line.activityType]}
      </p>
      {line.customers ? <p className="text-sm">{line.customers}</p> : null}
      <p className="text-sm">
        Risk: <RiskMark level={line.riskLevel} none="Not assessed" />
      </p>
      {facts.length > 0 ? <p className="text-sm text-ink-soft">{facts.join(' · ')}</p> : null}
    </li>
  );
}
