import type { WordPairScore } from '#rules/name-matching/align-words.ts';
import { compareNames, type NameComparison } from '#rules/name-matching/compare-names.ts';
import { type PreparedName, prepareName } from '#rules/name-matching/prepared-name.ts';
import { wordMatchScore } from '#rules/name-matching/word-match-score.ts';
import type { ScreeningSchema } from '#rules/screening/screening-records.ts';

/** Default match threshold of worklists. */
export const defaultThreshold = 0.7;

/** A name read as a person's, an organisation's, or both where the kind is unknown. "A/B" is also read as two names. */
export interface NameReadings {
  text: string;
  readings: PreparedName[];
}

const kindsBySchema: Readonly<Record<ScreeningSchema, readonly PreparedName['kind'][]>> = {
  Person: ['person'],
  Organization: ['body'],
  LegalEntity: ['person', 'body'],
  Vessel: ['body'],
  Aircraft: ['body'],
};

/** Names separated by a slash: "Al-Qa'ida/Islamic Army". A/S and c/o are not separators. */
function alternatives(text: string): string[] {
  const parts = text
    .slice(0, 600)
    .split(/[/|;]/)
    .map((part) => part.trim());
  const long = parts.filter((part) => part.replace(/[^\p{L}\p{M}]/gu, '').length >= 4);
  return parts.length > 1 && parts.length < 6 && long.length === parts.length ? long : [];
}

export function readName(schema: ScreeningSchema, text: string): NameReadings {
  const texts = schema === 'Person' ? [text] : [text, ...alternatives(text)];
  return {
    text,
    readings: kindsBySchema[schema].flatMap((kind) => texts.map((each) => prepareName(kind, each))),
  };
}

/** The best comparison of any two readings of one kind; null where the names have no kind in common. */
export function compareReadings(
  readings: NameReadings,
  other: NameReadings,
  scoreWords: WordPairScore = wordMatchScore,
): { comparison: NameComparison; one: PreparedName; other: PreparedName } | null {
  let best: { comparison: NameComparison; one: PreparedName; other: PreparedName } | null = null;
  for (const a of readings.readings) {
    for (const b of other.readings) {
      if (a.kind !== b.kind) continue;
      const comparison = compareNames(a, b, scoreWords);
      if (best === null || comparison.score > best.comparison.score) best = { comparison, one: a, other: b };
    }
  }
  return best;
}

/** Similarity of two names, 0 to 1: symmetric, 1 for the same words in any order. */
export function scoreNames(schema: ScreeningSchema, a: string, b: string): number {
  return compareReadings(readName(schema, a), readName(schema, b))?.comparison.score ?? 0;
}
