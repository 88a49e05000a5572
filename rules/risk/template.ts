import type { CddLevel, RiskLevel } from '#rules/client-types.ts';
import type { Condition } from './conditions.ts';
import type { Thresholds } from './levels.ts';
import type { PrefillKey } from './prefill-sources.ts';
import type { QuestionType } from './question-types.ts';

/** What a risk is a risk of, in the order in which they are shown and ties are settled. Source: domain 2. */
export const factors = ['customer', 'service', 'channel', 'country', 'transaction', 'screening'] as const;

export type Factor = (typeof factors)[number];

export const factorLabels: Record<Factor, string> = {
  customer: 'Customer',
  service: 'Service',
  channel: 'Delivery channel',
  country: 'Country',
  transaction: 'Transaction',
  screening: 'Screening',
};

/** Our proposal; no standard is published. Source: domain 4. */
export const defaultFactorWeights: Record<Factor, number> = {
  customer: 3,
  service: 2,
  channel: 1,
  country: 3,
  transaction: 2,
  screening: 3,
};

/**
 * `key`: of a yesNo question `yes` or `no`; of a country question one of `countryOptionKeys`; else the author's own.
 * `score`: whole points from 0 to 100, null until the author has given one. `floor`: the level is at least this when it is chosen.
 * `cddLevel`: due diligence is at least this. `prohibit`: what it is about can only be declined.
 */
export type Option = {
  key: string;
  label: string;
  score: number | null;
  floor?: RiskLevel | null;
  cddLevel?: CddLevel | null;
  prohibit?: boolean;
};

/** `upTo` itself belongs to the band; null: no upper end. Money in minor units. */
export type Band = { upTo: number | null; score: number };

/**
 * `key` stays the same across versions, so that answers can be carried over and compared. `weight`: whole, 0 to 10; 0 asks without
 * scoring (floors and prohibitions still count). `multiple`: a country question that takes several. `bands`: of money and number,
 * ascending. `multiAggregate`: the highest of the chosen options' scores, or their sum up to 100.
 */
export type Question = {
  key: string;
  factor: Factor;
  text: string;
  help?: string | null;
  type: QuestionType;
  required: boolean;
  weight: number;
  multiAggregate: 'max' | 'sum';
  multiple?: boolean;
  options: readonly Option[];
  bands?: readonly Band[] | null;
  evidenceRequired: boolean;
  showWhen?: Condition | null;
  prefill?: PrefillKey | null;
};

export type Section = { key: string; title: string; help?: string | null; questions: readonly Question[] };

/** What a template's version holds, apart from its number, state and notes. Source: domain 2, RiskAssessmentTemplateVersion. */
export type TemplateContent = {
  /** Whole, 0 to 10; 0 leaves a factor out. */
  factorWeights: Record<Factor, number>;
  thresholds: Thresholds;
  /** Months until the next review by final level; the company's policy applies where it is shorter or nothing is set. */
  reviewMonths?: Partial<Record<RiskLevel, number>> | null;
  sections: readonly Section[];
};

/** What fits a template at most. Lengths in characters as people count them. */
export const templateLimits = {
  questions: 200,
  sections: 30,
  options: 50,
  bands: 20,
  conditionDepth: 5,
  conditionLeaves: 20,
  conditionValues: 50,
  weight: 10,
  factorWeight: 10,
  score: 100,
  reviewMonths: 120,
  questionText: 500,
  help: 3000,
  sectionTitle: 120,
  optionLabel: 200,
} as const;

/** Keys of sections, questions and options: letters, digits, hyphen and underscore, a letter first, at most 60. */
export const keyPattern = /^[A-Za-z][A-Za-z0-9_-]{0,59}$/;

/** All questions in written order, with the path of each as form fields are named: `sections[0].questions[2]`. */
export function questionsOf(content: TemplateContent): { question: Question; path: string }[] {
  return content.sections.flatMap((section, s) =>
    section.questions.map((question, q) => ({ question, path: `sections[${s}].questions[${q}]` })),
  );
}
