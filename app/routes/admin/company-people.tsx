import { Link } from '@remix-run/react';
import { RecordTable } from '../../components/table.tsx';
import type { PersonLine } from './person-line.server.ts';
import { PersonRow } from './person-row.tsx';

const columns = ['Name', 'Email', 'Role', 'Status', 'Last sign-in', 'Do'].map((label) => ({ label }));

/** The people of a company, on its page. */
export function CompanyPeople({ people, companyId }: { people: PersonLine[]; companyId: string }) {
  return (
    <section aria-labelledby="people-heading" className="mt-6">
      <div className="mb-2 flex flex-wrap items-baseline justify-between gap-x-4">
        <h2 id="people-heading">People</h2>
        <Link to={`/admin/users?company=${companyId}`}>Search among them</Link>
      </div>
      <RecordTable caption="People of the company" columns={columns}>
        {people.map((person) => (
          <PersonRow key={person.id} person={person} />
        ))}
      </RecordTable>
    </section>
  );
}
