import { compareNames, type NameComparison } from './compare-names.ts';
import type { Likeness } from './pair-words.ts';
import { type PreparedName, prepareName } from './prepared-name.ts';
import type { ScreeningSchema } from './screening-records.ts';
import { wordLikeness } from './word-likeness.ts';

/** From this score on two are shown to a person: what worklists start with. */
export const defaultThreshold = 0.7;

/** A name as a person's, as a body's, or as both where it is not known whose it is. "A/B" is two names besides. */
export interface NameReadings {
  text: string;
  readings: PreparedName[];
}

const kindsOf: Readonly<Record<ScreeningSchema, readonly PreparedName['kind'][]>> = {
  Person: ['person'],
  Organization: ['body'],
  LegalEntity: ['person', 'body'],
  Vessel: ['body'],
  Aircraft: ['body'],
};

/** Names with a stroke between words: "Al-Qa'ida/Islamic Army". A/S and c/o are none. */
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
    readings: kindsOf[schema].flatMap((kind) => texts.map((each) => prepareName(kind, each))),
  };
}

/** The best comparison of any reading of one name with any reading of the other, of one kind; null where none have a kind in common. */
export function compareReadings(
  one: NameReadings,
  other: NameReadings,
  likeness: Likeness = wordLikeness,
): { comparison: NameComparison; one: PreparedName; other: PreparedName } | null {
  let best: { comparison: NameComparison; one: PreparedName; other: PreparedName } | null = null;
  for (const a of one.readings) {
    for (const b of other.readings) {
      if (a.kind !== b.kind) continue;
      const comparison = compareNames(a, b, likeness);
      if (best === null || comparison.score > best.comparison.score) best = { comparison, one: a, other: b };
    }
  }
  return best;
}

/** How alike two names are, 0 to 1: symmetric, 1 for the same words in any order. */
export function scoreNames(schema: ScreeningSchema, one: string, other: string): number {
  return compareReadings(readName(schema, one), readName(schema, other))?.comparison.score ?? 0;
}
