import { Form } from '@remix-run/react';
import { Badge, currentBadge } from '../badge.tsx';
import { Button } from '../button.tsx';
import { CompanyInput } from '../forms/submit.tsx';
import { DataTable } from '../table.tsx';
import type { OwnSessionData } from './sessions.server.ts';

/**
 * The person's own sessions, each with a button that ends it, and sign-out everywhere.
 * @param page URL of the page, which handles the buttons
 */
export function OwnSessions({
  page,
  realm,
  sessions,
}: {
  page: string;
  realm: 'member' | 'admin';
  sessions: Omit<OwnSessionData, 'secondFactor'>;
}) {
  const { idleMinutes, maxHours, rows } = sessions;
  return (
    <section aria-labelledby="sessions-heading" className="grid gap-3">
      <h2 id="sessions-heading">Where you are signed in</h2>
      <p className="max-w-prose text-ink-soft">
        A session ends after {idleMinutes} minutes without activity, and {maxHours} hours after you signed in.
        If you do not recognise a session, end it and change your password.
      </p>
      <DataTable
        caption="Your sessions"
        columns={[
          {
            title: 'Browser',
            cell: ({ browser, companyName, isCurrent }) => (
              <>
                {browser} {isCurrent ? <Badge by={currentBadge}>This session</Badge> : null}
                {companyName === null ? null : <span className="hint block">{companyName}</span>}
              </>
            ),
          },
          { title: 'IP address', cell: ({ address }) => <span className="wrap-anywhere">{address}</span> },
          { title: 'Signed in', cell: ({ startedAt }) => startedAt },
          { title: 'Last active', cell: ({ lastSeenAt }) => lastSeenAt },
          {
            title: 'End',
            cell: ({ id, browser, isCurrent }) =>
              isCurrent ? null : (
                <Form method="post" action={page}>
                  <CompanyInput />
                  <input type="hidden" name="sessionId" value={id} />
                  <Button
                    name="intent"
                    value="endSession"
                    size="small"
                    aria-label={`End session in ${browser}`}
                  >
                    End session
                  </Button>
                </Form>
              ),
          },
        ]}
        rows={rows}
        rowKey={({ id }) => id}
      />
      <SignOutEverywhere realm={realm} />
    </section>
  );
}

/** Ends every session of the person, this one included. */
function SignOutEverywhere({ realm }: { realm: 'member' | 'admin' }) {
  return (
    <Form method="post" action="/logout">
      <input type="hidden" name="realm" value={realm} />
      <Button name="everywhere" value="yes" variant="danger">
        Sign out everywhere
      </Button>
    </Form>
  );
}
