import { cddLevelLabels, riskLevelLabels, riskLevels } from '#rules/clients/client-types.ts';
import { formatAnswer } from '#rules/risk/answers.ts';
import { createConditionFormatter } from '#rules/risk/condition-text.ts';
import { prefillSource } from '#rules/risk/prefill-sources.ts';
import { questionTypeLabels } from '#rules/risk/question-types.ts';
import {
  factorLabels,
  factors,
  type Option,
  type Question,
  type TemplateContent,
} from '#rules/risk/template.ts';
import { DescriptionList } from '../../components/description-list.tsx';
import { Card } from '../../components/panel.tsx';
import { type Column, DataTable } from '../../components/table.tsx';

function getEffects({ floor, cddLevel, prohibit }: Option): string {
  return [
    floor ? `at least ${riskLevelLabels[floor].toLowerCase()}` : '',
    cddLevel ? `${cddLevelLabels[cddLevel].toLowerCase()} CDD` : '',
    prohibit ? 'not allowed' : '',
  ]
    .filter(Boolean)
    .join(', ');
}

/** Rows of a question's points: answer, points and other effects. */
function pointsRows(question: Question): { words: string; points: string; effects: string }[] {
  const options = question.options.map((option) => ({
    words: option.label,
    points: option.score === null ? 'none yet' : String(option.score),
    effects: getEffects(option),
  }));
  const bands = (question.bands ?? []).map(({ upTo, score }) => ({
    words: upTo === null ? 'Above that' : `Up to ${formatAnswer({ ...question, bands: null }, upTo)}`,
    points: String(score),
    effects: '',
  }));
  return [...options, ...bands];
}

const severalCount = {
  max: 'the highest of several options counts',
  sum: 'several options add up, to 100 at most',
};

/** Settings of the whole version. */
function getSettings(
  { factorWeights, thresholds, reviewMonths }: TemplateContent,
  published: string | null,
): [label: string, text: string][] {
  const months = riskLevels
    .filter((level) => reviewMonths?.[level] != null)
    .map((level) => `${riskLevelLabels[level].toLowerCase()} after ${reviewMonths?.[level]} months`);
  return [
    ['Published', published ?? 'Not yet'],
    [
      'Factor weights',
      factors.map((factor) => `${factorLabels[factor].toLowerCase()} ${factorWeights[factor]}`).join(', '),
    ],
    ['Levels', `Medium from ${thresholds.medium} points, high from ${thresholds.high}`],
    ['Reviews', months.length === 0 ? 'As set by your policy' : months.join(', ')],
  ];
}

const pointsColumns: Column<ReturnType<typeof pointsRows>[number]>[] = [
  { title: 'Answer', cell: ({ words }) => words },
  { title: 'Points', isFigure: true, className: 'w-20', cell: ({ points }) => points },
  { title: 'Also', className: 'w-1/3', cell: ({ effects }) => effects || '–' },
];

/** The whole version with all points, for reading and printing. */
export function PrintView({ content, published }: { content: TemplateContent; published: string | null }) {
  const { sections } = content;
  const formatCondition = createConditionFormatter(content);
  return (
    <div className="mt-4 grid max-w-[860px] grid-cols-[minmax(0,1fr)] gap-6">
      <DescriptionList
        card
        facts={getSettings(content, published).map(([label, text]) => ({ label, value: text }))}
      />
      {sections.map((section, s) => (
        <section key={section.key} className="grid gap-4">
          <h2>
            {s + 1} {section.title}
          </h2>
          {section.help ? <p className="hint whitespace-pre-line">{section.help}</p> : null}
          {section.questions.map((question, q) => (
            <Card key={question.key} className="grid gap-1">
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
                  <span className="text-ink-soft">Show only if </span>
                  {formatCondition(question.showWhen)}
                </p>
              ) : null}
              <DataTable
                look="plain"
                caption={`Points: ${question.text}`}
                columns={pointsColumns}
                rows={pointsRows(question)}
                rowKey={({ words }) => words}
                className="[&_:is(td,th)]:h-8 [&_:is(td,th)]:py-1 [&_:is(td,th):first-child]:pl-0"
              />
            </Card>
          ))}
        </section>
      ))}
    </div>
  );
}
