import { Form } from '@remix-run/react';
import { Button, ButtonLink } from '../button.tsx';
import { CompanyInput } from '../forms/submit.tsx';
import { RecoveryCodes } from '../sign-in/recovery-codes.tsx';
import { DataTable } from '../table.tsx';
import type { OwnSessionData } from './sessions.server.ts';

/**
 * The person's second factors with their buttons, and recovery codes.
 * @param page URL of the page, which handles the buttons
 * @param addUrl URL of the page that adds one
 * @param newCodes shown once, after they were renewed
 */
export function SecondFactors({
  page,
  addUrl,
  secondFactor,
  newCodes,
}: {
  page: string;
  addUrl: string;
  secondFactor: OwnSessionData['secondFactor'];
  newCodes: readonly string[] | undefined;
}) {
  const { factors, isRequired, recoveryCodesLeft } = secondFactor;
  return (
    <section aria-labelledby="factors-heading" className="grid gap-3">
      <h2 id="factors-heading">Second factor</h2>
      <p className="max-w-prose text-ink-soft">
        {isRequired ? 'Your sign-in needs one. ' : ''}
        An authenticator app or a passkey protects your account if someone learns your password.
      </p>
      <DataTable
        caption="Your second factors"
        columns={[
          { title: 'Name', isRowHeader: true, cell: ({ label }) => label },
          { title: 'Added', cell: ({ added }) => added },
          { title: 'Last used', cell: ({ used }) => used },
          {
            title: 'Remove',
            cell: ({ id, label }) => (
              <Form method="post" action={page}>
                <CompanyInput />
                <input type="hidden" name="factorId" value={id} />
                <Button size="small" name="intent" value="removeFactor" aria-label={`Remove ${label}`}>
                  Remove
                </Button>
              </Form>
            ),
          },
        ]}
        rows={factors}
        rowKey={({ id }) => id}
        empty="None set up."
      />
      {factors.map(({ id, renewBy }) =>
        renewBy === null ? null : (
          <p key={id} className="notice notice-warning max-w-prose">
            Set your authenticator app up again by {renewBy}: at your next sign-in, or now with “Add a second
            factor”. Its present key could be replaced by anyone who learned your password.
          </p>
        ),
      )}
      <p>
        <ButtonLink href={addUrl}>Add a second factor</ButtonLink>
      </p>
      {newCodes ? (
        <div role="status" className="grid max-w-prose gap-3">
          <h3>New recovery codes</h3>
          <RecoveryCodes codes={newCodes} />
        </div>
      ) : null}
      {factors.length > 0 ? <RecoveryCodesLeft page={page} left={recoveryCodesLeft} /> : null}
    </section>
  );
}

function RecoveryCodesLeft({ page, left }: { page: string; left: number }) {
  return (
    <Form method="post" action={page} className="flex flex-wrap items-center gap-3">
      <span>{left === 1 ? '1 recovery code left.' : `${left} recovery codes left.`}</span>
      <CompanyInput />
      <Button name="intent" value="renewCodes">
        Replace recovery codes
      </Button>
    </Form>
  );
}
