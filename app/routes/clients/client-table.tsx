import type { ClientFilters } from '#contract/clients.ts';
import { RecordTable } from '../../components/table.tsx';
import { queryOf } from './client-filters.ts';
import { type ClientLine, ClientRow } from './client-row.tsx';

/** The clients of a page. @param select what keeps the list one from which clients are selected */
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
  return (
    <RecordTable
      caption="Clients"
      look="clients-table"
      columns={[
        {
          label: 'Name',
          sort: {
            direction: isByName ? 'ascending' : direction,
            link: (label) => (
              <a
                href={`/clients${queryOf({ ...filters, sort: isByName || direction === 'ascending' ? '-name' : 'name' }, select)}`}
                className="text-inherit"
              >
                {label}
                <span aria-hidden="true">
                  {direction === 'descending' ? ' ↓' : isByName || direction === 'ascending' ? ' ↑' : ''}
                </span>
              </a>
            ),
          },
        },
        { label: 'Type' },
        { label: 'Status' },
        { label: 'Risk' },
        { label: 'CDD' },
        { label: 'PEP' },
        { label: 'Next review' },
        { label: 'Responsible' },
      ]}
    >
      {rows.map((row, index) => (
        <ClientRow key={row.id} line={row} discovers={index === 0} />
      ))}
    </RecordTable>
  );
}
