import { parse, type SubmissionResult } from '@conform-to/react';
import { data } from '@remix-run/node';
import { assignAlert, claimAlert, moveAlert } from '#contract/alerts.ts';
import { moveEnrolment } from '#contract/enrolments.ts';
import type { Problem } from '#contract/errors.ts';
import { completeReview, moveReview } from '#contract/reviews.ts';
import { decideMatch, dismissMatches } from '#contract/screenings.ts';
import { isCalendarDate } from '#rules/calendar-dates.ts';
import { readForm, requestKeyOf } from '../../components/forms/parse-form.server.ts';
import { errorResponse } from '../../error-answer.ts';
import { redirectWithFlash } from '../../flash.server.ts';
import type { MemberArgs } from '../../guards.server.ts';

/** What a form of /monitoring gets back when it did not go ahead. */
export interface MonitoringAnswer {
  /** Which form it answers: its intent, with the record's id where several stand on a page. */
  form: string;
  reply: SubmissionResult;
}

const textOf = (form: FormData, name: string): string => {
  const value = form.get(name);
  return typeof value === 'string' ? value.trim() : '';
};

const optional = (form: FormData, name: string) => textOf(form, name).replaceAll('\r\n', '\n') || undefined;

/** A refusal beside its fields; fields that the form does not have are told at its top. */
function refused(form: FormData, name: string, problem: Problem) {
  const { '': whole = [], ...fields } = problem.fields ?? {};
  const has = (field: string) =>
    form.has(field) || ['reasonCode', 'pepOf', 'outcome', 'decision'].includes(field);
  const error: Record<string, string[]> = {};
  const top = [...whole];
  for (const [field, sentences] of Object.entries(fields)) {
    if (has(field)) error[field] = sentences;
    else top.push(...sentences);
  }
  if (top.length === 0 && Object.keys(error).length === 0) top.push(problem.detail ?? `${problem.title}.`);
  const { initialValue } = parse(form, { resolve: () => ({ value: {} }) }).reply();
  const reply = { initialValue, error: top.length > 0 ? { ...error, '': top } : error };
  return data<MonitoringAnswer>({ form: name, reply }, { status: problem.status });
}

/** The instant at which a day begins for whoever put something off until then: noon in UTC is that day in both countries. */
const untilDay = (day: string) => (isCalendarDate(day) ? `${day}T00:00:00.000Z` : undefined);

type Sent = { ok: true; value: unknown } | { ok: false; problem: Problem };

interface Done {
  sent: Sent;
  /** Where it goes on, unless back to where the form stood. */
  to?: string;
  text: string;
}

const moveWords: Record<string, string> = {
  inProgress: 'The alert is yours.',
  snoozed: 'Put off until then.',
  escalated: 'Escalated to the compliance officer.',
  closed: 'Closed.',
  open: 'Open again.',
};

async function doAlert({ api }: MemberArgs, form: FormData, intent: string): Promise<Done | undefined> {
  const id = textOf(form, 'alertId');
  const version = Number(textOf(form, 'version'));
  const requestKey = requestKeyOf(form);
  const params = { id };
  if (intent === 'assign') {
    const memberId = textOf(form, 'memberId') || null;
    const sent = await api.submit(assignAlert, { params, body: { version, memberId }, requestKey });
    return { sent, text: memberId === null ? 'Nobody has this alert now.' : 'Assigned.' };
  }
  if (intent.startsWith('move-')) {
    const to = intent.slice('move-'.length) as keyof typeof moveWords;
    const body = {
      version,
      to: to as 'open',
      outcome: (optional(form, 'outcome') as 'actioned' | undefined) ?? undefined,
      reason: optional(form, 'reason'),
      snoozedUntil: untilDay(textOf(form, 'snoozedUntil')),
    };
    return {
      sent: await api.submit(moveAlert, { params, body, requestKey }),
      text: moveWords[to] ?? 'Done.',
    };
  }
  return undefined;
}

async function doMatch({ api }: MemberArgs, form: FormData, intent: string): Promise<Done | undefined> {
  const requestKey = requestKeyOf(form);
  if (intent === 'decide') {
    const decision = textOf(form, 'decision');
    const body = {
      decision: (decision || undefined) as 'falsePositive',
      version: Number(textOf(form, 'version')),
      reasonCode: optional(form, 'reasonCode') as 'other',
      reason: optional(form, 'reason') ?? '',
      pepOf: optional(form, 'pepOf') as never,
    };
    const sent = await api.submit(decideMatch, { params: { id: textOf(form, 'matchId') }, body, requestKey });
    const closed = sent.ok && sent.value.alertClosed ? ' All matches are decided: the alert is closed.' : '';
    const words = {
      falsePositive: 'Not the same.',
      truePositive: 'Confirmed.',
      possible: 'Noted as possible.',
    };
    return { sent, text: `${words[decision as keyof typeof words] ?? 'Decided.'}${closed}` };
  }
  if (intent === 'dismiss') {
    const matches = form.getAll('match').map((value) => {
      const [id = '', version = ''] = String(value).split(' ');
      return { id, version: Number(version) };
    });
    const body = {
      matches,
      reasonCode: optional(form, 'reasonCode') as 'other',
      reason: optional(form, 'reason') ?? '',
    };
    const sent = await api.submit(dismissMatches, {
      params: { id: textOf(form, 'alertId') },
      body,
      requestKey,
    });
    return { sent, text: 'None of them is the same. The alert is closed.' };
  }
  return undefined;
}

async function doReview({ api }: MemberArgs, form: FormData, intent: string): Promise<Done | undefined> {
  const params = { id: textOf(form, 'reviewId') };
  const version = Number(textOf(form, 'version'));
  const requestKey = requestKeyOf(form);
  if (intent === 'startReview' || intent === 'cancelReview') {
    const to = intent === 'startReview' ? ('inProgress' as const) : ('cancelled' as const);
    const sent = await api.submit(moveReview, {
      params,
      body: { version, to, reason: optional(form, 'reason') },
      requestKey,
    });
    return { sent, text: to === 'inProgress' ? 'The review is yours.' : 'The review is cancelled.' };
  }
  if (intent === 'completeReview') {
    const sent = await api.submit(completeReview, {
      params,
      body: {
        version,
        findings: optional(form, 'findings') ?? '',
        riskAfter: optional(form, 'riskAfter') as 'low',
        nextDueOn: optional(form, 'nextDueOn'),
        reason: optional(form, 'reason'),
      },
      requestKey,
    });
    return { sent, text: 'The review is recorded, and the next one is on the list.' };
  }
  return undefined;
}

/** Answers every form of /monitoring. */
export async function answerMonitoring(args: MemberArgs) {
  const { api, request, url, requestId } = args;
  const form = await readForm(request);
  const intent = textOf(form, 'intent');
  if (intent === 'claim') {
    const body = { type: optional(form, 'type') as 'other' | undefined };
    const sent = await api.submit(claimAlert, { body, requestKey: requestKeyOf(form) });
    if (!sent.ok) return refused(form, intent, sent.problem);
    const { alert } = sent.value;
    return alert === null
      ? redirectWithFlash('/monitoring', { kind: 'success', text: 'Nothing is left that is nobody’s.' })
      : redirectWithFlash(`/monitoring?alert=${alert.id}`, { kind: 'success', text: 'This one is yours.' });
  }
  if (intent === 'moveEnrolment') {
    const to = textOf(form, 'to') as 'active';
    const sent = await api.submit(moveEnrolment, {
      params: { id: textOf(form, 'enrolmentId') },
      body: { version: Number(textOf(form, 'version')), to },
      requestKey: requestKeyOf(form),
    });
    if (!sent.ok) return refused(form, intent, sent.problem);
    return redirectWithFlash(url.pathname + url.search, { kind: 'success', text: 'Done.' });
  }
  const done =
    (await doAlert(args, form, intent)) ??
    (await doMatch(args, form, intent)) ??
    (await doReview(args, form, intent));
  if (done === undefined) throw errorResponse(400, { code: 'request.malformed', requestId });
  const name = [intent, textOf(form, 'matchId')].filter(Boolean).join('-');
  if (!done.sent.ok) return refused(form, name, done.sent.problem);
  return redirectWithFlash(done.to ?? url.pathname + url.search, { kind: 'success', text: done.text });
}
