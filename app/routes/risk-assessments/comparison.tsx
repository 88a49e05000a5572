import { Link } from '@remix-run/react';
import type { ReactNode } from 'react';
import type { EndpointResponse } from '#contract/endpoint.ts';
import type { Assessment, compareAssessments } from '#contract/risk/assessments.ts';
import { factorLabels } from '#rules/risk/template.ts';
import { RiskBadge } from '../../components/badge.tsx';
import { EntryList, Panel } from '../../components/panel.tsx';
import { type Column, DataTable } from '../../components/table.tsx';
import { statusLabels } from './status-labels.ts';

export type Compared = EndpointResponse<typeof compareAssessments>;

/** The record's other assessments, each to read or to compare with this one. */
export function EarlierAssessments({
  earlier,
  getHref,
}: {
  earlier: (Assessment['earlier'][number] & { atLabel: string })[];
  getHref: (id: string) => string;
}) {
  if (earlier.length === 0) return null;
  return (
    <section className="mt-6 print:hidden" aria-labelledby="earlier-heading">
      <h2 id="earlier-heading" className="mb-2">
        Other assessments
      </h2>
      <EntryList>
        {earlier.map(({ id, status, score, finalLevel, atLabel }) => (
          <li key={id} className="flex flex-wrap items-center gap-x-4 gap-y-1 px-4 py-2">
            <Link to={getHref(id)}>{atLabel}</Link>
            <span>{statusLabels[status]}</span>
            <span className="tabular-nums">{score ?? '–'}</span>
            <RiskBadge level={finalLevel} none="Not scored" />
            <Link to={`?compare=${id}`}>
              Compare<span className="sr-only"> with assessment of {atLabel}</span>
            </Link>
          </li>
        ))}
      </EntryList>
    </section>
  );
}

const memberEventLabels = {
  same: 'Same',
  answer: 'Answer changed',
  points: 'Points changed',
  added: 'New question',
  removed: 'Removed question',
};

/** "+2.6" between two texts of points with one decimal; empty if equal. */
function difference(before: string, after: string): string {
  const tenths = Math.round((Number(after) - Number(before)) * 10);
  if (tenths === 0) return '';
  return `${tenths > 0 ? '+' : '−'}${(Math.abs(tenths) / 10).toFixed(1)}`;
}

/** Two assessments side by side: differences first, unchanged answers collapsed. */
export function Comparison({
  compared,
  earlierLabel,
  laterLabel,
  backHref,
}: {
  compared: Compared;
  /** Start of the earlier assessment. */
  earlierLabel: string;
  laterLabel: string;
  backHref: string;
}) {
  const { score, level, factors, questions } = compared;
  const differing = questions.filter(({ change }) => change !== 'same');
  // Without an answer in either, there is nothing to compare.
  const same = questions.filter(({ change, before, after }) => change === 'same' && (before || after));
  const columns = { earlierLabel, laterLabel };
  return (
    <Panel
      headingId="comparison-heading"
      title="What has changed between two assessments"
      action={
        <Link to={backHref} className="print:hidden">
          Close the comparison
        </Link>
      }
      className="mt-6"
    >
      <p className="wide:hidden">
        Earlier: {earlierLabel}. Later: {laterLabel}.
      </p>
      <PointsTable score={score} level={level} factors={factors} />
      {differing.length === 0 ? (
        <p>No differences</p>
      ) : (
        <ComparedQuestions caption="Changed answers" questions={differing} {...columns} />
      )}
      {same.length === 0 || differing.length === 0 ? null : (
        <details>
          <summary>
            {same.length === 1 ? '1 answer is the same' : `${same.length} answers are the same`}
          </summary>
          <div className="mt-2">
            <ComparedQuestions caption="Unchanged answers" questions={same} {...columns} />
          </div>
        </details>
      )}
    </Panel>
  );
}

interface PointsRow {
  key: string;
  label: ReactNode;
  before: ReactNode;
  after: ReactNode;
  change: ReactNode;
}

const pointsColumns: Column<PointsRow>[] = [
  { title: 'Points', isRowHeader: true, cell: ({ label }) => label },
  { title: 'Earlier', isFigure: true, cell: ({ before }) => before },
  { title: 'Later', isFigure: true, cell: ({ after }) => after },
  // Hidden on a phone: the two columns beside it show the change.
  { title: 'Change', isFigure: true, className: 'narrow:hidden', cell: ({ change }) => change },
];

function PointsTable({ score, level, factors }: Pick<Compared, 'score' | 'level' | 'factors'>) {
  return (
    <DataTable
      look="plain"
      caption="Score, level and points by factor"
      columns={pointsColumns}
      rows={[
        {
          key: 'total',
          label: <span className="font-semibold">Total</span>,
          before: (
            <span className="font-semibold">
              {score.before ?? '–'} <RiskBadge level={level.before} none="Not scored" />
            </span>
          ),
          after: (
            <span className="font-semibold">
              {score.after ?? '–'} <RiskBadge level={level.after} none="Not scored" />
            </span>
          ),
          change: (
            <span className="font-semibold">{difference(score.before ?? '0', score.after ?? '0')}</span>
          ),
        },
        ...factors.map(({ factor, before, after }) => ({
          key: factor,
          label: factorLabels[factor],
          before,
          after,
          change: difference(before, after),
        })),
      ]}
      rowKey={({ key }) => key}
      className="max-w-form [&_tbody_:is(td,th)]:h-8 [&_tbody_:is(td,th)]:py-1 narrow:[&_:is(td,th)]:px-1"
    />
  );
}

interface ColumnTexts {
  earlierLabel: string;
  laterLabel: string;
}

function ComparedQuestions({
  caption,
  questions,
  earlierLabel,
  laterLabel,
}: ColumnTexts & { caption: string; questions: Compared['questions'] }) {
  return (
    <DataTable
      look="sides"
      caption={caption}
      columns={[
        {
          title: 'Question',
          isRowHeader: true,
          className: 'w-2/5',
          cell: ({ text, change }) => (
            <>
              <span className="font-semibold">{text}</span>
              {change === 'same' ? null : (
                <span className="block text-warning">{memberEventLabels[change]}</span>
              )}
            </>
          ),
        },
        {
          title: `Earlier, ${earlierLabel}`,
          label: 'Earlier',
          className: 'whitespace-normal',
          cell: ({ before, beforePoints }) => <Side answer={before} points={beforePoints} />,
        },
        {
          title: `Later, ${laterLabel}`,
          label: 'Later',
          className: 'whitespace-normal',
          cell: ({ after, afterPoints }) => <Side answer={after} points={afterPoints} />,
        },
      ]}
      rows={questions}
      rowKey={({ questionKey }) => questionKey}
    />
  );
}

function Side({ answer, points }: { answer: string; points: string }) {
  return (
    <>
      <span className="whitespace-pre-line">{answer || 'Not shown'}</span>
      {points ? <span className="hint wide:block"> {points} points</span> : null}
    </>
  );
}
