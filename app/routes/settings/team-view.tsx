import { Link } from '@remix-run/react';
import { Marked } from '../../components/mark.tsx';
import { RecordTable } from '../../components/table.tsx';
import { memberStatusLabels, memberStatusMarks } from '../../components/team-marks.ts';
import type { loadTeam, ShownMember } from './team.server.ts';
import { TeamInvite } from './team-invite.tsx';
import { TeamMemberView } from './team-member.tsx';
import { useShown } from './view-data.ts';

/** The company's people: the list, an invitation, or one person. */
export default function TeamView() {
  const shown = useShown<typeof loadTeam>();
  if (shown.kind === 'invite') return <TeamInvite requestKey={shown.requestKey} />;
  if (shown.kind === 'member') return <TeamMemberView key={shown.member.version} {...shown} />;
  const { present, left, missing } = shown;
  return (
    <section aria-labelledby="team-heading">
      <div className="flex flex-wrap items-center justify-between gap-3">
        <h2 id="team-heading">Team</h2>
        <Link className="button button-primary" to="/settings?view=team&invite=new">
          Invite somebody
        </Link>
      </div>
      {missing.length === 0 ? null : (
        <p className="notice notice-attention mt-3">
          Nobody active is designated as {missing.join(' or ').toLowerCase()}. Open a person to designate
          them.
        </p>
      )}
      <div className="mt-4">
        <People people={present} caption="People of the company" />
      </div>
      {left.length === 0 ? null : (
        <details className="mt-5">
          <summary>{left.length === 1 ? 'One person has left' : `${left.length} people have left`}</summary>
          <div className="mt-3">
            <People people={left} caption="People who have left" />
          </div>
        </details>
      )}
    </section>
  );
}

const columns = ['Name', 'Email', 'Role', 'Status', 'Last sign-in', 'Access ends'].map((label) => ({
  label,
}));

function People({ people, caption }: { people: ShownMember[]; caption: string }) {
  return (
    <RecordTable caption={caption} columns={columns}>
      {people.map((person) => (
        <tr key={person.id}>
          <td>
            <a href={`/settings?view=team&member=${person.id}`}>{person.name}</a>
            {person.isSelf ? <span className="font-normal text-ink-soft"> (you)</span> : null}
          </td>
          <td data-label="Email" className="wrap-anywhere">
            {person.loginId}
          </td>
          <td data-label="Role">{person.rights}</td>
          <td data-label="Status">
            <Marked by={memberStatusMarks[person.status]}>{memberStatusLabels[person.status]}</Marked>
          </td>
          <td data-label="Last sign-in" className="whole">
            {person.lastSignIn}
          </td>
          <td data-label="Access ends" className="whole">
            {person.accessEnds}
          </td>
        </tr>
      ))}
    </RecordTable>
  );
}
