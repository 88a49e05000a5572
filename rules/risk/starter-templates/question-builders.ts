import {
  type CountryListKey,
  type CountryOptionKey,
  countryOptionLabels,
} from '#rules/country-lists/country-list-keys.ts';
import type { Condition } from '#rules/risk/conditions.ts';
import type { ResourceType } from '#rules/risk/question-types.ts';
import type { Factor, Option, Question, TemplateContent } from '#rules/risk/template.ts';

/** A template that a company can publish unchanged or adapt. */
export type StarterTemplate = {
  key: string;
  name: string;
  description: string;
  country: 'NZL' | 'AUS';
  resourceType: ResourceType;
  content: TemplateContent;
};

type Effects = Pick<Option, 'floor' | 'cddLevel' | 'prohibit'>;

/** Defaults of most questions. */
const ordinary = { required: true, multiAggregate: 'max', options: [], evidenceRequired: false } as const;

type More = Partial<
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
export function single(details: Asked, options: readonly Option[]): Question {
  return { ...ordinary, ...details, type: 'single', options };
}

/** Any of several options; the highest points count. */
export function multi(details: Asked, options: readonly Option[]): Question {
  return { ...ordinary, ...details, type: 'multi', options };
}

/** Yes with points and effects, no with none. */
export function yesNo(details: Asked, yesScore: number, effects: Effects = {}): Question {
  const options = [option('yes', 'Yes', yesScore, effects), option('no', 'No', 0)];
  return { ...ordinary, ...details, type: 'yesNo', options };
}

/** An unscored text that explains scored answers. */
export function text(details: Omit<Asked, 'weight'>): Question {
  return { ...ordinary, ...details, weight: 0, type: 'text' };
}

/** An amount with bands in dollars, upper bounds inclusive; `above` is the score beyond the last. */
export function money(
  details: Asked,
  upToDollars: readonly (readonly [number, number])[],
  above: number,
): Question {
  const bands = upToDollars.map(([dollars, score]) => ({ upTo: Math.round(dollars * 100), score }));
  return { ...ordinary, ...details, type: 'money', bands: [...bands, { upTo: null, score: above }] };
}

/** Effects, besides the score, of a country being on a list. */
export type ListEffects = Partial<Record<CountryListKey, Effects>>;

/** A country, scored by the lists that name it; `otherwise`: points of a foreign country on no list. */
export function country(details: Asked, otherwise: number, effects: ListEffects = {}): Question {
  const listed = (key: CountryOptionKey, score: number, more: Effects = {}) =>
    option(key, countryOptionLabels[key], score, more);
  return {
    ...ordinary,
    ...details,
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

/** Condition: another question has this answer. */
export function when(question: string, value: string): Condition {
  return { op: 'equals', question, value };
}

/** Condition: another question has one of these answers. */
export function whenOneOf(question: string, values: readonly string[]): Condition {
  return { op: 'isOneOf', question, values };
}
