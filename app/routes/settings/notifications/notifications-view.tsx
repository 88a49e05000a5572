import { Form, Link, useActionData, useLoaderData } from '@remix-run/react';
import { ErrorInLayout } from '../../../components/error-page.tsx';
import { PlainSelect } from '../../../components/forms/choices.tsx';
import { ErrorSummary } from '../../../components/forms/error-summary.tsx';
import { SubmitButton } from '../../../components/forms/submit.tsx';
import { Panel } from '../../../components/panel.tsx';
import { asMember } from '../../../session/session.server.ts';
import { settingsMeta } from '../settings-meta.ts';
import { settingsLoader } from '../settings-route.server.ts';
import {
  handleNotificationsAction,
  loadNotificationSettings,
  type NotificationsAnswer,
} from './notifications.server.ts';

export const meta = settingsMeta('notifications');

export const loader = settingsLoader('notifications', loadNotificationSettings);

export const action = asMember(handleNotificationsAction);

export const ErrorBoundary = ErrorInLayout;

/** How the member is notified, and the address of the member's calendar. */
export default function NotificationsView() {
  const { choices, mails } = useLoaderData<typeof loader>();
  const result = useActionData<() => Promise<NotificationsAnswer>>();
  return (
    <div className="grid max-w-form gap-5">
      <Panel headingId="notifications-heading" title="Notifications">
        <p className="hint -mt-3">
          All appear under <Link to="/notifications">Notifications</Link>. Choose which are emailed. They
          contain links and no names.
        </p>
        <ErrorSummary formId="notifications" errors={result?.reply?.error ?? {}} reply={result} />
        <Form method="post" className="grid gap-3" preventScrollReset>
          {choices.map(({ kind, mail, label }) => (
            <div key={kind} className="grid items-center gap-x-4 gap-y-1 sm:grid-cols-[minmax(0,1fr)_240px]">
              <label htmlFor={`mail-${kind}`}>{label}</label>
              <PlainSelect id={`mail-${kind}`} name={kind} defaultValue={mail} choices={mails} />
            </div>
          ))}
          <div>
            <SubmitButton name="intent" value="save" variant="primary" busy="Saving…">
              Save notifications
            </SubmitButton>
          </div>
        </Form>
      </Panel>
      <Calendar newUrl={result?.calendarUrl} />
    </div>
  );
}

function Calendar({ newUrl }: { newUrl: string | undefined }) {
  const { calendar } = useLoaderData<typeof loader>();
  return (
    <Panel
      headingId="calendar-heading"
      title="Calendar"
      about="Reviews of your clients and dates of your work, for your own calendar app. Events contain links and no names."
    >
      {newUrl === undefined ? null : (
        <div className="notice notice-success grid gap-2" role="status" tabIndex={-1}>
          <p>
            <strong className="font-semibold">Subscribe to this address in your calendar app.</strong> It is
            shown once. Anyone who has it sees these dates.
          </p>
          <p>
            <input type="text" readOnly aria-label="Address of your calendar" value={newUrl} />
          </p>
        </div>
      )}
      <Form method="post" className="flex flex-wrap items-center gap-3" preventScrollReset>
        <SubmitButton name="intent" value="createCalendar" busy="Creating…">
          {calendar === null ? 'Create an address' : 'Create a new address'}
        </SubmitButton>
        {calendar === null ? null : (
          <SubmitButton name="intent" value="revokeCalendar" busy="Ending…">
            End the address
          </SubmitButton>
        )}
        <span className="hint">
          {calendar === null ? 'You have no address.' : `Created ${calendar}. A new one replaces it.`}
        </span>
      </Form>
    </Panel>
  );
}
