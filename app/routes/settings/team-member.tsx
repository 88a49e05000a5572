import { Form, Link } from '@remix-run/react';
import { ActList } from '../../components/act-list.tsx';
import { Select } from '../../components/forms/choices.tsx';
import { ErrorSummary } from '../../components/forms/error-summary.tsx';
import { plainFields } from '../../components/forms/plain-fields.ts';
import { RequestKeyInput, SubmitButton } from '../../components/forms/submit.tsx';
import { TextInput } from '../../components/forms/text-input.tsx';
import { Marked } from '../../components/mark.tsx';
import { memberStatusLabels, memberStatusMarks } from '../../components/team-marks.ts';
import type { answerTeam, loadTeam, MemberMove, ShownMember } from './team.server.ts';
import { RightsFields } from './team-rights.tsx';
import { useAnswer } from './view-data.ts';

type Props = Extract<Awaited<ReturnType<typeof loadTeam>>, { kind: 'member' }>;

/** One person of the company: what they may do, whether they come in, and what was changed about them. */
export function TeamMemberView(props: Props) {
  const { member, confirm, changes } = props;
  return (
    <article aria-labelledby="member-heading">
      <p>
        <Link to="/settings?view=team">Team</Link>
      </p>
      <h2 id="member-heading" className="mt-2 text-xl">
        {member.name}
      </h2>
      <Summary member={member} />
      {confirm !== null && member.status !== 'removed' ? (
        <ConfirmMove {...props} to={confirm} />
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

function Summary({ member }: { member: ShownMember }) {
  const rows = [
    ['Email', member.loginId],
    ['Role', member.rights],
    ['Last sign-in', member.lastSignIn],
    ['Last day of access', member.accessEnds],
    ['Invitation', member.invitation],
  ].filter(([, text]) => text !== '');
  return (
    <dl className="panel mt-3 grid max-w-form gap-x-4 gap-y-2 p-4 sm:grid-cols-[160px_1fr]">
      <dt className="font-semibold">Status</dt>
      <dd>
        <Marked by={memberStatusMarks[member.status]}>{memberStatusLabels[member.status]}</Marked>
      </dd>
      {rows.map(([label, text]) => (
        <div key={label} className="contents">
          <dt className="font-semibold">{label}</dt>
          <dd className="wrap-anywhere">{text}</dd>
        </div>
      ))}
    </dl>
  );
}

const moveWords: Record<
  MemberMove,
  { link: string; question: (name: string) => string; what: string; button: string }
> = {
  active: {
    link: 'Let back in',
    question: (name) => `Let ${name} back in?`,
    what: 'They can sign in again, with the rights that they had.',
    button: 'Let back in',
  },
  suspended: {
    link: 'Suspend',
    question: (name) => `Suspend ${name}?`,
    what: 'They are signed out everywhere and cannot sign in until an owner lets them back in. Nothing of theirs is lost.',
    button: 'Suspend',
  },
  removed: {
    link: 'Remove',
    question: (name) => `Remove ${name} from the team?`,
    what: 'They are signed out everywhere and do not come back unless they are invited again. Their name stays in the history.',
    button: 'Remove',
  },
};

const withdrawal = {
  link: 'Withdraw the invitation',
  question: (name: string) => `Withdraw the invitation of ${name}?`,
  what: 'The link in the email works no more. You can invite the person again later.',
  button: 'Withdraw the invitation',
};

const wordsOf = (member: ShownMember, to: MemberMove) =>
  to === 'removed' && member.status === 'invited' ? withdrawal : moveWords[to];

const movesOf: Record<ShownMember['status'], MemberMove[]> = {
  invited: ['removed'],
  active: ['suspended', 'removed'],
  suspended: ['active', 'removed'],
  removed: [],
};

function AccessSection({ member, requestKey }: Props) {
  const answer = useAnswer<typeof answerTeam>();
  const mine = answer?.intent === 'inviteAgain' ? answer : undefined;
  return (
    <section aria-labelledby="access-heading" className="mt-6 max-w-form">
      <h3 id="access-heading">Access</h3>
      <ErrorSummary formId="inviteAgain" errors={mine?.reply.error ?? {}} reply={mine} />
      <div className="mt-2 flex flex-wrap gap-2">
        {member.status === 'invited' ? (
          <Form method="post">
            <RequestKeyInput value={mine?.requestKey ?? requestKey} />
            <input type="hidden" name="version" value={member.version} />
            <SubmitButton name="intent" value="inviteAgain" look="secondary">
              Send the invitation again
            </SubmitButton>
          </Form>
        ) : null}
        {movesOf[member.status].map((to) => (
          <Link key={to} className="button" to={`/settings?view=team&member=${member.id}&confirm=${to}`}>
            {wordsOf(member, to).link}
          </Link>
        ))}
      </div>
    </section>
  );
}

function workInWords({ clients, activities, alerts }: Props['work']): string {
  const count = (number: number, one: string, many: string) =>
    number === 0 ? '' : `${number > 1000 ? 'more than 1,000' : number} ${number === 1 ? one : many}`;
  const parts = [
    count(clients, 'client', 'clients'),
    count(activities, 'open activity', 'open activities'),
    count(alerts, 'open alert', 'open alerts'),
  ].filter(Boolean);
  return parts.length < 2 ? parts.join('') : `${parts.slice(0, -1).join(', ')} and ${parts.at(-1)}`;
}

function ConfirmMove({ member, work, others, requestKey, to }: Props & { to: MemberMove }) {
  const answer = useAnswer<typeof answerTeam>();
  const formId = 'move';
  const field = plainFields(formId, answer?.reply);
  const words = wordsOf(member, to);
  const held = to === 'active' ? '' : workInWords(work);
  return (
    <section aria-labelledby="move-heading" className="mt-6 max-w-form">
      <h3 id="move-heading">{words.question(member.name)}</h3>
      <p className="mt-1">{words.what}</p>
      {member.isSelf ? (
        <p className="notice notice-attention mt-3">This is you: you will be signed out.</p>
      ) : null}
      <Form method="post" className="mt-4 grid gap-4">
        <RequestKeyInput value={answer?.requestKey ?? requestKey} />
        <input type="hidden" name="version" value={member.version} />
        <input type="hidden" name="to" value={to} />
        <ErrorSummary formId={formId} errors={answer?.reply.error ?? {}} reply={answer} />
        {held === '' ? null : (
          <Select
            field={field('handOverTo')}
            label="Who takes over"
            hint={`In their name: ${held}. Whatever nobody takes over stays as it is.`}
            optional
            empty="Nobody yet"
            choices={others}
          />
        )}
        <TextInput
          field={field('reason')}
          label="Reason"
          hint="The audit trail keeps it."
          maxLength={500}
          required
        />
        <p className="flex flex-wrap items-center gap-4">
          <SubmitButton name="intent" value="move" look={to === 'active' ? 'primary' : 'danger'}>
            {words.button}
          </SubmitButton>
          <Link to={`/settings?view=team&member=${member.id}`}>Cancel</Link>
        </p>
      </Form>
    </section>
  );
}

function RightsForm({ member, requestKey }: Props) {
  const answer = useAnswer<typeof answerTeam>();
  const mine = answer?.intent === 'change' ? answer : undefined;
  const formId = 'rights';
  const field = plainFields(formId, mine?.reply, {
    role: member.role,
    designations: member.designations,
    accessEndsOn: member.accessEndsOn ?? undefined,
  });
  return (
    <section aria-labelledby="rights-heading" className="mt-7 max-w-form">
      <h3 id="rights-heading">What {member.isSelf ? 'you' : 'they'} may do</h3>
      <Form method="post" className="mt-3 grid gap-5">
        <RequestKeyInput value={mine?.requestKey ?? requestKey} />
        <input type="hidden" name="version" value={member.version} />
        <ErrorSummary formId={formId} errors={mine?.reply.error ?? {}} reply={mine} />
        <RightsFields field={field} />
        <TextInput
          field={field('reason')}
          label="Reason for the change"
          hint="The audit trail keeps it."
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
      <ActList lines={changes} />
    </section>
  );
}
