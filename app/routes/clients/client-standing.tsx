import type { Client } from '#contract/clients.ts';
import { formatDate } from '#rules/calendar-dates.ts';
import {
  cddLevelLabels,
  cddStatusLabels,
  pepStatusLabels,
  sanctionsStatusLabels,
} from '#rules/client-types.ts';
import { Marked, openMark, overdueMark, RiskMark, StatusMark, settledMark } from '../../components/mark.tsx';

/** What matters now, at a glance. */
export function ClientStanding({
  client,
  missing,
  isReviewOverdue,
}: {
  client: Client;
  /** How many things are missing. */
  missing: number;
  isReviewOverdue: boolean;
}) {
  const { riskLevel, cddLevel, cddStatus, nextReviewDueOn, responsible } = client;
  const due = nextReviewDueOn && formatDate(nextReviewDueOn);
  const cells = [
    { label: 'Status', value: <StatusMark status={client.status} /> },
    { label: 'Risk', value: <RiskMark level={riskLevel} none="Not assessed" /> },
    {
      label: 'Missing',
      value:
        missing === 0 ? (
          <Marked by={settledMark}>Nothing</Marked>
        ) : (
          <Marked by={openMark}>
            <a href="#diligence">{missing === 1 ? 'One thing' : `${missing} things`}</a>
          </Marked>
        ),
    },
    {
      label: 'Due diligence',
      value: cddStatusLabels[cddStatus] + (cddLevel ? `, ${cddLevelLabels[cddLevel].toLowerCase()}` : ''),
    },
    {
      label: 'Next review',
      value: isReviewOverdue ? (
        <>
          <Marked by={overdueMark}>{due}</Marked> overdue
        </>
      ) : (
        (due ?? 'None set')
      ),
    },
    { label: 'Politically exposed', value: pepStatusLabels[client.pepStatus] },
    { label: 'Sanctions', value: sanctionsStatusLabels[client.sanctionsStatus] },
    { label: 'Responsible', value: responsible?.name ?? 'Nobody yet' },
  ];
  return (
    <dl className="panel mt-4 grid grid-cols-2 gap-x-6 gap-y-4 p-4 sm:grid-cols-3 lg:grid-cols-4">
      {cells.map(({ label, value }) => (
        <div key={label} className="min-w-0">
          <dt className="text-xs text-ink-soft">{label}</dt>
          <dd className="font-semibold">{value}</dd>
        </div>
      ))}
    </dl>
  );
}
