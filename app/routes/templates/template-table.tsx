import { Form, Link } from '@remix-run/react';
import type { TemplateSummary } from '#contract/risk-templates.ts';
import type { ResourceType } from '#rules/risk/question-types.ts';
import { RequestKeyInput, SubmitButton } from '../../components/forms/submit.tsx';
import { RecordTable } from '../../components/table.tsx';

export interface TemplateShown extends TemplateSummary {
  /** The day on which the published version was published. */
  publishedText: string | null;
}

const headings: Record<ResourceType, string> = { clients: 'For clients', activities: 'For activities' };

/** The templates of one resource type, each with what can be done with it. */
export function TemplateTable({
  resourceType,
  templates,
  isArchive,
  mayWrite,
  requestKey,
}: {
  resourceType: ResourceType;
  templates: readonly TemplateShown[];
  isArchive: boolean;
  mayWrite: boolean;
  requestKey: string;
}) {
  return (
    <section className="mt-6" aria-labelledby={`templates-${resourceType}`}>
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
  );
}

function Row({
  template,
  mayWrite,
  requestKey,
}: {
  template: TemplateShown;
  mayWrite: boolean;
  requestKey: string;
}) {
  const { id, name, resourceType, isDefault, archivedAt, published, draft, uses, version } = template;
  const change = (value: string, label: string) => (
    <Form method="post">
      <RequestKeyInput value={`${requestKey.slice(0, 24)}${id.slice(-12)}`} />
      <input type="hidden" name="template" value={id} />
      <input type="hidden" name="version" value={version} />
      <button type="submit" name="change" value={value} className="button button-plain min-h-0">
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
        <div className="flex flex-wrap items-center gap-x-4 gap-y-1 [&_.button]:no-underline [&_.button]:hover:underline [&_a]:inline-block [&_a]:py-1">
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

/** Asks before a template is archived. */
export function ArchiveQuestion({ template, requestKey }: { template: TemplateSummary; requestKey: string }) {
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
