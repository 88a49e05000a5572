import type { SubmissionResult } from '@conform-to/react';
import { data } from '@remix-run/node';
import { endOneSession, listSessions, renameOwnAccount } from '#contract/company/accounts.ts';
import {
  readSecondFactors,
  removeSecondFactor,
  renewRecoveryCodes,
} from '#contract/company/second-factors.ts';
import type { Problem } from '#contract/errors.ts';
import { describeBrowser } from '#rules/format/browser-name.ts';
import { redirectWithFlash } from '../../flash.server.ts';
import type { MainApi } from '../../main-api/main-api.server.ts';
import { sessionEnded } from '../../main-api/session-ended.ts';
import { formatInstant } from '../format-instant.server.ts';
import { formActions, onSubmit } from '../forms/form-actions.server.ts';
import { toFormResult } from '../forms/form-result.server.ts';
import { parseForm, textIn } from '../forms/parse-form.server.ts';

/** Result of the page's forms: a rejected name, or new recovery codes. */
export interface AccountAnswer {
  reply?: SubmissionResult;
  recoveryCodes?: string[];
}

/** The person's own sessions and their limits, and their second factors, for the page. */
export async function loadOwnSessions(api: MainApi, timeZone: string) {
  const [{ sessions, idleMinutes, maxHours }, status] = await Promise.all([
    api.call(listSessions, {}),
    api.call(readSecondFactors, {}),
  ]);
  const rows = sessions.map(({ id, device, address, startedAt, lastSeenAt, companyName, isCurrent }) => ({
    id,
    browser: describeBrowser(device),
    address,
    startedAt: formatInstant(startedAt, timeZone),
    lastSeenAt: formatInstant(lastSeenAt, timeZone),
    companyName,
    isCurrent,
  }));
  const factors = status.factors.map(({ id, label, createdAt, lastUsedAt, acceptedUntil }) => ({
    id,
    label,
    added: formatInstant(createdAt, timeZone),
    used: lastUsedAt === null ? 'Never' : formatInstant(lastUsedAt, timeZone),
    renewBy: acceptedUntil === null ? null : formatInstant(acceptedUntil, timeZone),
  }));
  const { isRequired, recoveryCodesLeft } = status;
  return { idleMinutes, maxHours, rows, secondFactor: { isRequired, recoveryCodesLeft, factors } };
}

export type OwnSessionData = Awaited<ReturnType<typeof loadOwnSessions>>;

const { body: nameForm } = renameOwnAccount;

interface AccountArgs {
  request: Request;
  api: MainApi;
}

/** A redirect back to the page, with a message for the result of a button. */
function backWith(
  page: string,
  problem: Problem | undefined,
  { done, failed }: { done: string; failed: string },
) {
  if (problem?.status === 401) throw sessionEnded();
  // What is gone in the meantime is what was wanted.
  const isDone = problem === undefined || problem.code === 'record.notFound';
  const text = isDone ? done : (problem.fields?.['']?.[0] ?? failed);
  return redirectWithFlash(page, { kind: isDone ? 'success' : 'warning', text });
}

/** Handles the page's buttons: changes the name, ends a session, removes a second factor, or shows new recovery codes. */
export function ownSessionsAction(page: string) {
  return onSubmit(
    formActions({
      async rename({ api }: AccountArgs, form: FormData) {
        const posted = parseForm(form, nameForm);
        if (posted.status !== 'success')
          return data<AccountAnswer>({ reply: posted.reply() }, { status: 422 });
        const renamed = await api.submit(renameOwnAccount, { body: posted.value });
        if (!renamed.ok) {
          const { reply } = toFormResult(posted, renamed.problem);
          return data<AccountAnswer>({ reply }, { status: renamed.problem.status });
        }
        return redirectWithFlash(page, { kind: 'success', text: 'Name saved.' });
      },
      async endSession({ api }: AccountArgs, form: FormData) {
        const params = { id: textIn(form, 'sessionId') };
        const ended = await api.ask(endOneSession, { params, body: {} });
        return backWith(page, ended.ok ? undefined : ended.problem, {
          done: 'Session ended.',
          failed: 'The session could not be ended. Try again shortly.',
        });
      },
      async removeFactor({ api }: AccountArgs, form: FormData) {
        const params = { id: textIn(form, 'factorId') };
        const removed = await api.ask(removeSecondFactor, { params, body: {} });
        // It may need a proof first.
        if (!removed.ok && removed.problem.status === 403) api.refuse(removeSecondFactor, removed.problem);
        return backWith(page, removed.ok ? undefined : removed.problem, {
          done: 'Second factor removed.',
          failed: 'The second factor could not be removed. Try again shortly.',
        });
      },
      async renewCodes({ api }: AccountArgs) {
        const { recoveryCodes } = await api.call(renewRecoveryCodes, { body: {} });
        return data<AccountAnswer>({ recoveryCodes });
      },
    }),
  );
}
