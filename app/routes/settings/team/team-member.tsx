import { Form, Link, useActionData } from '@remix-run/react';
import type { ActivityNoun } from '#rules/activity-noun.ts';
import { settingsUrl } from '#rules/pages/settings-pages.ts';
import { useActivityNoun } from '../../../components/activities/activity-noun.ts';
import { getPlaces } from '../../../components/activities/blocker-list.tsx';
import { Badge } from '../../../components/badge.tsx';
import { ButtonLink } from '../../../components/button.tsx';
import { DescriptionList } from '../../../components/description-list.tsx';
import { EventList } from '../../../components/event-list.tsx';
import { Select } from '../../../components/forms/choices.tsx';
import { ErrorSummary } from '../../../components/forms/error-summary.tsx';
import { plainFields } from '../../../components/forms/form-fields.ts';
import { RequestKeyInput, SubmitButton } from '../../../components/forms/submit.tsx';
import { TextInput } from '../../../components/forms/text-input.tsx';
import { memberStatusBadges, memberStatusLabels } from '../../../components/member-status-badges.ts';
import { PermissionFields } from '../../../components/team/permission-fields.tsx';
import type { FixPage } from '../../../resolution-urls.ts';
import type { handleTeamAction, loadTeam, MemberTransition, MemberView } from './team.server.ts';

/** The team’s blockers lead to the team alone. */
const page: FixPage = { kind: 'team' };

type Props = Extract<Awaited<ReturnType<typeof loadTeam>>, { kind: 'member' }>;

/** One team member: permissions, access and history. */
export function TeamMemberView(props: Props) {
  const { member, confirm, changes } = props;
  return (
    <article aria-labelledby="member-heading">
      <p>
        <Link to={settingsUrl('team')}>Team</Link>
      </p>
      <h2 id="member-heading" className="mt-2 text-xl">
        {member.name}
      </h2>
      <Summary member={member} />
      {confirm !== null && member.status !== 'removed' ? (
        <ConfirmTransition {...props} to={confirm} />
      ) : (
        <>
          {member.status === 'removed' ? null : <AccessSection {...props} />}
          {member.status === 'removed' ? null : <RightsForm {...props} />}
          <Changes changes={changes} />
        </>
      )}
    </article>
  );
}

function Summary({ member }: { member: MemberView }) {
  return (
    <DescriptionList
      card
      className="mt-3 max-w-form"
      facts={[
        {
          label: 'Status',
          value: <Badge by={memberStatusBadges[member.status]}>{memberStatusLabels[member.status]}</Badge>,
        },
        { label: 'Email', value: member.loginId },
        { label: 'Role', value: member.rights },
        { label: 'Last sign-in', value: member.lastSignIn },
        { label: 'Access end date', value: member.accessEnds },
        { label: 'Invitation', value: member.invitation },
      ]}
    />
  );
}

const transitionLabels: Record<
  MemberTransition,
  { link: string; question: (name: string) => string; what: string; button: string }
> = {
  active: {
    link: 'Reactivate',
    question: (name) => `Reactivate ${name}?`,
    what: 'They can sign in again, with their previous permissions and until their access end date, if any.',
    button: 'Reactivate',
  },
  suspended: {
    link: 'Suspend',
    question: (name) => `Suspend ${name}?`,
    what: 'They lose access at once, until reactivated. Their work is not affected.',
    button: 'Suspend',
  },
  removed: {
    link: 'Remove',
    question: (name) => `Remove ${name} from the team?`,
    what: 'They lose access at once. Their name stays in the history.',
    button: 'Remove',
  },
};

const withdrawal = {
  link: 'Revoke invitation',
  question: (name: string) => `Revoke the invitation of ${name}?`,
  what: 'The email link stops working. You can invite them again later.',
  button: 'Revoke invitation',
};

const getWords = (member: MemberView, to: MemberTransition) =>
  to === 'removed' && member.status === 'invited' ? withdrawal : transitionLabels[to];

const transitionsByStatus: Record<MemberView['status'], MemberTransition[]> = {
  invited: ['removed'],
  active: ['suspended', 'removed'],
  suspended: ['active', 'removed'],
  removed: [],
};

function AccessSection({ member, requestKey }: Props) {
  const result = useActionData<typeof handleTeamAction>();
  const mine = result?.intent === 'inviteAgain' ? result : undefined;
  return (
    <section aria-labelledby="access-heading" className="mt-6 max-w-form">
      <h3 id="access-heading">Access</h3>
      <ErrorSummary formId="inviteAgain" errors={mine?.reply.error ?? {}} reply={mine} />
      <div className="mt-2 flex flex-wrap gap-2">
        {member.status === 'invited' ? (
          <Form method="post">
            <RequestKeyInput value={mine?.requestKey ?? requestKey} />
            <input type="hidden" name="version" value={member.version} />
            <SubmitButton name="intent" value="inviteAgain" variant="secondary">
              Resend invitation
            </SubmitButton>
          </Form>
        ) : null}
        {transitionsByStatus[member.status].map((to) => (
          <ButtonLink key={to} to={settingsUrl('team', { member: member.id, confirm: to })}>
            {getWords(member, to).link}
          </ButtonLink>
        ))}
      </div>
    </section>
  );
}

function formatWork({ clients, activities, alerts }: Props['work'], noun: ActivityNoun): string {
  const count = (number: number, item: string, many: string) =>
    number === 0 ? '' : `${number > 1000 ? 'more than 1,000' : number} ${number === 1 ? item : many}`;
  const parts = [
    count(clients, 'client', 'clients'),
    count(activities, `open ${noun.singular}`, `open ${noun.plural}`),
    count(alerts, 'open alert', 'open alerts'),
  ].filter(Boolean);
  return parts.length < 2 ? parts.join('') : `${parts.slice(0, -1).join(', ')} and ${parts.at(-1)}`;
}

function ConfirmTransition({ member, work, others, requestKey, to }: Props & { to: MemberTransition }) {
  const result = useActionData<typeof handleTeamAction>();
  const noun = useActivityNoun();
  const formId = 'move';
  const field = plainFields(formId, result?.reply);
  const words = getWords(member, to);
  const workText = to === 'active' ? '' : formatWork(work, noun);
  return (
    <section aria-labelledby="move-heading" className="mt-6 max-w-form">
      <h3 id="move-heading">{words.question(member.name)}</h3>
      <p className="mt-1">{words.what}</p>
      {member.isSelf ? (
        <p className="notice notice-warning mt-3">This is you: you will lose access.</p>
      ) : null}
      <Form method="post" className="mt-4 grid gap-4">
        <RequestKeyInput value={result?.requestKey ?? requestKey} />
        <input type="hidden" name="version" value={member.version} />
        <input type="hidden" name="to" value={to} />
        <ErrorSummary
          formId={formId}
          errors={result?.reply.error ?? {}}
          reply={result}
          getPlace={getPlaces(result?.blockers, page)}
        />
        {workText === '' ? null : (
          <Select
            field={field('handOverTo')}
            label="Reassign to"
            hint={`Currently assigned: ${workText}. Anything not reassigned stays as it is.`}
            optional
            empty="Do not reassign"
            choices={others}
          />
        )}
        <TextInput
          field={field('reason')}
          label="Reason"
          hint="Recorded in the audit log."
          maxLength={500}
          required
        />
        <p className="flex flex-wrap items-center gap-4">
          <SubmitButton name="intent" value="move" variant={to === 'active' ? 'primary' : 'danger'}>
            {words.button}
          </SubmitButton>
          <Link to={settingsUrl('team', { member: member.id })}>Cancel</Link>
        </p>
      </Form>
    </section>
  );
}

function RightsForm({ member, requestKey }: Props) {
  const result = useActionData<typeof handleTeamAction>();
  const mine = result?.intent === 'change' ? result : undefined;
  const formId = 'rights';
  const field = plainFields(formId, mine?.reply, {
    role: member.role,
    designations: member.designations,
    accessEndsOn: member.accessEndsOn ?? undefined,
  });
  return (
    <section aria-labelledby="rights-heading" className="mt-7 max-w-form">
      <h3 id="rights-heading">{member.isSelf ? 'Your' : `${member.name}’s`} permissions</h3>
      <Form method="post" className="mt-3 grid gap-5">
        <RequestKeyInput value={mine?.requestKey ?? requestKey} />
        <input type="hidden" name="version" value={member.version} />
        <ErrorSummary
          formId={formId}
          errors={mine?.reply.error ?? {}}
          reply={mine}
          getPlace={getPlaces(mine?.blockers, page)}
        />
        <PermissionFields field={field} />
        <TextInput
          field={field('reason')}
          label="Reason for the change"
          hint="Recorded in the audit log."
          maxLength={500}
          required
        />
        <p>
          <SubmitButton name="intent" value="change" busy="Saving…">
            Save changes
          </SubmitButton>
        </p>
      </Form>
    </section>
  );
}

function Changes({ changes }: Pick<Props, 'changes'>) {
  if (changes.length === 0) return null;
  return (
    <section aria-labelledby="changes-heading" className="mt-7 max-w-form">
      <h3 id="changes-heading">History</h3>
      <EventList lines={changes} />
    </section>
  );
}
