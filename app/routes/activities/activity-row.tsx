import { Link } from '@remix-run/react';
import { ActivityStatusMark, RiskMark } from '../../components/activities/marks.tsx';
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
        <Link to={line.id} discover={discovers ? 'render' : 'none'}>
          {line.name}
        </Link>
      </td>
      <td data-label="Reference" className="whole">
        {line.reference}
      </td>
      <td data-label="Customers">{line.customers}</td>
      <td data-label="Status">
        <ActivityStatusMark status={line.status} />
      </td>
      <td data-label="Risk" className="whole">
        <RiskMark level={line.riskLevel} />
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
