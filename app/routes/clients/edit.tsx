import type { MetaFunction } from '@remix-run/node';
import { Link, useActionData, useLoaderData } from '@remix-run/react';
import { listMembers } from '#contract/accounts.ts';
import { clientUpdate, readClient, updateClient } from '#contract/clients.ts';
import { clientTypeLabels } from '#rules/client-types.ts';
import { parseForm, requestKeyOf } from '../../components/forms/parse-form.server.ts';
import { newRequestKey } from '../../components/forms/reply.server.ts';
import { redirectWithFlash } from '../../flash.server.ts';
import { requireRight } from '../../rights.server.ts';
import { asMember } from '../../session.server.ts';
import { answerInvalid, answerRefusal, memberChoices, readClientForm } from './client-form.server.ts';
import { ClientForm } from './client-form.tsx';
import { valuesOfClient } from './client-form-values.ts';

export const meta: MetaFunction<typeof loader> = ({ data }) => [
  { title: data ? `Edit ${data.client.displayName} – Assay` : 'Edit client – Assay' },
];

export const loader = asMember(async ({ api, me, params, requestId }) => {
  const [session, client, { members }] = await Promise.all([
    me(),
    api.call(readClient, { params: { id: params.id ?? '' } }),
    api.call(listMembers, {}),
  ]);
  requireRight(session, 'records.write', requestId);
  return {
    client,
    values: valuesOfClient(client),
    members: memberChoices(members, client.responsible?.id),
    defaultCountry: session.company.billingCountryCode,
    requestKey: newRequestKey(),
  };
});

export const action = asMember(async ({ api, me, params, request }) => {
  const { form, answer } = await readClientForm(request);
  if (answer) return answer;
  // Pressing "Save mine over it" names the version that is knowingly replaced.
  const overwritten = form.get('overwriteVersion');
  if (overwritten !== null) form.set('version', overwritten);
  const submission = parseForm(form, clientUpdate);
  if (submission.status !== 'success') return answerInvalid(submission);
  const id = params.id ?? '';
  const sent = await api.submit(updateClient, {
    params: { id },
    body: submission.value,
    requestKey: requestKeyOf(form),
  });
  if (sent.ok) return redirectWithFlash(`/clients/${id}`, { kind: 'success', text: 'Changes saved.' });
  const [{ company }, { members }] = await Promise.all([me(), api.call(listMembers, {})]);
  return answerRefusal(submission, submission.value, sent.problem, { members, timeZone: company.timeZone });
});

export default function EditClient() {
  const { client, values, members, defaultCountry, requestKey } = useLoaderData<typeof loader>();
  const answer = useActionData<typeof action>();
  return (
    <>
      <h1>Edit {client.displayName}</h1>
      <p className="mt-1 mb-6 text-ink-soft">
        {clientTypeLabels[client.clientType]} <Link to={`/clients/${client.id}`}>Back to the client</Link>
      </p>
      <ClientForm
        key={client.id}
        values={values}
        answer={answer}
        members={members}
        requestKey={requestKey}
        defaultCountry={defaultCountry}
        save={{ label: 'Save changes', busy: 'Saving…' }}
        cancelHref={`/clients/${client.id}`}
        version={client.version}
      />
    </>
  );
}
