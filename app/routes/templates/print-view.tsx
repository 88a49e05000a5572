import { cddLevelLabels, riskLevelLabels } from '#rules/client-types.ts';
import { answerText } from '#rules/risk/answers.ts';
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

/** The whole version with every point, to read and to print. */
export function PrintView({ content }: { content: TemplateContent }) {
  const { factorWeights, thresholds, sections } = content;
  return (
    <div className="mt-4 grid max-w-[860px] gap-6">
      <p>
        Factors weigh{' '}
        {factors.map((factor) => `${factorLabels[factor].toLowerCase()} ${factorWeights[factor]}`).join(', ')}
        . Medium from {thresholds.medium}, high from {thresholds.high} points.
      </p>
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
                {question.showWhen ? ', asked under a condition' : ''}
              </p>
              {pointsRows(question).length === 0 ? null : (
                <table>
                  <thead>
                    <tr>
                      <th scope="col">Answer</th>
                      <th scope="col" className="text-right">
                        Points
                      </th>
                      <th scope="col">Besides</th>
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
