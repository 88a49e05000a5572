import { riskLevelLabels } from '#rules/clients/client-types.ts';
import { activityLifecycle } from '#rules/lifecycles/activities.ts';
import type { ActivityLine } from '../../../components/activities/activity-lines.server.ts';
import { useActivityNoun } from '../../../components/activities/activity-noun.ts';
import { Badge, neutralBadge, riskLevelBadges, warningBadge } from '../../../components/badge.tsx';
import { SanctionsTag } from '../../../components/sanctions/sanctions-tag.tsx';
import { type Column, DataTable } from '../../../components/table.tsx';

const columns: Column<ActivityLine>[] = [
  {
    title: 'Name',
    cell: ({ id, name }) => <a href={`/activities/${id}`}>{name}</a>,
  },
  { title: 'Reference', isWhole: true, cell: ({ reference }) => reference },
  {
    title: 'Customers',
    cell: ({ customers, sanctions }) => (
      <>
        {customers}
        <SanctionsTag tag={sanctions} />
      </>
    ),
  },
  {
    title: 'Status',
    cell: ({ status, isRecheckDue }) => (
      <>
        <Badge by={neutralBadge}>{activityLifecycle.labels[status]}</Badge>{' '}
        {isRecheckDue ? <Badge by={warningBadge}>Recheck due</Badge> : null}
      </>
    ),
  },
  {
    title: 'Risk',
    isWhole: true,
    cell: ({ riskLevel }) => (riskLevel ? riskLevelLabels[riskLevel] : 'Not assessed'),
    mark: ({ riskLevel }) => (riskLevel ? riskLevelBadges[riskLevel] : undefined),
  },
  { title: 'Value', isFigure: true, isWhole: true, cell: ({ value }) => value },
  { title: 'Assigned to', cell: ({ assignee }) => assignee },
  { title: 'Due', isWhole: true, cell: ({ due }) => due },
];

/** The activities of a page. */
export function ActivityTable({ rows }: { rows: readonly ActivityLine[] }) {
  const { pluralTitle } = useActivityNoun();
  return <DataTable caption={pluralTitle} columns={columns} rows={rows} rowKey={({ id }) => id} />;
}
