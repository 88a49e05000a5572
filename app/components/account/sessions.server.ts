import { endOneSession, listSessions } from '#contract/company/accounts.ts';
import { describeBrowser } from '#rules/format/browser-name.ts';
import { redirectWithFlash } from '../../flash.server.ts';
import type { MainApi } from '../../main-api/main-api.server.ts';
import { sessionEnded } from '../../main-api/session-ended.ts';
import { formatInstant } from '../format-instant.server.ts';
import { formActions, onSubmit } from '../forms/form-actions.server.ts';
import { textIn } from '../forms/parse-form.server.ts';

/** The person's own sessions and their limits, for the page. */
export async function loadOwnSessions(api: MainApi, timeZone: string) {
  const { sessions, idleMinutes, maxHours } = await api.call(listSessions, {});
  const rows = sessions.map(({ id, device, address, startedAt, lastSeenAt, isCurrent }) => ({
    id,
    browser: describeBrowser(device),
    address,
    startedAt: formatInstant(startedAt, timeZone),
    lastSeenAt: formatInstant(lastSeenAt, timeZone),
    isCurrent,
  }));
  return { idleMinutes, maxHours, rows };
}

export type OwnSessionData = Awaited<ReturnType<typeof loadOwnSessions>>;

/** Handles the table's buttons: ends one session, and returns to the page. */
export function endSessionAction(page: string) {
  return onSubmit(
    formActions({
      async endSession({ api }: { request: Request; api: MainApi }, form: FormData) {
        const ended = await api.ask(endOneSession, { params: { id: textIn(form, 'sessionId') }, body: {} });
        // One that ended by itself in the meantime is what was wanted.
        const isOver = ended.ok || ended.problem.code === 'record.notFound';
        if (!isOver && ended.problem.status === 401) throw sessionEnded();
        return redirectWithFlash(page, {
          kind: isOver ? 'success' : 'warning',
          text: isOver ? 'Session ended.' : 'The session could not be ended. Try again shortly.',
        });
      },
    }),
  );
}
