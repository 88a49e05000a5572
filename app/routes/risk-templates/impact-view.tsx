import { Form, Link } from '@remix-run/react';
import type { EndpointResponse } from '#contract/endpoint.ts';
import type { readTemplateImpact, Template } from '#contract/risk/risk-templates.ts';
import type { Blocker, Fix } from '#rules/alerts/resolution-targets.ts';
import { type RiskLevel, riskLevelLabels, riskLevels } from '#rules/clients/client-types.ts';
import type { ResourceType } from '#rules/risk/question-types.ts';
import { getPlaces } from '../../components/activities/blocker-list.tsx';
import { Checkbox } from '../../components/forms/choices.tsx';
import { ErrorSummary } from '../../components/forms/error-summary.tsx';
import { RequestKeyInput, SubmitButton } from '../../components/forms/submit.tsx';
import { TextArea } from '../../components/forms/text-input.tsx';
import { cardClass, EntryList } from '../../components/panel.tsx';
import { type Column, DataTable } from '../../components/table.tsx';

export type Impact = EndpointResponse<typeof readTemplateImpact>;

const toLabels = { ...riskLevelLabels, none: 'No level' };
const toLevels = [...riskLevels, 'none'] as const;
const formId = 'publish';

/** Highlights assessments that change level; mutes empty cells. */
function matrixLook(from: string, to: string, count: number): string {
  if (count === 0) return 'text-ink-soft';
  return from === to ? '' : 'bg-warning-soft font-semibold';
}

interface ImpactProps {
  template: Template;
  impact: Impact;
  requestKey: string;
  mayWrite: boolean;
  problems: Record<string, string[]>;
  /** The change note as typed, when publishing was rejected. */
  note: string;
  blockers: readonly Blocker[] | undefined;
}

/** Effect of publishing the draft, and the form that publishes it. */
export function ImpactView({
  template,
  impact,
  requestKey,
  mayWrite,
  problems,
  note,
  blockers,
}: ImpactProps) {
  const problemCount = template.problems.length;
  return (
    <div className="mt-4 grid max-w-[860px] grid-cols-[minmax(0,1fr)] gap-6">
      <ImpactMatrix impact={impact} />
      <LevelChanges impact={impact} resourceType={template.resourceType} />
      <NewAssessments impact={impact} resourceType={template.resourceType} />
      {impact.differences.length === 0 ? null : (
        <details>
          <summary>{impact.differences.length} differences from the published version</summary>
          <ul className="mt-2 grid gap-1">
            {impact.differences.map(({ what, before, after }) => (
              <li key={`${what} ${before} ${after}`}>
                {what}: {before || 'nothing'} → {after || 'nothing'}
              </li>
            ))}
          </ul>
        </details>
      )}
      {problemCount > 0 ? (
        <p className="notice notice-warning">
          {problemCount === 1 ? '1 problem' : `${problemCount} problems`} to fix before publishing.{' '}
          <Link to="?">Back to editor</Link>
        </p>
      ) : null}
      {mayWrite && problemCount === 0 ? (
        <PublishForm {...{ template, impact, requestKey, problems, note, blockers }} />
      ) : null}
    </div>
  );
}

const levelColumn: Column<RiskLevel> = {
  title: 'Now',
  isRowHeader: true,
  className: 'font-semibold!',
  cell: (from) => riskLevelLabels[from],
};

function toImpactColumn(matrix: Impact['matrix'], to: (typeof toLevels)[number]): Column<RiskLevel> {
  const count = (from: RiskLevel) => matrix[from]?.[to] ?? 0;
  return {
    title: toLabels[to],
    heading: (
      <>
        {toLabels[to]}
        <span className="sr-only"> on the draft</span>
      </>
    ),
    isFigure: true,
    cell: count,
    cellClassName: (from) => matrixLook(from, to, count(from)),
  };
}

/** Numbers of assessments by level now and on the draft. */
function ImpactMatrix({ impact }: { impact: Impact }) {
  return (
    <section aria-labelledby="matrix-heading">
      <h2 id="matrix-heading">Impact of publishing</h2>
      <p className="mt-1 mb-2">
        {impact.assessed} current {impact.assessed === 1 ? 'assessment' : 'assessments'} rescored on this
        draft:{' '}
        {impact.changesTotal + impact.needsNewTotal + impact.prohibitedTotal === 0
          ? 'none would change level, need a new assessment or be no longer allowed.'
          : `${impact.changesTotal} would change level, ${impact.needsNewTotal} would need a new assessment, ${impact.prohibitedTotal} would not be allowed.`}
      </p>
      <DataTable
        look="plain"
        onCard
        caption="Assessments by level now and on the draft"
        columns={[levelColumn, ...toLevels.map((to) => toImpactColumn(impact.matrix, to))]}
        rows={riskLevels}
        rowKey={(from) => from}
        className="wide:table-fixed [&_:is(td,th)]:px-2 [&_th]:[overflow-wrap:normal] [&_th]:whitespace-normal"
      />
    </section>
  );
}

function LevelChanges({ impact, resourceType }: { impact: Impact; resourceType: ResourceType }) {
  if (impact.changes.length === 0) return null;
  return (
    <section aria-labelledby="changes-heading">
      <h2 id="changes-heading">Risk level changes</h2>
      <EntryList className="mt-2">
        {impact.changes.map((change) => (
          <li key={change.assessmentId} className="flex flex-wrap gap-x-4 px-4 py-2">
            <Link to={`/${resourceType}/${change.resourceId}`}>{change.name}</Link>
            <span>
              {riskLevelLabels[change.from]} {change.fromScore} → {toLabels[change.to]} {change.toScore ?? ''}
            </span>
            {change.overrideLapses ? <span>its override lapses</span> : null}
          </li>
        ))}
      </EntryList>
      {impact.changesTotal > impact.changes.length ? (
        <p className="hint">
          {impact.changes.length} shown, of {impact.changesTotal}
        </p>
      ) : null}
    </section>
  );
}

/** Assessments that lack an answer the draft requires. */
function NewAssessments({ impact, resourceType }: { impact: Impact; resourceType: ResourceType }) {
  if (impact.needsNew.length === 0) return null;
  return (
    <section aria-labelledby="new-heading">
      <h2 id="new-heading">New assessment required</h2>
      <EntryList className="mt-2">
        {impact.needsNew.map((assessment) => (
          <li key={assessment.assessmentId} className="px-4 py-2">
            <Link to={`/${resourceType}/${assessment.resourceId}`}>{assessment.name}</Link>
            <p className="hint">Not answered: {assessment.unanswered.join('; ')}</p>
          </li>
        ))}
      </EntryList>
      {impact.needsNewTotal > impact.needsNew.length ? (
        <p className="hint">
          {impact.needsNew.length} shown, of {impact.needsNewTotal}
        </p>
      ) : null}
    </section>
  );
}

function PublishForm({
  template,
  impact,
  requestKey,
  problems,
  note,
  blockers,
}: Pick<ImpactProps, 'template' | 'impact' | 'requestKey' | 'problems' | 'note' | 'blockers'>) {
  const href = `/risk_assessment_templates/${template.id}/edit/${template.resourceType}`;
  const isOwn = ({ target, id }: Fix) => target === 'template.impact' && id === 'changeNote';
  return (
    <Form id={formId} method="post" className={cardClass({ className: 'grid gap-4 print:hidden' })}>
      <h2>Publish</h2>
      <RequestKeyInput value={requestKey} />
      <input type="hidden" name="intent" value="publish" />
      <input type="hidden" name="version" value={template.version} />
      <input type="hidden" name="seenContentHash" value={impact.contentHash} />
      <ErrorSummary
        formId={formId}
        errors={problems}
        reply={problems}
        getPlace={getPlaces(blockers, { kind: 'template', id: template.id, href }, isOwn)}
      />
      <TextArea
        field={{
          id: `${formId}-changeNote`,
          name: 'changeNote',
          errors: problems.changeNote,
          initialValue: note,
        }}
        label="Change note"
        maxLength={1000}
      />
      {template.isDefault ? null : (
        <Checkbox
          field={{ id: `${formId}-makeDefault`, name: 'makeDefault' }}
          label="Make default for new assessments"
        />
      )}
      <div>
        <SubmitButton busy="Publishing…">Publish version {template.draft?.number}</SubmitButton>
      </div>
    </Form>
  );
}
