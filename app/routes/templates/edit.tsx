import type { MetaFunction } from '@remix-run/node';
import { Form, Link, useActionData, useLoaderData } from '@remix-run/react';
import { readTemplate, readTemplateImpact } from '#contract/risk-templates.ts';
import { AttentionBox } from '../../components/forms/attention-box.tsx';
import { newRequestKey } from '../../components/forms/reply.server.ts';
import { RequestKeyInput, SubmitButton } from '../../components/forms/submit.tsx';
import { printHeadingText } from '../../components/print-heading.server.ts';
import { PrintHeading } from '../../components/print-heading.tsx';
import type { FormState } from '../../components/risk/assessment-form.tsx';
import { readFlatForm, textIn } from '../../components/risk/flat-form.server.ts';
import { ViewTabs } from '../../components/view-tabs.tsx';
import { errorResponse } from '../../error-answer.ts';
import type { MainApi } from '../../main-api.server.ts';
import { may } from '../../rights.server.ts';
import { asMember } from '../../session.server.ts';
import { dayText } from '../clients/instant-text.server.ts';
import { besideFields, discardDraft, type EditAnswer, editDraft, publishDraft } from './edit.server.ts';
import { editorOf } from './editor-conversion.server.ts';
import { EditorForm } from './editor-form.tsx';
import { ImpactView } from './impact-view.tsx';
import { loadPreview, tryAnswers } from './preview.server.ts';
import { PreviewView } from './preview-view.tsx';
import { PrintView } from './print-view.tsx';
import { requireResourceType } from './resource-type.server.ts';

export const meta: MetaFunction<typeof loader> = ({ data }) => [
  { title: data ? `${data.template.name} – Assay` : 'Template – Assay' },
];

const versionIn = (url: URL) => url.searchParams.get('version') || undefined;

/** The template with the version that the URL names, or else the draft or the published one. */
function readShown(api: MainApi, id: string, url: URL) {
  const versionId = versionIn(url);
  return api.call(readTemplate, { params: { id }, query: versionId ? { versionId } : {} });
}

export const loader = asMember(async ({ api, me, params, requestId, url }) => {
  const resourceType = requireResourceType(params.resourceType, requestId);
  const id = params.id ?? '';
  const versionId = versionIn(url);
  const [session, template] = await Promise.all([me(), readShown(api, id, url)]);
  if (template.resourceType !== resourceType)
    throw errorResponse(404, { code: 'record.notFound', requestId });
  const mayWrite = may(session, 'templates.write') && template.archivedAt === null;
  const asked = url.searchParams.get('view');
  const isImpact = asked === 'impact' && template.draft !== null;
  const isPreview = asked === 'preview';
  // An earlier version, and one that this person may not change, is read as it prints.
  const isEditor = asked !== 'print' && !isPreview && mayWrite && versionId === undefined;
  return {
    template,
    versionId,
    preview: isPreview
      ? await loadPreview({ api, content: template.shown.content, home: session.company.regulatedIn })
      : null,
    impact: isImpact ? await api.call(readTemplateImpact, { params: { id } }) : null,
    editor: isEditor && !isImpact ? editorOf(template.name, template.shown.content) : null,
    problems: besideFields(template.problems),
    versions: template.versions.map((version) => ({
      ...version,
      publishedText: version.publishedAt
        ? `${dayText(version.publishedAt, session.company.timeZone)} by ${version.publishedBy?.name ?? 'Assay'}`
        : null,
    })),
    asksDiscard: url.searchParams.get('confirm') === 'discard' && template.draft !== null,
    mayWrite,
    printHeading: printHeadingText(session, new Date()),
    requestKey: newRequestKey(),
  };
});

export const action = asMember(async ({ api, me, params, request, requestId, url }) => {
  requireResourceType(params.resourceType, requestId);
  const form = await readFlatForm(request);
  const id = params.id ?? '';
  if (url.searchParams.get('view') === 'preview') {
    const [{ company }, { shown }] = await Promise.all([me(), readShown(api, id, url)]);
    return tryAnswers(form, { api, content: shown.content, home: company.regulatedIn });
  }
  const posted = { api, form, id, href: url.pathname };
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
  const {
    template,
    versionId,
    impact,
    preview,
    editor,
    problems,
    asksDiscard,
    mayWrite,
    printHeading,
    requestKey,
    versions,
  } = useLoaderData<typeof loader>();
  const answer = useActionData<typeof action>() as (EditAnswer & { tried?: FormState }) | undefined;
  const { draft, shown, name } = template;
  const wanting = template.problems.length;
  const hrefOf = (view: string) => `?view=${view}${versionId ? `&version=${versionId}` : ''}`;
  return (
    <>
      <PrintHeading text={printHeading} />
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
          <p className="flex flex-wrap items-center gap-4 print:hidden">
            <Link to="?confirm=discard">Discard the draft</Link>
            <Link to="?view=impact" className="button button-primary">
              See what publishing changes
            </Link>
          </p>
        ) : null}
      </div>
      <ViewTabs
        label="Ways to see the template"
        tabs={[
          ...(mayWrite ? [{ to: '?', label: 'Edit', isCurrent: editor !== null }] : []),
          { to: hrefOf('preview'), label: 'Preview', isCurrent: preview !== null },
          ...(draft && mayWrite
            ? [{ to: '?view=impact', label: 'Before publishing', isCurrent: impact !== null }]
            : []),
          { to: hrefOf('print'), label: 'Every point', isCurrent: !editor && !preview && !impact },
        ]}
      />
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
      {preview ? (
        <PreviewView versionId={shown.id} preview={preview} tried={answer?.tried} href={hrefOf('preview')} />
      ) : impact ? (
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
        <PrintView
          content={shown.content}
          published={versions.find(({ id }) => id === shown.id)?.publishedText ?? null}
        />
      )}
      <section className="mt-6 print:hidden" aria-labelledby="versions-heading">
        <h2 id="versions-heading">Versions</h2>
        <ul className="mt-2 grid gap-1">
          {versions.map((version) => (
            <li key={version.id}>
              <Link to={`?view=print&version=${version.id}`}>Version {version.number}</Link>, {version.status}
              {version.publishedText ? ` ${version.publishedText}` : ''}
              {version.changeNote ? `: ${version.changeNote}` : ''}
            </li>
          ))}
        </ul>
      </section>
    </>
  );
}
