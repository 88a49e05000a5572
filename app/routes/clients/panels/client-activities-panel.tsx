import { riskLevelLabels } from '#rules/clients/client-types.ts';
import { activityLifecycle } from '#rules/lifecycles/activities.ts';
import { useActivityNoun } from '../../../components/activities/activity-noun.ts';
import { Badge, neutralBadge, riskLevelBadges } from '../../../components/badge.tsx';
import { BlockedButton, ButtonLink } from '../../../components/button.tsx';
import { Panel } from '../../../components/panel.tsx';
import { SanctionsTag } from '../../../components/sanctions/sanctions-tag.tsx';
import { formatCount } from '../../../components/table.tsx';
import type { ClientActivities } from './client-activities.server.ts';

/** The newest activities of a client, and the way to all of them and to a new one. */
export function ClientActivitiesPanel({
  clientId,
  activities: { lines, total },
  mayWrite,
  isProhibited,
}: {
  clientId: string;
  activities: ClientActivities;
  mayWrite: boolean;
  /** A sanctions match forbids starting any. */
  isProhibited: boolean;
}) {
  const noun = useActivityNoun();
  return (
    <Panel
      id="activities"
      title={noun.pluralTitle}
      count={total.count === 0 ? null : formatCount(total)}
      action={
        <>
          {mayWrite && isProhibited ? (
            <div className="sm:text-right print:hidden">
              <BlockedButton
                id="activities-prohibited"
                label={`New ${noun.singular}`}
                reason="A sanctions match is confirmed. Do not act."
              />
            </div>
          ) : null}
          {mayWrite && !isProhibited ? (
            <ButtonLink href={`/activities/create?clientId=${clientId}`}>New {noun.singular}</ButtonLink>
          ) : null}
        </>
      }
      className="mt-5"
      data-routed-links
    >
      {lines.length === 0 ? (
        <p className="text-ink-soft">No {noun.plural} yet.</p>
      ) : (
        <ul className="grid gap-2">
          {lines.map((line) => (
            <ActivityLine key={line.id} line={line} />
          ))}
        </ul>
      )}
      {total.capped || total.count > lines.length ? (
        <p>
          <a href={`/activities?clientId=${clientId}`}>
            All {formatCount(total)} {noun.plural}
          </a>
        </p>
      ) : null}
    </Panel>
  );
}

function ActivityLine({ line }: { line: ClientActivities['lines'][number] }) {
  const { id, name, reference, sanctions, status, riskLevel, value, due } = line;
  return (
    <li className="border-t border-line pt-2 first:border-t-0 first:pt-0">
      <p>
        <a href={`/activities/${id}`} className="font-semibold">
          {name}
        </a>{' '}
        <span className="hint">{reference}</span>
        <SanctionsTag tag={sanctions} />
      </p>
      <p className="flex flex-wrap gap-x-3 text-sm">
        <Badge by={neutralBadge}>{activityLifecycle.labels[status]}</Badge>
        {riskLevel ? (
          <span>
            Risk: <Badge by={riskLevelBadges[riskLevel]}>{riskLevelLabels[riskLevel]}</Badge>
          </span>
        ) : null}
        {value ? <span className="tabular-nums">{value}</span> : null}
        {due ? <span>Due {due}</span> : null}
      </p>
    </li>
  );
}
