import { canonicalJson } from '#rules/canonical-json.ts';
import { riskLevelLabels, riskLevels } from '#rules/clients/client-types.ts';
import { mergedKeys } from './compare.ts';
import { createConditionFormatter } from './condition-text.ts';
import { questionTypeLabels } from './question-types.ts';
import {
  factorLabels,
  factors,
  getQuestions,
  type Option,
  type Question,
  type TemplateContent,
} from './template.ts';

/** One difference: the property, and its text before and after; empty where absent. */
export type Difference = { what: string; before: string; after: string };

type QuestionDifference = {
  questionKey: string;
  text: string;
  change: 'same' | 'changed' | 'added' | 'removed';
  details: Difference[];
};

export type VersionComparison = { settings: Difference[]; questions: QuestionDifference[] };

function differences(rows: readonly (readonly [string, unknown, unknown])[]): Difference[] {
  const read = (value: unknown) => (value === undefined || value === null ? '' : String(value));
  return rows
    .map(([what, before, after]) => ({ what, before: read(before), after: read(after) }))
    .filter(({ before, after }) => before !== after);
}

function yesOrNo(value: boolean | undefined): string {
  return value ? 'yes' : 'no';
}

function formatOption({ label, score, floor, cddLevel, prohibit }: Option): string {
  return [
    label,
    score === null ? 'no points' : score === 1 ? '1 point' : `${score} points`,
    floor ? `at least ${floor}` : '',
    cddLevel ? `${cddLevel} due diligence` : '',
    prohibit ? 'prohibits' : '',
  ]
    .filter((part) => part !== '')
    .join(', ');
}

function optionDifferences(before: Question, after: Question): Difference[] {
  const was = new Map(before.options.map((option) => [option.key, option]));
  const is = new Map(after.options.map((option) => [option.key, option]));
  return differences(
    mergedKeys([...was.keys()], [...is.keys()]).map((key) => {
      const [old, fresh] = [was.get(key), is.get(key)];
      const name = (fresh ?? old)?.label ?? key;
      return [`Option “${name}”`, old && formatOption(old), fresh && formatOption(fresh)] as const;
    }),
  );
}

function formatBands({ bands }: Question): string {
  return (bands ?? [])
    .map(({ upTo, score }) => `${upTo === null ? 'above' : `up to ${upTo}`}: ${score}`)
    .join('; ');
}

/** Conditions of both versions as text. */
interface ConditionTexts {
  before: (condition: Question['showWhen']) => string;
  after: (condition: Question['showWhen']) => string;
}

function formatConditions(content: TemplateContent): ConditionTexts['before'] {
  const getText = createConditionFormatter(content, 'words');
  return (condition) => (condition ? getText(condition) : '');
}

/** An unchanged condition is no difference, even if a question it refers to was reworded. */
function conditionDifference(before: Question, after: Question, getTexts: ConditionTexts): Difference[] {
  if (canonicalJson(before.showWhen ?? null) === canonicalJson(after.showWhen ?? null)) return [];
  return differences([['Show only if', getTexts.before(before.showWhen), getTexts.after(after.showWhen)]]);
}

function questionDetails(before: Question, after: Question, getTexts: ConditionTexts): Difference[] {
  return [
    ...differences([
      ['Question', before.text, after.text],
      ['Help', before.help, after.help],
      ['Factor', factorLabels[before.factor], factorLabels[after.factor]],
      ['Type', questionTypeLabels[before.type], questionTypeLabels[after.type]],
      ['Required', yesOrNo(before.required), yesOrNo(after.required)],
      ['Weight', before.weight, after.weight],
      ['Several choices count as', before.multiAggregate, after.multiAggregate],
      ['Several countries', yesOrNo(before.multiple), yesOrNo(after.multiple)],
      ['Bands', formatBands(before), formatBands(after)],
      ['Evidence required', yesOrNo(before.evidenceRequired), yesOrNo(after.evidenceRequired)],
      ['Filled in from', before.prefill, after.prefill],
    ]),
    ...conditionDifference(before, after, getTexts),
    ...optionDifferences(before, after),
  ];
}

function settingDifferences(before: TemplateContent, after: TemplateContent): Difference[] {
  return differences([
    ...factors.map(
      (factor) =>
        [
          `Weight of ${factorLabels[factor].toLowerCase()}`,
          before.factorWeights[factor],
          after.factorWeights[factor],
        ] as const,
    ),
    ['Medium from', before.thresholds.medium, after.thresholds.medium],
    ['High from', before.thresholds.high, after.thresholds.high],
    ...riskLevels.map(
      (level) =>
        [
          `Months to the next review, ${riskLevelLabels[level].toLowerCase()}`,
          before.reviewMonths?.[level],
          after.reviewMonths?.[level],
        ] as const,
    ),
  ]);
}

function questionDifference(
  questionKey: string,
  before: Question | undefined,
  after: Question | undefined,
  getTexts: ConditionTexts,
): QuestionDifference {
  const text = (after ?? before)?.text ?? questionKey;
  if (before === undefined) return { questionKey, text, change: 'added', details: [] };
  if (after === undefined) return { questionKey, text, change: 'removed', details: [] };
  const details = questionDetails(before, after, getTexts);
  return { questionKey, text, change: details.length > 0 ? 'changed' : 'same', details };
}

/** Compares two versions of a template: settings that differ, and every question of either with its differences. */
export function compareVersions(before: TemplateContent, after: TemplateContent): VersionComparison {
  const was = new Map(getQuestions(before).map(({ question }) => [question.key, question]));
  const is = new Map(getQuestions(after).map(({ question }) => [question.key, question]));
  const getTexts = { before: formatConditions(before), after: formatConditions(after) };
  return {
    settings: settingDifferences(before, after),
    questions: mergedKeys([...was.keys()], [...is.keys()]).map((key) =>
      questionDifference(key, was.get(key), is.get(key), getTexts),
    ),
  };
}
