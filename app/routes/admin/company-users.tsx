import { Link } from '@remix-run/react';
import { PeopleTable } from './people-table.tsx';
import type { PersonLine } from './user-row.server.ts';

/** The users of a company, on its page. */
export function CompanyPeople({ people, companyId }: { people: PersonLine[]; companyId: string }) {
  return (
    <section aria-labelledby="people-heading" className="mt-6">
      <div className="mb-2 flex flex-wrap items-baseline justify-between gap-x-4">
        <h2 id="people-heading">People</h2>
        <Link to={`/admin/users?company=${companyId}`}>Search users</Link>
      </div>
      <PeopleTable caption="Team members" people={people} />
    </section>
  );
}
