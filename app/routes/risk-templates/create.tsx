import type { MetaFunction } from '@remix-run/node';
import { data } from '@remix-run/node';
import { Form, Link, useActionData, useLoaderData } from '@remix-run/react';
import { pageTitle } from '#app/document/page-title.ts';
import { createTemplate, listTemplates } from '#contract/risk/risk-templates.ts';
import { RadioGroup } from '../../components/forms/choices.tsx';
import { ErrorSummary } from '../../components/forms/error-summary.tsx';
import { oneButton, onSubmit } from '../../components/forms/form-actions.server.ts';
import { plainFields } from '../../components/forms/form-fields.ts';
import { type FormResult, newRequestKey, toFormResult } from '../../components/forms/form-result.server.ts';
import { getRequestKey, parseForm } from '../../components/forms/parse-form.server.ts';
import { RequestKeyInput, SubmitButton } from '../../components/forms/submit.tsx';
import { TextInput } from '../../components/forms/text-input.tsx';
import { redirectWithFlash } from '../../flash.server.ts';
import type { MemberArgs } from '../../session/guard-args.server.ts';
import { requirePermission } from '../../session/permissions.server.ts';
import { asMember } from '../../session/session.server.ts';
import { requireResourceType } from './resource-type.server.ts';

export const meta: MetaFunction = () => [{ title: pageTitle('New template', 'Templates') }];

export const loader = asMember(async ({ api, me, params, requestId, url }) => {
  const resourceType = requireResourceType(params.resourceType, requestId);
  const [session, { templates, library }] = await Promise.all([
    me(),
    api.call(listTemplates, { query: { resourceType } }),
  ]);
  requirePermission(session, 'templates.write', requestId);
  const copy = templates.find(({ id }) => id === url.searchParams.get('copy'));
  const countries = session.company.regulatedIn;
  const isOurs = ({ country }: { country: 'AUS' | 'NZL' }) => countries.includes(country);
  const offered = library.toSorted((a, b) => Number(isOurs(b)) - Number(isOurs(a)));
  return {
    resourceType,
    starts: [
      ...offered.map(({ key, name, description, questions }) => ({
        value: `library:${key}`,
        label: `${name} (${questions} questions)`,
        hint: description,
      })),
      ...templates.map(({ id, name }) => ({ value: `template:${id}`, label: `A copy of ${name}` })),
      { value: 'empty', label: 'Blank template' },
    ],
    values: copy
      ? { name: `${copy.name}, copy`.slice(0, 120), from: `template:${copy.id}` }
      : { name: '', from: offered[0] ? `library:${offered[0].key}` : 'empty' },
    requestKey: newRequestKey(),
  };
});

/** Converts a radio's value (`library:<key>`, `template:<id>` or `empty`) to the contract's source. */
function toContractFields(form: FormData, resourceType: string): FormData {
  const renamed = new FormData();
  const [source = '', key = ''] = String(form.get('from') ?? '').split(':');
  renamed.set('name', String(form.get('name') ?? ''));
  renamed.set('resourceType', resourceType);
  renamed.set('from.source', source);
  if (source === 'library') renamed.set('from.key', key);
  if (source === 'template') renamed.set('from.id', key);
  return renamed;
}

function asForm({ reply }: FormResult, form: FormData): FormResult {
  const error: Record<string, string[]> = {};
  for (const [name, messages] of Object.entries(reply.error ?? {})) {
    const field = name.startsWith('from') ? 'from' : name;
    error[field] = [...(error[field] ?? []), ...(messages ?? [])];
  }
  const initialValue = { name: String(form.get('name') ?? ''), from: String(form.get('from') ?? '') };
  return { reply: { ...reply, initialValue, error } };
}

async function create({ api, params, requestId }: MemberArgs, form: FormData) {
  const resourceType = requireResourceType(params.resourceType, requestId);
  const submission = parseForm(toContractFields(form, resourceType), createTemplate.body);
  if (submission.status !== 'success') {
    return data(asForm({ reply: submission.reply() }, form), { status: 422 });
  }
  const sent = await api.submit(createTemplate, { body: submission.value, requestKey: getRequestKey(form) });
  if (!sent.ok) {
    return data(asForm(toFormResult(submission, sent.problem), form), { status: sent.problem.status });
  }
  return redirectWithFlash(`/risk_assessment_templates/${sent.value.id}/edit/${resourceType}`, {
    kind: 'success',
    text: 'Draft created. Edit it, then publish.',
  });
}

export const action = asMember(onSubmit(oneButton(create)));

const formId = 'new-template';

export default function CreateTemplate() {
  const { resourceType, starts, values, requestKey } = useLoaderData<typeof loader>();
  const answer = useActionData<typeof action>();
  const field = plainFields(formId, answer?.reply, values);
  return (
    <>
      <p className="mb-2 text-sm">
        <Link to="/templates">Templates</Link>
      </p>
      <h1>New template for {resourceType}</h1>
      <Form method="post" className="mt-4 grid max-w-form gap-6" preventScrollReset>
        <RequestKeyInput value={requestKey} />
        <ErrorSummary formId={formId} errors={answer?.reply.error ?? {}} reply={answer} />
        <TextInput field={field('name')} label="Name" maxLength={120} autoComplete="off" />
        <RadioGroup field={field('from')} label="Based on" choices={starts} />
        <div className="flex flex-wrap items-center gap-4">
          <SubmitButton busy="Creating draft…">Create draft</SubmitButton>
          <Link to="/templates">Back to the templates</Link>
        </div>
      </Form>
    </>
  );
}
