import { Form, Link, useActionData } from '@remix-run/react';
import { Facts } from '../../components/admin-layout/facts.tsx';
import { ErrorSummary } from '../../components/forms/error-summary.tsx';
import { plainFields } from '../../components/forms/plain-fields.ts';
import { RequestKeyInput, SubmitButton } from '../../components/forms/submit.tsx';
import { TextInput } from '../../components/forms/text-input.tsx';
import { Marked } from '../../components/mark.tsx';
import type { PersonLine } from './person-line.server.ts';
import type { answerUser } from './user-question.server.ts';

const words = {
  suspended: {
    title: (name: string) => `Suspend ${name}?`,
    what: 'They are signed out everywhere and cannot sign in until they are let back in.',
    button: 'Suspend',
  },
  active: {
    title: (name: string) => `Let ${name} back in?`,
    what: 'They can sign in again, with the rights that they had.',
    button: 'Let back in',
  },
  invite: {
    title: (name: string) => `Send the invitation of ${name} again?`,
    what: 'They get a new link for 72 hours. The one before works no more.',
    button: 'Send the invitation again',
  },
} as const;

const formId = 'user';

/** The question before something is done to a person, with its reason. */
export function UserQuestion({
  act,
  version,
  person,
  requestKey,
}: {
  act: keyof typeof words;
  version: number;
  person: PersonLine;
  requestKey: string;
}) {
  const answer = useActionData<typeof answerUser>();
  const field = plainFields(formId, answer?.reply);
  const { title, what, button } = words[act];
  return (
    <section className="max-w-form">
      <p>
        <Link to={`/admin/companies/${person.company.id}`}>{person.company.name}</Link>
      </p>
      <h1 className="mt-1 wrap-anywhere">{title(person.name)}</h1>
      <p className="mt-2">{what}</p>
      <div className="panel mt-4 px-5 py-4">
        <Facts
          facts={[
            { label: 'Email', value: person.loginId },
            { label: 'Role', value: person.rights },
            { label: 'Status', value: <Marked by={person.mark.mark}>{person.mark.word}</Marked> },
            { label: 'Last sign-in', value: person.lastSignIn },
          ]}
        />
      </div>
      <Form method="post" className="mt-4 grid gap-4">
        <RequestKeyInput value={answer?.requestKey ?? requestKey} />
        <input type="hidden" name="version" value={version} />
        <input type="hidden" name="act" value={act} />
        <ErrorSummary formId={formId} errors={answer?.reply.error ?? {}} reply={answer} />
        <TextInput
          field={field('reason')}
          label="Reason"
          hint="Kept in the company’s trail, where its owners read it, and in the platform’s."
          maxLength={500}
          required
        />
        <p className="flex flex-wrap items-center gap-4">
          <SubmitButton look={act === 'suspended' ? 'danger' : 'primary'}>{button}</SubmitButton>
          <Link to={`/admin/companies/${person.company.id}`}>Cancel</Link>
        </p>
      </Form>
    </section>
  );
}
