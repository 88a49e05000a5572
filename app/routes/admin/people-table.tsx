import type { ReactNode } from 'react';
import { Badge } from '../../components/badge.tsx';
import { type Column, DataTable } from '../../components/table.tsx';
import { UserActions } from './user-actions.tsx';
import type { PersonLine } from './user-row.server.ts';

const before: Column<PersonLine>[] = [
  { title: 'Name', cell: ({ name }) => name },
  { title: 'Email', className: 'wrap-anywhere', cell: ({ loginId }) => loginId },
];

const after: Column<PersonLine>[] = [
  { title: 'Role', cell: ({ rights }) => rights },
  { title: 'Status', cell: ({ mark: { mark, word } }) => <Badge by={mark}>{word}</Badge> },
  { title: 'Last sign-in', isWhole: true, cell: ({ lastSignIn }) => lastSignIn },
  { title: 'Actions', label: '', isWide: true, cell: (person) => <UserActions person={person} /> },
];

/** A table of users with the admin's actions; `company` if they belong to several companies. */
export function PeopleTable({
  caption,
  people,
  company,
}: {
  caption: string;
  people: readonly PersonLine[];
  company?: (person: PersonLine) => ReactNode;
}) {
  return (
    <DataTable
      caption={caption}
      columns={company ? [...before, { title: 'Company', cell: company }, ...after] : [...before, ...after]}
      rows={people}
      rowKey={({ id }) => id}
    />
  );
}
