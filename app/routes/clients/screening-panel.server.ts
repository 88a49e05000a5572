import type { SubmissionResult } from '@conform-to/react';
import { data } from '@remix-run/node';
import { enrolClient, moveEnrolment } from '#contract/enrolments.ts';
import type { Problem } from '#contract/errors.ts';
import { readClientMonitoring, screenClient } from '#contract/screenings.ts';
import { formatDate } from '#rules/calendar-dates.ts';
import { screeningLifecycle } from '#rules/lifecycles/checks.ts';
import { requestKeyOf } from '../../components/forms/parse-form.server.ts';
import { newRequestKey } from '../../components/forms/reply.server.ts';
import { redirectWithFlash } from '../../flash.server.ts';
import type { MemberArgs } from '../../guards.server.ts';
import { may, rightTo } from '../../rights.server.ts';
import { dayText, instantText } from './instant-text.server.ts';

const triggers = { manual: 'By hand', onboarding: 'First screening', monitoring: 'By its worklist' };
const reasons = { manual: 'by hand', subscription: 'no subscription', restricted: 'access is restricted' };

/** What the screening panel of a client's page shows. */
export async function readScreeningPanel({ api, me, params, url }: MemberArgs) {
  const id = params.id ?? '';
  const before = url.searchParams.get('screeningsBefore') ?? undefined;
  const [{ member, company }, watched] = await Promise.all([
    me(),
    api.call(readClientMonitoring, { params: { id }, query: { before } }),
  ]);
  const { timeZone } = company;
  const { enrolment, screenings } = watched;
  const right = rightTo({ member, company }, 'checks.start');
  const mayWrite = may({ member, company }, 'records.write');
  return {
    clientId: id,
    undecided: watched.undecided,
    worklists: watched.worklists.map((one) => ({ value: String(one.id), label: one.name })),
    enrolment: enrolment && {
      id: enrolment.id,
      version: enrolment.version,
      worklistId: String(enrolment.worklistId),
      worklistName: enrolment.worklistName,
      paused:
        enrolment.pausedReason && enrolment.pausedSince
          ? `paused since ${dayText(enrolment.pausedSince, timeZone)} (${reasons[enrolment.pausedReason]})`
          : null,
      isPausedByHand: enrolment.pausedReason === 'manual',
      next: enrolment.nextRunOn && formatDate(enrolment.nextRunOn),
    },
    lines: screenings.map((screening) => ({
      id: screening.id,
      at: instantText(screening.at, timeZone),
      how: screening.requestedBy
        ? `${triggers[screening.trigger]}, ${screening.requestedBy}`
        : triggers[screening.trigger],
      status: screening.status,
      statusText: screeningLifecycle.labels[screening.status],
      error: screening.error,
      lists: screening.lists.map(({ name, version }) => `${name}, version ${version}`).join('; '),
      settings: `from ${screening.threshold} of 100 on${screening.algorithm ? `, ${screening.algorithm}` : ''}`,
      searched: screening.query.names.join('; '),
      alertHref: screening.alertId && `/monitoring?alert=${screening.alertId}`,
    })),
    isFirstPage: before === undefined,
    nextBefore: watched.nextBefore,
    /** Why nobody can be screened now; null where they can. */
    screenRefusal: right.allowed ? null : right.reason,
    isReader: !mayWrite,
    requestKey: newRequestKey(),
  };
}

export type ScreeningPanelData = Awaited<ReturnType<typeof readScreeningPanel>>;

/** What a form of the panel gets back when it did not go ahead. */
export interface ScreeningPanelAnswer {
  panel: 'screening';
  reply: SubmissionResult;
}

function refused({ status, fields = {}, detail, title }: Problem) {
  const sentences = Object.values(fields).flat();
  const error = { '': sentences.length > 0 ? sentences : [detail ?? `${title}.`] };
  return data<ScreeningPanelAnswer>({ panel: 'screening', reply: { error } }, { status });
}

const textOf = (form: FormData, name: string) => String(form.get(name) ?? '');

/** A post of the screening panel: screen now, enrol, pause, resume or end. */
export async function answerScreening({ api, params }: MemberArgs, form: FormData) {
  const id = params.id ?? '';
  const requestKey = requestKeyOf(form);
  const back = `/clients/${id}#screening`;
  const intent = textOf(form, 'intent');
  if (intent === 'screen') {
    const sent = await api.submit(screenClient, { params: { id }, body: {}, requestKey });
    if (!sent.ok) return refused(sent.problem);
    const { matched, screened, screening } = sent.value;
    const who = screened === 1 ? 'The client was' : `The client and ${screened - 1} who belong to it were`;
    const text =
      screening.status === 'error'
        ? `The screening did not run: ${screening.error ?? 'try again later'}`
        : `${who} screened: ${matched === 0 ? 'nothing new to decide.' : 'there is something to decide.'}`;
    return redirectWithFlash(back, { kind: screening.status === 'error' ? 'warning' : 'success', text });
  }
  if (intent === 'enrol') {
    const body = { worklistId: textOf(form, 'worklistId') };
    const sent = await api.submit(enrolClient, { params: { id }, body, requestKey });
    if (!sent.ok) return refused(sent.problem);
    return redirectWithFlash(back, {
      kind: 'success',
      text: `${sent.value.worklistName} watches this client now.`,
    });
  }
  const sent = await api.submit(moveEnrolment, {
    params: { id: textOf(form, 'enrolmentId') },
    body: { version: Number(textOf(form, 'version')), to: intent as 'paused' },
    requestKey,
  });
  if (!sent.ok) return refused(sent.problem);
  const words = { active: 'Watched again.', paused: 'Paused.', ended: 'Not watched any more.' };
  return redirectWithFlash(back, { kind: 'success', text: words[intent as keyof typeof words] ?? 'Done.' });
}
