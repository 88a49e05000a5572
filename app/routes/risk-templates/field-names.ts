import { riskLevelLabels, riskLevels } from '#rules/clients/client-types.ts';
import { factorLabels, factors } from '#rules/risk/template.ts';

/** Labels of the fields of a section, a question and its parts, as in a sentence. */
const partLabels: Record<string, string> = {
  title: 'title',
  text: 'question',
  help: 'help',
  type: 'type of answer',
  factor: 'factor',
  weight: 'weight',
  prefill: 'prefill',
  condition: 'show only if',
  label: 'label',
  score: 'points',
  floor: 'minimum level',
  upTo: 'up to',
  value: 'answer',
};

/** Labels of the template's own fields. */
const settingLabels = new Map<string, string>([
  ['name', 'Name'],
  ['thresholds.medium', 'Medium from (score)'],
  ['thresholds.high', 'High from (score)'],
  ...factors.map((factor) => [`factorWeights.${factor}`, `Factor weights, ${factorLabels[factor]}`] as const),
  ...riskLevels.map(
    (level) =>
      [
        `reviewMonths.${level}`,
        `Review ${riskLevelLabels[level].toLowerCase()} risk every (months)`,
      ] as const,
  ),
]);

const listLabels: Record<string, string> = { options: 'option', bands: 'band', rows: 'condition' };

/** What an error of the editor is about: "Question 1.2, option 3, points". Empty for the template as a whole. */
function formatPlace(name: string): string {
  const setting = settingLabels.get(name);
  if (setting !== undefined) return setting;
  const [, section, question, rest = ''] =
    /^sections\[(\d+)\](?:\.questions\[(\d+)\])?(?:\.(.*))?$/.exec(name) ?? [];
  if (section === undefined) return '';
  const number = Number(section) + 1;
  const whole = question === undefined ? `Section ${number}` : `Question ${number}.${Number(question) + 1}`;
  const parts = [...rest.matchAll(/(\w+)(?:\[(\d+)\])?/g)].map(([, part = '', index]) =>
    index === undefined ? partLabels[part] : `${listLabels[part]} ${Number(index) + 1}`,
  );
  // A row of a condition says by itself what it belongs to.
  const shown = rest.startsWith('condition.rows') ? parts.slice(1) : parts;
  return [whole, ...shown].join(', ');
}

/** An error away from its field, with what it is about: "Question 1.2, weight: Enter a number." */
export function nameField(name: string, message: string): string {
  const place = formatPlace(name);
  return place === '' ? message : `${place}: ${message}`;
}
