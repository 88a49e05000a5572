import { Link } from '@remix-run/react';
import type { Assessment, compareAssessments } from '#contract/assessments.ts';
import type { EndpointAnswer } from '#contract/endpoint.ts';
import { factorLabels } from '#rules/risk/template.ts';
import { LevelMark } from '../../components/risk/level-mark.tsx';
import { statusLabels } from './status-labels.ts';

export type Compared = EndpointAnswer<typeof compareAssessments>;

/** The record's other assessments, each to read or to compare with this one. */
export function EarlierAssessments({
  earlier,
  hrefOf,
}: {
  earlier: (Assessment['earlier'][number] & { atText: string })[];
  hrefOf: (id: string) => string;
}) {
  if (earlier.length === 0) return null;
  return (
    <section className="mt-6 print:hidden" aria-labelledby="earlier-heading">
      <h2 id="earlier-heading" className="mb-2">
        Other assessments
      </h2>
      <ul className="panel grid divide-y divide-line">
        {earlier.map(({ id, status, score, finalLevel, atText }) => (
          <li key={id} className="flex flex-wrap items-center gap-x-4 gap-y-1 px-4 py-2">
            <Link to={hrefOf(id)}>{atText}</Link>
            <span>{statusLabels[status]}</span>
            <span className="tabular-nums">{score ?? '–'}</span>
            <LevelMark level={finalLevel} />
            <Link to={`?compare=${id}`}>
              Compare<span className="sr-only"> with the one of {atText}</span>
            </Link>
          </li>
        ))}
      </ul>
    </section>
  );
}

const changeWords = {
  same: 'Same',
  answer: 'Other answer',
  points: 'Other points',
  added: 'New question',
  removed: 'Question gone',
};

/** Two assessments side by side: what differs first, what is the same folded away. */
export function Comparison({ compared, backHref }: { compared: Compared; backHref: string }) {
  const { score, level, factors, questions } = compared;
  const differing = questions.filter(({ change }) => change !== 'same');
  return (
    <section className="mt-6" aria-labelledby="comparison-heading">
      <h2 id="comparison-heading">Compared with the other assessment</h2>
      <p className="mt-1 flex flex-wrap gap-x-3">
        <span>
          Earlier {score.before ?? '–'} <LevelMark level={level.before} />
        </span>
        <span aria-hidden="true">→</span>
        <span>
          later {score.after ?? '–'} <LevelMark level={level.after} />
        </span>
        <Link to={backHref}>Close the comparison</Link>
      </p>
      <p className="hint mt-1">
        {factors
          .map(({ factor, before, after }) => `${factorLabels[factor]} ${before} → ${after}`)
          .join(' · ')}
      </p>
      {differing.length === 0 ? (
        <p className="mt-2">Every answer and every point is the same.</p>
      ) : (
        <ul className="mt-3 grid gap-2">
          {differing.map((one) => (
            <li key={one.questionKey} className="panel grid gap-1 px-4 py-2">
              <p className="font-semibold">{one.text}</p>
              <p className="hint">{changeWords[one.change]}</p>
              <dl className="grid gap-x-4 sm:grid-cols-2">
                <div>
                  <dt className="text-xs text-ink-soft">Earlier</dt>
                  <dd>
                    {one.before || 'Not asked'}
                    {one.beforePoints ? `, ${one.beforePoints} points` : ''}
                  </dd>
                </div>
                <div>
                  <dt className="text-xs text-ink-soft">Later</dt>
                  <dd>
                    {one.after || 'Not asked'}
                    {one.afterPoints ? `, ${one.afterPoints} points` : ''}
                  </dd>
                </div>
              </dl>
            </li>
          ))}
        </ul>
      )}
    </section>
  );
}
