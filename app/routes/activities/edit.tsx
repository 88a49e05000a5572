import type { MetaFunction } from '@remix-run/node';
import { Link, useActionData, useLoaderData } from '@remix-run/react';
import { pageTitle } from '#app/document/page-title.ts';
import { readActivity, updateActivity } from '#contract/activities.ts';
import { listMembers } from '#contract/company/accounts.ts';
import { hasStarted, isFinalActivity } from '#rules/lifecycles/activities.ts';
import { activityNounIn, useActivityNoun } from '../../components/activities/activity-noun.ts';
import { toContractFields } from '../../components/address/single-address.server.ts';
import { newRequestKey } from '../../components/forms/form-result.server.ts';
import { getRequestKey, parseForm } from '../../components/forms/parse-form.server.ts';
import { sanctionLines } from '../../components/sanctions/sanctions-banner.server.ts';
import { SanctionsBanner } from '../../components/sanctions/sanctions-banner.tsx';
import { memberChoices } from '../../components/team/member-choices.ts';
import { redirectWithFlash } from '../../flash.server.ts';
import type { MemberArgs } from '../../session/guard-args.server.ts';
import { requirePermission } from '../../session/permissions.server.ts';
import { asMember } from '../../session/session.server.ts';
import {
  activityFormAction,
  activityUpdateForm,
  handleApiError,
  invalidFormResult,
} from './form/activity-form.server.ts';
import { ActivityForm } from './form/activity-form.tsx';
import { getDelayBases, getServices } from './form/activity-form-services.server.ts';
import { getActivityValues } from './form/activity-form-values.ts';

export const meta: MetaFunction<typeof loader> = ({ data, matches }) => {
  const { singular, pluralTitle } = activityNounIn(matches);
  return [{ title: pageTitle(`Edit ${data ? data.activity.name : singular}`, pluralTitle) }];
};

export const loader = asMember(async ({ api, me, params, requestId }) => {
  const [session, activity, { members }] = await Promise.all([
    me(),
    api.call(readActivity, { params: { id: params.id ?? '' } }),
    api.call(listMembers, {}),
  ]);
  requirePermission(session, 'records.write', requestId);
  const { id, name, reference, version, status } = activity;
  const country = session.company.billingCountryCode;
  const chosen = new Set([activity.assignee?.id, activity.reviewer?.id]);
  return {
    activity: { id, name, reference },
    sanctions: sanctionLines(activity.sanctions, session.company.timeZone, { of: null }),
    isFinal: isFinalActivity(status),
    form: {
      values: getActivityValues(activity, country),
      members: members.flatMap((member) =>
        memberChoices([member], chosen.has(member.id) ? member.id : undefined),
      ),
      defaultCountry: country,
      delayBases: getDelayBases(session.company, activity.delayedCdd?.basis),
      services: getServices(session.company),
      requestKey: newRequestKey(),
      version,
      hasStarted: hasStarted(activity),
    },
  };
});

async function save({ api, me, params }: MemberArgs, form: FormData) {
  const submission = parseForm(toContractFields(form), activityUpdateForm);
  if (submission.status !== 'success') return invalidFormResult(form, submission);
  const id = params.id ?? '';
  const sent = await api.submit(updateActivity, {
    params: { id },
    body: submission.value,
    requestKey: getRequestKey(form),
  });
  if (sent.ok) return redirectWithFlash(`/activities/${id}`, { kind: 'success', text: 'Changes saved.' });
  const [{ company }, { members }] = await Promise.all([me(), api.call(listMembers, {})]);
  return handleApiError(form, submission, submission.value, sent.problem, {
    members,
    timeZone: company.timeZone,
    country: company.billingCountryCode,
  });
}

export const action = asMember(activityFormAction(save));

export default function EditActivity() {
  const { activity, sanctions, isFinal, form } = useLoaderData<typeof loader>();
  const result = useActionData<typeof action>();
  const { singular } = useActivityNoun();
  return (
    <>
      <h1>Edit {activity.name}</h1>
      <p className="mt-1 mb-6 text-ink-soft">
        {activity.reference} <Link to={`/activities/${activity.id}`}>Back to the {singular}</Link>
      </p>
      <div className="mb-6 empty:hidden">
        <SanctionsBanner lines={sanctions} />
      </div>
      {isFinal ? (
        <p className="notice notice-warning max-w-form">
          This {singular} is closed and cannot be edited. You can reopen a completed {singular} as a copy.
        </p>
      ) : (
        <ActivityForm
          // A merged form has new values in fields that the page shows already.
          key={`${activity.id} ${result && 'stale' in result ? result.stale?.savedVersion : ''}`}
          {...form}
          result={result}
          save={{ label: 'Save changes', busy: 'Saving…' }}
          cancelHref={`/activities/${activity.id}`}
        />
      )}
    </>
  );
}
