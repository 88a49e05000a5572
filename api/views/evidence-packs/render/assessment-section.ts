import { cddLevelLabels, riskLevelLabels } from '#rules/clients/client-types.ts';
import { type CountryListKey, countryListLabels } from '#rules/country-lists/country-list-keys.ts';
import { assessmentLifecycle } from '#rules/lifecycles/risk.ts';
import { decidedByOneLabel } from '#rules/maker-checker.ts';
import { overrideReasonLabels } from '#rules/risk/override.ts';
import { factorLabels } from '#rules/risk/template.ts';
import type { PackedAssessment } from '../contents/records.ts';
import { country, day, formatEnumValue } from './formatters.ts';
import { facts, type Html, html, list, prose, table } from './html.ts';

type Clock = (instant: string | null) => string;
type Question = PackedAssessment['templateVersion']['content']['sections'][number]['questions'][number];

/** An answer as displayed: option labels and country names. */
function formatAnswer(question: Question, value: PackedAssessment['answers'][number]['value']): string {
  const values = Array.isArray(value) ? value : value === null ? [] : [value];
  return values
    .map((value) => {
      const option = question.options.find(({ key }) => key === String(value));
      if (option) return option.label;
      if (question.type === 'country') return country(String(value));
      if (question.type === 'date') return day(String(value));
      return question.type === 'yesNo' ? formatEnumValue(String(value)) : String(value);
    })
    .join(', ');
}

/** Scores of every possible answer to a question, by the template's version. */
function formatScale({ options, bands }: Question): string {
  const scored = options.map(
    ({ label, score, floor, prohibit }) =>
      `${label} ${score}${floor ? `, at least ${riskLevelLabels[floor].toLowerCase()}` : ''}${prohibit ? ', prohibited' : ''}`,
  );
  const banded = (bands ?? []).map(
    ({ upTo, score }) => `${upTo === null ? 'above' : `up to ${upTo}`} ${score}`,
  );
  return [...scored, ...banded].join('; ');
}

function answersTable(assessment: PackedAssessment): Html[] {
  const { answers, explanation, documents, templateVersion } = assessment;
  const answersByKey = new Map(answers.map((response) => [response.key, response]));
  const counted = new Map(
    explanation.contributions.map((contribution) => [contribution.questionKey, contribution]),
  );
  const visible = new Set(explanation.visibleKeys);
  return templateVersion.content.sections.map(({ title, questions }) =>
    table(
      title,
      ['Question (as answered)', 'Answer', 'Comment', 'Evidence', 'Points of the total', 'Scoring'],
      questions
        .filter(({ key }) => visible.has(key) || answersByKey.has(key))
        .map((question) => {
          const response = answersByKey.get(question.key);
          const points = counted.get(question.key);
          const lists = (points?.lists ?? []).map(
            ({ key, asAt }) => `${countryListLabels[key as CountryListKey] ?? key}, as at ${day(asAt)}`,
          );
          return [
            html`${question.text}${question.help ? html`<br><span class="hint">${question.help}</span>` : ''}`,
            response ? formatAnswer(question, response.value) : '',
            prose(response && 'comment' in response ? response.comment : null),
            (response?.documentIds ?? [])
              .map((id) => documents.find((document) => document.id === id)?.fileName ?? id)
              .join(', '),
            points
              ? `${points.points}${points.floor ? `, at least ${riskLevelLabels[points.floor].toLowerCase()}` : ''}`
              : '',
            [`${factorLabels[question.factor]}, weight ${question.weight}`, formatScale(question), ...lists]
              .filter(Boolean)
              .join('. '),
          ];
        }),
      'No questions in this section applied.',
    ),
  );
}

function assessmentPart(assessment: PackedAssessment, clock: Clock): Html {
  const { explanation, override, templateVersion } = assessment;
  const { content } = templateVersion;
  return html`<div class="record"><h3>${assessment.template.name}, version ${templateVersion.number}, ${clock(assessment.createdAt)}</h3>${facts(
    [
      ['Status', assessmentLifecycle.labels[assessment.status]],
      ['Final level', assessment.finalLevel && riskLevelLabels[assessment.finalLevel]],
      ['Score', explanation.score],
      ['Calculated level', explanation.computedLevel && riskLevelLabels[explanation.computedLevel]],
      ['Explanation', explanation.sentence],
      [
        'Assessed by',
        `${assessment.assessedBy.name}${assessment.submittedAt ? `, ${clock(assessment.submittedAt)}` : ''}`,
      ],
      [
        'Approved by',
        assessment.approvedBy && `${assessment.approvedBy.name}, ${clock(assessment.approvedAt)}`,
      ],
      ['Maker-checker', assessment.decidedByOne && decidedByOneLabel],
      [
        'Override',
        override &&
          html`${riskLevelLabels[override.level]} by ${override.by.name}, ${clock(override.at)}, until ${day(override.expiresOn)}${override.lapsed ? ', lapsed' : ''}. ${overrideReasonLabels[override.reasonCode]}: ${prose(override.reason)}`,
      ],
      ['CDD level from answers', explanation.cddLevel && cddLevelLabels[explanation.cddLevel]],
      ['Returned because', prose(assessment.returnReason)],
      ['Void because', prose(assessment.voidReason)],
      ['Next review', day(assessment.nextReviewDueOn)],
      ['Thresholds', `medium from ${content.thresholds.medium}, high from ${content.thresholds.high}`],
      ['Change note of the version', prose(templateVersion.changeNote)],
    ],
  )}${table(
    'Points by factor',
    ['Factor', 'Weight', 'Points'],
    explanation.factors.map(({ factor, weight, points }) => [factorLabels[factor], weight, points]),
    'Nothing was scored.',
  )}${list([
    ...explanation.floors.map(
      ({ questionText, optionLabel, level }) =>
        `At least ${riskLevelLabels[level].toLowerCase()}: “${questionText}” was answered “${optionLabel}”.`,
    ),
    ...explanation.prohibitions.map(
      ({ questionText, optionLabel }) => `Prohibited: “${questionText}” was answered “${optionLabel}”.`,
    ),
  ])}${answersTable(assessment)}</div>`;
}

export function assessmentsSection(assessments: readonly PackedAssessment[], clock: Clock): Html {
  return assessments.length === 0
    ? html`<p class="none">No risk assessments.</p>`
    : html`${assessments.map((assessment) => assessmentPart(assessment, clock))}`;
}
