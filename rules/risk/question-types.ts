/** What a template, and the assessments made with it, are about. */
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

/** How a type comes to its points: by the option chosen, by the band a number falls in, or not at all. */
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
