import { useLoaderData } from '@remix-run/react';
import { lazy, Suspense } from 'react';
import { settingsUrl } from '#rules/pages/settings-pages.ts';
import { Badge } from '../../../components/badge.tsx';
import { ButtonLink } from '../../../components/button.tsx';
import { ErrorInLayout } from '../../../components/error-page.tsx';
import { memberStatusBadges, memberStatusLabels } from '../../../components/member-status-badges.ts';
import { type Column, DataTable } from '../../../components/table.tsx';
import { asMember } from '../../../session/session.server.ts';
import { settingsMeta } from '../settings-meta.ts';
import { settingsLoader } from '../settings-route.server.ts';
import { handleTeamAction, loadTeam, type MemberView } from './team.server.ts';

export const meta = settingsMeta('team');

export const loader = settingsLoader('team', loadTeam);

export const action = asMember(handleTeamAction);

export const ErrorBoundary = ErrorInLayout;

type List = Extract<Awaited<ReturnType<typeof loadTeam>>, { kind: 'list' }>;

/** They load when one is opened: few visits need them. */
const TeamInvite = lazy(async () => ({ default: (await import('./team-invite.tsx')).TeamInvite }));
const TeamMemberView = lazy(async () => ({ default: (await import('./team-member.tsx')).TeamMemberView }));

/** The team: the list, an invitation, or one member. */
export default function TeamView() {
  const view = useLoaderData<typeof loader>();
  if (view.kind === 'list') return <TeamList list={view} />;
  return (
    <Suspense>
      {view.kind === 'invite' ? (
        <TeamInvite requestKey={view.requestKey} />
      ) : (
        <TeamMemberView key={view.member.version} {...view} />
      )}
    </Suspense>
  );
}

function TeamList({ list: { present, left, missing } }: { list: List }) {
  return (
    <section aria-labelledby="team-heading">
      <div className="flex flex-wrap items-center justify-between gap-3">
        <h2 id="team-heading">Team</h2>
        <ButtonLink variant="primary" to={settingsUrl('team', { invite: 'new' })}>
          Invite member
        </ButtonLink>
      </div>
      {missing.length === 0 ? null : (
        <p className="notice notice-warning mt-3">
          No active {missing.join(' or ').toLowerCase()}. Open a member to designate them.
        </p>
      )}
      <div className="mt-4">
        <People people={present} caption="Team members" />
      </div>
      {left.length === 0 ? null : (
        <details className="mt-5">
          <summary>{left.length === 1 ? '1 former member' : `${left.length} former members`}</summary>
          <div className="mt-3">
            <People people={left} caption="Former members" />
          </div>
        </details>
      )}
    </section>
  );
}

const columns: Column<MemberView>[] = [
  {
    title: 'Name',
    cell: ({ id, name, isSelf }) => (
      <>
        <a href={settingsUrl('team', { member: id })}>{name}</a>
        {isSelf ? <span className="font-normal text-ink-soft"> (you)</span> : null}
      </>
    ),
  },
  { title: 'Email', className: 'wrap-anywhere', cell: ({ loginId }) => loginId },
  { title: 'Role', cell: ({ rights }) => rights },
  {
    title: 'Status',
    cell: ({ status }) => <Badge by={memberStatusBadges[status]}>{memberStatusLabels[status]}</Badge>,
  },
  { title: 'Last sign-in', isWhole: true, cell: ({ lastSignIn }) => lastSignIn },
  { title: 'Access ends', isWhole: true, cell: ({ accessEnds }) => accessEnds },
];

function People({ people, caption }: { people: readonly MemberView[]; caption: string }) {
  return <DataTable caption={caption} columns={columns} rows={people} rowKey={({ id }) => id} />;
}
