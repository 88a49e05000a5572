import type { MetaFunction } from '@remix-run/node';
import { Link, useActionData, useLoaderData } from '@remix-run/react';
import { pageTitle } from '#app/document/page-title.ts';
import { clientUpdate } from '#contract/clients/client-input.ts';
import { readClient, updateClient } from '#contract/clients/clients.ts';
import { listMembers } from '#contract/company/accounts.ts';
import { clientTypeLabels } from '#rules/clients/client-types.ts';
import { newRequestKey } from '../../components/forms/form-result.server.ts';
import { MergedVersions } from '../../components/forms/merged-versions.tsx';
import { getRequestKey, parseForm } from '../../components/forms/parse-form.server.ts';
import { memberChoices } from '../../components/team/member-choices.ts';
import { redirectWithFlash } from '../../flash.server.ts';
import type { MemberArgs } from '../../session/guard-args.server.ts';
import { requirePermission } from '../../session/permissions.server.ts';
import { asMember } from '../../session/session.server.ts';
import { clientFormAction, handleApiError, invalidFormResult } from './form/client-form.server.ts';
import { ClientForm } from './form/client-form.tsx';
import { getClientValues } from './form/client-form-values.ts';

export const meta: MetaFunction<typeof loader> = ({ data }) => [
  { title: pageTitle(data ? `Edit ${data.client.displayName}` : 'Edit client', 'Clients') },
];

export const loader = asMember(async ({ api, me, params, requestId }) => {
  const [session, client, { members }] = await Promise.all([
    me(),
    api.call(readClient, { params: { id: params.id ?? '' } }),
    api.call(listMembers, {}),
  ]);
  requirePermission(session, 'records.write', requestId);
  return {
    client,
    values: getClientValues(client),
    members: memberChoices(members, client.responsible?.id),
    defaultCountry: session.company.billingCountryCode,
    requestKey: newRequestKey(),
  };
});

async function save({ api, me, params }: MemberArgs, form: FormData) {
  const submission = parseForm(form, clientUpdate);
  if (submission.status !== 'success') return invalidFormResult(submission);
  const id = params.id ?? '';
  const sent = await api.submit(updateClient, {
    params: { id },
    body: submission.value,
    requestKey: getRequestKey(form),
  });
  if (sent.ok) return redirectWithFlash(`/clients/${id}`, { kind: 'success', text: 'Changes saved.' });
  const [{ company }, { members }] = await Promise.all([me(), api.call(listMembers, {})]);
  return handleApiError(form, submission, submission.value, sent.problem, {
    members,
    timeZone: company.timeZone,
  });
}

export const action = asMember(clientFormAction(save));

export default function EditClient() {
  const { client, values, members, defaultCountry, requestKey } = useLoaderData<typeof loader>();
  const result = useActionData<typeof action>();
  const stale = result && 'stale' in result ? result.stale : undefined;
  return (
    <>
      <h1>Edit {client.displayName}</h1>
      <p className="mt-1 mb-6 text-ink-soft">
        {clientTypeLabels[client.clientType]} <Link to={`/clients/${client.id}`}>Back to the client</Link>
      </p>
      <ClientForm
        // A merged form has new values in fields that the page shows already.
        key={`${client.id} ${stale?.savedVersion ?? ''}`}
        values={values}
        result={result}
        members={members}
        requestKey={requestKey}
        defaultCountry={defaultCountry}
        save={{ label: 'Save changes', busy: 'Saving…' }}
        cancelHref={`/clients/${client.id}`}
        version={client.version}
        versions={stale ? <MergedVersions {...stale} reloadHref="" /> : null}
      />
    </>
  );
}
