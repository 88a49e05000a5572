import type { Condition } from '#rules/risk/conditions.ts';
import {
  type CountryListKey,
  type CountryOptionKey,
  countryOptionLabels,
} from '#rules/risk/country-lists.ts';
import type { ResourceType } from '#rules/risk/question-types.ts';
import type { Factor, Option, Question, TemplateContent } from '#rules/risk/template.ts';

/** A template that a company can adopt, publish as it is or make its own. */
export type StarterTemplate = {
  key: string;
  name: string;
  description: string;
  country: 'NZL' | 'AUS';
  resourceType: ResourceType;
  content: TemplateContent;
};

type Effects = Pick<Option, 'floor' | 'cddLevel' | 'prohibit'>;

/** What most questions leave as it is. */
const ordinary = { required: true, multiAggregate: 'max', options: [], evidenceRequired: false } as const;

export type More = Partial<
  Pick<
    Question,
    'help' | 'showWhen' | 'prefill' | 'evidenceRequired' | 'multiAggregate' | 'multiple' | 'required'
  >
>;

type Asked = { key: string; factor: Factor; weight: number; text: string } & More;

export function option(key: string, label: string, score: number, effects: Effects = {}): Option {
  return { key, label, score, ...effects };
}

/** One of several options. */
export function single(asked: Asked, options: readonly Option[]): Question {
  return { ...ordinary, ...asked, type: 'single', options };
}

/** Any of several options; the highest points count. */
export function multi(asked: Asked, options: readonly Option[]): Question {
  return { ...ordinary, ...asked, type: 'multi', options };
}

/** Yes with points and effects, no with none. */
export function yesNo(asked: Asked, yesScore: number, effects: Effects = {}): Question {
  const options = [option('yes', 'Yes', yesScore, effects), option('no', 'No', 0)];
  return { ...ordinary, ...asked, type: 'yesNo', options };
}

/** A text that scores nothing and explains what does. */
export function text(asked: Omit<Asked, 'weight'>): Question {
  return { ...ordinary, ...asked, weight: 0, type: 'text' };
}

/** An amount with bands in dollars, each up to its end with that included; `above` is the score of all beyond. */
export function money(
  asked: Asked,
  upToDollars: readonly (readonly [number, number])[],
  above: number,
): Question {
  const bands = upToDollars.map(([dollars, score]) => ({ upTo: Math.round(dollars * 100), score }));
  return { ...ordinary, ...asked, type: 'money', bands: [...bands, { upTo: null, score: above }] };
}

/** What being on a list does besides scoring. */
export type ListEffects = Partial<Record<CountryListKey, Effects>>;

/** A country, scored by the lists that name it; `otherwise`: points of a country that is on none and is not home. */
export function country(asked: Asked, otherwise: number, effects: ListEffects = {}): Question {
  const listed = (key: CountryOptionKey, score: number, more: Effects = {}) =>
    option(key, countryOptionLabels[key], score, more);
  return {
    ...ordinary,
    ...asked,
    type: 'country',
    options: [
      listed('callForAction', 100, effects.callForAction),
      listed('increasedMonitoring', 75, effects.increasedMonitoring),
      listed('firm', 80, effects.firm),
      listed('home', 0),
      listed('otherwise', otherwise),
    ],
  };
}

/** Shown when another question has this answer. */
export function when(question: string, value: string): Condition {
  return { op: 'equals', question, value };
}

/** Shown when another question has one of these answers. */
export function whenOneOf(question: string, values: readonly string[]): Condition {
  return { op: 'isOneOf', question, values };
}
