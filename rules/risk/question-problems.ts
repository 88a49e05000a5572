import { countryOptionKeys } from '#rules/country-lists/country-list-keys.ts';
import { prefillSource } from './prefill-sources.ts';
import { questionTypeLabels, type ResourceType, scoredBy } from './question-types.ts';
import { type Band, keyPattern, type Option, type Question, templateLimits } from './template.ts';
import {
  isWholeWithin,
  rejectedAsDraft,
  rejectedAtPublishing,
  type TemplateProblem,
  textProblems,
} from './template-problem.ts';

const keyMessage = 'Use letters, digits, hyphens and underscores, a letter first, at most 60.';

/** Problems of a key's format, at its field. */
export function keyProblems(path: string, key: string): TemplateProblem[] {
  return keyPattern.test(key) ? [] : [rejectedAsDraft(path, 'key.malformed', keyMessage)];
}

function isScored({ type, weight }: Question): boolean {
  return weight > 0 && scoredBy[type] !== 'nothing';
}

function optionProblems(question: Question, option: Option, path: string): TemplateProblem[] {
  const problems = [
    ...keyProblems(`${path}.key`, option.key),
    ...textProblems(
      `${path}.label`,
      option.label,
      { maxLength: templateLimits.optionLabel },
      'Enter the option’s words.',
    ),
  ];
  if (option.score === null) {
    if (isScored(question)) {
      problems.push(
        rejectedAtPublishing(
          `${path}.score`,
          'option.unscored',
          'Enter points for this option, from 0 to 100.',
        ),
      );
    }
  } else if (!isWholeWithin(option.score, 0, templateLimits.score)) {
    problems.push(
      rejectedAsDraft(`${path}.score`, 'option.scoreOutOfRange', 'Enter a whole number from 0 to 100.'),
    );
  }
  return problems;
}

function wrongKeys(question: Question, path: string): TemplateProblem[] {
  const keys = question.options.map(({ key }) => key);
  if (question.type === 'yesNo' && (keys.length !== 2 || !['yes', 'no'].every((key) => keys.includes(key)))) {
    return [
      rejectedAtPublishing(
        path,
        'options.wrongKeys',
        'This question must have two options with the keys “yes” and “no”.',
      ),
    ];
  }
  if (question.type !== 'country') return [];
  const strange = keys.findIndex((key) => !(countryOptionKeys as readonly string[]).includes(key));
  if (strange >= 0) {
    return [
      rejectedAtPublishing(
        `${path}[${strange}].key`,
        'options.wrongKeys',
        `Countries score by list: use one of the keys ${countryOptionKeys.join(', ')}.`,
      ),
    ];
  }
  if (isScored(question) && keys.length > 0 && !keys.includes('otherwise')) {
    return [
      rejectedAtPublishing(
        path,
        'options.wrongKeys',
        'Add the option “otherwise”, so that a country on none of the lists has points too.',
      ),
    ];
  }
  return [];
}

function getMinOptions({ type }: Question): number {
  return type === 'country' ? 1 : 2;
}

function optionsProblems(question: Question, path: string): TemplateProblem[] {
  const { options, type } = question;
  if (scoredBy[type] !== 'options') {
    return options.length === 0
      ? []
      : [
          rejectedAtPublishing(
            path,
            'options.notUsed',
            `A question of type “${questionTypeLabels[type]}” has no options. Remove them, or change its type.`,
          ),
        ];
  }
  if (options.length > templateLimits.options) {
    return [
      rejectedAsDraft(
        path,
        'options.tooMany',
        `Use at most ${templateLimits.options} options for a question.`,
      ),
    ];
  }
  const problems = options.flatMap((option, index) => optionProblems(question, option, `${path}[${index}]`));
  const seen = new Set<string>();
  options.forEach(({ key }, index) => {
    if (seen.has(key)) {
      problems.push(
        rejectedAsDraft(
          `${path}[${index}].key`,
          'key.duplicate',
          'Another option of this question has the same key. Use a different key.',
        ),
      );
    }
    seen.add(key);
  });
  // An unscored country question needs no options; every country can be selected.
  const needsOptions = type !== 'country' || isScored(question);
  if (needsOptions && options.length < getMinOptions(question)) {
    const message =
      type === 'country'
        ? 'Add an option for each list that scores, and “otherwise”.'
        : 'Add at least two options to choose from.';
    problems.push(rejectedAtPublishing(path, 'options.missing', message));
    return problems;
  }
  return [...problems, ...wrongKeys(question, path)];
}

function bandProblems(bands: readonly Band[], path: string): TemplateProblem[] {
  const problems: TemplateProblem[] = [];
  let highestSoFar = Number.NEGATIVE_INFINITY;
  bands.forEach(({ upTo, score }, index) => {
    const at = `${path}[${index}]`;
    const isLast = index === bands.length - 1;
    if (!isWholeWithin(score, 0, templateLimits.score)) {
      problems.push(
        rejectedAsDraft(`${at}.score`, 'bands.outOfRange', 'Enter a whole number from 0 to 100.'),
      );
    }
    if (upTo === null) {
      if (!isLast) {
        problems.push(
          rejectedAtPublishing(
            `${at}.upTo`,
            'bands.order',
            'Only the last band has no upper end. Enter where this one ends.',
          ),
        );
      }
      return;
    }
    if (!Number.isFinite(upTo)) {
      problems.push(rejectedAsDraft(`${at}.upTo`, 'bands.outOfRange', 'Enter a number.'));
      return;
    }
    if (upTo <= highestSoFar) {
      problems.push(
        rejectedAtPublishing(`${at}.upTo`, 'bands.order', 'Let this band end above the one before it.'),
      );
    }
    highestSoFar = Math.max(highestSoFar, upTo);
    if (isLast) {
      problems.push(
        rejectedAtPublishing(
          `${at}.upTo`,
          'bands.openEnd',
          'Leave the upper end of the last band empty, so that every larger number has points too.',
        ),
      );
    }
  });
  return problems;
}

function bandsProblems(question: Question, path: string): TemplateProblem[] {
  const bands = question.bands ?? [];
  if (scoredBy[question.type] !== 'bands') {
    return bands.length === 0
      ? []
      : [
          rejectedAtPublishing(
            path,
            'bands.notUsed',
            `A question of type “${questionTypeLabels[question.type]}” has no bands. Remove them, or change its type.`,
          ),
        ];
  }
  if (bands.length > templateLimits.bands) {
    return [rejectedAsDraft(path, 'bands.tooMany', `Use at most ${templateLimits.bands} bands.`)];
  }
  if (bands.length === 0) {
    return question.weight > 0
      ? [
          rejectedAtPublishing(
            path,
            'bands.missing',
            'Add bands that say how many points a number has, or set the weight to 0.',
          ),
        ]
      : [];
  }
  return bandProblems(bands, path);
}

function prefillProblems(question: Question, resourceType: ResourceType, path: string): TemplateProblem[] {
  const { prefill } = question;
  if (!prefill) return [];
  const source = prefillSource(prefill);
  if (source === undefined) {
    return [
      rejectedAtPublishing(
        path,
        'prefill.unknown',
        'There is no such field to fill this in from. Select another, or none.',
      ),
    ];
  }
  const misfit = (message: string) => [rejectedAtPublishing(path, 'prefill.misfit', message)];
  if (source.resourceType !== resourceType) {
    return misfit(`“${source.label}” is not a field of the assessed record. Select another field, or none.`);
  }
  if (source.type !== question.type) {
    return misfit(
      `“${source.label}” fills in a question of type “${questionTypeLabels[source.type]}”. Change the type, or choose another field.`,
    );
  }
  if (source.multiple && !question.multiple) {
    return misfit(`“${source.label}” can be several countries. Let this question take several.`);
  }
  const { values } = source;
  if (values !== undefined && !question.options.some(({ key }) => values.includes(key))) {
    return misfit(
      `No option has a key that “${source.label}” can hold, so it would never be filled in. Use ${values.join(', ')}.`,
    );
  }
  return [];
}

/** Problems of one question on its own; unique keys and conditions are checked separately. */
export function questionProblems(
  question: Question,
  resourceType: ResourceType,
  path: string,
): TemplateProblem[] {
  const problems = [
    ...keyProblems(`${path}.key`, question.key),
    ...textProblems(
      `${path}.text`,
      question.text,
      { maxLength: templateLimits.questionText },
      'Enter the question.',
    ),
    ...textProblems(`${path}.help`, question.help, { maxLength: templateLimits.help, multiline: true }),
    ...optionsProblems(question, `${path}.options`),
    ...bandsProblems(question, `${path}.bands`),
    ...prefillProblems(question, resourceType, `${path}.prefill`),
  ];
  if (!isWholeWithin(question.weight, 0, templateLimits.weight)) {
    problems.push(
      rejectedAsDraft(`${path}.weight`, 'question.weightOutOfRange', 'Enter a whole number from 0 to 10.'),
    );
  } else if (question.weight > 0 && scoredBy[question.type] === 'nothing') {
    problems.push(
      rejectedAtPublishing(
        `${path}.weight`,
        'question.cannotScore',
        `A question of type “${questionTypeLabels[question.type]}” has no points. Set its weight to 0.`,
      ),
    );
  } else if (isScored(question) && !question.required) {
    // An omitted answer would change the score unnoticed.
    problems.push(
      rejectedAtPublishing(
        `${path}.required`,
        'question.scoredOptional',
        'A question with points must be required. Require it, or set its weight to 0; a condition can show it only where it applies.',
      ),
    );
  }
  return problems;
}
