import { data } from '@remix-run/node';
import { type Activity, readActivity } from '#contract/activities.ts';
import { recordArrangement, withdrawArrangement } from '#contract/cdd/property-arrangements.ts';
import { activityPageTabs } from '#rules/activities/activity-tabs.ts';
import { formatDate } from '#rules/dates/calendar-dates.ts';
import { allowsArrangement } from '#rules/firm/property-arrangement.ts';
import type { Jurisdiction } from '#rules/legal-provisions.ts';
import { isFinalActivity } from '#rules/lifecycles/activities.ts';
import { formatDay } from '../../components/format-instant.server.ts';
import { formActions, onSubmit, screenForms } from '../../components/forms/form-actions.server.ts';
import { type FormResult, newRequestKey } from '../../components/forms/form-result.server.ts';
import type { MemberArgs } from '../../session/guard-args.server.ts';
import { may } from '../../session/permissions.server.ts';
import type { PartyRecordLine } from './non-cooperation.server.ts';

/** Page of the arrangement about one party. */
const arrangementHref = (activityId: string, clientId: string) =>
  `/activities/${activityId}/arrangements/${clientId}`;

/** Arrangements by client id, for each party that has one or for which the law permits one. */
export function arrangementLines(
  { id, status, parties, designatedServiceAu, arrangements, nonCooperation }: Activity,
  { jurisdictions, mayRecord }: { jurisdictions: readonly Jurisdiction[]; mayRecord: boolean },
): Record<string, PartyRecordLine> {
  const lines: Record<string, PartyRecordLine> = {};
  for (const { clientId, capacity, cddStatus } of parties) {
    const recorded = arrangements.find((record) => record.clientId === clientId);
    const href = arrangementHref(id, clientId);
    // What is deemed done needs no arrangement.
    const isDeemed = nonCooperation.some((record) => record.clientId === clientId && record.counts);
    const isOffered =
      mayRecord &&
      !isDeemed &&
      cddStatus !== 'verified' &&
      !isFinalActivity(status) &&
      allowsArrangement({ capacity, designatedServiceAu, jurisdictions });
    if (recorded) {
      const text = recorded.counts
        ? `CDD by ${recorded.participant}, done on ${formatDate(recorded.cddDoneOn)}`
        : `The participants’ arrangement does not apply: ${recorded.problem}`;
      lines[clientId] = { href, label: 'View arrangement', text };
    } else if (isOffered) lines[clientId] = { href, label: 'Record participants’ arrangement', text: null };
  }
  return lines;
}

/** Data of the page: the party, its arrangement if any, and the member's options. */
export async function loadArrangement({ api, me, params }: MemberArgs) {
  const id = params.id ?? '';
  const [session, activity] = await Promise.all([me(), api.call(readActivity, { params: { id } })]);
  const { regulatedIn, timeZone } = session.company;
  const { designatedServiceAu, exchangeOn, settlementOn } = activity;
  const recorded = activity.arrangements.find(({ clientId }) => clientId === params.clientId);
  const party = activity.parties.find(({ clientId }) => clientId === params.clientId);
  const name = recorded?.name ?? party?.name;
  if (name === undefined) throw Response.json({ code: 'record.notFound' }, { status: 404 });
  const isAllowed =
    party !== undefined &&
    allowsArrangement({ capacity: party.capacity, designatedServiceAu, jurisdictions: regulatedIn });
  return {
    activity: { id, name: activity.name, version: activity.version },
    party: { id: params.clientId ?? '', name },
    record: recorded
      ? {
          participant: recorded.participant,
          responsibilities: recorded.responsibilities,
          agreed: formatDate(recorded.agreedOn),
          cddDone: formatDate(recorded.cddDoneOn),
          received: formatDate(recorded.receivedOn),
          problem: recorded.problem,
          recorded: `${formatDay(recorded.at, timeZone)} by ${recorded.by.name}`,
        }
      : null,
    isAllowed,
    hasDates: exchangeOn !== null && settlementOn !== null,
    mayRecord: may(session, 'cdd.grantException'),
    mayWithdraw: may(session, 'records.write'),
    requestKey: newRequestKey(),
  };
}

const submits = screenForms<MemberArgs>()({
  page: ({ params }) => activityPageTabs.sectionUrl(params.id ?? '', 'parties'),
  rejected: ({ result, status }) => data<FormResult>(result, { status }),
});

const ofActivity = ({ params }: MemberArgs) => ({ id: params.id ?? '' });

/** Records an arrangement, or withdraws it. */
export const handleArrangement = onSubmit(
  formActions({
    record: submits({
      endpoint: recordArrangement,
      params: ofActivity,
      accepted: 'Arrangement recorded. Identity, representatives, purpose and screening are still required.',
    }),
    withdraw: submits({
      endpoint: withdrawArrangement,
      params: ofActivity,
      accepted: 'Arrangement withdrawn. All CDD on the party is required again.',
    }),
  }),
);
