import { riskLevelLabels } from '#rules/client-types.ts';
import { activityLifecycle } from '#rules/lifecycles/activities.ts';
import { CountedHeading } from '../../components/counted-heading.tsx';
import { activityStatusMarks, Marked, riskLevelMarks } from '../../components/mark.tsx';
import { countText } from '../../components/table.tsx';
import type { ClientActivities } from './client-activities.server.ts';

/** The newest activities of a client, and the way to all of them and to a new one. */
export function ClientActivitiesPanel({
  clientId,
  activities: { lines, total },
  mayWrite,
}: {
  clientId: string;
  activities: ClientActivities;
  mayWrite: boolean;
}) {
  return (
    <section
      id="activities"
      className="panel mt-6 grid scroll-mt-4 gap-3 p-4"
      aria-labelledby="activities-heading"
      data-routed-links
    >
      <div className="flex flex-wrap items-center justify-between gap-3">
        <CountedHeading id="activities-heading" count={total.count === 0 ? null : countText(total)}>
          Activities
        </CountedHeading>
        {mayWrite ? (
          <a href={`/activities/create?clientId=${clientId}`} className="button print:hidden">
            New activity
          </a>
        ) : null}
      </div>
      {lines.length === 0 ? (
        <p className="text-ink-soft">
          None yet: matters, transactions and engagements in which this client takes part.
        </p>
      ) : (
        <ul className="grid gap-2">
          {lines.map(({ id, name, reference, status, riskLevel, value, due }) => (
            <li key={id} className="border-t border-line pt-2 first:border-t-0 first:pt-0">
              <p>
                <a href={`/activities/${id}`} className="font-semibold">
                  {name}
                </a>{' '}
                <span className="hint">{reference}</span>
              </p>
              <p className="flex flex-wrap gap-x-3 text-sm">
                <Marked by={activityStatusMarks[status]}>{activityLifecycle.labels[status]}</Marked>
                {riskLevel ? (
                  <span>
                    Risk: <Marked by={riskLevelMarks[riskLevel]}>{riskLevelLabels[riskLevel]}</Marked>
                  </span>
                ) : null}
                {value ? <span className="tabular-nums">{value}</span> : null}
                {due ? <span>Due {due}</span> : null}
              </p>
            </li>
          ))}
        </ul>
      )}
      {total.capped || total.count > lines.length ? (
        <p>
          <a href={`/activities?clientId=${clientId}`}>All {countText(total)} activities</a>
        </p>
      ) : null}
    </section>
  );
}
