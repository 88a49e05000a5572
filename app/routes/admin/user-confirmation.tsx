import { Form, Link, useActionData } from '@remix-run/react';
import { Badge } from '../../components/badge.tsx';
import { DescriptionList } from '../../components/description-list.tsx';
import { ErrorSummary } from '../../components/forms/error-summary.tsx';
import { plainFields } from '../../components/forms/form-fields.ts';
import { RequestKeyInput, SubmitButton } from '../../components/forms/submit.tsx';
import { TextInput } from '../../components/forms/text-input.tsx';
import type { handleUserAction } from './user-confirmation.server.ts';
import type { PersonLine } from './user-row.server.ts';

const words = {
  suspended: {
    title: (name: string) => `Suspend ${name}?`,
    what: 'They lose access to this company at once, until reactivated.',
    button: 'Suspend',
  },
  active: {
    title: (name: string) => `Reactivate ${name}?`,
    what: 'They can sign in again, with their previous permissions and until their access end date, if any.',
    button: 'Reactivate',
  },
  invite: {
    title: (name: string) => `Resend the invitation to ${name}?`,
    what: 'A new link is sent, valid for 72 hours. The previous link stops working.',
    button: 'Resend invitation',
  },
} as const;

const formId = 'user';

/** Confirmation of an action on a user, with its reason. */
export function UserQuestion({
  action,
  version,
  person,
  requestKey,
}: {
  action: keyof typeof words;
  version: number;
  person: PersonLine;
  requestKey: string;
}) {
  const result = useActionData<typeof handleUserAction>();
  const field = plainFields(formId, result?.reply);
  const { title, what, button } = words[action];
  return (
    <section className="max-w-form">
      <p>
        <Link to={`/admin/companies/${person.company.id}`}>{person.company.name}</Link>
      </p>
      <h1 className="mt-1 wrap-anywhere">{title(person.name)}</h1>
      <p className="mt-2">{what}</p>
      <DescriptionList
        card
        className="mt-4"
        facts={[
          { label: 'Email', value: person.loginId },
          { label: 'Role', value: person.rights },
          { label: 'Status', value: <Badge by={person.mark.mark}>{person.mark.word}</Badge> },
          { label: 'Last sign-in', value: person.lastSignIn },
        ]}
      />
      <Form method="post" className="mt-4 grid gap-4">
        <RequestKeyInput value={result?.requestKey ?? requestKey} />
        <input type="hidden" name="version" value={version} />
        <input type="hidden" name="act" value={action} />
        <ErrorSummary formId={formId} errors={result?.reply.error ?? {}} reply={result} />
        <TextInput
          field={field('reason')}
          label="Reason"
          hint="Recorded in the company’s audit log, where its owners read it, and in the platform’s."
          maxLength={500}
          required
        />
        <p className="flex flex-wrap items-center gap-4">
          <SubmitButton variant={action === 'suspended' ? 'danger' : 'primary'}>{button}</SubmitButton>
          <Link to={`/admin/companies/${person.company.id}`}>Cancel</Link>
        </p>
      </Form>
    </section>
  );
}
