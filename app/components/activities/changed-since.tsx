import { Link } from '@remix-run/react';
import { Panel } from '../panel.tsx';
import type { HistoryEntry } from '../record-history.tsx';
import { type Column, DataTable } from '../table.tsx';
import { useActivityNoun } from './activity-noun.ts';

interface ChangedField {
  clientId: string;
  name: string;
  change: HistoryEntry['changes'][number];
}

const changedColumns: Column<ChangedField>[] = [
  {
    title: 'Client',
    isRowHeader: true,
    cell: ({ clientId, name }) => <Link to={`/clients/${clientId}`}>{name}</Link>,
  },
  { title: 'Field', cell: ({ change }) => change.label },
  { title: 'At completion', cell: ({ change }) => change.before || '–' },
  { title: 'Today', cell: ({ change }) => change.after || '–' },
];

/** Changes of the clients since the activity was completed. */
export function ChangedSince({
  completed,
  fields,
  hash,
}: {
  completed: string;
  fields: readonly ChangedField[];
  hash: string | null;
}) {
  const { singular } = useActivityNoun();
  return (
    <Panel id="changed" title="Changes since completion">
      <p>
        Completed {completed}. A snapshot of the {singular}, its clients and its risk assessment was taken.
        {fields.length === 0 ? ' Nothing about the clients has changed since.' : ''}
      </p>
      <DataTable
        look="plain"
        caption="What has changed about the clients since completion"
        columns={changedColumns}
        rows={fields}
        rowKey={({ clientId, change }) => `${clientId} ${change.label}`}
        className="[&_td]:whitespace-pre-line"
      />
      {hash ? (
        <p className="hint break-all">
          Snapshot hash (SHA-256): <code>{hash}</code>
        </p>
      ) : null}
    </Panel>
  );
}
