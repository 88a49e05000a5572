import { cddLevelLabels, riskLevelLabels, riskLevels } from '#rules/client-types.ts';
import { answerText } from '#rules/risk/answers.ts';
import { createConditionTexts } from '#rules/risk/condition-text.ts';
import { prefillSource } from '#rules/risk/prefill-sources.ts';
import { questionTypeLabels } from '#rules/risk/question-types.ts';
import {
  factorLabels,
  factors,
  type Option,
  type Question,
  type TemplateContent,
} from '#rules/risk/template.ts';

function effectsOf({ floor, cddLevel, prohibit }: Option): string {
  return [
    floor ? `at least ${riskLevelLabels[floor].toLowerCase()}` : '',
    cddLevel ? `${cddLevelLabels[cddLevel].toLowerCase()} due diligence` : '',
    prohibit ? 'not allowed' : '',
  ]
    .filter(Boolean)
    .join(', ');
}

/** Rows of a question's points: words, points, and what else an answer does. */
function pointsRows(question: Question): { words: string; points: string; effects: string }[] {
  const options = question.options.map((option) => ({
    words: option.label,
    points: option.score === null ? 'none yet' : String(option.score),
    effects: effectsOf(option),
  }));
  const bands = (question.bands ?? []).map(({ upTo, score }) => ({
    words: upTo === null ? 'Above that' : `Up to ${answerText({ ...question, bands: null }, upTo)}`,
    points: String(score),
    effects: '',
  }));
  return [...options, ...bands];
}

const severalCount = {
  max: 'the highest of several options counts',
  sum: 'several options add up, to 100 at most',
};

/** What holds for the whole version, as label and text. */
function settingsOf(
  { factorWeights, thresholds, reviewMonths }: TemplateContent,
  published: string | null,
): [label: string, text: string][] {
  const months = riskLevels
    .filter((level) => reviewMonths?.[level] != null)
    .map((level) => `${riskLevelLabels[level].toLowerCase()} after ${reviewMonths?.[level]} months`);
  return [
    ['Published', published ?? 'Not yet'],
    [
      'Weights of the factors',
      factors.map((factor) => `${factorLabels[factor].toLowerCase()} ${factorWeights[factor]}`).join(', '),
    ],
    ['Levels', `Medium from ${thresholds.medium} points, high from ${thresholds.high}`],
    ['Reviews', months.length === 0 ? 'As your policy says' : months.join(', ')],
  ];
}

/** The whole version with every point, to read and to print. */
export function PrintView({ content, published }: { content: TemplateContent; published: string | null }) {
  const { sections } = content;
  const conditionText = createConditionTexts(content);
  return (
    <div className="mt-4 grid max-w-[860px] grid-cols-[minmax(0,1fr)] gap-6">
      <dl className="panel grid gap-x-4 gap-y-2 p-4 sm:grid-cols-[180px_1fr]">
        {settingsOf(content, published).map(([label, text]) => (
          <div key={label} className="sm:contents">
            <dt className="text-ink-soft">{label}</dt>
            <dd>{text}</dd>
          </div>
        ))}
      </dl>
      {sections.map((section, s) => (
        <section key={section.key} className="grid gap-4">
          <h2>
            {s + 1} {section.title}
          </h2>
          {section.help ? <p className="hint whitespace-pre-line">{section.help}</p> : null}
          {section.questions.map((question, q) => (
            <div key={question.key} className="panel grid gap-1 p-4">
              <h3>
                {s + 1}.{q + 1} {question.text}
              </h3>
              <p className="hint">
                {questionTypeLabels[question.type]}, {factorLabels[question.factor].toLowerCase()}, weight{' '}
                {question.weight}
                {question.required ? '' : ', optional'}
                {question.evidenceRequired ? ', needs evidence' : ''}
                {question.type === 'multi' ? `, ${severalCount[question.multiAggregate]}` : ''}
              </p>
              {question.help ? <p className="text-sm whitespace-pre-line">{question.help}</p> : null}
              {question.prefill ? (
                <p className="text-sm">
                  <span className="text-ink-soft">Filled in from the record: </span>
                  {prefillSource(question.prefill)?.label ?? question.prefill}
                </p>
              ) : null}
              {question.showWhen ? (
                <p className="text-sm">
                  <span className="text-ink-soft">Asked only when </span>
                  {conditionText(question.showWhen)}
                </p>
              ) : null}
              {pointsRows(question).length === 0 ? null : (
                <table className="mt-1 [&_:is(td,th)]:h-8 [&_:is(td,th)]:py-1 [&_:is(td,th):first-child]:pl-0">
                  <thead>
                    <tr>
                      <th scope="col">Answer</th>
                      <th scope="col" className="w-20 text-right">
                        Points
                      </th>
                      <th scope="col" className="w-1/3">
                        Also
                      </th>
                    </tr>
                  </thead>
                  <tbody>
                    {pointsRows(question).map((row) => (
                      <tr key={row.words}>
                        <td>{row.words}</td>
                        <td className="text-right">{row.points}</td>
                        <td>{row.effects || '–'}</td>
                      </tr>
                    ))}
                  </tbody>
                </table>
              )}
            </div>
          ))}
        </section>
      ))}
    </div>
  );
}
