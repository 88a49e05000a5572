import type { MetaFunction } from '@remix-run/node';
import { useActionData, useLoaderData } from '@remix-run/react';
import { listMembers } from '#contract/accounts.ts';
import { createActivity } from '#contract/activities.ts';
import { readClient } from '#contract/clients.ts';
import { parseForm, requestKeyOf } from '../../components/forms/parse-form.server.ts';
import { newRequestKey } from '../../components/forms/reply.server.ts';
import { redirectWithFlash } from '../../flash.server.ts';
import { requireRight } from '../../rights.server.ts';
import { asMember } from '../../session.server.ts';
import { memberChoices } from '../clients/client-form.server.ts';
import {
  activityForm,
  answerInvalid,
  answerRefusal,
  contractForm,
  readActivityForm,
} from './activity-form.server.ts';
import { ActivityForm } from './activity-form.tsx';
import { emptyValues, type PartyRow } from './activity-form-values.ts';

export const meta: MetaFunction = () => [{ title: 'New activity – Assay' }];

export const loader = asMember(async ({ api, me, url, requestId }) => {
  const clientId = url.searchParams.get('clientId');
  const [session, { members }, client] = await Promise.all([
    me(),
    api.call(listMembers, {}),
    clientId ? api.call(readClient, { params: { id: clientId } }) : null,
  ]);
  requireRight(session, 'records.write', requestId);
  const { billingCountryCode: country, regulatedIn } = session.company;
  const parties: PartyRow[] = client
    ? [{ clientId: client.id, name: client.displayName, capacity: 'customer' }]
    : [];
  return {
    values: emptyValues(country, session.member.id, parties),
    members: memberChoices(members),
    defaultCountry: country,
    mayDelay: regulatedIn.includes('AUS'),
    requestKey: newRequestKey(),
  };
});

export const action = asMember(async ({ api, me, request }) => {
  const { form, parties, answer } = await readActivityForm(request, api);
  if (answer) return answer;
  const submission = parseForm(contractForm(form), activityForm);
  if (submission.status !== 'success') return answerInvalid(form, parties, submission);
  const sent = await api.submit(createActivity, { body: submission.value, requestKey: requestKeyOf(form) });
  if (sent.ok) {
    return redirectWithFlash(`/activities/${sent.value.id}`, { kind: 'success', text: 'Activity recorded.' });
  }
  const { company } = await me();
  return answerRefusal(form, parties, submission, submission.value, sent.problem, {
    members: [],
    timeZone: company.timeZone,
  });
});

export default function CreateActivity() {
  const loaded = useLoaderData<typeof loader>();
  const answer = useActionData<typeof action>();
  return (
    <>
      <h1 className="mb-6">New activity</h1>
      <ActivityForm
        {...loaded}
        answer={answer}
        save={{ label: 'Record activity', busy: 'Recording…' }}
        cancelHref="/activities"
      />
    </>
  );
}
