import { Form, Link } from '@remix-run/react';
import type { EndpointAnswer } from '#contract/endpoint.ts';
import type { readTemplateImpact, Template } from '#contract/risk-templates.ts';
import { riskLevelLabels, riskLevels } from '#rules/client-types.ts';
import { Checkbox } from '../../components/forms/choices.tsx';
import { ErrorSummary } from '../../components/forms/error-summary.tsx';
import { RequestKeyInput, SubmitButton } from '../../components/forms/submit.tsx';
import { TextArea } from '../../components/forms/text-input.tsx';

export type Impact = EndpointAnswer<typeof readTemplateImpact>;

const toLabels = { ...riskLevelLabels, none: 'No level' };
const toLevels = [...riskLevels, 'none'] as const;
const formId = 'publish';

/** Who changes level stands out; nobody recedes. */
function matrixLook(from: string, to: string, count: number): string {
  if (count === 0) return 'text-ink-soft';
  return from === to ? '' : 'bg-attention-soft font-semibold';
}

/** What publishing the draft changes, and the form that publishes it. */
export function ImpactView({
  template,
  impact,
  requestKey,
  mayWrite,
  problems,
  note,
}: {
  template: Template;
  impact: Impact;
  requestKey: string;
  mayWrite: boolean;
  problems: Record<string, string[]>;
  /** The note that was typed, when publishing was refused. */
  note: string;
}) {
  const href = (id: string) => `/${template.resourceType}/${id}`;
  const stopped = template.problems.length;
  return (
    <div className="mt-4 grid max-w-[860px] grid-cols-[minmax(0,1fr)] gap-6">
      <section aria-labelledby="matrix-heading">
        <h2 id="matrix-heading">What publishing changes</h2>
        <p className="mt-1 mb-2">
          {impact.assessed} current {impact.assessed === 1 ? 'assessment was' : 'assessments were'} scored
          again on this draft:{' '}
          {impact.changesTotal + impact.needsNewTotal + impact.prohibitedTotal === 0
            ? 'none would change level, need a new assessment or be no longer allowed.'
            : `${impact.changesTotal} would change level, ${impact.needsNewTotal} would need a new assessment, ${impact.prohibitedTotal} would not be allowed.`}
        </p>
        <div className="overflow-x-auto">
          <table className="panel wide:table-fixed [&_:is(td,th)]:px-2 [&_th]:[overflow-wrap:normal] [&_th]:whitespace-normal">
            <caption className="sr-only">Assessments by level now and on the draft</caption>
            <thead>
              <tr>
                <th scope="col">Now</th>
                {toLevels.map((level) => (
                  <th key={level} scope="col" className="text-right">
                    {toLabels[level]}
                    <span className="sr-only"> on the draft</span>
                  </th>
                ))}
              </tr>
            </thead>
            <tbody>
              {riskLevels.map((from) => (
                <tr key={from}>
                  <th scope="row">{riskLevelLabels[from]}</th>
                  {toLevels.map((to) => (
                    <td
                      key={to}
                      className={`text-right ${matrixLook(from, to, impact.matrix[from]?.[to] ?? 0)}`}
                    >
                      {impact.matrix[from]?.[to] ?? 0}
                    </td>
                  ))}
                </tr>
              ))}
            </tbody>
          </table>
        </div>
      </section>
      {impact.changes.length === 0 ? null : (
        <section aria-labelledby="changes-heading">
          <h2 id="changes-heading">Whose level changes</h2>
          <ul className="panel mt-2 grid divide-y divide-line">
            {impact.changes.map((change) => (
              <li key={change.assessmentId} className="flex flex-wrap gap-x-4 px-4 py-2">
                <Link to={href(change.resourceId)}>{change.name}</Link>
                <span>
                  {riskLevelLabels[change.from]} {change.fromScore} → {toLabels[change.to]}{' '}
                  {change.toScore ?? ''}
                </span>
                {change.overrideLapses ? <span>its override lapses</span> : null}
              </li>
            ))}
          </ul>
          {impact.changesTotal > impact.changes.length ? (
            <p className="hint">
              {impact.changes.length} shown, of {impact.changesTotal}
            </p>
          ) : null}
        </section>
      )}
      {impact.needsNew.length === 0 ? null : (
        <section aria-labelledby="new-heading">
          <h2 id="new-heading">Who needs a new assessment</h2>
          <ul className="panel mt-2 grid divide-y divide-line">
            {impact.needsNew.map((one) => (
              <li key={one.assessmentId} className="px-4 py-2">
                <Link to={href(one.resourceId)}>{one.name}</Link>
                <p className="hint">Not answered: {one.unanswered.join('; ')}</p>
              </li>
            ))}
          </ul>
          {impact.needsNewTotal > impact.needsNew.length ? (
            <p className="hint">
              {impact.needsNew.length} shown, of {impact.needsNewTotal}
            </p>
          ) : null}
        </section>
      )}
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
      {stopped > 0 ? (
        <p className="notice notice-attention">
          {stopped === 1 ? 'One thing has' : `${stopped} things have`} to be corrected before it can be
          published. <Link to="?">Back to the editor</Link>
        </p>
      ) : null}
      {mayWrite && stopped === 0 ? (
        <Form method="post" className="panel grid gap-4 p-4">
          <h2>Publish</h2>
          <RequestKeyInput value={requestKey} />
          <input type="hidden" name="intent" value="publish" />
          <input type="hidden" name="version" value={template.version} />
          <input type="hidden" name="seenContentHash" value={impact.contentHash} />
          <ErrorSummary formId={formId} errors={problems} reply={problems} />
          <TextArea
            field={{
              id: `${formId}-changeNote`,
              name: 'changeNote',
              errors: problems.changeNote,
              initialValue: note,
            }}
            label="What changed and why"
            maxLength={1000}
          />
          {template.isDefault ? null : (
            <Checkbox
              field={{ id: `${formId}-makeDefault`, name: 'makeDefault' }}
              label="New assessments use this template by default"
            />
          )}
          <div>
            <SubmitButton busy="Publishing…">Publish version {template.draft?.number}</SubmitButton>
          </div>
        </Form>
      ) : null}
    </div>
  );
}
