import type { Assessment, ScoreExplanation } from '#contract/risk/assessments.ts';
import { formatAnswer } from '#rules/risk/answers.ts';
import { factorLabels, type TemplateContent } from '#rules/risk/template.ts';
import type { DocumentView } from '../../components/documents/document-line.tsx';
import { listNotes } from '../../components/risk/country-list-notes.ts';

/** One question of an assessment as text, with its answer’s effect on the score. */
export interface AnsweredQuestion {
  key: string;
  text: string;
  answer: string;
  comment: string | null;
  /** The evidence for it. */
  documents: DocumentView[];
  /** Points of the score; null if the answer has none. */
  points: string | null;
  /** Calculation of the points: "60/100 × weight 5 (Country)". */
  reckoning: string | null;
  notes: string[];
}

export interface AnsweredSection {
  key: string;
  title: string;
  questions: AnsweredQuestion[];
}

/** The questions that applied, by section, each with its answer, its points and the country lists it used. */
export function answeredSections(
  content: TemplateContent,
  answers: Assessment['answers'],
  score: ScoreExplanation,
  documents: readonly DocumentView[],
): AnsweredSection[] {
  const byKey = new Map(answers.map((answer) => [answer.key, answer]));
  const contributions = new Map(
    score.contributions.map((contribution) => [contribution.questionKey, contribution]),
  );
  const visible = new Set(score.visibleKeys);
  return content.sections.flatMap(({ key: sectionKey, title, questions }) => {
    const lines = questions
      .filter(({ key }) => visible.has(key))
      .map((question): AnsweredQuestion => {
        const { key, text } = question;
        const answer = byKey.get(key);
        const contribution = contributions.get(key);
        const messages = [...score.missing, ...score.problems].filter(
          ({ questionKey }) => questionKey === key,
        );
        return {
          key,
          text,
          answer: formatAnswer(question, answer?.value ?? null),
          comment: answer?.comment ?? null,
          documents: documents.filter(({ id }) => answer?.documentIds.includes(id)),
          points: contribution?.points ?? null,
          reckoning: contribution
            ? `${contribution.q}/100 × weight ${contribution.weight} (${factorLabels[contribution.factor]})`
            : null,
          notes: [
            ...(contribution?.floor ? [`Sets minimum level: ${contribution.floor}`] : []),
            ...listNotes(contribution?.lists ?? []),
            ...messages.map(({ message }) => message),
          ],
        };
      });
    return lines.length === 0 ? [] : [{ key: sectionKey, title, questions: lines }];
  });
}
