import { Link } from '@remix-run/react';
import type { CappedCount } from '#contract/clients/client-record.ts';
import { activityTypeLabels } from '#rules/activity-types.ts';
import { type ActivityStatus, activityLifecycle } from '#rules/lifecycles/activities.ts';
import type { ActivityLine } from '../../../components/activities/activity-lines.server.ts';
import { Badge, RiskBadge, warningBadge } from '../../../components/badge.tsx';
import { Card } from '../../../components/panel.tsx';
import { SanctionsTag } from '../../../components/sanctions/sanctions-tag.tsx';
import { formatCount, formatShownOfTotal } from '../../../components/table.tsx';
import { type ActivityFilters, getQuery } from './activity-filters.ts';

export interface BoardColumn {
  status: ActivityStatus;
  total: CappedCount;
  lines: ActivityLine[];
}

/** Open activities, a column per status, each a plain list; closed ones are counted and linked. */
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
              <span>{activityLifecycle.labels[status]}</span>
              <span className="font-normal text-ink-soft tabular-nums">{formatCount(total)}</span>
            </h2>
            {lines.length === 0 ? <p className="px-1 pb-1 text-ink-soft">None</p> : null}
            <ul className="grid gap-2">
              {lines.map((line) => (
                <BoardCard key={line.id} line={line} />
              ))}
            </ul>
            {lines.length > 0 && (total.capped || total.count > lines.length) ? (
              <p className="hint px-1 pt-2">
                {formatShownOfTotal(lines.length, total)}.{' '}
                <Link to={`/activities${getQuery({ ...filters, status })}`}>
                  Show all<span className="sr-only"> {activityLifecycle.labels[status].toLowerCase()}</span>
                </Link>
              </p>
            ) : null}
          </section>
        ))}
      </div>
      <p className="mt-4 flex flex-wrap gap-4">
        {finished.map(({ status, total }) => (
          <Link key={status} to={`/activities${getQuery({ ...filters, status })}`}>
            {activityLifecycle.labels[status]}: {formatCount(total)}
          </Link>
        ))}
      </p>
    </>
  );
}

function BoardCard({ line }: { line: ActivityLine }) {
  const facts = [line.value, line.assignee, line.due ? `due ${line.due}` : null].filter(Boolean);
  return (
    <Card as="li" pad="tight" className="min-w-0">
      <Link to={`/activities/${line.id}`} className="font-semibold no-underline hover:underline">
        {line.name}
      </Link>
      <p className="text-sm text-ink-soft">
        {line.reference} · {activityTypeLabels[line.activityType]}
      </p>
      {line.customers || line.sanctions ? (
        <p className="text-sm">
          {line.customers}
          <SanctionsTag tag={line.sanctions} />
        </p>
      ) : null}
      <p className="text-sm">
        Risk: <RiskBadge level={line.riskLevel} none="Not assessed" />{' '}
        {line.isRecheckDue ? <Badge by={warningBadge}>Recheck due</Badge> : null}
      </p>
      {facts.length > 0 ? <p className="text-sm text-ink-soft">{facts.join(' · ')}</p> : null}
    </Card>
  );
}
