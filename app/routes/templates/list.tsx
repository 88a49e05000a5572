import { data, type MetaFunction } from '@remix-run/node';
import { Form, Link, useActionData, useLoaderData } from '@remix-run/react';
import { changeTemplate, listTemplates, type TemplateSummary } from '#contract/risk-templates.ts';
import { type ResourceType, resourceTypes } from '#rules/risk/question-types.ts';
import { AttentionBox } from '../../components/forms/attention-box.tsx';
import { parseForm, readForm, requestKeyOf } from '../../components/forms/parse-form.server.ts';
import { newRequestKey } from '../../components/forms/reply.server.ts';
import { RequestKeyInput, SubmitButton } from '../../components/forms/submit.tsx';
import { mayWriteTemplates } from '../../components/risk/template-rights.server.ts';
import { RecordTable } from '../../components/table.tsx';
import { redirectWithFlash } from '../../flash.server.ts';
import { asMember } from '../../session.server.ts';
import { dayText } from '../clients/instant-text.server.ts';

export const meta: MetaFunction = () => [{ title: 'Templates – Assay' }];

export const loader = asMember(async ({ api, me, url }) => {
  const isArchive = url.searchParams.get('archived') === 'true';
  const [session, { templates }] = await Promise.all([
    me(),
    api.call(listTemplates, { query: isArchive ? { archived: true } : {} }),
  ]);
  const confirmed = url.searchParams.get('confirm') === 'archive' ? url.searchParams.get('template') : null;
  const shown = templates.filter(({ archivedAt }) => (archivedAt !== null) === isArchive);
  return {
    groups: resourceTypes.map((resourceType) => ({
      resourceType,
      templates: shown
        .filter((template) => template.resourceType === resourceType)
        .map((template) => ({
          ...template,
          publishedText: template.published?.publishedAt
            ? dayText(template.published.publishedAt, session.company.timeZone)
            : null,
        })),
    })),
    isArchive,
    toArchive: shown.find(({ id }) => id === confirmed) ?? null,
    mayWrite: mayWriteTemplates(session),
    requestKey: newRequestKey(),
  };
});

const doneTexts = {
  makeDefault: 'New assessments use this template now.',
  archive: 'The template is archived.',
  restore: 'The template is back.',
};

export const action = asMember(async ({ api, request }) => {
  const form = await readForm(request);
  const submission = parseForm(form, changeTemplate.body);
  if (submission.status !== 'success') throw Response.json({ code: 'request.malformed' }, { status: 400 });
  const id = String(form.get('template'));
  const sent = await api.submit(changeTemplate, {
    params: { id },
    body: submission.value,
    requestKey: requestKeyOf(form),
  });
  if (sent.ok) {
    return redirectWithFlash('/templates', { kind: 'success', text: doneTexts[submission.value.change] });
  }
  return data({ sentence: sent.problem.detail ?? `${sent.problem.title}.` }, { status: sent.problem.status });
});

const headings: Record<ResourceType, string> = { clients: 'For clients', activities: 'For activities' };

export default function Templates() {
  const { groups, isArchive, toArchive, mayWrite, requestKey } = useLoaderData<typeof loader>();
  const answer = useActionData<typeof action>();
  return (
    <>
      <h1>{isArchive ? 'Archived templates' : 'Templates'}</h1>
      <p className="mt-1 text-ink-soft">
        What a risk assessment asks and how it scores. An assessment keeps the version that it was made with.
      </p>
      {answer ? (
        <AttentionBox id="refused" kind="danger" heading="That was not done" reply={answer}>
          <p>{answer.sentence}</p>
        </AttentionBox>
      ) : null}
      {toArchive ? <ArchiveQuestion template={toArchive} requestKey={requestKey} /> : null}
      {groups.map(({ resourceType, templates }) => (
        <section key={resourceType} className="mt-6" aria-labelledby={`templates-${resourceType}`}>
          <div className="mb-2 flex flex-wrap items-center justify-between gap-3">
            <h2 id={`templates-${resourceType}`}>{headings[resourceType]}</h2>
            {mayWrite && !isArchive ? (
              <Link to={`/risk_assessment_templates/create/${resourceType}`} className="button">
                New template<span className="sr-only"> {headings[resourceType].toLowerCase()}</span>
              </Link>
            ) : null}
          </div>
          {templates.length === 0 ? (
            <p className="panel p-4 text-ink-soft">
              {isArchive ? 'None is archived.' : 'None yet. Start from the library or from nothing.'}
            </p>
          ) : (
            <RecordTable
              caption={`Templates ${headings[resourceType].toLowerCase()}`}
              columns={[
                { label: 'Name' },
                { label: 'Published' },
                { label: 'Draft' },
                { label: 'Assessments', isFigure: true },
                { label: 'Do' },
              ]}
            >
              {templates.map((template) => (
                <Row key={template.id} {...{ template, mayWrite, requestKey }} />
              ))}
            </RecordTable>
          )}
        </section>
      ))}
      <p className="mt-4">
        {isArchive ? (
          <Link to="/templates">Back to the templates in use</Link>
        ) : (
          <Link to="/templates?archived=true">Archived templates</Link>
        )}
      </p>
    </>
  );
}

function Row({
  template,
  mayWrite,
  requestKey,
}: {
  template: TemplateSummary & { publishedText: string | null };
  mayWrite: boolean;
  requestKey: string;
}) {
  const { id, name, resourceType, isDefault, archivedAt, published, draft, uses, version } = template;
  const change = (value: string, label: string) => (
    <Form method="post">
      <RequestKeyInput value={`${requestKey.slice(0, 24)}${id.slice(-12)}`} />
      <input type="hidden" name="template" value={id} />
      <input type="hidden" name="version" value={version} />
      <button type="submit" name="change" value={value} className="button button-plain">
        {label}
        <span className="sr-only">: {name}</span>
      </button>
    </Form>
  );
  return (
    <tr>
      <td>
        <span>
          <Link to={`/risk_assessment_templates/${id}/edit/${resourceType}`}>{name}</Link>
          {isDefault ? <span className="font-normal text-settled"> ✓ default</span> : null}
        </span>
      </td>
      <td data-label="Published">
        {published ? `Version ${published.number}, ${template.publishedText}` : 'Not yet'}
      </td>
      <td data-label="Draft">{draft ? `Version ${draft.number}, ${draft.questions} questions` : 'None'}</td>
      <td data-label="Assessments" className="md:text-right">
        {uses}
      </td>
      <td>
        <div className="flex flex-wrap gap-x-4 gap-y-1">
          <Link to={`/risk_assessment_templates/${id}/edit/${resourceType}?view=print`}>
            Print<span className="sr-only"> {name}</span>
          </Link>
          {mayWrite && archivedAt === null ? (
            <>
              <Link to={`/risk_assessment_templates/create/${resourceType}?copy=${id}`}>
                Copy<span className="sr-only"> {name}</span>
              </Link>
              {published && !isDefault ? change('makeDefault', 'Make default') : null}
              {isDefault ? null : (
                <Link to={`/templates?confirm=archive&template=${id}`}>
                  Archive<span className="sr-only"> {name}</span>
                </Link>
              )}
            </>
          ) : null}
          {mayWrite && archivedAt !== null ? change('restore', 'Bring back') : null}
        </div>
      </td>
    </tr>
  );
}

function ArchiveQuestion({ template, requestKey }: { template: TemplateSummary; requestKey: string }) {
  return (
    <section className="notice notice-attention mt-4 grid max-w-form gap-3" aria-labelledby="archive-heading">
      <h2 id="archive-heading">Archive “{template.name}”?</h2>
      <p>
        It is offered for new assessments no longer. The {template.uses} assessments made with it stay as they
        are, and you can bring it back.
      </p>
      <Form method="post" className="flex flex-wrap items-center gap-4">
        <RequestKeyInput value={requestKey} />
        <input type="hidden" name="template" value={template.id} />
        <input type="hidden" name="version" value={template.version} />
        <SubmitButton look="danger" name="change" value="archive">
          Archive
        </SubmitButton>
        <Link to="/templates">Keep it</Link>
      </Form>
    </section>
  );
}
