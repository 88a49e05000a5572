import type { WordPair } from '#rules/name-matching/align-words.ts';
import type { NameComparison } from '#rules/name-matching/compare-names.ts';
import type { PreparedName } from '#rules/name-matching/prepared-name.ts';

/** Maximum number of phrases. */
const maxReasons = 4;

function shown(name: PreparedName, places: readonly number[]): string {
  return places
    .flatMap((at) => name.words[at]?.text ?? [])
    .map((word) => `${word.slice(0, 1).toUpperCase()}${word.slice(1)}`)
    .join(' ');
}

const phrases: Readonly<
  Record<Exclude<WordPair['finding'], 'same'>, (one: string, other: string) => string>
> = {
  spelling: (a, b) => `${a} is a close spelling of ${b}`,
  sound: (a, b) => `${a} sounds like ${b}`,
  nickname: (a, b) => `${a} and ${b} are variants of the same name`,
  script: (a, b) => `${a} has the same consonants as ${b}`,
  initial: (a, b) => `${a} and ${b} are a name and its initial`,
  short: (a, b) => `${a} and ${b} are words and their initials`,
  joined: (a, b) => `${a} and ${b} are one word and its parts`,
};

function isInOrder(pairs: readonly WordPair[]): boolean {
  const places = pairs
    .toSorted((x, y) => (x.one[0] ?? 0) - (y.one[0] ?? 0))
    .map((pair) => pair.other[0] ?? 0);
  return places.every((place, at) => at === 0 || place > (places[at - 1] ?? 0));
}

/**
 * Describes the comparison of two names in phrases: `Same words in another order`; `Scholze is a close spelling of
 * Scholz; Jr only in list entry`. Words are shown in a–z, as compared.
 */
export function describeComparison(
  { pairs, onlyOne, onlyOther, formsDiffer }: NameComparison,
  a: PreparedName,
  b: PreparedName,
): string {
  if (pairs.length === 0) return 'No words in common';
  const reasons: string[] = [];
  const inOrder = isInOrder(pairs);
  const all = pairs.every((pair) => pair.finding === 'same') && onlyOne.length + onlyOther.length === 0;
  if (all && !formsDiffer) return inOrder ? 'Same name' : 'Same words in another order';
  if (onlyOne.length > 0 && onlyOther.length > 0) {
    reasons.push(`${shown(a, onlyOne)} does not match ${shown(b, onlyOther)}`);
  } else if (onlyOne.length > 0) {
    reasons.push(`${shown(a, onlyOne)} not in list entry`);
  } else if (onlyOther.length > 0) {
    reasons.push(`${shown(b, onlyOther)} only in list entry`);
  }
  if (!inOrder) reasons.push('Words in another order');
  if (formsDiffer) reasons.push('Different legal form');
  for (const pair of pairs.toSorted((x, y) => x.value - y.value)) {
    if (pair.finding === 'same') continue;
    reasons.push(phrases[pair.finding](shown(a, pair.one), shown(b, pair.other)));
  }
  if (reasons.length === 0) reasons.push('Same words');
  return reasons.slice(0, maxReasons).join('; ');
}
