import { riskLevelLabels } from '#rules/client-types.ts';
import { activityLifecycle } from '#rules/lifecycles/activities.ts';
import { activityStatusMarks, riskLevelMarks } from '../../components/mark.tsx';
import type { ActivityLine } from './activity-texts.server.ts';

/** One activity of the table; plain cells, because a page has 50 of them. */
export function ActivityRow({
  line,
  discovers,
}: {
  line: ActivityLine;
  /** Has the browser fetch the route of an activity beforehand; once for all rows, whose route is the same. */
  discovers: boolean;
}) {
  return (
    <tr>
      <td>
        <a href={`/activities/${line.id}`} data-discover={discovers || undefined}>
          {line.name}
        </a>
      </td>
      <td data-label="Reference" className="whole">
        {line.reference}
      </td>
      <td data-label="Customers">{line.customers}</td>
      <td data-label="Status" {...activityStatusMarks[line.status]}>
        {activityLifecycle.labels[line.status]}
      </td>
      <td data-label="Risk" {...(line.riskLevel ? riskLevelMarks[line.riskLevel] : { className: 'whole' })}>
        {line.riskLevel ? riskLevelLabels[line.riskLevel] : 'Not assessed'}
      </td>
      <td data-label="Value" className="whole tabular-nums md:text-right">
        {line.value}
      </td>
      <td data-label="Assigned to">{line.assignee}</td>
      <td data-label="Due" className="whole">
        {line.due}
      </td>
    </tr>
  );
}
