import type { SubmissionResult } from '@conform-to/react';
import { data } from '@remix-run/node';
import { assignAlert, claimAlert, transitionAlert } from '#contract/monitoring/alerts.ts';
import { transitionEnrolment } from '#contract/monitoring/enrolments.ts';
import { decideMatch, dismissMatches } from '#contract/monitoring/screenings.ts';
import { completeReview, readReview, transitionReview } from '#contract/risk/reviews.ts';
import type { Blocker } from '#rules/alerts/resolution-targets.ts';
import { isCalendarDate } from '#rules/dates/calendar-dates.ts';
import { zonedInstant } from '#rules/dates/company-day.ts';
import { alertUrl } from '#rules/pages/monitoring-pages.ts';
import { formActions, onSubmit, screenForms } from '../../components/forms/form-actions.server.ts';
import { getRequestKey, textIn, typedTextIn } from '../../components/forms/parse-form.server.ts';
import { redirectWithFlash } from '../../flash.server.ts';
import type { MemberArgs } from '../../session/guard-args.server.ts';
import { beginAssessmentDraft } from '../risk-assessments/begin-draft.server.ts';

/** Result of a rejected form of monitoring. */
export interface MonitoringResult {
  /** The form that was posted: its intent, with the record's id if a page has several. */
  form: string;
  reply: SubmissionResult;
  blockers?: Blocker[];
}

/** The page of the form. */
const toPage = ({ url }: MemberArgs) => `${url.pathname}${url.search}`;

/** Radio groups: a form without a selection does not post them. */
const radioGroups = ['reasonCode', 'pepOf', 'outcome', 'decision', 'riskAfter'];

/** Errors by field; those of fields that the form lacks are shown at its top. */
function getFormErrors(form: FormData, errors: NonNullable<SubmissionResult['error']>) {
  const beside: Record<string, string[]> = {};
  const top = [...(errors[''] ?? [])];
  for (const [field, messages] of Object.entries(errors)) {
    if (field === '' || messages === null) continue;
    if (form.has(field) || radioGroups.includes(field)) beside[field] = messages;
    else top.push(...messages);
  }
  return top.length > 0 ? { ...beside, '': top } : beside;
}

const submits = screenForms<MemberArgs>()({
  page: toPage,
  rejected: ({ form, intent, result, status }) => {
    const { initialValue, error = {} } = result.reply;
    const reply = { ...(initialValue ? { initialValue } : {}), error: getFormErrors(form, error ?? {}) };
    const name = [intent, textIn(form, 'matchId')].filter(Boolean).join('-');
    return data<MonitoringResult>(
      { form: name, reply, ...(result.blockers ? { blockers: result.blockers } : {}) },
      { status },
    );
  },
});

/** When an alert snoozed until a day returns: at its start in the company's time zone. Undefined without a valid day. */
async function startOfDay(day: string, me: MemberArgs['me']): Promise<string | undefined> {
  if (!isCalendarDate(day)) return undefined;
  const { company } = await me();
  return zonedInstant(day, '00:00', company.timeZone).toISOString();
}

/** The record in the path. */
const ofPage = ({ params }: MemberArgs) => ({ id: params.id ?? '' });
const ofMatch = (_args: MemberArgs, form: FormData) => ({ id: textIn(form, 'matchId') });

const transitionsAlert = (to: string, text: string) =>
  submits({
    endpoint: transitionAlert,
    params: ofPage,
    body: async (form, { me }) => ({
      to,
      version: typedTextIn(form, 'version'),
      outcome: typedTextIn(form, 'outcome'),
      reason: typedTextIn(form, 'reason'),
      snoozedUntil: await startOfDay(textIn(form, 'snoozedUntil'), me),
    }),
    accepted: text,
  });

const transitionsReview = (to: string, text: string) =>
  submits({
    endpoint: transitionReview,
    params: ofPage,
    body: (form) => ({ to, version: typedTextIn(form, 'version'), reason: typedTextIn(form, 'reason') }),
    accepted: text,
  });

const decisionLabels = new Map([
  ['falsePositive', 'Marked as false positive.'],
  ['truePositive', 'Marked as true match.'],
  ['possible', 'Marked as possible match.'],
]);

const alertActions = {
  assign: submits({
    endpoint: assignAlert,
    params: ofPage,
    body: (form) => ({
      version: typedTextIn(form, 'version'),
      memberId: typedTextIn(form, 'memberId') ?? null,
    }),
    accepted: (_value, { form }) => (textIn(form, 'memberId') === '' ? 'Alert unassigned.' : 'Assigned.'),
  }),
  'move-inProgress': transitionsAlert('inProgress', 'Alert assigned to you.'),
  'move-snoozed': transitionsAlert('snoozed', 'Alert snoozed.'),
  'move-escalated': transitionsAlert('escalated', 'Escalated to the compliance officer.'),
  'move-closed': transitionsAlert('closed', 'Closed.'),
  'move-open': transitionsAlert('open', 'Alert reopened.'),
};

const matchActions = {
  decide: submits({
    endpoint: decideMatch,
    params: ofMatch,
    body: ['decision', 'version', 'reasonCode', 'reason', 'pepOf'],
    accepted: ({ alertClosed }, { args, form }) => ({
      to: `${toPage(args)}#match-${textIn(form, 'matchId')}`,
      text: [
        decisionLabels.get(textIn(form, 'decision')) ?? 'Decided.',
        ...(alertClosed ? ['All matches resolved. Alert closed.'] : []),
      ].join(' '),
    }),
  }),
  dismiss: submits({
    endpoint: dismissMatches,
    params: ofPage,
    body: (form) => ({
      matches: form.getAll('match').map((value) => {
        const [id = '', version = ''] = String(value).split(' ');
        return { id, version: Number(version) };
      }),
      reasonCode: typedTextIn(form, 'reasonCode'),
      reason: typedTextIn(form, 'reason'),
    }),
    accepted: 'All matches dismissed as false positives. Alert closed.',
  }),
};

const reviewActions = {
  startReview: transitionsReview('inProgress', 'Review assigned to you.'),
  cancelReview: transitionsReview('cancelled', 'Review cancelled.'),
  completeReview: submits({
    endpoint: completeReview,
    params: ofPage,
    body: ['version', 'findings', 'riskAfter', 'nextDueOn', 'reason'],
    // A level comes from an assessment: if the review found another one, the assessment is next.
    accepted: async ({ clientId, riskAfter, riskLevel }, { args, form }) =>
      riskAfter === riskLevel
        ? { to: toPage(args), text: 'Review completed. Next review scheduled.' }
        : {
            to: await beginAssessmentDraft(args, clientId, getRequestKey(form)),
            text: `Review completed with another risk than on record. Reassess the client.`,
          },
  }),
  reassess: async (args: MemberArgs, form: FormData) => {
    const { clientId } = await args.api.call(readReview, { params: ofPage(args) });
    return redirectWithFlash(await beginAssessmentDraft(args, clientId, getRequestKey(form)), {
      kind: 'success',
      text: 'Draft assessment opened. Reassess the client, then complete the review.',
    });
  },
};

const enrolmentActions = {
  transitionEnrolment: submits({
    endpoint: transitionEnrolment,
    params: (_args, form) => ({ id: textIn(form, 'enrolmentId') }),
    body: ['version', 'to'],
    accepted: (_value, { args }) => ({ to: `${toPage(args)}#watched`, text: 'Saved.' }),
  }),
};

/** Actions of the queue: the most urgent alert is assigned to the member and opened. */
export const handleAlertsAction = onSubmit(
  formActions({
    claim: submits({
      endpoint: claimAlert,
      body: ['type'],
      accepted: ({ alert }) =>
        alert === null
          ? { to: '/monitoring', text: 'No unassigned alerts.' }
          : { to: alertUrl(alert.id), text: 'Alert assigned to you.' },
    }),
  }),
);

/** Actions of an alert and its matches. */
export const handleAlertAction = onSubmit(formActions({ ...alertActions, ...matchActions }));

/** Actions of a review. */
export const handleReviewAction = onSubmit(formActions(reviewActions));

/** Actions of a worklist’s enrolments. */
export const handleWorklistAction = onSubmit(formActions(enrolmentActions));
