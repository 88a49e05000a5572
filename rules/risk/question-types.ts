/** Kinds of records that templates and assessments are for. */
export const resourceTypes = ['clients', 'activities'] as const;

export type ResourceType = (typeof resourceTypes)[number];

export const questionTypes = [
  'yesNo',
  'single',
  'multi',
  'country',
  'money',
  'number',
  'date',
  'text',
] as const;

export type QuestionType = (typeof questionTypes)[number];

export const questionTypeLabels: Record<QuestionType, string> = {
  yesNo: 'Yes or no',
  single: 'One of several options',
  multi: 'Any of several options',
  country: 'Country',
  money: 'Amount of money',
  number: 'Number',
  date: 'Date',
  text: 'Text',
};

/** How each type is scored: by selected option, by the band of a number, or not at all. */
export const scoredBy: Record<QuestionType, 'options' | 'bands' | 'nothing'> = {
  yesNo: 'options',
  single: 'options',
  multi: 'options',
  country: 'options',
  money: 'bands',
  number: 'bands',
  date: 'nothing',
  text: 'nothing',
};
