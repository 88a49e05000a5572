import {
  type CountryListKey,
  countryListKeys,
  countryOptionsHit,
} from '#rules/country-lists/country-list-keys.ts';
import type { Value } from './conditions.ts';
import { scoredBy } from './question-types.ts';
import type { Band, Option } from './template.ts';
import type { PreparedQuestion, PreparedQuestions } from './visibility.ts';

/** Points of an answer before weighting: whole points from 0 to 100, undefined if none, and the matched options. */
export type AnswerPoints = { q: number | undefined; hits: readonly Option[] };

/** The exact fraction `numerator / denominator` of whole numbers; the denominator is above 0. */
export type Share = { numerator: number; denominator: number };

const nothing: AnswerPoints = { q: undefined, hits: [] };

function highest(options: readonly Option[]): number | undefined {
  let found: number | undefined;
  for (const { score } of options) {
    if (score !== null && (found === undefined || score > found)) found = score;
  }
  return found;
}

/** Sum of the selected options' points, at most 100. */
function cappedSum(options: readonly Option[]): number | undefined {
  if (options.every(({ score }) => score === null)) return undefined;
  return Math.min(
    100,
    options.reduce((sum, { score }) => sum + (score ?? 0), 0),
  );
}

function bandScore(bands: readonly Band[], value: number): number | undefined {
  return bands.find(({ upTo }) => upTo === null || value <= upTo)?.score;
}

function chosenOptions({ question, optionsByKey }: PreparedQuestion, value: Value): Option[] {
  if (typeof value === 'string') {
    const option = optionsByKey.get(value);
    return option === undefined ? [] : [option];
  }
  const keys = typeof value === 'number' ? [] : value;
  // In template order, so that no output depends on the order of selection.
  return question.options.filter(({ key }) => keys.includes(key));
}

function countryOptions(prepared: PreparedQuestion, all: PreparedQuestions, value: Value): Option[] {
  const { question, optionKeys } = prepared;
  const countries = typeof value === 'object' ? value : [];
  const hit = new Set<string>(
    countries.flatMap((country) =>
      countryOptionsHit(country, (key) => optionKeys.has(key), all.membership, all.lists.home),
    ),
  );
  return question.options.filter(({ key }) => hit.has(key));
}

/** Points of an answer by question type. A country scores the highest points of the lists that name it. */
export function getPoints(prepared: PreparedQuestion, all: PreparedQuestions, value: Value): AnswerPoints {
  const { question } = prepared;
  if (scoredBy[question.type] === 'nothing') return nothing;
  if (scoredBy[question.type] === 'bands') {
    return typeof value === 'number' ? { q: bandScore(question.bands ?? [], value), hits: [] } : nothing;
  }
  const hits =
    question.type === 'country' ? countryOptions(prepared, all, value) : chosenOptions(prepared, value);
  const adds = question.type === 'multi' && question.multiAggregate === 'sum';
  return { q: adds ? cappedSum(hits) : highest(hits), hits };
}

/** Country lists that a country question's options refer to. */
export function listsUsed({ optionKeys, question }: PreparedQuestion): CountryListKey[] {
  if (question.type !== 'country') return [];
  return countryListKeys.filter((key) => optionKeys.has(key));
}

/**
 * Rounds each share up or down so that the whole parts add up to `total`: largest remainder, ties to the earlier share.
 * `total` is the sum of the shares, rounded up or down.
 */
export function splitByLargestRemainder(total: number, shares: readonly Share[]): number[] {
  const parts = shares.map(({ numerator, denominator }) => Math.floor(numerator / denominator));
  let left = total - parts.reduce((sum, part) => sum + part, 0);
  if (left <= 0) return parts;
  const remainders = shares
    .map(({ numerator, denominator }, index) => ({ index, rest: numerator % denominator, denominator }))
    .sort((a, b) => b.rest * a.denominator - a.rest * b.denominator || a.index - b.index);
  for (const { index } of remainders) {
    if (left === 0) break;
    parts[index] = (parts[index] ?? 0) + 1;
    left -= 1;
  }
  return parts;
}
