import type { CountryLists } from '#rules/country-lists/country-list-keys.ts';
import type { Band, Option, Question, TemplateContent } from '#rules/risk/template.ts';
import { factors } from '#rules/risk/template.ts';

/** Fictional lists as at three days, so that a test can distinguish them. */
export const sampleLists: CountryLists = {
  callForAction: { asAt: '2026-10-24', countries: ['PRK', 'IRN', 'MMR'] },
  increasedMonitoring: { asAt: '2026-10-25', countries: ['HTI', 'SSD', 'IRN'] },
  firm: { asAt: '2026-11-01', countries: ['PAN', 'NZL'] },
  home: ['NZL', 'AUS'],
};

export function option(key: string, score: number | null, more: Partial<Option> = {}): Option {
  return { key, label: `Option ${key}`, score, ...more };
}

/** A required question of weight 1 about the customer, single choice between `low` (0) and `high` (100). */
export function question(key: string, more: Partial<Question> = {}): Question {
  return {
    key,
    factor: 'customer',
    text: `Question ${key}?`,
    type: 'single',
    required: true,
    weight: 1,
    multiAggregate: 'max',
    options: [option('low', 0), option('high', 100)],
    evidenceRequired: false,
    ...more,
  };
}

export function band(upTo: number | null, score: number): Band {
  return { upTo, score };
}

/** A version with these questions in one section and every factor of weight 1. */
export function template(
  questions: readonly Question[],
  more: Partial<TemplateContent> = {},
): TemplateContent {
  return {
    factorWeights: { customer: 1, service: 1, channel: 1, country: 1, transaction: 1, screening: 1 },
    thresholds: { medium: 35, high: 65 },
    sections: [{ key: 'all', title: 'All questions', questions }],
    ...more,
  };
}

/** Factor weights of 0 except the given ones. */
export function weights(given: Partial<TemplateContent['factorWeights']>): TemplateContent['factorWeights'] {
  const all = Object.fromEntries(factors.map((factor) => [factor, 0])) as TemplateContent['factorWeights'];
  return { ...all, ...given };
}
