import type { ReactNode } from 'react';
import { Marked } from '../../components/mark.tsx';
import { PersonActs } from './person-acts.tsx';
import type { PersonLine } from './person-line.server.ts';

/** A person in a table of people, with what an admin may do; `company` where the table is of several. */
export function PersonRow({ person, company }: { person: PersonLine; company?: ReactNode }) {
  return (
    <tr>
      <td>{person.name}</td>
      <td data-label="Email" className="wrap-anywhere">
        {person.loginId}
      </td>
      {company === undefined ? null : <td data-label="Company">{company}</td>}
      <td data-label="Role">{person.rights}</td>
      <td data-label="Status">
        <Marked by={person.mark.mark}>{person.mark.word}</Marked>
      </td>
      <td data-label="Last sign-in" className="whole">
        {person.lastSignIn}
      </td>
      <td>
        <PersonActs person={person} />
      </td>
    </tr>
  );
}
