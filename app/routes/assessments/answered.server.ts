import type { Assessment, ScoreExplanation } from '#contract/assessments.ts';
import { answerText } from '#rules/risk/answers.ts';
import { factorLabels, type TemplateContent } from '#rules/risk/template.ts';
import type { ShownDocument } from '../../components/documents/document-line.tsx';
import { listNotes } from '../../components/risk/list-notes.ts';

/** One question of an assessment in words, with what its answer did to the score. */
export interface AnsweredQuestion {
  key: string;
  text: string;
  answer: string;
  comment: string | null;
  /** What was shown for it. */
  documents: ShownDocument[];
  /** Of the score; null where the answer has none. */
  points: string | null;
  /** How the points came about: "60 of 100, weight 5 in Country". */
  reckoning: string | null;
  notes: string[];
}

export interface AnsweredSection {
  key: string;
  title: string;
  questions: AnsweredQuestion[];
}

/** The questions that were asked, by section, each with its answer, its points and the lists that were looked at. */
export function answeredSections(
  content: TemplateContent,
  answers: Assessment['answers'],
  score: ScoreExplanation,
  documents: readonly ShownDocument[],
): AnsweredSection[] {
  const byKey = new Map(answers.map((answer) => [answer.key, answer]));
  const contributions = new Map(score.contributions.map((one) => [one.questionKey, one]));
  const visible = new Set(score.visibleKeys);
  return content.sections.flatMap(({ key: sectionKey, title, questions }) => {
    const shown = questions
      .filter(({ key }) => visible.has(key))
      .map((question): AnsweredQuestion => {
        const { key, text } = question;
        const given = byKey.get(key);
        const one = contributions.get(key);
        const said = [...score.missing, ...score.problems].filter(({ questionKey }) => questionKey === key);
        return {
          key,
          text,
          answer: answerText(question, given?.value ?? null),
          comment: given?.comment ?? null,
          documents: documents.filter(({ id }) => given?.documentIds.includes(id)),
          points: one?.points ?? null,
          reckoning: one ? `${one.q} of 100, weight ${one.weight} in ${factorLabels[one.factor]}` : null,
          notes: [
            ...(one?.floor ? [`Sets a floor: at least ${one.floor}`] : []),
            ...listNotes(one?.lists ?? []),
            ...said.map(({ message }) => message),
          ],
        };
      });
    return shown.length === 0 ? [] : [{ key: sectionKey, title, questions: shown }];
  });
}
