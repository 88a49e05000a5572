import { Link } from '@remix-run/react';
import { Panel } from '../panel.tsx';
import { type Column, DataTable } from '../table.tsx';
import type { AffectedClients as Affected } from './affected-clients.server.ts';

type Row = Affected['rows'][number];

const columns: Column<Row>[] = [
  { title: 'Client', cell: ({ id, name }) => <Link to={`/clients/${id}`}>{name}</Link> },
  { title: 'CDD level', isWide: true, cell: ({ level }) => level },
  {
    title: 'Why',
    isWide: true,
    cell: ({ reasons }) =>
      reasons.map(({ key, text }) => (
        <span key={key} className="block">
          {text}
        </span>
      )),
  },
];

/** The clients that saving a form would affect. Shown above its buttons; nothing is saved yet. */
export function AffectedClients({ affected }: { affected: Affected | undefined }) {
  if (affected === undefined) return null;
  const { summary, limits, rows } = affected;
  return (
    <Panel
      headingId="affected-heading"
      title="Preview: clients affected"
      about={
        rows.length === 0
          ? 'Not saved yet.'
          : 'Not saved yet. When you save, the levels are updated and the compliance officer signs off the list under Law changes.'
      }
    >
      <p role="status">
        {summary} {limits}
      </p>
      {rows.length === 0 ? null : (
        <DataTable caption="Clients affected" columns={columns} rows={rows} rowKey={({ id }) => id} />
      )}
    </Panel>
  );
}
