import { Form, Link } from '@remix-run/react';
import type { TemplateSummary } from '#contract/risk/risk-templates.ts';
import type { ResourceType } from '#rules/risk/question-types.ts';
import { useActivityNoun } from '../../components/activities/activity-noun.ts';
import { Button, ButtonLink } from '../../components/button.tsx';
import { QuestionBox } from '../../components/forms/question-box.tsx';
import { RequestKeyInput, SubmitButton } from '../../components/forms/submit.tsx';
import { type Column, DataTable } from '../../components/table.tsx';

export interface TemplateView extends TemplateSummary {
  /** Publication date of the published version. */
  publishedLabel: string | null;
}

const columns: Column<TemplateView>[] = [
  {
    title: 'Name',
    cell: ({ id, name, resourceType, isDefault }) => (
      <span>
        <a href={`/risk_assessment_templates/${id}/edit/${resourceType}`}>{name}</a>
        {isDefault ? <span className="font-normal text-success"> ✓ default</span> : null}
      </span>
    ),
  },
  {
    title: 'Published',
    cell: ({ published, publishedLabel }) =>
      published ? `Version ${published.number}, ${publishedLabel}` : 'Not yet',
  },
  {
    title: 'Draft',
    cell: ({ draft }) => (draft ? `Version ${draft.number}, ${draft.questions} questions` : 'None'),
  },
  { title: 'Assessments', isFigure: true, cell: ({ uses }) => uses },
];

/** The templates of one resource type with their actions. */
export function TemplateTable({
  resourceType,
  templates,
  isArchive,
  mayWrite,
  requestKey,
}: {
  resourceType: ResourceType;
  templates: readonly TemplateView[];
  isArchive: boolean;
  mayWrite: boolean;
  requestKey: string;
}) {
  const noun = useActivityNoun();
  const heading = `For ${resourceType === 'clients' ? 'clients' : noun.plural}`;
  return (
    <section className="mt-6" aria-labelledby={`templates-${resourceType}`}>
      <div className="mb-2 flex flex-wrap items-center justify-between gap-3">
        <h2 id={`templates-${resourceType}`}>{heading}</h2>
        {mayWrite && !isArchive ? (
          <ButtonLink to={`/risk_assessment_templates/create/${resourceType}`}>
            New template<span className="sr-only"> {heading.toLowerCase()}</span>
          </ButtonLink>
        ) : null}
      </div>
      <DataTable
        caption={`Templates ${heading.toLowerCase()}`}
        columns={[
          ...columns,
          {
            title: 'Actions',
            label: '',
            isWide: true,
            cell: (template) => <TemplateActions {...{ template, mayWrite, requestKey }} />,
          },
        ]}
        rows={templates}
        rowKey={({ id }) => id}
        empty={
          isArchive ? 'No archived templates' : 'No templates. Start from the library or a blank template.'
        }
      />
    </section>
  );
}

function TemplateActions({
  template,
  mayWrite,
  requestKey,
}: {
  template: TemplateView;
  mayWrite: boolean;
  requestKey: string;
}) {
  const { id, name, resourceType, isDefault, archivedAt, published, version } = template;
  const change = (value: string, label: string) => (
    <Form method="post">
      <RequestKeyInput value={`${requestKey.slice(0, 24)}${id.slice(-12)}`} />
      <input type="hidden" name="template" value={id} />
      <input type="hidden" name="version" value={version} />
      <Button name="change" value={value} variant="neutral">
        {label}
        <span className="sr-only">: {name}</span>
      </Button>
    </Form>
  );
  return (
    <div className="flex flex-wrap items-center gap-x-4 gap-y-1 [&_a]:inline-block [&_a]:py-1">
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
      {mayWrite && archivedAt !== null ? change('restore', 'Restore') : null}
    </div>
  );
}

/** Confirms archiving a template. */
export function ArchiveQuestion({ template, requestKey }: { template: TemplateSummary; requestKey: string }) {
  return (
    <QuestionBox
      about={template.id}
      labelledBy="archive-heading"
      isRejected={false}
      className="mt-4 max-w-form"
    >
      <h2 id="archive-heading">Archive “{template.name}”?</h2>
      <p>
        It will no longer be available for new assessments. {template.uses} existing assessments are
        unaffected. You can restore it later.
      </p>
      <Form method="post" className="flex flex-wrap items-center gap-4">
        <RequestKeyInput value={requestKey} />
        <input type="hidden" name="template" value={template.id} />
        <input type="hidden" name="version" value={template.version} />
        <SubmitButton variant="danger" name="change" value="archive">
          Archive
        </SubmitButton>
        <Link to="/templates">Go back</Link>
      </Form>
    </QuestionBox>
  );
}
