import type { MetaFunction } from '@remix-run/node';
import { Form, Link, useActionData, useLoaderData } from '@remix-run/react';
import { pageTitle } from '#app/document/page-title.ts';
import { clientInput } from '#contract/clients/client-input.ts';
import { createClient } from '#contract/clients/clients.ts';
import { listMembers } from '#contract/company/accounts.ts';
import {
  type ClientKind,
  type ClientType,
  clientTypeLabels,
  clientTypes,
  getClientKind,
} from '#rules/clients/client-types.ts';
import { Button } from '../../components/button.tsx';
import { Tick } from '../../components/forms/choices.tsx';
import { newRequestKey } from '../../components/forms/form-result.server.ts';
import { getRequestKey, parseForm } from '../../components/forms/parse-form.server.ts';
import { Card } from '../../components/panel.tsx';
import { memberChoices } from '../../components/team/member-choices.ts';
import { redirectWithFlash } from '../../flash.server.ts';
import type { MemberArgs } from '../../session/guard-args.server.ts';
import { requirePermission } from '../../session/permissions.server.ts';
import { asMember } from '../../session/session.server.ts';
import { clientFormAction, handleApiError, invalidFormResult } from './form/client-form.server.ts';
import { ClientForm } from './form/client-form.tsx';
import { emptyValues } from './form/client-form-values.ts';
import { clientTypeHints } from './form/client-type-hints.ts';

export const meta: MetaFunction = () => [{ title: pageTitle('New client', 'Clients') }];

export const loader = asMember(async ({ api, me, url, requestId }) => {
  const requestedType = url.searchParams.get('type');
  const type = clientTypes.find((known) => known === requestedType) ?? null;
  const [session, { members }] = await Promise.all([me(), api.call(listMembers, {})]);
  requirePermission(session, 'records.write', requestId);
  const country = session.company.billingCountryCode;
  return {
    type,
    isUnknownType: requestedType !== null && type === null,
    values: type && emptyValues(type, country, session.member.id),
    members: memberChoices(members),
    defaultCountry: country,
    requestKey: newRequestKey(),
  };
});

async function create({ api, me }: MemberArgs, form: FormData) {
  const submission = parseForm(form, clientInput);
  if (submission.status !== 'success') return invalidFormResult(submission);
  const sent = await api.submit(createClient, { body: submission.value, requestKey: getRequestKey(form) });
  if (sent.ok) {
    return redirectWithFlash(`/clients/${sent.value.id}`, { kind: 'success', text: 'Client created.' });
  }
  const { company } = await me();
  return handleApiError(form, submission, submission.value, sent.problem, {
    members: [],
    timeZone: company.timeZone,
  });
}

export const action = asMember(clientFormAction(create));

export default function CreateClient() {
  const { type, values, members, defaultCountry, requestKey, isUnknownType } = useLoaderData<typeof loader>();
  const result = useActionData<typeof action>();
  if (type === null || values === null) return <ChooseType isUnknown={isUnknownType} />;
  return (
    <>
      <h1>New client</h1>
      <p className="mt-1 mb-6">
        {clientTypeLabels[type]}{' '}
        <Link to="/clients/create" className="ml-2">
          Change type<span className="sr-only"> of client</span>
        </Link>
      </p>
      <ClientForm
        key={type}
        values={values}
        result={result}
        members={members}
        requestKey={requestKey}
        defaultCountry={defaultCountry}
        save={{ label: 'Create client', busy: 'Creating…' }}
        cancelHref="/clients"
      />
    </>
  );
}

const kinds: { kind: ClientKind; legend: string }[] = [
  { kind: 'individual', legend: 'Individual' },
  { kind: 'business', legend: 'Business or legal arrangement' },
];

/** The first step: the client type, which determines the fields. */
function ChooseType({ isUnknown }: { isUnknown: boolean }) {
  return (
    <>
      <h1>New client</h1>
      <p className="mt-1 mb-6 text-ink-soft">Select a client type to continue.</p>
      <Form method="get" className="grid max-w-form gap-6">
        {isUnknown ? (
          <p className="notice notice-danger" role="alert">
            Select one of the types below.
          </p>
        ) : null}
        {kinds.map(({ kind, legend }) => (
          <Card as="fieldset" key={kind} className="grid gap-1">
            <legend className="sr-only">{legend}</legend>
            <p aria-hidden="true" className="mb-1 font-semibold">
              {legend}
            </p>
            {clientTypes
              .filter((type) => getClientKind(type) === kind)
              .map((type) => (
                <TypeChoice key={type} type={type} />
              ))}
          </Card>
        ))}
        <div className="flex flex-wrap items-center gap-4">
          <Button variant="primary">Continue</Button>
          <Link to="/clients">Cancel</Link>
        </div>
      </Form>
    </>
  );
}

function TypeChoice({ type }: { type: ClientType }) {
  return (
    <Tick type="radio" name="type" value={type} required>
      <span className="font-semibold">{clientTypeLabels[type]}</span>
      <span className="hint block">{clientTypeHints[type]}</span>
    </Tick>
  );
}
