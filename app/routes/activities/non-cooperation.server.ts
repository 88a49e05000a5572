import { data } from '@remix-run/node';
import { type Activity, readActivity } from '#contract/activities.ts';
import { recordNonCooperation, withdrawNonCooperation } from '#contract/cdd/non-cooperation.ts';
import { activityPageTabs } from '#rules/activities/activity-tabs.ts';
import { allowsNonCooperation } from '#rules/firm/non-cooperation.ts';
import type { Jurisdiction } from '#rules/legal-provisions.ts';
import { isFinalActivity } from '#rules/lifecycles/activities.ts';
import { formatDay } from '../../components/format-instant.server.ts';
import { formActions, onSubmit, screenForms } from '../../components/forms/form-actions.server.ts';
import { type FormResult, newRequestKey } from '../../components/forms/form-result.server.ts';
import type { MemberArgs } from '../../session/guard-args.server.ts';
import { may } from '../../session/permissions.server.ts';

type Recorded = Activity['nonCooperation'][number];

const recordedLine = ({ at, by }: Recorded, timeZone: string) => `${formatDay(at, timeZone)} by ${by.name}`;

/** Page of the record of one party. */
const nonCooperationHref = (activityId: string, clientId: string) =>
  `/activities/${activityId}/non-cooperation/${clientId}`;

/** A record that replaces CDD on a party, or a part of it, or the link to create one, under the party's name. */
export interface PartyRecordLine {
  href: string;
  label: string;
  /** "Does not cooperate, recorded 20 Aug 2026 by Mere Invented"; null before there is a record. */
  text: string | null;
}

/** Records by client id, for each party that has one or for which the law permits one. */
export function nonCooperationLines(
  { id, status, parties, designatedServiceAu, nonCooperation }: Activity,
  {
    jurisdictions,
    timeZone,
    mayRecord,
  }: { jurisdictions: readonly Jurisdiction[]; timeZone: string; mayRecord: boolean },
): Record<string, PartyRecordLine> {
  const lines: Record<string, PartyRecordLine> = {};
  for (const { clientId, capacity, cddStatus } of parties) {
    const recorded = nonCooperation.find((record) => record.clientId === clientId);
    const isOffered =
      mayRecord &&
      cddStatus !== 'verified' &&
      !isFinalActivity(status) &&
      allowsNonCooperation({ capacity, designatedServiceAu, jurisdictions });
    const href = nonCooperationHref(id, clientId);
    if (recorded?.counts) {
      const text = `Does not cooperate with CDD, recorded ${recordedLine(recorded, timeZone)}`;
      lines[clientId] = { href, label: 'View record', text };
    } else if (recorded) {
      const text = 'A record of non-cooperation does not apply to this party';
      lines[clientId] = { href, label: 'View record', text };
    } else if (isOffered) lines[clientId] = { href, label: 'Record non-cooperation', text: null };
  }
  return lines;
}

/** Data of the page: the party, its record if any, and the member's options. */
export async function loadNonCooperation({ api, me, params }: MemberArgs) {
  const id = params.id ?? '';
  const [session, activity] = await Promise.all([me(), api.call(readActivity, { params: { id } })]);
  const { regulatedIn, timeZone } = session.company;
  const { designatedServiceAu } = activity;
  const recorded = activity.nonCooperation.find(({ clientId }) => clientId === params.clientId);
  const party = activity.parties.find(({ clientId }) => clientId === params.clientId);
  const name = recorded?.name ?? party?.name;
  if (name === undefined) throw Response.json({ code: 'record.notFound' }, { status: 404 });
  const isAllowed =
    party !== undefined &&
    allowsNonCooperation({ capacity: party.capacity, designatedServiceAu, jurisdictions: regulatedIn });
  return {
    activity: { id, name: activity.name, version: activity.version },
    party: { id: params.clientId ?? '', name },
    record: recorded
      ? {
          steps: recorded.steps,
          difficulties: recorded.difficulties,
          counts: recorded.counts,
          recorded: recordedLine(recorded, timeZone),
        }
      : null,
    isAllowed,
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

/** Records non-cooperation, or withdraws the record. */
export const handleNonCooperation = onSubmit(
  formActions({
    record: submits({
      endpoint: recordNonCooperation,
      params: ofActivity,
      accepted: 'Non-cooperation recorded. CDD on the party counts as done; screening is still required.',
    }),
    withdraw: submits({
      endpoint: withdrawNonCooperation,
      params: ofActivity,
      accepted: 'Record withdrawn. CDD on the party is required again.',
    }),
  }),
);
