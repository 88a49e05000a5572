import { Form, Link, useActionData, useLoaderData } from '@remix-run/react';
import { ErrorSummary } from '../../components/forms/error-summary.tsx';
import { plainFields } from '../../components/forms/form-fields.ts';
import { RequestKeyInput, SubmitButton } from '../../components/forms/submit.tsx';
import { TextArea } from '../../components/forms/text-input.tsx';
import { Panel } from '../../components/panel.tsx';
import type { handleRestriction, loadCompany } from './company.server.ts';

/** What follows for a company's members: `companyGates` of the permissions. */
const consequences = {
  restricted: {
    setUp:
      'From now on members can read and export client records and download evidence packs, but not add or change records. They can still change company details, the team and billing in Settings. Checks and monitoring are paused, and links of document requests do not open. No data is lost.',
    beingSetUp:
      'Client records are closed until company setup is complete, which members can still do. Then they can read and export records, but not add or change them until you remove the restriction.',
  },
  open: {
    setUp:
      'Members can add and change records again immediately. Checks and monitoring resume if the company has an active subscription, and links of document requests open again until they expire.',
    beingSetUp: 'Client records stay closed until company setup is complete.',
  },
} as const;

/** Confirms that a company's access is restricted or restored. */
export function RestrictionForm({ to }: { to: 'restricted' | 'open' }) {
  const { id, name, version, requestKey, isSetUp } = useLoaderData<typeof loadCompany>();
  const result = useActionData<typeof handleRestriction>();
  const formId = 'restriction';
  const field = plainFields(formId, result?.reply);
  const restricts = to === 'restricted';
  return (
    <Panel
      headingId="confirm-heading"
      title={restricts ? `Restrict access for ${name}?` : `Remove the restriction on ${name}?`}
      className="mt-4 max-w-form"
    >
      <p>{consequences[to][isSetUp ? 'setUp' : 'beingSetUp']}</p>
      <Form method="post" className="grid gap-4">
        <RequestKeyInput value={result?.requestKey ?? requestKey} />
        <input type="hidden" name="version" value={version} />
        <input type="hidden" name="to" value={to} />
        <ErrorSummary formId={formId} errors={result?.reply.error ?? {}} reply={result} />
        <TextArea
          field={field('reason')}
          label="Reason"
          hint={
            restricts ? 'Shown to the company’s members.' : 'Recorded in the company and platform audit logs.'
          }
          maxLength={500}
          required
        />
        <p className="flex flex-wrap items-center gap-4">
          <SubmitButton variant={restricts ? 'danger' : 'primary'} busy="Saving…">
            {restricts ? 'Restrict access' : 'Remove restriction'}
          </SubmitButton>
          <Link to={`/admin/companies/${id}`}>Cancel</Link>
        </p>
      </Form>
    </Panel>
  );
}
