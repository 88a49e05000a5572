import { Link } from '@remix-run/react';
import {
  type CddStatus,
  type ClientStatus,
  type ClientType,
  clientTypeLabels,
} from '#rules/clients/client-types.ts';
import type { SanctionsTag as SanctionsTagName } from '#rules/sanctions.ts';
import { StatusBadge } from '../../components/badge.tsx';
import { Card } from '../../components/panel.tsx';
import { SanctionsTag } from '../../components/sanctions/sanctions-tag.tsx';
import { type Column, DataTable } from '../../components/table.tsx';

export interface ShortListRow {
  id: string;
  displayName: string;
  clientType: ClientType;
  status: ClientStatus;
  cddStatus: CddStatus;
  sanctions: SanctionsTagName | null;
  /** Formatted in the company's time zone. */
  added: string;
}

const nameColumn: Column<ShortListRow> = {
  title: 'Name',
  isRowHeader: true,
  cell: ({ id, displayName, sanctions }) => (
    <>
      <Link to={`/clients/${id}`} prefetch="intent">
        {displayName}
      </Link>
      <SanctionsTag tag={sanctions} />
    </>
  ),
};

const addedColumn: Column<ShortListRow> = {
  title: 'Added',
  isFigure: true,
  cell: ({ added }) => <span className="whitespace-nowrap text-ink-soft">{added}</span>,
};

/** On a phone the status matters more than type and date. */
const stateColumns: Column<ShortListRow>[] = [
  {
    title: 'Type',
    className: 'max-sm:hidden',
    cell: ({ clientType }) => clientTypeLabels[clientType],
  },
  { title: 'Status', cell: (client) => <StatusBadge client={client} /> },
  { ...addedColumn, className: 'max-sm:hidden' },
];

/** A few clients under a heading, with a link to all of them. */
export function ClientShortList({
  title,
  about,
  clients,
  all,
  empty,
  isNarrow = false,
}: {
  title: string;
  about?: string;
  clients: ShortListRow[];
  /** Link to all of them. */
  all: { to: string; label: string };
  empty: string;
  isNarrow?: boolean;
}) {
  const id = title.toLowerCase().replaceAll(' ', '-');
  return (
    <Card as="section" pad="none" id={`${id}-list`} className="scroll-mt-4" aria-labelledby={id}>
      <div className="flex items-baseline justify-between gap-3 px-3 pt-3 pb-2">
        <div>
          <h2 id={id}>{title}</h2>
          {about ? <p className="hint mt-0.5">{about}</p> : null}
        </div>
        {clients.length > 0 ? (
          <Link to={all.to} className="shrink-0 text-sm">
            {all.label}
          </Link>
        ) : null}
      </div>
      {clients.length === 0 ? (
        <p className="px-3 pb-4 text-ink-soft">{empty}</p>
      ) : (
        <DataTable
          look="plain"
          caption={title}
          hidesHead={isNarrow}
          columns={isNarrow ? [nameColumn, addedColumn] : [nameColumn, ...stateColumns]}
          rows={clients}
          rowKey={({ id }) => id}
        />
      )}
    </Card>
  );
}
