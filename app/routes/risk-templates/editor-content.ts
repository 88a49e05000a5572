import type { CddLevel, RiskLevel } from '#rules/clients/client-types.ts';
import type { QuestionType } from '#rules/risk/question-types.ts';
import type { Factor } from '#rules/risk/template.ts';

/**
 * A version's content as the editor form represents it: numbers are texts as typed, so that invalid input is preserved, and conditions
 * are rows. Amounts of money are in dollars.
 */
export interface EditorContent {
  name: string;
  factorWeights: Record<Factor, string>;
  thresholds: { medium: string; high: string };
  reviewMonths: Record<RiskLevel, string>;
  sections: EditorSection[];
}

export interface EditorSection {
  key: string;
  title: string;
  help: string;
  questions: EditorQuestion[];
}

export interface EditorQuestion {
  key: string;
  factor: Factor;
  text: string;
  help: string;
  type: QuestionType;
  required: boolean;
  weight: string;
  multiAggregate: 'max' | 'sum';
  multiple: boolean;
  evidenceRequired: boolean;
  prefill: string;
  options: EditorOption[];
  bands: EditorBand[];
  condition: EditorCondition;
}

export interface EditorOption {
  key: string;
  label: string;
  score: string;
  floor: RiskLevel | '';
  cddLevel: CddLevel | '';
  prohibit: boolean;
}

export interface EditorBand {
  upTo: string;
  score: string;
}

/** `kept`: JSON of a condition that rows cannot express; unchanged until it is removed. */
export interface EditorCondition {
  join: 'all' | 'any';
  rows: EditorConditionRow[];
  kept: string;
}

export interface EditorConditionRow {
  question: string;
  op: ConditionOp;
  value: string;
}

export const conditionOps = [
  'equals',
  'notEquals',
  'isOneOf',
  'hasAnyOf',
  'onList',
  'atLeast',
  'atMost',
  'before',
  'onOrAfter',
  'answered',
] as const;
export type ConditionOp = (typeof conditionOps)[number];

export const conditionOpLabels: Record<ConditionOp, string> = {
  equals: 'is',
  notEquals: 'is not',
  isOneOf: 'is one of',
  hasAnyOf: 'has any of',
  onList: 'is on the list',
  atLeast: 'is at least',
  atMost: 'is at most',
  before: 'is before',
  onOrAfter: 'is on or after',
  answered: 'is answered',
};

/** Comparisons that a condition on a question of each type offers. */
export const conditionOpsByType: Record<QuestionType, readonly ConditionOp[]> = {
  yesNo: ['equals', 'notEquals', 'answered'],
  single: ['equals', 'notEquals', 'isOneOf', 'answered'],
  multi: ['hasAnyOf', 'answered'],
  country: ['equals', 'notEquals', 'isOneOf', 'hasAnyOf', 'onList', 'answered'],
  money: ['atLeast', 'atMost', 'equals', 'notEquals', 'answered'],
  number: ['atLeast', 'atMost', 'equals', 'notEquals', 'answered'],
  date: ['before', 'onOrAfter', 'answered'],
  text: ['answered'],
};
