import type { ClientFilters } from '#contract/clients/client-record.ts';
import { riskLevelLabels } from '#rules/clients/client-types.ts';
import { neutralBadge, overdueBadge, riskLevelBadges } from '../../../components/badge.tsx';
import { SanctionsTag } from '../../../components/sanctions/sanctions-tag.tsx';
import { type Column, DataTable } from '../../../components/table.tsx';
import { getQuery } from './client-filters.ts';
import type { ClientLine } from './client-row.tsx';

/** Hidden between a phone's cards and a wide screen. */
const wideOnly = 'md:max-lg:hidden';

const columns: Column<ClientLine>[] = [
  { title: 'Type', cell: ({ type }) => type },
  {
    title: 'Status',
    cell: ({ status }) => status,
    mark: () => neutralBadge,
  },
  {
    title: 'Risk',
    cell: ({ risk }) => (risk ? riskLevelLabels[risk] : ''),
    mark: ({ risk }) => (risk ? riskLevelBadges[risk] : undefined),
  },
  { title: 'CDD', cell: ({ cdd }) => cdd },
  { title: 'PEP', isWhole: true, className: wideOnly, cell: ({ pep }) => pep },
  {
    title: 'Next review',
    isWhole: true,
    cell: ({ review }) => review,
    mark: ({ overdue }) => (overdue ? overdueBadge : undefined),
  },
  {
    title: 'Relationship owner',
    isWhole: true,
    isWide: true,
    className: wideOnly,
    cell: ({ responsible }) => responsible,
  },
];

/** The clients of a page. @param select props of a list from which clients are selected */
export function ClientTable({
  rows,
  filters,
  select,
}: {
  rows: readonly ClientLine[];
  filters: ClientFilters;
  select: { select?: string };
}) {
  const direction = filters.sort === '-name' ? 'descending' : filters.sort === 'name' ? 'ascending' : 'none';
  const isByName = filters.sort === undefined && filters.q === undefined;
  const name: Column<ClientLine> = {
    title: 'Name',
    // All rows have the same route, so prefetching it once is enough.
    cell: (line) => <ClientName line={line} />,
    sort: {
      direction: isByName ? 'ascending' : direction,
      link: (label) => (
        <a
          href={`/clients${getQuery({ ...filters, sort: isByName || direction === 'ascending' ? '-name' : 'name' }, select)}`}
          className="text-inherit"
        >
          {label}
          <span aria-hidden="true">
            {direction === 'descending' ? ' ↓' : isByName || direction === 'ascending' ? ' ↑' : ''}
          </span>
        </a>
      ),
    },
  };
  return <DataTable caption="Clients" columns={[name, ...columns]} rows={rows} rowKey={({ id }) => id} />;
}

/** A client's link, with a checkbox on a list from which clients are selected. */
function ClientName({ line: { id, name, sanctions, tick } }: { line: ClientLine }) {
  const link = <a href={`/clients/${id}`}>{name}</a>;
  if (tick === '') {
    return (
      <>
        {link}
        <SanctionsTag tag={sanctions} />
      </>
    );
  }
  return (
    <div className="flex items-center gap-2">
      <input type="checkbox" name="client" value={tick} aria-label={`Select ${name}`} className="shrink-0" />
      <span>
        {link}
        <SanctionsTag tag={sanctions} />
      </span>
    </div>
  );
}
