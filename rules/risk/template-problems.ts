import { type RiskLevel, riskLevels } from '#rules/clients/client-types.ts';
import { conditionProblems } from './condition-problems.ts';
import { keyProblems, questionProblems } from './question-problems.ts';
import { type ResourceType, scoredBy } from './question-types.ts';
import { factors, getQuestions, type TemplateContent, templateLimits } from './template.ts';
import {
  isWholeWithin,
  rejectedAsDraft,
  rejectedAtPublishing,
  type TemplateProblem,
  textProblems,
} from './template-problem.ts';

function weightProblems({ factorWeights }: TemplateContent): TemplateProblem[] {
  const problems = factors
    .filter((factor) => !isWholeWithin(factorWeights[factor], 0, templateLimits.factorWeight))
    .map((factor) =>
      rejectedAsDraft(
        `factorWeights.${factor}`,
        'factorWeights.outOfRange',
        'Enter a whole number from 0 to 10; 0 leaves the factor out.',
      ),
    );
  if (problems.length === 0 && factors.every((factor) => factorWeights[factor] === 0)) {
    const message = 'Set at least one factor weight above 0.';
    problems.push(rejectedAtPublishing('factorWeights', 'factorWeights.allZero', message));
  }
  return problems;
}

/** 0 < medium < high ≤ 100. */
function thresholdProblems({ thresholds: { medium, high } }: TemplateContent): TemplateProblem[] {
  const problems = Object.entries({ medium, high })
    .filter(([, value]) => !isWholeWithin(value, 1, templateLimits.score))
    .map(([name]) =>
      rejectedAtPublishing(
        `thresholds.${name}`,
        'thresholds.outOfRange',
        'Enter a whole number from 1 to 100.',
      ),
    );
  if (problems.length === 0 && medium >= high) {
    const message = `High must start above medium: enter a number above ${medium}, at most 100, or lower the start of medium.`;
    problems.push(rejectedAtPublishing('thresholds.high', 'thresholds.order', message));
  }
  return problems;
}

function reviewProblems({ reviewMonths }: TemplateContent): TemplateProblem[] {
  const wrong = (level: RiskLevel) => {
    const months = reviewMonths?.[level];
    return months !== undefined && !isWholeWithin(months, 1, templateLimits.reviewMonths);
  };
  return riskLevels
    .filter(wrong)
    .map((level) =>
      rejectedAsDraft(
        `reviewMonths.${level}`,
        'reviewMonths.outOfRange',
        `Enter a whole number of months from 1 to ${templateLimits.reviewMonths}, or leave it empty.`,
      ),
    );
}

function sectionProblems({ sections }: TemplateContent): TemplateProblem[] {
  const seen = new Set<string>();
  return sections.flatMap((section, index) => {
    const path = `sections[${index}]`;
    const problems = [
      ...keyProblems(`${path}.key`, section.key),
      ...textProblems(
        `${path}.title`,
        section.title,
        { maxLength: templateLimits.sectionTitle },
        'Enter the section’s title.',
      ),
      ...textProblems(`${path}.help`, section.help, { maxLength: templateLimits.help, multiline: true }),
    ];
    if (seen.has(section.key)) {
      const message = 'Another section has the same key. Use a different key.';
      problems.push(rejectedAsDraft(`${path}.key`, 'key.duplicate', message));
    }
    seen.add(section.key);
    if (section.questions.length === 0) {
      const message = 'This section has no question. Add one, or remove the section.';
      problems.push(rejectedAtPublishing(path, 'section.empty', message));
    }
    return problems;
  });
}

function duplicateQuestions(listed: ReturnType<typeof getQuestions>): TemplateProblem[] {
  const first = new Map<string, string>();
  return listed.flatMap(({ question, path }) => {
    const earlier = first.get(question.key);
    if (earlier === undefined) {
      first.set(question.key, question.text.trim() || question.key);
      return [];
    }
    const message = `“${[...earlier].slice(0, 60).join('')}” has the same key. Use a different key for this question.`;
    return [rejectedAsDraft(`${path}.key`, 'key.duplicate', message)];
  });
}

function nothingScores(content: TemplateContent, listed: ReturnType<typeof getQuestions>): TemplateProblem[] {
  const scores = listed.some(
    ({ question: { type, weight, factor } }) =>
      weight > 0 && scoredBy[type] !== 'nothing' && content.factorWeights[factor] > 0,
  );
  if (scores) return [];
  const message = 'No question has points. Set a weight on a question whose factor also has a weight.';
  return [rejectedAtPublishing('sections', 'template.nothingScores', message)];
}

/**
 * Blockers of publishing a version, in field order; those with `rejectedIn: 'draft'` block saving. Above the limits on
 * questions and sections only that is reported.
 */
export function templateProblems(content: TemplateContent, resourceType: ResourceType): TemplateProblem[] {
  const listed = getQuestions(content);
  if (content.sections.length > templateLimits.sections) {
    const message = `Use at most ${templateLimits.sections} sections; there are ${content.sections.length}.`;
    return [rejectedAsDraft('sections', 'template.tooManySections', message)];
  }
  if (listed.length > templateLimits.questions) {
    const message = `Use at most ${templateLimits.questions} questions; there are ${listed.length}. Remove some, or make a second template.`;
    return [rejectedAsDraft('sections', 'template.tooManyQuestions', message)];
  }
  const settings = [...weightProblems(content), ...thresholdProblems(content), ...reviewProblems(content)];
  if (listed.length === 0) {
    const message = 'Add a section with at least one question.';
    return [
      ...settings,
      ...sectionProblems(content),
      rejectedAtPublishing('sections', 'template.noQuestions', message),
    ];
  }
  return [
    ...settings,
    ...sectionProblems(content),
    ...listed.flatMap(({ question, path }) => questionProblems(question, resourceType, path)),
    ...duplicateQuestions(listed),
    ...conditionProblems(listed),
    ...nothingScores(content, listed),
  ];
}

/** Problems that prevent saving a version even as a draft. */
export function draftProblems(content: TemplateContent, resourceType: ResourceType): TemplateProblem[] {
  return templateProblems(content, resourceType).filter(({ rejectedIn }) => rejectedIn === 'draft');
}
