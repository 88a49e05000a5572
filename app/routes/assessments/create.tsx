import { data, type MetaFunction } from '@remix-run/node';
import { Form, Link, useActionData, useLoaderData } from '@remix-run/react';
import { createAssessment, prepareAssessment } from '#contract/assessments.ts';
import type { Answer } from '#rules/risk/answers.ts';
import { shownDocument } from '../../components/documents/shown-documents.server.ts';
import { requestKeyOf } from '../../components/forms/parse-form.server.ts';
import { newRequestKey } from '../../components/forms/reply.server.ts';
import {
  postedAnswers,
  startOf,
  withErrors,
  withProblem,
} from '../../components/risk/assessment-form.server.ts';
import { AssessmentForm } from '../../components/risk/assessment-form.tsx';
import { textIn } from '../../components/risk/flat-form.server.ts';
import { redirectWithFlash } from '../../flash.server.ts';
import type { MainApi } from '../../main-api.server.ts';
import { requireRight } from '../../rights.server.ts';
import { asMember } from '../../session.server.ts';
import { receiveAssessment } from './received-form.server.ts';
import { assessmentHref, resourceTypeOf } from './resource.server.ts';

export const meta: MetaFunction<typeof loader> = ({ data }) => [
  { title: data ? `Assess ${data.resource.name} – Assay` : 'Assess the risk – Assay' },
];

/** What the form starts from; the template is the one that the URL names, or the default. */
function prepare(api: MainApi, url: URL, resourceId: string) {
  const templateId = url.searchParams.get('template') || undefined;
  return api.call(prepareAssessment, {
    params: { resourceType: resourceTypeOf(url), resourceId },
    query: templateId ? { templateId } : {},
  });
}

export const loader = asMember(async ({ api, me, params, url, requestId }) => {
  const [session, prepared] = await Promise.all([me(), prepare(api, url, params.id ?? '')]);
  requireRight(session, 'records.write', requestId);
  const { chosen, lists, prefilled, carriedOver, resource, templates, openDraftId } = prepared;
  const { timeZone } = session.company;
  const resourceType = resourceTypeOf(url);
  // What the record says now is newer than what was answered last time.
  const proposed = new Map<string, Answer>(carriedOver.map((answer) => [answer.key, answer]));
  const sources: Record<string, string> = Object.fromEntries(
    carriedOver.map(({ key }) => [key, 'from the assessment in force']),
  );
  for (const { key, value, source } of prefilled) {
    proposed.set(key, { documentIds: [], ...proposed.get(key), key, value });
    sources[key] = `from the record (${source})`;
  }
  return {
    resource,
    resourceHref: `/${resourceType}/${resource.id}`,
    templates,
    documents: prepared.documents.map((document) => shownDocument(document, timeZone)),
    draftHref: openDraftId && assessmentHref(resourceType, resource.id, openDraftId),
    form: chosen && {
      templateId: chosen.templateId,
      templateVersionId: chosen.templateVersionId,
      name: chosen.name,
      content: chosen.content,
      lists,
      sources,
      start: startOf(chosen.content, lists, [...proposed.values()]),
    },
    requestKey: newRequestKey(),
  };
});

export const action = asMember(async ({ api, params, request, url }) => {
  const resourceId = params.id ?? '';
  const ownerType = resourceTypeOf(url) === 'clients' ? 'client' : 'activity';
  const { form: posted, errors } = await receiveAssessment(request, api, { ownerType, ownerId: resourceId });
  const { chosen, lists } = await prepare(api, url, resourceId);
  if (!chosen) throw Response.json({ code: 'record.notFound' }, { status: 404 });
  const { answers, state: read } = postedAnswers(posted, chosen.content, lists);
  const state = withErrors(read, errors);
  const intent = textIn(posted, 'intent');
  if (intent !== 'save' && intent !== 'submit') return data(state);
  if (Object.keys(errors).length > 0) return data(state, { status: 422 });
  const askedWith = textIn(posted, 'templateVersionId');
  if (askedWith !== chosen.templateVersionId) {
    const sentence =
      'The template was published anew while you answered. Your answers are below, on the new version: check them, then go on.';
    return data({ ...state, errors: { '': [sentence] } }, { status: 409 });
  }
  const resourceType = resourceTypeOf(url);
  const sent = await api.submit(createAssessment, {
    params: { resourceType, resourceId },
    body: { templateVersionId: chosen.templateVersionId, answers, submit: intent === 'submit' },
    requestKey: requestKeyOf(posted),
  });
  if (!sent.ok) return data(withProblem(state, sent.problem), { status: sent.problem.status });
  return redirectWithFlash(assessmentHref(resourceType, resourceId, sent.value.id), {
    kind: 'success',
    text: intent === 'submit' ? 'The assessment waits for approval.' : 'The draft is saved.',
  });
});

export default function CreateAssessment() {
  const { resource, resourceHref, templates, documents, draftHref, form, requestKey } =
    useLoaderData<typeof loader>();
  const answer = useActionData<typeof action>();
  return (
    <>
      <p className="mb-2 text-sm">
        <Link to={resourceHref}>{resource.name}</Link>
      </p>
      <h1>Assess the risk of {resource.name}</h1>
      {draftHref ? (
        <p className="notice notice-attention mt-3 max-w-form">
          There is a draft already. <Link to={draftHref}>Go on with the draft</Link>, or start anew below.
        </p>
      ) : null}
      {form === null ? (
        <p className="notice notice-attention mt-3 max-w-form">
          There is no published template to assess with. Whoever keeps your templates publishes one first.
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

/** Which template to answer; with one there is nothing to choose. */
function TemplateChoice({
  templates,
  chosen,
}: {
  templates: { id: string; name: string; isDefault: boolean; questions: number }[];
  chosen: string;
}) {
  const one = templates.find(({ id }) => id === chosen);
  if (templates.length < 2) return <p className="text-ink-soft">Template: {one?.name}</p>;
  return (
    <Form method="get" className="mt-2 flex flex-wrap items-end gap-3">
      <div className="grid gap-1">
        <label htmlFor="template">Template</label>
        <select id="template" name="template" key={chosen} defaultValue={chosen}>
          {templates.map(({ id, name, isDefault, questions }) => (
            <option key={id} value={id}>
              {name} ({questions} questions{isDefault ? ', default' : ''})
            </option>
          ))}
        </select>
      </div>
      <button type="submit" className="button">
        Use this template
      </button>
    </Form>
  );
}
