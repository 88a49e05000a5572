import type { MetaFunction } from '@remix-run/node';
import { Form, Link, useActionData, useLoaderData } from '@remix-run/react';
import { listMembers } from '#contract/accounts.ts';
import { clientInput, createClient } from '#contract/clients.ts';
import {
  type ClientKind,
  type ClientType,
  clientKindOf,
  clientTypeHints,
  clientTypeLabels,
  clientTypes,
} from '#rules/client-types.ts';
import { parseForm, requestKeyOf } from '../../components/forms/parse-form.server.ts';
import { newRequestKey } from '../../components/forms/reply.server.ts';
import { redirectWithFlash } from '../../flash.server.ts';
import { requireRight } from '../../rights.server.ts';
import { asMember } from '../../session.server.ts';
import { answerInvalid, answerRefusal, memberChoices, readClientForm } from './client-form.server.ts';
import { ClientForm } from './client-form.tsx';
import { emptyValues } from './client-form-values.ts';

export const meta: MetaFunction = () => [{ title: 'New client – Assay' }];

export const loader = asMember(async ({ api, me, url, requestId }) => {
  const asked = url.searchParams.get('type');
  const type = clientTypes.find((known) => known === asked) ?? null;
  const [session, { members }] = await Promise.all([me(), api.call(listMembers, {})]);
  requireRight(session, 'records.write', requestId);
  const country = session.company.billingCountryCode;
  return {
    type,
    isUnknownType: asked !== null && type === null,
    values: type && emptyValues(type, country, session.member.id),
    members: memberChoices(members),
    defaultCountry: country,
    requestKey: newRequestKey(),
  };
});

export const action = asMember(async ({ api, me, request }) => {
  const { form, answer } = await readClientForm(request);
  if (answer) return answer;
  const submission = parseForm(form, clientInput);
  if (submission.status !== 'success') return answerInvalid(submission);
  const sent = await api.submit(createClient, { body: submission.value, requestKey: requestKeyOf(form) });
  if (sent.ok) {
    return redirectWithFlash(`/clients/${sent.value.id}`, { kind: 'success', text: 'Client created.' });
  }
  const { company } = await me();
  return answerRefusal(submission, submission.value, sent.problem, {
    members: [],
    timeZone: company.timeZone,
  });
});

export default function CreateClient() {
  const { type, values, members, defaultCountry, requestKey, isUnknownType } = useLoaderData<typeof loader>();
  const answer = useActionData<typeof action>();
  if (type === null || values === null) return <ChooseType isUnknown={isUnknownType} />;
  return (
    <>
      <h1>New client</h1>
      <p className="mt-1 mb-6">
        {clientTypeLabels[type]}{' '}
        <Link to="/clients/create" className="ml-2">
          Change<span className="sr-only"> type of client</span>
        </Link>
      </p>
      <ClientForm
        key={type}
        values={values}
        answer={answer}
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
  { kind: 'individual', legend: 'A person' },
  { kind: 'business', legend: 'A business or another arrangement' },
];

/** The first step: what kind of client it is, on which the fields depend. */
function ChooseType({ isUnknown }: { isUnknown: boolean }) {
  return (
    <>
      <h1>New client</h1>
      <p className="mt-1 mb-6 text-ink-soft">
        Choose what kind of client it is. The next page asks for the details.
      </p>
      <Form method="get" className="grid max-w-form gap-6">
        {isUnknown ? (
          <p className="notice notice-danger" role="alert">
            Choose one of the types below.
          </p>
        ) : null}
        {kinds.map(({ kind, legend }) => (
          <fieldset key={kind} className="panel grid gap-1 px-4 py-3">
            <legend className="sr-only">{legend}</legend>
            <p aria-hidden="true" className="mb-1 font-semibold">
              {legend}
            </p>
            {clientTypes
              .filter((type) => clientKindOf(type) === kind)
              .map((type) => (
                <TypeChoice key={type} type={type} />
              ))}
          </fieldset>
        ))}
        <div className="flex flex-wrap items-center gap-4">
          <button type="submit" className="button button-primary">
            Continue
          </button>
          <Link to="/clients">Cancel</Link>
        </div>
      </Form>
    </>
  );
}

function TypeChoice({ type }: { type: ClientType }) {
  return (
    <label className="grid grid-cols-[18px_1fr] gap-x-2 py-1 font-normal">
      <input type="radio" name="type" value={type} required className="mt-px" />
      <span>
        <span className="font-semibold">{clientTypeLabels[type]}</span>
        <span className="hint block">{clientTypeHints[type]}</span>
      </span>
    </label>
  );
}
