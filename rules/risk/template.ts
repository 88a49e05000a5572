import type { CddLevel, RiskLevel } from '#rules/clients/client-types.ts';
import type { Condition } from './conditions.ts';
import type { Thresholds } from './levels.ts';
import type { PrefillKey } from './prefill-sources.ts';
import type { QuestionType } from './question-types.ts';

/** Risk factors, in display order, which also settles ties. */
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

/** Assay's own proposal: no standard is published. */
export const defaultFactorWeights: Record<Factor, number> = {
  customer: 3,
  service: 2,
  channel: 1,
  country: 3,
  transaction: 2,
  screening: 3,
};

/**
 * `key`: `yes` or `no` for a yesNo question, one of `countryOptionKeys` for a country question, else the author's own.
 * `score`: whole points from 0 to 100, null until set. `floor`: minimum risk level when selected. `cddLevel`: minimum
 * CDD level. `prohibit`: the client or activity can only be declined.
 */
export type Option = {
  key: string;
  label: string;
  score: number | null;
  floor?: RiskLevel | null;
  cddLevel?: CddLevel | null;
  prohibit?: boolean;
};

/** `upTo` is inclusive; null: no upper bound. Money in minor units. */
export type Band = { upTo: number | null; score: number };

/**
 * `key` stays the same across versions, so that answers can be carried over and compared. `weight`: whole, 0 to 10; 0
 * asks without scoring (floors and prohibitions still apply). `multiple`: a country question that accepts several.
 * `bands`: for money and number, ascending. `multiAggregate`: the highest of the selected options' scores, or their sum
 * up to 100.
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

/** Content of a template's version, without its number, status and notes. */
export type TemplateContent = {
  /** Whole, 0 to 10; 0 excludes a factor. */
  factorWeights: Record<Factor, number>;
  thresholds: Thresholds;
  /**
   * Months until the next review by final level; the company's policy applies where it is shorter or no value is set.
   */
  reviewMonths?: Partial<Record<RiskLevel, number>> | null;
  sections: readonly Section[];
};

/** Limits of a template. Lengths in graphemes. */
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

/** All questions in template order, each with its path as form fields are named: `sections[0].questions[2]`. */
export function getQuestions(content: TemplateContent): { question: Question; path: string }[] {
  return content.sections.flatMap((section, s) =>
    section.questions.map((question, q) => ({ question, path: `sections[${s}].questions[${q}]` })),
  );
}
