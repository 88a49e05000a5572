import type { SubmissionResult } from '@conform-to/react';
import { data } from '@remix-run/node';
import type { EndpointResponse } from '#contract/endpoint.ts';
import { enrolClient, transitionEnrolment } from '#contract/monitoring/enrolments.ts';
import { type readClientMonitoring, type Screening, screenClient } from '#contract/monitoring/screenings.ts';
import { clientSectionUrl } from '#rules/clients/client-tabs.ts';
import { formatDate } from '#rules/dates/calendar-dates.ts';
import { screeningLifecycle } from '#rules/lifecycles/checks.ts';
import { alertUrl } from '#rules/pages/monitoring-pages.ts';
import { describeGap } from '#rules/required-lists.ts';
import { formatDay, formatInstant } from '../../../components/format-instant.server.ts';
import { formActions, screenForms } from '../../../components/forms/form-actions.server.ts';
import { newRequestKey } from '../../../components/forms/form-result.server.ts';
import { textIn, typedTextIn } from '../../../components/forms/parse-form.server.ts';
import type { MemberArgs } from '../../../session/guard-args.server.ts';
import { may, permissionFor } from '../../../session/permissions.server.ts';

const triggers = { manual: 'Manual', onboarding: 'Initial screening', monitoring: 'Ongoing monitoring' };
const reasons = { manual: 'manually', subscription: 'no subscription', restricted: 'access is restricted' };

/** A list as used, with the day it was last confirmed current. */
const formatList = ({ name, version, checkedAt }: Screening['lists'][number]) =>
  `${name}, version ${version}${checkedAt ? `, current on ${formatDate(checkedAt.slice(0, 10))}` : ''}`;

/** Data of the screening panel on a client's page, from the client's monitoring. */
export async function readScreeningPanel(
  { me, params, url }: MemberArgs,
  monitoring: Promise<EndpointResponse<typeof readClientMonitoring>>,
) {
  const id = params.id ?? '';
  const [{ member, company }, watched] = await Promise.all([me(), monitoring]);
  const { timeZone } = company;
  const { enrolment, screenings } = watched;
  const right = permissionFor({ member, company }, 'checks.start');
  const mayWrite = may({ member, company }, 'records.write');
  return {
    clientId: id,
    undecided: watched.undecided,
    incomplete: watched.gaps.length > 0 ? watched.gaps.map((gap) => describeGap(gap, timeZone)) : null,
    worklists: watched.worklists.map((worklist) => ({ value: String(worklist.id), label: worklist.name })),
    enrolment: enrolment && {
      id: enrolment.id,
      version: enrolment.version,
      worklistId: String(enrolment.worklistId),
      worklistName: enrolment.worklistName,
      paused:
        enrolment.pausedReason && enrolment.pausedSince
          ? `paused since ${formatDay(enrolment.pausedSince, timeZone)} (${reasons[enrolment.pausedReason]})`
          : null,
      isPausedByHand: enrolment.pausedReason === 'manual',
      next: enrolment.nextRunOn && formatDate(enrolment.nextRunOn),
    },
    lines: screenings.map((screening) => ({
      id: screening.id,
      at: formatInstant(screening.at, timeZone),
      how: screening.requestedBy
        ? `${triggers[screening.trigger]}, ${screening.requestedBy}`
        : triggers[screening.trigger],
      status: screening.status,
      statusText: screeningLifecycle.labels[screening.status],
      error: screening.error,
      lists: screening.lists.map(formatList).join('; '),
      settings: `match threshold ${screening.threshold}%${screening.algorithm ? `, ${screening.algorithm}` : ''}`,
      searched: screening.query.names.join('; '),
      alertHref: screening.alertId && alertUrl(screening.alertId),
    })),
    isFirstPage: !url.searchParams.has('screeningsBefore'),
    nextBefore: watched.nextBefore,
    /** Reason why clients cannot be screened now; null if they can. */
    screenDenialReason: right.allowed ? null : right.reason,
    isReader: !mayWrite,
    requestKey: newRequestKey(),
  };
}

export type ScreeningPanelData = Awaited<ReturnType<typeof readScreeningPanel>>;

/** Result of a form of the panel that was not accepted. */
export interface ScreeningPanelResult {
  panel: 'screening';
  reply: SubmissionResult;
}

const submits = screenForms<MemberArgs>()({
  page: ({ params }) => clientSectionUrl(params.id ?? '', 'screening'),
  rejected: ({ result, status }) => {
    const error = { '': Object.values(result.reply.error ?? {}).flatMap((messages) => messages ?? []) };
    return data<ScreeningPanelResult>({ panel: 'screening', reply: { error } }, { status });
  },
});

const ofClient = ({ params }: MemberArgs) => ({ id: params.id ?? '' });

function formatScreened(screened: number, matched: number): string {
  const who =
    screened === 1
      ? 'The client was'
      : `The client and ${screened - 1} related ${screened === 2 ? 'party' : 'parties'} were`;
  return `${who} screened: ${matched === 0 ? 'no new matches.' : 'new matches to review.'}`;
}

const transitionsEnrolment = (to: 'active' | 'paused' | 'ended', text: string) =>
  submits({
    endpoint: transitionEnrolment,
    params: (_args, form) => ({ id: textIn(form, 'enrolmentId') }),
    body: (form) => ({ version: typedTextIn(form, 'version'), to }),
    accepted: text,
  });

/** The forms of the screening panel: screen now, enrol, pause, resume or end. */
export const handleScreeningAction = formActions({
  screen: submits({
    endpoint: screenClient,
    params: ofClient,
    body: [],
    accepted: ({ screened, matched, screening: { status, error } }) =>
      status === 'error'
        ? { kind: 'warning', text: `The screening did not run: ${error ?? 'try again later'}` }
        : formatScreened(screened, matched),
  }),
  enrol: submits({
    endpoint: enrolClient,
    params: ofClient,
    body: ['worklistId'],
    accepted: ({ worklistName }) => `Enrolled in ${worklistName}.`,
  }),
  active: transitionsEnrolment('active', 'Monitoring resumed.'),
  paused: transitionsEnrolment('paused', 'Paused.'),
  ended: transitionsEnrolment('ended', 'Monitoring ended.'),
});
