import type { MetaFunction } from '@remix-run/node';
import { Form, Link, useActionData, useLoaderData } from '@remix-run/react';
import { readTemplate, readTemplateImpact } from '#contract/risk-templates.ts';
import { AttentionBox } from '../../components/forms/attention-box.tsx';
import { newRequestKey } from '../../components/forms/reply.server.ts';
import { RequestKeyInput, SubmitButton } from '../../components/forms/submit.tsx';
import { readFlatForm, textIn } from '../../components/risk/flat-form.server.ts';
import { mayWriteTemplates } from '../../components/risk/template-rights.server.ts';
import { errorResponse } from '../../error-answer.ts';
import { asMember } from '../../session.server.ts';
import { dayText } from '../clients/instant-text.server.ts';
import { besideFields, discardDraft, type EditAnswer, editDraft, publishDraft } from './edit.server.ts';
import { editorOf } from './editor-conversion.server.ts';
import { EditorForm } from './editor-form.tsx';
import { ImpactView } from './impact-view.tsx';
import { PrintView } from './print-view.tsx';
import { requireResourceType } from './resource-type.server.ts';

export const meta: MetaFunction<typeof loader> = ({ data }) => [
  { title: data ? `${data.template.name} – Assay` : 'Template – Assay' },
];

export const loader = asMember(async ({ api, me, params, requestId, url }) => {
  const resourceType = requireResourceType(params.resourceType, requestId);
  const id = params.id ?? '';
  const versionId = url.searchParams.get('version') || undefined;
  const [session, template] = await Promise.all([
    me(),
    api.call(readTemplate, { params: { id }, query: versionId ? { versionId } : {} }),
  ]);
  if (template.resourceType !== resourceType)
    throw errorResponse(404, { code: 'record.notFound', requestId });
  const mayWrite = mayWriteTemplates(session) && template.archivedAt === null;
  const asked = url.searchParams.get('view');
  const isImpact = asked === 'impact' && template.draft !== null;
  // An earlier version, and one that this person may not change, is read as it prints.
  const isEditor = asked !== 'print' && mayWrite && versionId === undefined;
  return {
    template,
    impact: isImpact ? await api.call(readTemplateImpact, { params: { id } }) : null,
    editor: isEditor && !isImpact ? editorOf(template.name, template.shown.content) : null,
    problems: besideFields(template.problems),
    versions: template.versions.map((version) => ({
      ...version,
      dayText: version.publishedAt ? dayText(version.publishedAt, session.company.timeZone) : null,
    })),
    asksDiscard: url.searchParams.get('confirm') === 'discard' && template.draft !== null,
    mayWrite,
    requestKey: newRequestKey(),
  };
});

export const action = asMember(async ({ api, params, request, requestId, url }) => {
  requireResourceType(params.resourceType, requestId);
  const form = await readFlatForm(request);
  const posted = { api, form, id: params.id ?? '', href: url.pathname };
  switch (textIn(form, 'intent')) {
    case 'publish':
      return publishDraft(posted);
    case 'discard':
      return discardDraft(posted);
    default:
      return editDraft(posted);
  }
});

export default function EditTemplate() {
  const { template, impact, editor, problems, asksDiscard, mayWrite, requestKey, versions } =
    useLoaderData<typeof loader>();
  const answer = useActionData<typeof action>() as EditAnswer | undefined;
  const { draft, shown, name } = template;
  const wanting = template.problems.length;
  return (
    <>
      <p className="mb-2 text-sm print:hidden">
        <Link to="/templates">Templates</Link>
      </p>
      <div className="flex flex-wrap items-start justify-between gap-3">
        <div>
          <h1>{name}</h1>
          <p className="text-ink-soft">
            Version {shown.number}, {shown.status}, {shown.questions} questions
            {editor && draft === null ? ': saving makes a draft of it' : ''}
          </p>
        </div>
        {draft && mayWrite && impact === null ? (
          <Link to="?view=impact" className="button button-primary">
            See what publishing changes
          </Link>
        ) : null}
      </div>
      <p className="mt-2 flex flex-wrap gap-x-4 gap-y-2 print:hidden [&_a]:py-0.5">
        {editor ? null : mayWrite ? <Link to="?">Edit</Link> : null}
        <Link to="?view=print">Every point, to print</Link>
        {draft && mayWrite ? <Link to="?confirm=discard">Discard the draft</Link> : null}
      </p>
      {asksDiscard ? (
        <Form
          method="post"
          className="notice notice-attention mt-4 flex max-w-form flex-wrap items-center gap-4"
        >
          <p className="w-full">
            Discard the draft?{' '}
            {template.published
              ? 'The published version stays.'
              : 'The template was never published: it goes to the archive.'}
          </p>
          <RequestKeyInput value={requestKey} />
          <input type="hidden" name="version" value={template.version} />
          <SubmitButton look="danger" name="intent" value="discard">
            Discard the draft
          </SubmitButton>
          <Link to="?">Keep it</Link>
        </Form>
      ) : null}
      {impact ? (
        <ImpactView
          template={template}
          impact={impact}
          requestKey={requestKey}
          mayWrite={mayWrite}
          problems={answer?.problems ?? {}}
          note={answer?.note ?? ''}
        />
      ) : editor ? (
        <EditorForm
          key={template.id}
          content={answer?.content ?? editor}
          problems={answer?.content ? answer.problems : { ...problems, ...answer?.problems }}
          reply={answer}
          openPath={answer?.openPath ?? ''}
          version={answer?.version ?? template.version}
          requestKey={requestKey}
          resourceType={template.resourceType}
          notice={
            answer?.stale ? (
              <AttentionBox id="stale" kind="attention" heading="Somebody else saved first" reply={answer}>
                <p>{answer.stale.sentence}</p>
                <p className="flex flex-wrap items-center gap-4">
                  <SubmitButton
                    look="secondary"
                    name="overwriteVersion"
                    value={String(answer.stale.keptVersion)}
                  >
                    Save mine over it
                  </SubmitButton>
                  <a href="?view=print">See what is saved</a>
                </p>
              </AttentionBox>
            ) : wanting > 0 && !answer ? (
              <p className="notice">
                This draft can be saved as it is. What is marked keeps it from being published.
              </p>
            ) : null
          }
        />
      ) : (
        <PrintView content={shown.content} />
      )}
      <section className="mt-6 print:hidden" aria-labelledby="versions-heading">
        <h2 id="versions-heading">Versions</h2>
        <ul className="mt-2 grid gap-1">
          {versions.map((version) => (
            <li key={version.id}>
              <Link to={`?view=print&version=${version.id}`}>Version {version.number}</Link>, {version.status}
              {version.dayText ? ` ${version.dayText} by ${version.publishedBy?.name ?? 'Assay'}` : ''}
              {version.changeNote ? `: ${version.changeNote}` : ''}
            </li>
          ))}
        </ul>
      </section>
    </>
  );
}
