import type { MetaFunction } from '@remix-run/node';
import { Link, useActionData, useLoaderData } from '@remix-run/react';
import { listMembers } from '#contract/accounts.ts';
import { readActivity, updateActivity } from '#contract/activities.ts';
import { parseForm, requestKeyOf } from '../../components/forms/parse-form.server.ts';
import { newRequestKey } from '../../components/forms/reply.server.ts';
import { redirectWithFlash } from '../../flash.server.ts';
import { requireRight } from '../../rights.server.ts';
import { asMember } from '../../session.server.ts';
import { memberChoices } from '../clients/client-form.server.ts';
import {
  activityUpdateForm,
  answerInvalid,
  answerRefusal,
  contractForm,
  readActivityForm,
} from './activity-form.server.ts';
import { ActivityForm } from './activity-form.tsx';
import { valuesOfActivity } from './activity-form-values.ts';

export const meta: MetaFunction<typeof loader> = ({ data }) => [
  { title: data ? `Edit ${data.activity.name} – Assay` : 'Edit activity – Assay' },
];

export const loader = asMember(async ({ api, me, params, requestId }) => {
  const [session, activity, { members }] = await Promise.all([
    me(),
    api.call(readActivity, { params: { id: params.id ?? '' } }),
    api.call(listMembers, {}),
  ]);
  requireRight(session, 'records.write', requestId);
  const { id, name, reference, version, status } = activity;
  const country = session.company.billingCountryCode;
  const chosen = new Set([activity.assignee?.id, activity.reviewer?.id]);
  return {
    activity: { id, name, reference },
    isFinal: status === 'completed' || status === 'cancelled',
    form: {
      values: valuesOfActivity(activity, country),
      members: members.flatMap((member) =>
        memberChoices([member], chosen.has(member.id) ? member.id : undefined),
      ),
      defaultCountry: country,
      mayDelay: session.company.regulatedIn.includes('AUS'),
      requestKey: newRequestKey(),
      version,
    },
  };
});

export const action = asMember(async ({ api, me, params, request }) => {
  const { form, parties, answer } = await readActivityForm(request, api);
  if (answer) return answer;
  // Pressing "Save mine over it" names the version that is knowingly replaced.
  const overwritten = form.get('overwriteVersion');
  if (overwritten !== null) form.set('version', overwritten);
  const submission = parseForm(contractForm(form), activityUpdateForm);
  if (submission.status !== 'success') return answerInvalid(form, parties, submission);
  const id = params.id ?? '';
  const sent = await api.submit(updateActivity, {
    params: { id },
    body: submission.value,
    requestKey: requestKeyOf(form),
  });
  if (sent.ok) return redirectWithFlash(`/activities/${id}`, { kind: 'success', text: 'Changes saved.' });
  const [{ company }, { members }] = await Promise.all([me(), api.call(listMembers, {})]);
  return answerRefusal(form, parties, submission, submission.value, sent.problem, {
    members,
    timeZone: company.timeZone,
  });
});

export default function EditActivity() {
  const { activity, isFinal, form } = useLoaderData<typeof loader>();
  const answer = useActionData<typeof action>();
  return (
    <>
      <h1>Edit {activity.name}</h1>
      <p className="mt-1 mb-6 text-ink-soft">
        {activity.reference} <Link to={`/activities/${activity.id}`}>Back to the activity</Link>
      </p>
      {isFinal ? (
        <p className="notice notice-attention max-w-form">
          This activity is final: its details stay as they are. A completed activity can be reopened as a copy
          from its page.
        </p>
      ) : (
        <ActivityForm
          key={activity.id}
          {...form}
          answer={answer}
          save={{ label: 'Save changes', busy: 'Saving…' }}
          cancelHref={`/activities/${activity.id}`}
        />
      )}
    </>
  );
}
