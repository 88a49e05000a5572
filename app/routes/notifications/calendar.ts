import { readCalendarFeed } from '#contract/notifications/notifications.ts';
import { formatCalendar } from '#rules/notifications/calendar.ts';
import { appEnv } from '../../env.server.ts';
import { asAnyone } from '../../session/session.server.ts';

const summaries = { review: 'Client review due', activity: 'Work due' } as const;

/** A member's calendar, by the secret of its address. 404 for an address that was never given out, or has ended. */
export const loader = asAnyone(async ({ api, params }) => {
  const token = (params.token ?? '').replace(/\.ics$/, '').slice(0, 100);
  const found = await api().submit(readCalendarFeed, { body: { token } });
  const headers = { 'Cache-Control': 'private, no-store', 'X-Robots-Tag': 'noindex' };
  if (!found.ok) {
    const isGone = found.problem.status === 404;
    const text = isGone ? 'This calendar has ended.' : 'The calendar is unavailable. Try again shortly.';
    return new Response(text, { status: isGone ? 404 : 503, headers });
  }
  const { companyId, entries } = found.value;
  const appUrl = appEnv().appUrl.replace(/\/+$/, '');
  const calendar = formatCalendar(
    'Assay: reviews and dates',
    entries.map(({ uid, on, kind, path }) => ({
      uid,
      on,
      summary: summaries[kind],
      url: `${appUrl}${path}${path.includes('?') ? '&' : '?'}company=${companyId}`,
    })),
    new Date().toISOString(),
  );
  return new Response(calendar, { headers: { ...headers, 'Content-Type': 'text/calendar; charset=utf-8' } });
});
