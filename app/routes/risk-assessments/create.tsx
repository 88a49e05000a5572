import { data, type MetaFunction } from '@remix-run/node';
import { Form, Link, useActionData, useLoaderData } from '@remix-run/react';
import { createAssessment, prepareAssessment } from '#contract/risk/assessments.ts';
import type { Answer } from '#rules/risk/answers.ts';
import { activityNounIn } from '../../components/activities/activity-noun.ts';
import { Button } from '../../components/button.tsx';
import { toDocumentView } from '../../components/documents/document-views.server.ts';
import { Select } from '../../components/forms/choices.tsx';
import { formActions, type PressedButton } from '../../components/forms/form-actions.server.ts';
import { newRequestKey } from '../../components/forms/form-result.server.ts';
import { getRequestKey, textIn } from '../../components/forms/parse-form.server.ts';
import {
  getStart,
  parsePostedAnswers,
  withErrors,
  withProblem,
} from '../../components/risk/assessment-form.server.ts';
import { AssessmentForm } from '../../components/risk/assessment-form.tsx';
import { readSanctionLines } from '../../components/sanctions/sanctions-banner.server.ts';
import { SanctionsBanner } from '../../components/sanctions/sanctions-banner.tsx';
import { redirectWithFlash } from '../../flash.server.ts';
import type { MainApi } from '../../main-api/main-api.server.ts';
import type { MemberArgs } from '../../session/guard-args.server.ts';
import { requirePermission } from '../../session/permissions.server.ts';
import { asMember } from '../../session/session.server.ts';
import { assessmentTitle } from './assessment-title.ts';
import { receiveAssessment } from './parse-assessment-form.server.ts';
import { assessmentHref, getResourceType } from './resource.server.ts';

export const meta: MetaFunction<typeof loader> = ({ data, matches }) => [
  { title: assessmentTitle('New risk assessment', data, activityNounIn(matches)) },
];

/** Initial values of the form, with the template in the URL, or the default one. */
function prepare(api: MainApi, url: URL, resourceId: string) {
  const templateId = url.searchParams.get('template') || undefined;
  return api.call(prepareAssessment, {
    params: { resourceType: getResourceType(url), resourceId },
    query: templateId ? { templateId } : {},
  });
}

export const loader = asMember(async ({ api, me, params, url, requestId }) => {
  const about = { resourceType: getResourceType(url), resourceId: params.id ?? '' };
  const [session, prepared, sanctions] = await Promise.all([
    me(),
    prepare(api, url, about.resourceId),
    readSanctionLines(api, about),
  ]);
  requirePermission(session, 'records.write', requestId);
  const { chosen, lists, prefilled, carriedOver, toConfirm, resource, templates, openDraftId } = prepared;
  const { timeZone } = session.company;
  const { resourceType } = about;
  // The record’s current values are newer than the last assessment’s answers.
  const proposed = new Map<string, Answer>(carriedOver.map((answer) => [answer.key, answer]));
  const sources: Record<string, string> = Object.fromEntries(
    carriedOver.map(({ key }) => [key, 'from the assessment in force']),
  );
  for (const { key, value, source } of prefilled) {
    proposed.set(key, { documentIds: [], ...proposed.get(key), key, value });
    sources[key] = `from the record (${source})`;
  }
  return {
    resourceType,
    resource,
    sanctions: sanctions(timeZone),
    resourceHref: `/${resourceType}/${resource.id}`,
    templates,
    documents: prepared.documents.map((document) => toDocumentView(document, timeZone)),
    draftHref: openDraftId && assessmentHref(resourceType, resource.id, openDraftId),
    form: chosen && {
      templateId: chosen.templateId,
      templateVersionId: chosen.templateVersionId,
      name: chosen.name,
      content: chosen.content,
      lists,
      sources,
      toConfirm,
      known: Object.fromEntries(
        prefilled.filter(({ locked }) => locked).map(({ key, source }) => [key, source]),
      ),
      start: getStart(chosen.content, lists, [...proposed.values()]),
    },
    requestKey: newRequestKey(),
  };
});

interface ActionArgs extends MemberArgs {
  /** Messages about files that were not stored, by field. */
  fileErrors: Record<string, string[]>;
}

/** The answers of the form, and its score by the template in the URL. */
async function readAnswers({ api, params, url, fileErrors }: ActionArgs, form: FormData) {
  const { chosen, lists } = await prepare(api, url, params.id ?? '');
  if (!chosen) throw Response.json({ code: 'record.notFound' }, { status: 404 });
  const { answers, state } = parsePostedAnswers(form, chosen.content, lists);
  return { answers, state: withErrors(state, fileErrors), templateVersionId: chosen.templateVersionId };
}

/** The form again with its score; only its files are stored. */
async function recalculate(args: ActionArgs, form: FormData) {
  const { state } = await readAnswers(args, form);
  return data(state);
}

async function create(args: ActionArgs, form: FormData, { intent }: PressedButton) {
  const { api, params, url, fileErrors } = args;
  const { answers, state, templateVersionId } = await readAnswers(args, form);
  if (Object.keys(fileErrors).length > 0) return data(state, { status: 422 });
  if (textIn(form, 'templateVersionId') !== templateVersionId) {
    const message =
      'The template was updated while you were answering. Check your answers against the new version.';
    return data({ ...state, errors: { '': [message] } }, { status: 409 });
  }
  const about = { resourceType: getResourceType(url), resourceId: params.id ?? '' };
  const submit = intent === 'submit';
  const sent = await api.submit(createAssessment, {
    params: about,
    body: { templateVersionId, answers, submit },
    requestKey: getRequestKey(form),
  });
  if (!sent.ok) return data(withProblem(state, sent.problem), { status: sent.problem.status });
  return redirectWithFlash(assessmentHref(about.resourceType, about.resourceId, sent.value.id), {
    kind: 'success',
    text: submit ? 'Assessment submitted for approval.' : 'Draft saved.',
  });
}

const handleForm = formActions({ recalculate, addFiles: recalculate, save: create, submit: create });

export const action = asMember(async (args) => {
  const ownerType = getResourceType(args.url) === 'clients' ? 'client' : 'activity';
  const owner = { ownerType, ownerId: args.params.id ?? '' } as const;
  const { form, errors } = await receiveAssessment(args.request, args.api, owner);
  return handleForm({ ...args, fileErrors: errors }, form);
});

export default function CreateAssessment() {
  const { resource, sanctions, resourceHref, templates, documents, draftHref, form, requestKey } =
    useLoaderData<typeof loader>();
  const answer = useActionData<typeof action>();
  return (
    <>
      <p className="mb-2 text-sm">
        <Link to={resourceHref}>{resource.name}</Link>
      </p>
      <h1>Assess the risk of {resource.name}</h1>
      <SanctionsBanner lines={sanctions} />
      {draftHref ? (
        <p className="notice notice-warning mt-3 max-w-form">
          A draft exists. <Link to={draftHref}>Continue the draft</Link>, or start again below.
        </p>
      ) : null}
      {form === null ? (
        <p className="notice notice-warning mt-3 max-w-form">
          No published template. Ask an owner or compliance officer to publish one.
        </p>
      ) : (
        <>
          <TemplateChoice templates={templates} chosen={form.templateId} />
          <AssessmentForm
            key={form.templateVersionId}
            content={form.content}
            lists={form.lists}
            start={form.start}
            sources={form.sources}
            toConfirm={form.toConfirm}
            carried={form.toConfirm}
            known={form.known}
            answer={answer}
            documents={documents}
            requestKey={requestKey}
          >
            <input type="hidden" name="templateVersionId" value={form.templateVersionId} />
          </AssessmentForm>
        </>
      )}
    </>
  );
}

/** Selection of the template; not shown if there is only one. */
function TemplateChoice({
  templates,
  chosen,
}: {
  templates: { id: string; name: string; isDefault: boolean; questions: number }[];
  chosen: string;
}) {
  const chosenTemplate = templates.find(({ id }) => id === chosen);
  if (templates.length < 2) return <p className="text-ink-soft">Template: {chosenTemplate?.name}</p>;
  return (
    <Form method="get" className="mt-2 flex flex-wrap items-end gap-3">
      <Select
        field={{ id: 'template', name: 'template', key: chosen, initialValue: chosen }}
        label="Template"
        choices={templates.map(({ id, name, isDefault, questions }) => ({
          value: id,
          label: `${name} (${questions} questions${isDefault ? ', default' : ''})`,
        }))}
      />
      <Button>Use this template</Button>
    </Form>
  );
}
