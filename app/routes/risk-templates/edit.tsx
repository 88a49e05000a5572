import type { MetaFunction } from '@remix-run/node';
import { Link, useActionData, useLoaderData } from '@remix-run/react';
import { pageTitle } from '#app/document/page-title.ts';
import { readTemplate, readTemplateImpact } from '#contract/risk/risk-templates.ts';
import { ButtonLink } from '../../components/button.tsx';
import { formatDay } from '../../components/format-instant.server.ts';
import { formActions } from '../../components/forms/form-actions.server.ts';
import { newRequestKey } from '../../components/forms/form-result.server.ts';
import { readForm, templateFormLimits } from '../../components/forms/parse-form.server.ts';
import { formatPrintHeading } from '../../components/print-heading.server.ts';
import { PrintHeading } from '../../components/print-heading.tsx';
import { RecordHeader } from '../../components/record-header.tsx';
import { OnScreen } from '../../components/record-page/on-screen.tsx';
import type { FormState } from '../../components/risk/assessment-form.tsx';
import { ViewTabs } from '../../components/view-tabs.tsx';
import { errorResponse } from '../../main-api/error-response.ts';
import type { MainApi } from '../../main-api/main-api.server.ts';
import type { MemberArgs } from '../../session/guard-args.server.ts';
import { may } from '../../session/permissions.server.ts';
import { asMember } from '../../session/session.server.ts';
import { DiscardQuestion, StaleDraft } from './draft-notices.tsx';
import { type EditResult, editorActions, toFieldErrors } from './edit.server.ts';
import { getEditor } from './editor-conversion.server.ts';
import { EditorForm } from './editor-form.tsx';
import { ImpactView } from './impact-view.tsx';
import { loadPreview, tryAnswers } from './preview.server.ts';
import { PreviewView } from './preview-view.tsx';
import { PrintView } from './print-view.tsx';
import { requireResourceType } from './resource-type.server.ts';

export const meta: MetaFunction<typeof loader> = ({ data }) => [
  { title: pageTitle(data?.template.name ?? 'Template', 'Templates') },
];

const versionIn = (url: URL) => url.searchParams.get('version') || undefined;

/** Reads the template with the version named in the URL; by default the draft, else the published version. */
function readViewState(api: MainApi, id: string, url: URL) {
  const versionId = versionIn(url);
  return api.call(readTemplate, { params: { id }, query: versionId ? { versionId } : {} });
}

export const loader = asMember(async ({ api, me, params, requestId, url }) => {
  const resourceType = requireResourceType(params.resourceType, requestId);
  const id = params.id ?? '';
  const versionId = versionIn(url);
  const [session, template] = await Promise.all([me(), readViewState(api, id, url)]);
  if (template.resourceType !== resourceType)
    throw errorResponse(404, { code: 'record.notFound', requestId });
  const mayWrite = may(session, 'templates.write') && template.archivedAt === null;
  const requested = url.searchParams.get('view');
  const isImpact = requested === 'impact' && template.draft !== null;
  const isPreview = requested === 'preview';
  // Earlier versions are shown as printed, and so are all versions to members who cannot edit them.
  const isEditor = requested !== 'print' && !isPreview && mayWrite && versionId === undefined;
  return {
    template,
    versionId,
    preview: isPreview
      ? await loadPreview({ api, content: template.shown.content, home: session.company.regulatedIn })
      : null,
    impact: isImpact ? await api.call(readTemplateImpact, { params: { id } }) : null,
    editor: isEditor && !isImpact ? getEditor(template.name, template.shown.content) : null,
    problems: toFieldErrors(template.problems),
    versions: template.versions.map((version) => ({
      ...version,
      publishedLabel: version.publishedAt
        ? `${formatDay(version.publishedAt, session.company.timeZone)} by ${version.publishedBy?.name ?? 'Assay'}`
        : null,
    })),
    confirmsDiscard: url.searchParams.get('confirm') === 'discard' && template.draft !== null,
    mayWrite,
    printHeading: formatPrintHeading(session, new Date()),
    requestKey: newRequestKey(),
  };
});

/** Scores the answers entered in the preview. */
async function preview({ api, me, params, url }: MemberArgs, form: FormData) {
  const [{ company }, { shown }] = await Promise.all([me(), readViewState(api, params.id ?? '', url)]);
  return tryAnswers(form, { api, content: shown.content, home: company.regulatedIn });
}

// The preview has the buttons of the assessment form; none of them saves anything.
const previewActions = formActions({
  recalculate: preview,
  addFiles: preview,
  save: preview,
  submit: preview,
  publish: preview,
  discard: preview,
});

export const action = asMember(async (args) => {
  requireResourceType(args.params.resourceType, args.requestId);
  const isPreview = args.url.searchParams.get('view') === 'preview';
  const form = await readForm(args.request, templateFormLimits);
  return isPreview ? previewActions(args, form) : editorActions(args, form);
});

type Page = ReturnType<typeof useLoaderData<typeof loader>>;
type PageResult = EditResult & { tried?: FormState };

export default function EditTemplate() {
  const page = useLoaderData<typeof loader>();
  const { template, versionId, impact, preview, editor, mayWrite } = page;
  const answer = useActionData<typeof action>() as PageResult | undefined;
  const getHref = (view: string) => `?view=${view}${versionId ? `&version=${versionId}` : ''}`;
  return (
    <>
      <PrintHeading text={page.printHeading} />
      <TemplateHeader page={page} />
      <ViewTabs
        label="Template views"
        tabs={[
          ...(mayWrite ? [{ to: '?', label: 'Edit', isCurrent: editor !== null }] : []),
          { to: getHref('preview'), label: 'Preview', isCurrent: preview !== null },
          ...(template.draft && mayWrite
            ? [{ to: '?view=impact', label: 'Impact', isCurrent: impact !== null }]
            : []),
          { to: getHref('print'), label: 'Points table', isCurrent: !editor && !preview && !impact },
        ]}
      />
      {page.confirmsDiscard ? <DiscardQuestion template={template} requestKey={page.requestKey} /> : null}
      <TemplateView page={page} answer={answer} previewHref={getHref('preview')} />
      <VersionList versions={page.versions} />
    </>
  );
}

function TemplateHeader({ page: { template, editor, impact, mayWrite } }: { page: Page }) {
  const { draft, shown, name } = template;
  return (
    <RecordHeader
      back={{ to: '/templates', label: 'Templates' }}
      title={name}
      about={`Version ${shown.number}, ${shown.status}, ${shown.questions} questions${editor && draft === null ? ' – saving creates a draft' : ''}`}
      action={
        draft && mayWrite && impact === null ? (
          <p className="flex flex-wrap items-center gap-4 print:hidden">
            <Link to="?confirm=discard">Discard the draft</Link>
            <ButtonLink to="?view=impact" variant="primary">
              Preview impact
            </ButtonLink>
          </p>
        ) : null
      }
    />
  );
}

const paperText = 'Print the points table of this template instead.';

/** The view selected by the URL: preview, impact, editor or points table. */
function TemplateView({
  page,
  answer,
  previewHref,
}: {
  page: Page;
  answer: PageResult | undefined;
  previewHref: string;
}) {
  const { template, preview, impact, editor, problems, requestKey } = page;
  const { shown } = template;
  if (preview) {
    return (
      <OnScreen paper={paperText}>
        <PreviewView versionId={shown.id} preview={preview} tried={answer?.tried} href={previewHref} />
      </OnScreen>
    );
  }
  if (impact) {
    return (
      <ImpactView
        template={template}
        impact={impact}
        requestKey={requestKey}
        mayWrite={page.mayWrite}
        problems={answer?.problems ?? {}}
        note={answer?.note ?? ''}
        blockers={answer?.blockers}
      />
    );
  }
  if (editor === null) {
    const { publishedLabel = null } = page.versions.find(({ id }) => id === shown.id) ?? {};
    return <PrintView content={shown.content} published={publishedLabel} />;
  }
  return (
    <OnScreen paper={paperText}>
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
            <StaleDraft stale={answer.stale} reply={answer} />
          ) : template.problems.length > 0 && !answer ? (
            <p className="notice">You can save this draft. Fix the highlighted problems before publishing.</p>
          ) : null
        }
      />
    </OnScreen>
  );
}

function VersionList({ versions }: Pick<Page, 'versions'>) {
  return (
    <section className="mt-6 print:hidden" aria-labelledby="versions-heading">
      <h2 id="versions-heading">Versions</h2>
      <ul className="mt-2 grid gap-1">
        {versions.map((version) => (
          <li key={version.id}>
            <Link to={`?view=print&version=${version.id}`}>Version {version.number}</Link>, {version.status}
            {version.publishedLabel ? ` ${version.publishedLabel}` : ''}
            {version.changeNote ? `: ${version.changeNote}` : ''}
          </li>
        ))}
      </ul>
    </section>
  );
}
