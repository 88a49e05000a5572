import type { MetaFunction } from '@remix-run/node';
import { Form, Link, useLoaderData } from '@remix-run/react';
import { pageTitle } from '#app/document/page-title.ts';
import { listNotifications, readNotifications } from '#contract/notifications/notifications.ts';
import { isRecordId } from '#contract/record-id.ts';
import { notificationTexts } from '#rules/notifications/kinds.ts';
import { settingsUrl } from '#rules/pages/settings-pages.ts';
import { formatInstant } from '../../components/format-instant.server.ts';
import { parseForm, readForm, throwFieldErrors } from '../../components/forms/parse-form.server.ts';
import { SubmitButton } from '../../components/forms/submit.tsx';
import { ListPages } from '../../components/list-page/pagination.tsx';
import { Card, EntryList } from '../../components/panel.tsx';
import { redirectWithFlash } from '../../flash.server.ts';
import { asMember } from '../../session/session.server.ts';

export const meta: MetaFunction = () => [{ title: pageTitle('Notifications') }];

const here = '/notifications';

export const loader = asMember(async ({ api, me, url }) => {
  const wanted = url.searchParams.get('before') ?? '';
  const before = isRecordId(wanted) ? wanted : undefined;
  const [{ company }, { items, nextBefore }] = await Promise.all([
    me(),
    api.call(listNotifications, { query: { before } }),
  ]);
  return {
    items: items.map(({ id, kind, path, at, isRead }) => ({
      id,
      text: notificationTexts[kind],
      path,
      at: formatInstant(at, company.timeZone),
      isRead,
    })),
    newest: before === undefined && items.some(({ isRead }) => !isRead) ? (items[0]?.id ?? null) : null,
    firstHref: before === undefined ? null : here,
    nextHref: nextBefore === null ? null : `${here}?before=${nextBefore}`,
  };
});

export const action = asMember(async ({ api, request }) => {
  const submission = parseForm(await readForm(request), readNotifications.body);
  if (submission.status !== 'success') return throwFieldErrors();
  await api.call(readNotifications, { body: submission.value });
  return redirectWithFlash(here, { kind: 'success', text: 'All marked as read.' });
});

export default function Notifications() {
  const { items, newest, firstHref, nextHref } = useLoaderData<typeof loader>();
  return (
    <>
      <div className="flex flex-wrap items-center justify-between gap-3">
        <h1>Notifications</h1>
        {newest === null ? null : (
          <Form method="post">
            <input type="hidden" name="upTo" value={newest} />
            <SubmitButton busy="Saving…">Mark all as read</SubmitButton>
          </Form>
        )}
      </div>
      <p className="hint mt-1">
        <Link to={settingsUrl('notifications')}>Choose what is emailed to you</Link>, and subscribe to your
        dates.
      </p>
      {items.length === 0 ? (
        <Card as="p" pad="roomy" className="mt-4 max-w-form text-ink-soft">
          No notifications. You are notified of work that comes to you.
        </Card>
      ) : (
        <EntryList className="mt-4 max-w-form" data-routed-links>
          {items.map(({ id, text, path, at, isRead }) => (
            <li key={id} className="flex flex-wrap items-baseline justify-between gap-x-4 px-3 py-2.5">
              <a href={path} className={isRead ? '' : 'font-semibold'}>
                {text}
                {isRead ? null : <span className="sr-only"> Unread.</span>}
              </a>
              <span className="hint">{at}</span>
            </li>
          ))}
        </EntryList>
      )}
      <ListPages firstHref={firstHref} nextHref={nextHref} />
    </>
  );
}
