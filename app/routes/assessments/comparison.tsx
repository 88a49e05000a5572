import { Link } from '@remix-run/react';
import type { Assessment, compareAssessments } from '#contract/assessments.ts';
import type { EndpointAnswer } from '#contract/endpoint.ts';
import { factorLabels } from '#rules/risk/template.ts';
import { RiskMark } from '../../components/mark.tsx';
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
            <RiskMark level={finalLevel} none="Not scored" />
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
  points: 'Same answer, other points',
  added: 'Asked only later',
  removed: 'Asked only earlier',
};

/** "+2.6" between two texts of points with one decimal; nothing where they are the same. */
function difference(before: string, after: string): string {
  const tenths = Math.round((Number(after) - Number(before)) * 10);
  if (tenths === 0) return '';
  return `${tenths > 0 ? '+' : '−'}${(Math.abs(tenths) / 10).toFixed(1)}`;
}

/** Two assessments side by side: what differs first, what is the same folded away. */
export function Comparison({
  compared,
  earlierText,
  laterText,
  backHref,
}: {
  compared: Compared;
  /** When each of the two was begun. */
  earlierText: string;
  laterText: string;
  backHref: string;
}) {
  const { score, level, factors, questions } = compared;
  const differing = questions.filter(({ change }) => change !== 'same');
  // Neither asked it: there is nothing to be the same.
  const same = questions.filter(({ change, before, after }) => change === 'same' && (before || after));
  const columns = { earlierText, laterText };
  return (
    <section
      className="panel mt-6 grid grid-cols-[minmax(0,1fr)] gap-4 p-4"
      aria-labelledby="comparison-heading"
    >
      <div className="flex flex-wrap items-baseline justify-between gap-x-4 gap-y-1">
        <h2 id="comparison-heading">What has changed between two assessments</h2>
        <Link to={backHref} className="print:hidden">
          Close the comparison
        </Link>
      </div>
      <p className="wide:hidden">
        Earlier: {earlierText}. Later: {laterText}.
      </p>
      <table className="max-w-form narrow:[&_:is(td,th):nth-child(4)]:hidden narrow:[&_:is(td,th)]:px-1">
        <caption className="sr-only">Score, level and points by factor</caption>
        <thead>
          <tr>
            <th scope="col">Points</th>
            <th scope="col" className="text-right">
              Earlier
            </th>
            <th scope="col" className="text-right">
              Later
            </th>
            <th scope="col" className="text-right">
              Change
            </th>
          </tr>
        </thead>
        <tbody className="[&_td]:text-right [&_tr]:h-8 [&_:is(td,th)]:h-8 [&_:is(td,th)]:py-1">
          <tr>
            <th scope="row">In all</th>
            <td className="font-semibold">
              {score.before ?? '–'} <RiskMark level={level.before} none="Not scored" />
            </td>
            <td className="font-semibold">
              {score.after ?? '–'} <RiskMark level={level.after} none="Not scored" />
            </td>
            <td className="font-semibold">{difference(score.before ?? '0', score.after ?? '0')}</td>
          </tr>
          {factors.map(({ factor, before, after }) => (
            <tr key={factor}>
              <th scope="row" className="font-normal">
                {factorLabels[factor]}
              </th>
              <td>{before}</td>
              <td>{after}</td>
              <td>{difference(before, after)}</td>
            </tr>
          ))}
        </tbody>
      </table>
      {differing.length === 0 ? (
        <p>Every answer and every point is the same.</p>
      ) : (
        <ComparedQuestions caption="Answers that differ" questions={differing} {...columns} />
      )}
      {same.length === 0 || differing.length === 0 ? null : (
        <details>
          <summary>
            {same.length === 1 ? 'One answer is the same' : `${same.length} answers are the same`}
          </summary>
          <div className="mt-2">
            <ComparedQuestions caption="Answers that are the same" questions={same} {...columns} />
          </div>
        </details>
      )}
    </section>
  );
}

interface ColumnTexts {
  earlierText: string;
  laterText: string;
}

function ColumnHeads({ earlierText, laterText }: ColumnTexts) {
  return (
    <>
      <th scope="col" className="whitespace-normal">
        Earlier, {earlierText}
      </th>
      <th scope="col" className="whitespace-normal">
        Later, {laterText}
      </th>
    </>
  );
}

function ComparedQuestions({
  caption,
  questions,
  ...columns
}: ColumnTexts & { caption: string; questions: Compared['questions'] }) {
  return (
    <table className="wide:table-fixed [&_:is(td,tbody_th)]:align-top">
      <caption className="sr-only">{caption}</caption>
      <thead className="narrow:sr-only">
        <tr>
          <th scope="col" className="w-2/5">
            Question
          </th>
          <ColumnHeads {...columns} />
        </tr>
      </thead>
      <tbody>
        {questions.map((one) => (
          <tr
            key={one.questionKey}
            className="narrow:grid narrow:gap-1 narrow:border-b narrow:border-line narrow:py-2 narrow:[&_:is(td,th)]:h-auto narrow:[&_:is(td,th)]:border-0 narrow:[&_:is(td,th)]:p-0"
          >
            <th scope="row">
              {one.text}
              {one.change === 'same' ? null : (
                <span className="block font-normal text-attention">{changeWords[one.change]}</span>
              )}
            </th>
            <Side label="Earlier" answer={one.before} points={one.beforePoints} />
            <Side label="Later" answer={one.after} points={one.afterPoints} />
          </tr>
        ))}
      </tbody>
    </table>
  );
}

function Side({ label, answer, points }: { label: string; answer: string; points: string }) {
  return (
    <td>
      <span className="text-ink-soft wide:hidden">{label}: </span>
      <span className="whitespace-pre-line">{answer || 'Not asked'}</span>
      {points ? <span className="hint wide:block"> {points} points</span> : null}
    </td>
  );
}
